"""Patches of what runs the code of models: copies, commands, runners, behaviours."""

from __future__ import annotations

from tests.sabotage.patch import Patch

COPIES = "tests/equimorph/projects/test_copies.py"
FAILING = "tests/equimorph/projects/running/test_failing_tests.py"
CLASSES = "tests/equimorph/projects/running/test_class_files.py"
COMMAND = "tests/equimorph/projects/running/test_command_runner.py"
JUDGING = "tests/equimorph/robustness/test_judging_by_runs.py"

PYTHON = "tests/equimorph/projects/running/test_python_runner.py"

PATCHES = (
    Patch(
        "equimorph/projects/driver/python_driver.py",
        'if report.when == "collect":',
        "if False:",
        f"{PYTHON}::test_pytest_runs_what_unittest_does_not_find",
    ),
    Patch(
        "equimorph/projects/driver/python_driver.py",
        'if not hasattr(test, "test_case"):',
        "if False:",
        f"{PYTHON}::test_tests_that_run_no_more_fail",
    ),
    Patch(
        "equimorph/projects/driver/python_driver.py",
        'if report.failed or (report.when == "call" and report.passed and not is_expected):',
        "if True:",
        f"{PYTHON}::test_pytest_runs_what_unittest_does_not_find",
    ),
    Patch(
        "equimorph/projects/python.py",
        "failing += _not_run(",
        "_not_run(",
        f"{PYTHON}::test_tests_that_run_no_more_fail",
    ),
    Patch(
        "equimorph/projects/reports.py",
        "frozenset(map(listed, tests))",
        "tests",
        f"{PYTHON}::test_spaces_in_the_name_of_a_test_are_no_reason_to_pass",
    ),
    Patch(
        "equimorph/projects/driver/python_driver.py",
        "if os.getpid() != process or recorder.is_cut_off:",
        "if recorder.is_cut_off:",
        f"{PYTHON}::test_what_a_candidate_does_to_the_process",
    ),
    Patch(
        "equimorph/robustness/places.py",
        "return other if source.like(other).parses else whole",
        "return whole",
        "tests/equimorph/robustness/test_python_answers.py",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "added = behind[:1] if behind and self._grows(behind[0], method) else []",
        "added = behind[:0]",
        "tests/equimorph/defects4j/test_bugsinpy.py",
    ),
    Patch(
        "equimorph/robustness/baselines/python_template_edits.py",
        "if item not in left_out and item is not",
        "if item is not",
        "tests/equimorph/robustness/test_python_template.py",
    ),
    Patch(
        "equimorph/projects/copies.py",
        "status.st_mtime_ns, status.st_ctime_ns)",
        "status.st_mtime_ns)",
        f"{COPIES}::test_a_change_with_the_old_size_and_time_is_seen",
    ),
    Patch(
        "equimorph/projects/copies.py",
        "file.unlink()  # what it leads to may lie outside",
        "pass",
        f"{COPIES}::test_a_file_is_put_and_taken_back_even_if_it_cannot_be_written_or_is_a_link",
    ),
    Patch(
        "equimorph/projects/processes.py",
        "{ cat <&3 >/dev/null 2>&1; kill -KILL 0; } &",
        "",
        f"{COPIES}::test_a_command_ends_if_the_process_that_started_it_is_killed",
    ),
    Patch(
        "parsers/oracles/processes.py",
        "del self._kept[:-_KEPT_BYTES]",
        "pass",
        f"{COPIES}::test_an_output_without_end_fills_neither_memory_nor_disk",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        "candidates = (frame for frame in entry.frames if places.is_source(_path(frame)))",
        "candidates = iter(entry.frames)",
        f"{FAILING}::test_the_place_of_an_exception_is_the_topmost_method_of_the_sources",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        "if head is None and (not after or _THROWN.fullmatch(after)):",
        "if head is None:",
        f"{FAILING}::test_a_value_may_have_several_lines_one_of_which_looks_like_an_entry",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        '_ADDRESS.sub("<address>", _HASH.sub("@<hash>", message))',
        '_ADDRESS.sub("<address>", message)',
        f"{FAILING}::test_what_differs_from_run_to_run_is_masked",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        "[0-9a-fA-F]{8,16}",
        "[0-9a-fA-F]{1,16}",
        f"{FAILING}::test_values_are_not_masked",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        "frame = _overflowing(entry, places) if type in _OVERFLOWS else _topmost(entry, places)",
        "frame = _topmost(entry, places)",
        f"{FAILING}::test_where_a_recursion_overflows_does_not_count",
    ),
    Patch(
        "equimorph/projects/class_files.py",
        'if name in ("Signature", "ConstantValue"):',
        'if name == "Signature":',
        f"{CLASSES}::test_whatever_else_changes_is_seen",
    ),
    Patch(
        "equimorph/projects/class_files.py",
        "yield (kind, self.name, member.flags, member.name, member.type, shown)",
        "yield (kind, self.name, member.name, member.type, shown)",
        f"{CLASSES}::test_whatever_else_changes_is_seen",
    ),
    Patch(
        "equimorph/projects/command.py",
        "self.failing.unlink(missing_ok=True)",
        "pass",
        f"{COMMAND}::test_a_list_in_the_checkout_is_not_taken_for_that_of_the_run",
    ),
    Patch(
        "equimorph/projects/command.py",
        "if ended.code != 0 and not entries:",
        "if ended.code is None:",
        f"{COMMAND}::test_exit_code_and_list_say_what_happened",
    ),
    Patch(
        "equimorph/projects/command.py",
        "self._copy.restore()",
        "pass",
        f"{COMMAND}::test_a_command_runs_in_a_fresh_copy_and_knows_what_is_wanted",
    ),
    Patch(
        "equimorph/robustness/judging/runner.py",
        "if not isinstance(self.engine(bug.language), JavacEngine):",
        "if False:",
        f"{COMMAND}::test_a_checkout_that_a_command_cannot_compile_as_it_is_is_refused",
    ),
    Patch(
        "equimorph/robustness/judging/patched_files.py",
        "encoded(whole.encode(), encoding)",
        "whole.encode()",
        f"{JUDGING}::test_the_patched_file_is_in_the_encoding_of_the_checkout",
    ),
    Patch(
        "equimorph/robustness/judging/patched_files.py",
        "whole = text if is_whole and not self.bug.members else fitted(self.place, text)",
        "whole = fitted(self.place, text)",
        f"{JUDGING}::test_a_whole_file_takes_the_place_of_the_file",
    ),
    Patch(
        "equimorph/projects/command.py",
        "if data.strip() and not entries:",
        "if False:",
        f"{COMMAND}::test_exit_code_and_list_say_what_happened",
    ),
    Patch(
        "equimorph/projects/defects4j.py",
        'if reports[-1].end == "ended" and not self._place.failing.is_file():',
        "if False:",
        f"{COMMAND}::test_defects4j_is_called_as_its_documentation_says",
    ),
    Patch(
        "equimorph/projects/failing_tests.py",
        "if head is not None and not (has_kinds and _KIND.fullmatch(after) is None):",
        "if head is not None:",
        f"{FAILING}::test_a_list_that_says_what_was_thrown_is_not_misled_by_messages",
    ),
    Patch(
        "equimorph/projects/class_files.py",
        'elif name == "Record":',
        'elif name == "NoRecord":',
        f"{CLASSES}::test_the_order_of_components_of_a_record_is_seen",
    ),
    Patch(
        "equimorph/projects/copies.py",
        "if os.path.lexists(self.folder):",
        "if True:",
        f"{COPIES}::test_a_copy_that_a_run_removes_is_made_again",
    ),
)
