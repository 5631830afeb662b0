"""Patches of what keeps the comments of a text in its mutants, and those of a patch in undo."""

from __future__ import annotations

from tests.sabotage.patch import Patch

STAY = "tests/mutators/test_comments.py"
UNDO = "tests/mutators/test_undo_accounting.py"

PATCHES = (
    Patch(
        "mutators/python/match.py",
        "or self.refusal() or not_kept(self)",
        "or self.refusal()",
        f"{STAY}::test_a_comment_that_would_not_stay_is_a_refusal",
    ),
    Patch(
        "mutators/comments.py",
        "return COPIED if new - old else None",
        "return None",
        f"{STAY}::test_a_comment_that_would_not_stay_is_a_refusal",
    ),
    Patch(
        "mutators/comments.py",
        "if old - new:",
        "if old:",
        f"{STAY}::test_a_comment_that_stays_is_no_obstacle",
    ),
    Patch(
        "mutators/base.py",
        "return accounted(mutation.edits, (original, mutant), patched, undone)",
        "return undone",
        f"{UNDO}::test_a_comment_in_a_branch_of_an_elif_is_kept",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "for key in differing if before[key] == made[key]",
        "for key in differing if differing[key] > 0 and before[key] == made[key]",
        f"{UNDO}::test_a_comment_that_a_patch_deletes_does_not_come_back",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "for key in differing if before[key] == made[key]",
        "for key in differing",
        f"{UNDO}::test_comments_of_the_mutation_itself_are_its_own",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "if text.all == self._mine.all and",
        "if",
        f"{UNDO}::test_no_comment_goes_into_a_continued_line",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "if data.startswith(head) and data.endswith(tail):",
        "if data:",
        f"{UNDO}::test_comments_are_made_those_of_the_patched_text",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "(undone[: mine.line(head)], undone[mine.line_end(tail) :]),",
        "",
        f"{UNDO}::test_a_comment_may_go_above_the_line",
    ),
    Patch(
        "mutators/undo/steps.py",
        "if not whole.startswith(head) or not whole.endswith(tail):",
        "if not whole:",
        f"{UNDO}::test_the_text_around_a_member_never_changes",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "or (after[word] < 0) != (mine[word] < 0)",
        "",
        f"{UNDO}::test_words_that_are_not_in_the_answer_as_the_patch_has_them_are_a_conflict",
    ),
    Patch(
        "mutators/undo/accounting.py",
        "and text not in language.negations",
        "",
        f"{UNDO}::test_what_the_mutation_brings_or_negates_is_not_counted",
    ),
)
