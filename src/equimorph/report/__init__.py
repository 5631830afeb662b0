"""A page to browse mutants: one HTML file that needs nothing else.

>>> import equimorph as em
>>> from equimorph import report
>>> mutants = em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])
>>> page = report.page([em.row(mutant) for mutant in mutants])
>>> page.startswith("<!doctype html>")
True
"""

from __future__ import annotations

from equimorph.report.writing import Written, page, write

__all__ = ["Written", "page", "write"]
