"""Faults in PV and in the forms of leakage."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

PV = "tests/equimorph/leakage/test_pv.py"

PATCHES = (
    Patch(
        "equimorph/leakage/pv.py",
        "self.original - (self.overlap or 0)",
        "self.original",
        f"{PV}::test_table_8_divides_by_what_is_left_of_the_truth",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        "(-pair[1], tie.get(pair[0]) or 0)",
        "-pair[1]",
        f"{PV}::test_equal_systems_have_the_order_of_their_original_ranks",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        'if bug.get("repaired") is True]',
        "]",
        f"{PV}::test_a_summary_gives_both_numbers_of_the_repaired_bugs_of_its_benchmark",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        "if place not in taken",
        "if place",
        f"{PV}::test_every_cell_of_table_4_but_the_misprinted_one_is_computed_again",
    ),
)
