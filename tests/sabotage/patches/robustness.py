"""Patches of what the verbs of robustness share: ratios, rows, the join."""

from __future__ import annotations

from tests.sabotage.patch import Patch

RATIO = "tests/equimorph/statistics/test_ratio.py"
PROTOCOL = "tests/equimorph/models/test_protocol.py"
TABLES = "tests/equimorph/rows/test_row_tables.py"
DATA = "tests/equimorph/robustness/test_data.py"
JOINING = "tests/equimorph/robustness/test_joining.py"

PATCHES = (
    Patch(
        "equimorph/statistics/ratio.py",
        "(2 * abs(hundredths.numerator) + hundredths.denominator) // (2 * hundredths.denominator)",
        "round(abs(hundredths))",
        f"{RATIO}::test_percentages_are_rounded_half_up",
    ),
    Patch(
        "equimorph/statistics/ratio.py",
        "self.numerator / self.denominator if self.denominator else None",
        "self.numerator / self.denominator if self.denominator else 0.0",
        f"{RATIO}::test_no_cases_have_no_value",
    ),
    Patch(
        "equimorph/models/protocol.py",
        "(text is None) is (hunk is None)",
        "text is None and hunk is None",
        f"{PROTOCOL}::test_a_bad_candidate_says_what_is_wrong",
    ),
    Patch(
        "equimorph/models/protocol.py",
        "last < first - 1",
        "last < first",
        f"{PROTOCOL}::test_an_answer_survives_its_row",
    ),
    Patch(
        "equimorph/rows/tables.py",
        "number += 1",
        "number = 1",
        f"{TABLES}::test_each_format_has_the_same_rows",
    ),
    Patch(
        "equimorph/rows/tables.py",
        "(known := key(made)) in seen",
        "(known := key(made)) is None",
        f"{TABLES}::test_bad_rows_are_reported_with_file_and_line_and_the_rest_goes_on",
    ),
    Patch(
        "equimorph/defects4j/methods/bug.py",
        '"/" in id or not id',
        "not id",
        f"{DATA}::test_a_bad_bug_says_which_field",
    ),
    Patch(
        "equimorph/robustness/judging/judged.py",
        "_check_number(name, data.get(name), 1)",
        "_check_number(name, data.get(name), 0)",
        f"{DATA}::test_a_bad_judged_row_says_which_field",
    ),
    Patch(
        "equimorph/projects/outcome.py",
        "for failure in sorted(self.failing)",
        "for failure in sorted(self.failing)[:1]",
        f"{DATA}::test_behaviours_are_equal_whatever_the_order_of_the_tests",
    ),
    Patch(
        "equimorph/robustness/judging/joining.py",
        "answer.id not in requests",
        "not answer.id",
        f"{JOINING}::test_what_belongs_to_nothing_is_reported",
    ),
    Patch(
        "equimorph/robustness/judging/joining.py",
        "if (answer.model, answer.id) in seen",
        "if (answer.id, answer.model) in seen",
        f"{JOINING}::test_what_belongs_to_nothing_is_reported",
    ),
)
