"""Patches of the readers of benchmarks: `equimorph.leakage.benchmarks`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

FOLDER = "equimorph/leakage/benchmarks"
TESTS = "tests/equimorph/leakage/benchmarks"
ROWS = f"{TESTS}/test_rows.py"
FIXES = f"{TESTS}/test_patches.py"
HUNKS = f"{TESTS}/test_hunks.py"
CLONE = f"{TESTS}/test_defects4j.py"
CHECKOUTS = f"{TESTS}/test_checkouts.py"
JAR = f"{TESTS}/test_bugs_jar.py"
OTHERS = f"{TESTS}/test_others.py"

PATCHES = (
    Patch(
        f"{FOLDER}/rows.py",
        'bug = id if data.get("bug") is None else name_field(data, "bug")',
        "bug = id",
        f"{ROWS}::test_rows_of_one_bug_are_its_pieces_even_when_others_stand_between",
    ),
    Patch(
        f"{FOLDER}/rows.py",
        "request.count, key=lambda row: row.id",
        "request.count",
        f"{ROWS}::test_a_bad_row_is_reported_and_the_rest_goes_on",
    ),
    Patch(
        f"{FOLDER}/rows.py",
        "return not path.is_dir()",
        "return path.is_file()",
        f"{ROWS}::test_a_pipe_is_read_as_rows",
    ),
    Patch(
        f"{FOLDER}/__init__.py",
        "seen[piece.bug_id] += 1",
        "seen[piece.bug_id] = 1",
        f"{ROWS}::test_rows_of_one_bug_are_its_pieces_even_when_others_stand_between",
    ),
    Patch(
        f"{FOLDER}/patches.py",
        "if patch.hunk is None and pieces > 1:",
        "if False:",
        f"{FIXES}::test_patches_that_fit_nothing_are_reported_with_their_lines",
    ),
    Patch(
        f"{FOLDER}/patches.py",
        "if (patch.bug_id, patch.hunk or 1) in fixes:",
        "if False:",
        f"{FIXES}::test_patches_that_fit_nothing_are_reported_with_their_lines",
    ),
    Patch(
        f"{FOLDER}/patches.py",
        "elif patch.fixed is not None:",
        "else:",
        f"{FIXES}::test_null_is_no_patch",
    ),
    Patch(
        f"{FOLDER}/patches.py",
        'replace(patched_sample, fixed=fixed, fixed_by="system")',
        "replace(patched_sample, fixed=fixed)",
        f"{FIXES}::test_a_patch_takes_the_place_of_the_reference_of_its_piece_alone",
    ),
    Patch(
        f"{FOLDER}/patches.py",
        "patched_sample if fixed is None else",
        "patched_sample if not fixed else",
        f"{FIXES}::test_a_bug_without_a_reference_gets_the_fix_of_the_system",
    ),
    Patch(
        f"{FOLDER}/hunks.py",
        "for change in hunk.changes:",
        "for change in [Change(0, len(hunk.old), 0, len(hunk.new))]:",
        f"{HUNKS}::test_each_change_is_a_hunk_of_its_own_however_much_stands_around_it",
    ),
    Patch(
        f"{FOLDER}/hunks.py",
        ".endswith(suffix)",
        ".count(suffix)",
        f"{HUNKS}::test_only_java_files_are_compared_and_a_name_may_be_quoted_by_git",
    ),
    Patch(
        f"{FOLDER}/defects4j.py",
        "((buggy, fixed) for fixed, buggy in diff_hunks(diff))",
        "diff_hunks(diff)",
        f"{CLONE}::test_minus_lines_are_the_fix_and_deprecated_bugs_are_left_out",
    ),
    Patch(
        f"{FOLDER}/defects4j.py",
        'if clone.read(f"{project}/active-bugs.csv") is not None:',
        "if False:",
        f"{CLONE}::test_minus_lines_are_the_fix_and_deprecated_bugs_are_left_out",
    ),
    Patch(
        f"{FOLDER}/defects4j.py",
        "sorted(int(match[1]) for match in patches if match)",
        "[int(match[1]) for match in patches if match]",
        f"{CLONE}::test_a_clone_before_version_2_has_no_table_and_each_patch_is_a_bug",
    ),
    Patch(
        f"{FOLDER}/reading.py",
        "if not sides:",
        "if False:",
        f"{CLONE}::test_a_bug_that_cannot_be_read_is_reported_and_the_others_go_on",
    ),
    Patch(
        f"{FOLDER}/reading.py",
        "if source.bug_id in ids:",
        "if False:",
        f"{CHECKOUTS}::test_a_bug_that_cannot_be_read_is_reported_and_the_others_go_on",
    ),
    Patch(
        f"{FOLDER}/checkouts.py",
        "((ours, theirs) for theirs, ours in text_hunks(fixed, buggy))",
        "text_hunks(fixed, buggy)",
        f"{CHECKOUTS}::test_a_folder_of_checkouts_is_read_bug_by_bug_and_the_fixed_ones_in_it_are_no_bugs",
    ),
    Patch(
        f"{FOLDER}/checkouts.py",
        "if checkout.is_fixed and folder != request.path:",
        "if False:",
        f"{CHECKOUTS}::test_a_folder_of_checkouts_is_read_bug_by_bug_and_the_fixed_ones_in_it_are_no_bugs",
    ),
    Patch(
        f"{FOLDER}/checkouts.py",
        "return list(_sides_in(LATIN_1, folder, request))",
        "raise",
        f"{CHECKOUTS}::test_files_in_latin_1_keep_their_bytes_and_line_ends",
    ),
    Patch(
        f"{FOLDER}/bugs_jar.py",
        'if held_side([target], self.patch) != "old":',
        "if False:",
        f"{JAR}::test_a_branch_that_cannot_be_read_is_reported_and_the_others_go_on",
    ),
    Patch(
        f"{FOLDER}/bugs_jar.py",
        '(f"refs/remotes/*/{_PREFIX}*", f"refs/heads/{_PREFIX}*")',
        '[f"refs/heads/{_PREFIX}*"]',
        f"{JAR}::test_a_clone_has_its_bugs_as_branches_of_a_remote",
    ),
    Patch(
        f"{FOLDER}/introclassjava.py",
        "if file.relative_to(root).parts[1] != _REFERENCE",
        "if file",
        f"{OTHERS}::test_introclassjava_has_faulty_programs_alone_without_what_each_of_them_has",
    ),
    Patch(
        f"{FOLDER}/introclassjava.py",
        'if member.kind == "method" and member.name != _START:',
        'if member.kind == "method":',
        f"{OTHERS}::test_introclassjava_has_faulty_programs_alone_without_what_each_of_them_has",
    ),
    Patch(
        f"{FOLDER}/humaneval_x.py",
        "if not id.startswith(_LANGUAGE):",
        "if False:",
        f"{OTHERS}::test_a_task_of_another_language_or_without_a_solution_is_a_bad_row",
    ),
)
