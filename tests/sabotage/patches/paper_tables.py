"""Faults in the recomputation of the papers' tables."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

PAPERS = "tests/equimorph/tables/test_papers.py"
COTE = "tests/equimorph/tables/test_cote.py"

PATCHES = (
    Patch(
        "equimorph/tables/leakage_study.py",
        "Ratio(clean, repaired - overlap)",
        "Ratio(clean, repaired)",
        f"{PAPERS}::test_exactly_the_known_cells_disagree",
    ),
    Patch(
        "equimorph/tables/leakage_study.py",
        "sum(cell[1] for cell in cells)",
        "sum(cell[1] for cell in cells) // 2",
        f"{PAPERS}::test_pooled_cells_sum_those_of_their_row",
    ),
    Patch(
        "equimorph/tables/leakage_study.py",
        "if place not in taken",
        "if place",
        f"{PAPERS}::test_a_system_whose_number_nobody_knows_keeps_its_place_and_has_no_cell",
    ),
    Patch(
        "equimorph/tables/leakage_study.py",
        "(-(valued[row.tool] or 0), row.place)",
        "-(valued[row.tool] or 0)",
        f"{PAPERS}::test_exactly_the_known_cells_disagree",
    ),
    Patch(
        "equimorph/tables/cells.py",
        "return self.computed == self.printed",
        "return self.computed[:3] == self.printed[:3]",
        f"{PAPERS}::test_exactly_the_known_cells_disagree",
    ),
    Patch(
        "equimorph/tables/robustnpr.py",
        "Fraction(pair[1]) - 1)",
        "Fraction(pair[1]))",
        f"{PAPERS}::test_every_quotient_is_what_it_says",
    ),
    Patch(
        "equimorph/tables/cote.py",
        '"acceptability": 2',
        '"acceptability": 1',
        f"{PAPERS}::test_exactly_the_known_cells_disagree",
    ),
    Patch(
        "equimorph/tables/cote.py",
        "str(printed), _LEFT",
        "str(left), _LEFT",
        f"{COTE}::test_a_count_that_does_not_fit_the_others_disagrees",
    ),
    Patch(
        "equimorph/tables/cells.py",
        "floor(value + Fraction(1, 2))",
        "round(value)",
        f"{COTE}::test_halves_are_rounded_up",
    ),
    Patch(
        "equimorph/cli/tables.py",
        'mark = "" if cell.agrees else _WRONG',
        'mark = ""',
        f"{PAPERS}::test_the_command_marks_and_explains_what_disagrees",
    ),
)
