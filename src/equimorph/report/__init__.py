"""Reports of mutants: a page to browse them, one HTML file that needs nothing else, and JSON for the viewers of other tools.

>>> import equimorph as em
>>> from equimorph import report
>>> mutants = em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])
>>> page = report.page([em.row(mutant) for mutant in mutants])
>>> page.startswith("<!doctype html>")
True
"""

from __future__ import annotations

from equimorph.report.elements import elements, write_elements
from equimorph.report.writing import Written, page, write

__all__ = ["Written", "elements", "page", "write", "write_elements"]
