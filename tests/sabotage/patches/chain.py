"""Faults in the chain from bugs to judged rows."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

SOURCES = "tests/equimorph/robustness/test_sources.py"
MUTANTS = "tests/equimorph/robustness/test_mutants.py"
REQUESTS = "tests/equimorph/robustness/test_requests.py"
JUDGE = "tests/equimorph/robustness/test_judge_cli.py"
EXACT = "tests/equimorph/robustness/test_exact.py"

PATCHES = (
    Patch(
        "equimorph/robustness/judging/exact.py",
        'return "unparsable" if self._is_broken(code) else "conflict"',
        'return "conflict"',
        f"{EXACT}::test_the_counts_say_what_became_of_each_candidate",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'return "unparsable" if self._is_broken(code) else "conflict"',
        'return "unparsable"',
        f"{EXACT}::test_the_counts_say_what_became_of_each_candidate",
    ),
    Patch(
        "equimorph/patches/pairing.py",
        "return max(named,",
        "return min(named,",
        f"{SOURCES}::test_of_overloaded_methods_the_one_in_the_same_place_is_the_repaired_one",
    ),
    Patch(
        "equimorph/patches/pairing.py",
        "if not self.has_same_members:",
        "if False:",
        f"{SOURCES}::test_a_fix_that_adds_or_deletes_methods_gives_no_repaired_text",
    ),
    Patch(
        "equimorph/defects4j/methods/reading.py",
        "sizes == [(1, 1)]",
        "len(sizes) == 1",
        f"{SOURCES}::test_single_line_keeps_one_line_for_one_line_in_one_method",
    ),
    Patch(
        "equimorph/defects4j/patch_direction.py",
        'near[0].endswith(b"\\r\\n")',
        'near[0].endswith(b"\\r\\r")',
        f"{SOURCES}::test_a_patch_with_unix_line_ends_gives_the_file_its_own",
    ),
    Patch(
        "equimorph/robustness/mutants.py",
        "line + first for line in part.fault_lines",
        "line for line in part.fault_lines",
        f"{MUTANTS}::test_a_row_is_that_of_the_mutant_in_its_file_with_its_bug_and_sizes",
    ),
    Patch(
        "equimorph/robustness/places.py",
        "abs(one.start_line - bug.start_line)",
        "one.start_line",
        f"{MUTANTS}::test_of_equal_methods_the_one_at_the_line_is_mutated",
    ),
    Patch(
        "equimorph/robustness/requests.py",
        "text, lines = case.mutant.mutant, moved(lines, case.mutant)",
        "text = case.mutant.mutant",
        f"{REQUESTS}::test_the_faulty_lines_are_those_of_the_mutant",
    ),
    Patch(
        "equimorph/robustness/requests.py",
        "text, lines = case.mutant.mutant, moved(lines, case.mutant)",
        "text, lines = bug.buggy, moved(lines, case.mutant)",
        f"{REQUESTS}::test_each_bug_comes_before_its_mutants",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'return "undecided" if counts["conflict"] == code_count else "miss"',
        'return "undecided" if counts["conflict"] else "miss"',
        f"{EXACT}::test_the_counts_say_what_became_of_each_candidate",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'code_count = counts.total() - counts["empty"]',
        "code_count = counts.total()",
        f"{EXACT}::test_the_counts_say_what_became_of_each_candidate",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        "if key not in self._known:",
        "if True:",
        f"{EXACT}::test_equal_candidates_are_judged_once",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        "self._whole_fix if is_whole and self.place.is_file else self._fix",
        "self._fix",
        f"{EXACT}::test_in_its_file_more_is_known_and_the_whole_file_is_an_answer",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        "if stacked if place.members else mutant.bug.buggy.encode() != place.member.data:",
        "if False:",
        f"{JUDGE}::test_what_cannot_be_judged_is_counted_and_all_else_has_a_row",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'return f"no {bug.language.capitalize()} method"',
        "raise",
        f"{JUDGE}::test_what_cannot_be_judged_is_counted_and_all_else_has_a_row",
    ),
    Patch(
        "equimorph/bulk/job.py",
        "if self.label and isinstance(name",
        "if not self.label and isinstance(name",
        f"{JUDGE}::test_a_failure_names_the_mutant_and_the_model",
    ),
)
