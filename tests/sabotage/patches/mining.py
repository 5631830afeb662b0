"""Faults in mining: words, rules, evidence, what is safe to run, and what an item says."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

MINING = "equimorph/datasets/mining"
TESTS = "tests/equimorph/datasets/mining"

PATCHES = (
    Patch(
        f"{MINING}/words.py",
        'rf"(?<![^\\W\\d_])(?ai:{joined})(?![^\\W\\d_])"',
        'rf"(?ai:{joined})(?![^\\W\\d_])"',
        f"{TESTS}/test_words.py::test_a_message_of_the_paper_has_a_whole_word_of_each_list",
    ),
    Patch(
        f"{MINING}/words.py",
        "(?ai:{joined})",
        "(?i:{joined})",
        f"{TESTS}/test_words.py::test_a_message_of_the_paper_has_a_whole_word_of_each_list",
    ),
    Patch(
        f"{MINING}/git.py",
        '"--ignore-submodules=none",',
        '"--raw",',
        f"{TESTS}/test_hostile.py::test_what_gitmodules_asks_to_run_does_not_matter",
    ),
    Patch(
        f"{MINING}/choosing.py",
        "(?!(?:UTF|ISO|SHA|MD|RFC|IEEE|CP)-)",
        "",
        f"{TESTS}/test_presets.py::test_bigfix_takes_one_hunk_in_a_method_of_a_bug_with_a_number",
    ),
    Patch(
        f"{MINING}/words.py",
        "enough = all(matches) if self.each else any(matches) or not self.lists",
        "enough = any(matches) or not self.lists",
        f"{TESTS}/test_words.py::test_a_message_of_the_paper_has_a_whole_word_of_each_list",
    ),
    Patch(
        f"{MINING}/changes.py",
        "and not has_blocks and b'\"' not in gone",
        "and not has_blocks",
        f"{TESTS}/test_mining.py::test_a_blank_in_a_literal_is_code",
    ),
    Patch(
        f"{MINING}/work.py",
        "if language.same(*texts):",
        "if False:",
        f"{TESTS}/test_mining.py::test_only_changes_of_code_count",
    ),
    Patch(
        f"{MINING}/git.py",
        '    "GIT_NO_REPLACE_OBJECTS": "1",\n',
        "",
        f"{TESTS}/test_hostile.py::test_neither_replaced_objects_nor_grafts_change_the_history",
    ),
    Patch(
        f"{MINING}/git.py",
        '"GIT_NO_LAZY_FETCH": "1",\n    "GIT_ALLOW_PROTOCOL": "none",',
        '"GIT_ALLOW_PROTOCOL": "ext",',
        f"{TESTS}/test_hostile.py::test_a_partial_clone_fetches_nothing",
    ),
    Patch(
        f"{MINING}/git.py",
        'return {"PATH": os.environ.get("PATH", os.defpath), **_ENVIRONMENT}',
        "return {**os.environ, **_ENVIRONMENT}",
        f"{TESTS}/test_hostile.py::test_settings_of_the_user_have_no_say",
    ),
    Patch(
        f"{MINING}/git.py",
        'f"--git-dir={self._folder}", *command]',
        'f"-C{self._name}", *command]',
        f"{TESTS}/test_hostile.py::test_a_folder_in_a_repository_is_none",
    ),
    Patch(
        f"{MINING}/git.py",
        'path = next(fields) if status[:1] in (b"R", b"C") else old_path',
        "path = old_path",
        f"{TESTS}/test_mining.py::test_a_renamed_file_is_followed_and_an_unlike_one_is_not",
    ),
    Patch(
        f"{MINING}/commits.py",
        "is_cut and bool(parents),",
        "False,",
        f"{TESTS}/test_hostile.py::test_a_shallow_clone_ends_where_it_is_cut_off",
    ),
    Patch(
        f"{MINING}/choosing.py",
        "if evidence and preset.no_benchmarks and not options.keep_benchmarks:",
        "if evidence and preset.no_benchmarks and options.keep_benchmarks:",
        f"{TESTS}/test_evidence.py::test_names_of_projects_are_evidence",
    ),
    Patch(
        f"{MINING}/choosing.py",
        'return _SECRET.sub("", url)',
        "return url",
        f"{TESTS}/test_hostile.py::test_where_a_repository_comes_from_is_shown_without_secrets",
    ),
    Patch(
        f"{MINING}/choosing.py",
        "commit.id in options.benchmarks.revisions",
        "False",
        f"{TESTS}/test_evidence.py::test_a_repository_that_is_kept_shows_its_evidence_and_loses_the_revisions",
    ),
    Patch(
        f"{MINING}/choosing.py",
        "commit.author_time < preset.before",
        "commit.author_time <= preset.before",
        f"{TESTS}/test_presets.py::test_coconut_takes_commits_before_2010_that_are_no_clean_up",
    ),
    Patch(
        f"{MINING}/presets.py",
        "most_lines=39",
        "most_lines=40",
        f"{TESTS}/test_presets.py::test_megadiff_takes_fewer_than_40_changed_lines",
    ),
    Patch(
        f"{MINING}/items.py",
        '"line": piece.line + change.start,',
        '"line": piece.line + change.new_start,',
        f"{TESTS}/test_mining.py::test_lines_are_those_of_the_file_before_the_fix",
    ),
    Patch(
        f"{MINING}/licences.py",
        "if len(licences) == 1 else None",
        "if licences else None",
        f"{TESTS}/test_licences.py::test_a_licence_is_known_by_words_of_its_text",
    ),
    Patch(
        f"{MINING}/mining.py",
        "counts.dropped[_FAILED] += sum(failure.whole for failure in done.failures)",
        "pass",
        f"{TESTS}/test_mining.py::test_commits_that_fail_are_reported_and_counted",
    ),
    Patch(
        "equimorph/patches/pairing.py",
        "if here[member.data] > there[member.data]",
        "if not there[member.data]",
        f"{TESTS}/test_mining.py::test_of_equal_methods_the_one_that_changes_is_found",
    ),
    Patch(
        "equimorph/patches/line_changes/sliding.py",
        "return max(0, min(distances))",
        "return max(0, max(distances))",
        "tests/equimorph/patches/test_line_changes.py::test_a_change_stands_where_git_puts_it",
    ),
)
