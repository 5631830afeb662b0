"""Faults in the search for leaks, in its files, its page, and in what all rows of a bulk run share."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

FINDING = "equimorph/leakage/finding"
TESTS = "tests/equimorph/leakage/finding"
NAIVE = f"{TESTS}/test_naive.py::test_it_finds_what_a_naive_search_finds"
SEARCHING = f"{TESTS}/test_searching.py"
COMMAND = f"{TESTS}/test_find_command.py"
SHARED = "tests/equimorph/bulk/test_shared.py"

PATCHES = (
    Patch(
        f"{FINDING}/searching.py",
        "buggy_chars + fixed_chars >= least",
        "buggy_chars >= least",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/searching.py",
        'return "contains" if "contains" in (buggy, fixed) else "inside"',
        'return "inside"',
        NAIVE,
    ),
    Patch(
        f"{FINDING}/searching.py",
        'if match is None or match.kind != "contains":',
        "if True:",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/searching.py",
        "None if prepared_side is None else form.comparer.match(prepared_side, form.sides[side][sample])",
        "None",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/searching.py",
        "key=lambda hit: hit[:4]",
        "key=lambda hit: hit[1:4]",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/searching.py",
        "if written[bug] < self.options.max_hits:",
        "if written[bug] <= self.options.max_hits:",
        f"{SEARCHING}::test_rows_of_a_bug_are_cut_and_counts_are_not",
    ),
    Patch(
        f"{FINDING}/searching.py",
        "min(hit.kind, strongest.get(key, hit.kind), key=KINDS.index)",
        "hit.kind",
        f"{SEARCHING}::test_a_leak_in_several_forms_counts_once_at_its_strongest_kind",
    ),
    Patch(
        f"{FINDING}/searching.py",
        'return "cut" if "cut" in boundaries else "token"',
        "return boundaries[0]",
        f"{SEARCHING}::test_what_is_cut_from_a_word_is_told",
    ),
    Patch(
        f"{FINDING}/searching.py",
        "chars_of(form.comparer.prepared(text)[: match.offset])",
        "match.offset",
        f"{SEARCHING}::test_offsets_are_characters_of_the_side_that_is_longer",
    ),
    Patch(
        f"{FINDING}/sizes.py",
        "if not searched and wanted:",
        "if False:",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/sizes.py",
        "return LEAST if options.min_chars >= 2 * LEAST else 1",
        "return LEAST",
        NAIVE,
    ),
    Patch(
        f"{FINDING}/comparing.py",
        "if text.whole == side.whole:",
        "if side.whole and text.whole == side.whole:",
        f"{SEARCHING}::test_an_empty_side_equals_an_empty_one_in_each_form",
    ),
    Patch(
        f"{FINDING}/summary.py",
        '"all": all(leaking)',
        '"all": any(leaking)',
        f"{SEARCHING}::test_a_bug_of_two_pieces_leaks_as_a_whole_or_in_part",
    ),
    Patch(
        f"{FINDING}/files.py",
        "if self._written[leak.bug] >= self._most:",
        "if self._written[leak.bug] > self._most:",
        f"{COMMAND}::test_rows_are_cut_and_counts_are_not",
    ),
    Patch(
        f"{FINDING}/cache.py",
        "key_parts = [__version__, form, language, side, self._options.keep_literal_blanks]",
        "key_parts = [__version__, form, language, side]",
        f"{COMMAND}::test_options_that_change_what_is_cached_have_files_of_their_own",
    ),
    Patch(
        f"{FINDING}/again.py",
        "number >= max_hits",
        "number > max_hits",
        f"{TESTS}/test_summarise_command.py::test_bugs_of_which_rows_may_be_missing_are_listed",
    ),
    Patch(
        f"{FINDING}/checking.py",
        "and not abstracted(sides)",
        "",
        f"{COMMAND}::test_abstracted_data_are_not_compared_with_real_code",
    ),
    Patch(
        f"{FINDING}/pages/excerpts.py",
        "run.b - run.a - _AROUND",
        "run.b + _AROUND",
        f"{TESTS}/test_page.py::test_an_excerpt_is_around_the_lines_that_both_have",
    ),
    Patch(
        f"{FINDING}/pages/collecting.py",
        "entry.chunk = number",
        "entry.chunk = 1",
        f"{TESTS}/test_page.py::test_many_chunks_give_the_same_page",
    ),
    Patch(
        "equimorph/bulk/job.py",
        "if file_hash(path) != self.shared:",
        "if False:",
        f"{SHARED}::test_a_file_that_changes_under_a_worker_is_refused",
    ),
    Patch(
        "equimorph/bulk/run.py",
        '{"shared": job.shared}',
        "{}",
        f"{SHARED}::test_a_folder_of_parts_keeps_it_only_until_it_is_whole",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "(self._folder / SHARED).unlink(missing_ok=True)",
        "pass",
        f"{SHARED}::test_a_folder_of_parts_keeps_it_only_until_it_is_whole",
    ),
)
