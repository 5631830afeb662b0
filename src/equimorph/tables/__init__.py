"""The tables of the papers, computed again from the numbers that they print.

>>> from equimorph import tables
>>> [f"{cell.row}: {cell.computed}, not {cell.printed}" for cell in tables.robustnpr() if not cell.agrees]
['Tufano: 1.55, not 1.54']
"""

from __future__ import annotations

from collections.abc import Callable

from equimorph.tables.cells import Cell
from equimorph.tables.cote import cote
from equimorph.tables.leakage_study import leakage_study
from equimorph.tables.robustnpr import robustnpr

__all__ = ["PAPERS", "Cell", "cote", "leakage_study", "robustnpr"]

PAPERS: dict[str, Callable[[], list[Cell]]] = {
    "robustnpr": robustnpr,
    "leakage-study": leakage_study,
    "cote": cote,
}
"""The functions that compute the tables of a paper, by its name on the command line."""
