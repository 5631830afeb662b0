"""Patches of the scopes of fixes: what is the whole fix, and which bugs scores leave out."""

from __future__ import annotations

from tests.sabotage.patch import Patch

TOGETHER = "tests/equimorph/robustness/test_together.py"
SCOPES = "tests/equimorph/robustness/test_fix_scopes.py"
_SCOPE = "equimorph/defects4j/methods/scope.py"
_SCORING = "equimorph/robustness/scoring"

PATCHES = (
    Patch(
        _SCOPE,
        "return same_tokens(data.decode(), self.fixed.text, self.fixed.language)",
        "return True",
        f"{SCOPES}::test_a_row_says_what_the_fix_needs",
    ),
    Patch(
        _SCOPE,
        "if not others and all",
        "if all",
        f"{SCOPES}::test_a_row_says_that_the_fix_needs_other_files",
    ),
    Patch(
        _SCOPE,
        "return not in_tests and any",
        "return any",
        f"{SCOPES}::test_the_data_of_tests_repair_nothing_where_tests_are_among_the_sources",
    ),
    Patch(
        _SCOPE,
        "changed = [fixes for fixes in files if fixes.is_changed]",
        "changed = list(files)",
        f"{SCOPES}::test_a_file_in_which_comments_change_is_no_other_file",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "if sample.scope is None}",
        "}",
        f"{SCOPES}::test_bugs_that_need_more_than_was_asked_are_left_out_and_counted",
    ),
    Patch(
        f"{_SCORING}/population.py",
        'if self.criterion == "exact": return self',
        "",
        f"{SCOPES}::test_behaviour_leaves_them_out_and_exact_does_not",
    ),
    Patch(
        f"{_SCORING}/population.py",
        'not (scope == "methods" and (members or 1) > 1)',
        'scope != "methods"',
        f"{SCOPES}::test_bugs_that_need_more_than_was_asked_are_left_out_and_counted",
    ),
    Patch(
        f"{_SCORING}/compare.py",
        "if not all_fixes:",
        "if all_fixes:",
        f"{SCOPES}::test_comparisons_leave_them_out",
    ),
    Patch(
        "equimorph/robustness/pages/summary.py",
        '- samples.get("left_out", 0)',
        "",
        f"{SCOPES}::test_the_page_counts_what_is_not_left_out",
    ),
    # Several methods together.
    Patch(
        "equimorph/defects4j/methods/reading.py",
        'if any(bug.fix_scope != "methods" for bug in bugs) or len({bug.path for bug in bugs}) != 1:',
        "if len(bugs) < 2:",
        f"{TOGETHER}::test_bugs_of_one_method_and_fixes_that_need_more_stay_as_they_are",
    ),
    Patch(
        "equimorph/robustness/places.py",
        "if sorted((one.kind, one.name) for one in own) != sorted(names):",
        "if len(own) < len(names):",
        f"{TOGETHER}::test_an_answer_without_one_of_them_does_not_compile",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        "if self.place.members:\n            return self._is_fix_of_each(text)",
        "",
        f"{TOGETHER}::test_only_all_of_them_repaired_are_a_hit",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        "for piece, other in zip(pieces, wanted, strict=True)",
        "for piece, other in [(pieces[0], wanted[0])]",
        f"{TOGETHER}::test_only_all_of_them_repaired_are_a_hit",
    ),
    Patch(
        "equimorph/robustness/judging/patched_files.py",
        "whole = text if is_whole and not self.bug.members else fitted(self.place, text)",
        "whole = text if is_whole else self.place.with_member(text)",
        f"{TOGETHER}::test_the_file_gets_all_of_them_whatever_their_order",
    ),
    Patch(
        "equimorph/robustness/mutants.py",
        "record = mutant.local.rebase(start, original, data)",
        "record = mutant.local",
        f"{TOGETHER}::test_a_mutant_has_the_text_of_all_with_one_of_them_mutated",
    ),
    Patch(
        "equimorph/robustness/judging/patched_files.py",
        "return self.place.with_member(self.text).encode()",
        "return self.question.text",
        f"{TOGETHER}::test_lines_of_the_file_are_those_of_the_original",
    ),
)
