"""Patches of figures, of the steps of a study, and of its page."""

from __future__ import annotations

from tests.sabotage.patch import Patch

PLOTTING = "tests/equimorph/robustness/test_plotting.py"

PATCHES = (
    Patch(
        "equimorph/robustness/plotting/scores.py",
        "if all(value == ALL for i, value in enumerate(cell.split) if i != at):",
        "if True:",
        f"{PLOTTING}::test_bars_have_counts_and_percentages_and_say_where_there_are_no_cases",
    ),
    Patch(
        "equimorph/report/svg.py",
        'return escape(_UNWRITABLE.sub("\\ufffd", text))',
        "return escape(text)",
        f"{PLOTTING}::test_names_are_escaped_and_what_xml_cannot_hold_is_replaced",
    ),
    Patch(
        "equimorph/robustness/plotting/curves.py",
        "sheet.path(run, colour, dash)\n            run = []",
        "run.append((0, 0))",
        f"{PLOTTING}::test_a_curve_goes_through_all_its_points_and_stops_where_there_are_no_cases",
    ),
)
