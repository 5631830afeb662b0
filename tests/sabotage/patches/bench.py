"""Patches of the bench: the sandbox, the harness, labels, splits."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CHEATS = "tests/equimorph/bench/test_python_cheats.py"
JAVA = "tests/equimorph/bench/test_java_cheats.py"
MAKING = "tests/equimorph/bench/test_making.py"
NORMAL = "tests/equimorph/bench/functions/test_normal_form.py"
PERTURBING = "tests/equimorph/bench/test_perturbing.py"
PREDICTIONS = "tests/equimorph/bench/test_predictions.py"
PROBLEMS = "tests/equimorph/bench/test_problems.py"
SAMPLES = "tests/equimorph/bench/test_samples.py"
CONTESTS = "tests/equimorph/bench/test_contests.py"
MBPP = "tests/equimorph/bench/test_mbpp.py"
REPORTS = "tests/equimorph/bench/test_reports.py"
LEAKS = "tests/equimorph/bench/test_leaks.py"
KINDS = "tests/equimorph/bench/test_kinds.py"
WRONG = f"{KINDS}::test_a_wrong_candidate_does_not_pass"

PATCHES = (
    Patch(
        "equimorph/bench/writing.py",
        "key = _hash_of(problem.id, text)\n",
        "key = _hash_of(problem.id, text[:0])\n",
        f"{PREDICTIONS}::test_equal_candidates_are_run_once",
    ),
    Patch(
        "equimorph/leakage/training/jsonl.py",
        "return first if all(reasons) else None",
        "return first",
        "tests/equimorph/leakage/training/test_jsonl.py::test_a_folder_whose_rows_all_have_other_fields_is_one_error",
    ),
    Patch(
        "equimorph/bench/reports/samples.py",
        "sample = replace(sample, problem=problem, original=original)",
        "sample = replace(sample, original=original)",
        "tests/equimorph/bench/test_report_verb.py::test_problems_have_the_names_by_which_bench_run_knows_them",
    ),
    Patch(
        "equimorph/rows/csv_rows.py",
        "if cell or name in empty",
        "if cell",
        "tests/equimorph/rows/test_containers.py::test_an_empty_answer_in_csv_is_an_answer",
    ),
    Patch(
        "equimorph/bench/sampling.py",
        'counts["short"] = -counts["errors"]',
        'counts["short"] = 0',
        f"{PERTURBING}::test_answers_with_too_few_samples_are_counted",
    ),
    Patch(
        "equimorph/rows/formats.py",
        "first, *others = sorted(known,",
        "*others, first = sorted(known,",
        "tests/equimorph/bench/test_predictions.py::test_a_file_in_no_format_is_one_error",
    ),
    Patch(
        "equimorph/rows/formats.py",
        "if not all(map(format.missing, rows)):",
        "if all(map(format.missing, rows)):",
        "tests/equimorph/bench/test_predictions.py::test_a_file_in_no_format_is_one_error",
    ),
    Patch(
        "equimorph/bench/predictions.py",
        "if len(lines) != len(names):",
        "if len(lines) < len(names):",
        f"{SAMPLES}::test_lists_for_other_problems_are_one_error",
    ),
    Patch(
        "equimorph/bench/predictions.py",
        "if problem.group.startswith(_TRANSLATED):",
        "if True:",
        f"{SAMPLES}::test_names_of_problems[Python/11-None]",
    ),
    Patch(
        "equimorph/bench/samples.py",
        "if error is not None:",
        "if False:",
        f"{SAMPLES}::test_hostile_rows_are_reported_and_the_others_go_on",
    ),
    Patch(
        "equimorph/bench/writing.py",
        '_check_solution(solutions[problem.id], f"{problem.id}: ")',
        "pass",
        f"{PREDICTIONS}::test_a_problem_whose_solution_fails_says_nothing_of_a_model",
    ),
    Patch(
        "equimorph/bench/functions/contest.py",
        "    os.dup2(_NOTHING, 0)\n",
        "",
        f"{CONTESTS}::test_programs_read_standard_input_and_print",
    ),
    Patch(
        "equimorph/bench/functions/contest.py",
        "is not _imported:",
        "is not None:",
        f"{CONTESTS}::test_an_import_is_not_taken_for_the_function",
    ),
    Patch(
        "equimorph/bench/contests.py",
        'raise pickle.UnpicklingError(f"it has a {module}.{name}")',
        "return super().find_class(module, name)",
        f"{CONTESTS}::test_rows_that_cannot_be_problems",
    ),
    Patch(
        "equimorph/bench/contest_tests.py",
        "return status == 0 and equal",
        "return equal",
        f"{CONTESTS}::test_outputs_of_code_contests_are_compared_word_by_word",
    ),
    Patch(
        "equimorph/bench/evalplus.py",
        "for part in parts if isinstance(part, list) for arguments in part",
        "for part in parts[:1] if isinstance(part, list) for arguments in part",
        f"{MBPP}::test_inputs_of_human_eval_plus_are_compared_with_its_solution",
    ),
    Patch(
        "equimorph/bench/boxed/enter.py",
        '_checked(_LIBC.prctl(_SET_SECCOMP, _FILTER_MODE, program, 0, 0), "filter of system calls")',
        "pass",
        f"{CHEATS}::test_it_does_not_pass[starts a program]",
    ),
    Patch(
        "equimorph/bench/boxed/enter.py",
        '(resource.RLIMIT_CPU, settings["processor"]),',
        "",
        f"{CHEATS}::test_a_loop_is_ended_by_its_processor_time",
    ),
    Patch(
        "equimorph/bench/boxed/values.py",
        "if value is None or kind in (bool, int, float, str):",
        "if value is None or isinstance(value, bool | int | float | str):",
        f"{CHEATS}::test_what_is_not_plain_does_not_pass_the_border",
    ),
    *(
        Patch(
            f"equimorph/bench/boxed/{side}.py",
            "sys.set_int_max_str_digits(0)",
            "pass",
            f"{CHEATS}::test_numbers_of_any_length_pass_the_border",
        )
        for side in ("worker", "harness")
    ),
    Patch(
        "equimorph/bench/python_tests.py",
        'case "pass" if report.get("nonce") == nonce:',
        'case "pass":',
        f"{CHEATS}::test_tests_that_say_they_pass_without_the_nonce",
    ),
    Patch(
        "equimorph/bench/boxed/harness.py",
        'return {"outcome": candidate.over.outcome, "reason": str(candidate.over)}',
        'return {"outcome": "pass", "reason": "", "nonce": job["nonce"]}',
        f"{CHEATS}::test_it_does_not_pass[ends in its test]",
    ),
    Patch(
        "equimorph/bench/boxed/harness.py",
        'names[job["entry"]] = candidate',
        'names.setdefault(job["entry"], candidate)',
        f"{CHEATS}::test_it_passes[is right]",
    ),
    Patch(
        "equimorph/bench/boxed/harness.py",
        "if not candidate.calls:",
        "if False:",
        f"{CHEATS}::test_tests_that_call_no_candidate_let_none_pass[no call]",
    ),
    Patch(
        "equimorph/bench/boxed/harness.py",
        "if candidate.over is not None:",
        "if False:",
        f"{CHEATS}::test_what_is_no_error_of_its_own_is_none_that_a_test_asks_for[ends]",
    ),
    Patch(
        "equimorph/bench/java_tests.py",
        "[self._harness_folder(), tests, _written(_bytes(compilation), Path(folder))]",
        "[self._harness_folder(), _written(_bytes(compilation), Path(folder)), tests]",
        f"{JAVA}::test_it_does_not_pass[has a Main of its own]",
    ),
    Patch(
        "equimorph/bench/java_tests.py",
        '"--limit-modules", "java.base"',
        '"--limit-modules", "java.base,jdk.unsupported"',
        f"{JAVA}::test_it_does_not_pass[uses Unsafe]",
    ),
    Patch(
        "equimorph/bench/boxed/remote.py",
        "if not (isinstance(other, Remote) and self._equimorph_under_test and other._equimorph_under_test):",
        "if False:",
        f"{WRONG}[callbacks3]",
    ),
    Patch(
        "equimorph/bench/boxed/remote.py",
        "elif arguments and not self._equimorph_under_test and name in _plain():",
        "elif False:",
        f"{WRONG}[floats with a tolerance2]",
    ),
    Patch(
        "equimorph/bench/boxed/harness.py",
        "except AssertionError as error:  # of a test, whatever the candidate makes of it",
        "except ZeroDivisionError as error:",
        f"{WRONG}[an assertion in a callback0]",
    ),
    Patch(
        "equimorph/bench/boxed/exchange.py",
        'if name.startswith("__") or callable(getattr(kind, name, None)):',
        "if False:",
        f"{WRONG}[methods of the problem's classes1]",
    ),
    Patch(
        "equimorph/bench/boxed/values.py",
        'return {"again": shared}',
        "pass",
        f"{WRONG}[rows of a table]",
    ),
    Patch(
        "equimorph/bench/boxed/exchange.py",
        'return {**raised, **self._objects.pack([result, changes], containers, message["objects"])}',
        "return {**raised, **self._objects.pack([result, [] if raised else changes], containers)}",
        f"{WRONG}[changes before an error0]",
    ),
    Patch(
        "equimorph/bench/boxed/exchange.py",
        "return json.dumps(data, ensure_ascii=False)",
        "return json.dumps(data)",
        f"{WRONG}[halves of a character]",
    ),
    Patch(
        "equimorph/bench/contest_tests.py",
        'least + relative * abs(wanted) < float("inf")',
        "least + relative * abs(wanted)",
        f"{CONTESTS}::test_no_number_is_near_infinity",
    ),
    Patch(
        "equimorph/bench/contest_tests.py",
        "if found == wanted or whole:",
        "if found == wanted:",
        f"{CONTESTS}::test_whole_numbers_are_compared_digit_by_digit",
    ),
    Patch(
        "equimorph/bench/evalplus.py",
        'atol + rtol * abs(other) < float("inf")',
        "atol + rtol * abs(other)",
        f"{MBPP}::test_inputs_of_human_eval_plus_are_compared_with_its_solution",
    ),
    Patch(
        "equimorph/bench/fence.py",
        '("get", _OBJECT): "get",',
        "",
        f"{KINDS}::test_the_expected_value_is_asked",
    ),
    Patch(
        "equimorph/bench/boxed/EquimorphFence.java",
        "return (isOwn(a) || a.equals(b)) && (isOwn(b) || b.equals(a));",
        "return a.equals(b);",
        f"{KINDS}::test_the_expected_value_is_asked",
    ),
    Patch(
        "equimorph/bench/java_tests.py",
        "if reference.get(name) == data]",
        "if name in reference]",
        f"{KINDS}::test_a_class_that_the_candidate_has_changed_may_not",
    ),
    Patch(
        "equimorph/bulk/child.py",
        "signal.setitimer(signal.ITIMER_PROF, timeout)",
        "signal.setitimer(signal.ITIMER_REAL, timeout)\n    return",
        "tests/equimorph/bulk/test_worker.py::test_a_busy_machine_loses_no_row",
    ),
    Patch(
        "equimorph/contrastive/members.py",
        "if self.effort.left <= 0:",
        "if False:",
        "tests/equimorph/contrastive/test_members.py::test_the_size_of_a_file_limits_how_often_it_is_read_for_a_method[long]",
    ),
    Patch(
        "equimorph/bench/splits.py",
        "groups = sorted({problem.group for problem in problems}",
        "groups = sorted({problem.id for problem in problems}",
        f"{MAKING}::test_splits_have_the_shares",
    ),
    Patch(
        "equimorph/bench/making.py",
        'for row in sorted(side, key=lambda row: rank(seed, row["id"]))[:least]',
        'for row in sorted(side, key=lambda row: rank(seed, row["id"]))',
        f"{MAKING}::test_half_of_the_rows_fail",
    ),
    Patch(
        "equimorph/bench/making.py",
        "offset = mutant.offset - len(problem.prefix.encode())",
        "offset = mutant.offset - len(problem.prefix)",
        f"{MAKING}::test_a_record_turns_a_candidate_back_into_the_solution",
    ),
    Patch(
        "equimorph/bench/humaneval.py",
        'function = without_docstring("".join(lines[first - 1 :]))',
        'function = "".join(lines[first - 1 :])',
        f"{PROBLEMS}::test_a_problem_of_human_eval_is_its_function_without_what_explains_it",
    ),
    Patch(
        "equimorph/bench/predictions.py",
        'result["candidate"] = text if row.get("mutations") else normal_form(problem, text)',
        'result["candidate"] = text',
        f"{PREDICTIONS}::test_samples_of_human_eval_are_read_in_each_shape",
    ),
    Patch(
        "equimorph/bench/functions/python.py",
        "if names & _REFLECTION:",
        "if False:",
        f"{NORMAL}::test_a_function_of_python[names reached by their text]",
    ),
    Patch(
        "equimorph/bench/functions/python.py",
        "if name in _bound(statement)} & stubs",
        "if name in _bound(statement)} & set()",
        f"{NORMAL}::test_a_function_of_python[the prompt alone]",
    ),
    Patch(
        "equimorph/bench/functions/java.py",
        "if any(_name(declaration) in names for declaration in program.types):",
        "if False:",
        f"{NORMAL}::test_a_method_of_java[another class of the file]",
    ),
    Patch(
        "equimorph/codescore/gate.py",
        "if not wanted.ok:",
        "if False:",
        "tests/equimorph/codescore/test_gate.py::test_where_the_reference_does_not_compile_either_nothing_is_known",
    ),
    Patch(
        "equimorph/bench/leaks.py",
        "for side in (item.fixed, item.buggy):",
        "for side in (item.fixed,):",
        f"{LEAKS}::test_either_side_of_an_item_is_a_leak",
    ),
    Patch(
        "equimorph/statistics/passing.py",
        "(draws - comb(samples - passed, k)) / draws",
        "1 - (1 - passed / samples) ** k",
        "tests/equimorph/statistics/test_passing.py::test_worked_values",
    ),
    Patch(
        "equimorph/statistics/bootstrap.py",
        "Interval(ratios[beyond], ratios[-1 - beyond])",
        "Interval(ratios[0], ratios[-1])",
        "tests/equimorph/statistics/test_bootstrap.py::test_the_width_is_the_one_of_the_normal_approximation",
    ),
    Patch(
        "equimorph/bench/reports/estimates.py",
        "short = len(counts) - len(enough)",
        "short = 0",
        f"{REPORTS}::test_a_problem_with_too_few_samples_is_counted_and_said",
    ),
    Patch(
        "equimorph/bench/reports/robust.py",
        "not nominal[i] and any(",
        "not nominal[i] and all(",
        f"{REPORTS}::test_one_greedy_sample_gives_the_shares_of_the_paper",
    ),
    Patch(
        "equimorph/bench/reports/robust.py",
        "if group == UNPERTURBED or (",
        "if (",
        f"{REPORTS}::test_the_prompt_named_none_is_what_perturbed_ones_are_compared_with",
    ),
    Patch(
        "equimorph/bench/reports/samples.py",
        "if (sample.model, id) in ids:",
        "if False:",
        f"{REPORTS}::test_bad_rows_are_reported_and_the_rest_counts",
    ),
    Patch(
        "equimorph/bench/perturbing.py",
        "and _names(mutant) == names:",
        "and names:",
        f"{PERTURBING}::test_no_function_that_tests_may_call_gets_another_name",
    ),
    Patch(
        "equimorph/bench/perturbing.py",
        "start, end = _before(record, start), _before(record, end)",
        "pass",
        f"{PERTURBING}::test_a_helper_of_the_prompt_is_mutated_too",
    ),
    Patch(
        "equimorph/cli/bench/completing.py",
        '{**line.data, "id": str(line.number)}',
        "{**line.data}",
        "tests/equimorph/bench/test_report_verb.py::test_rows_of_two_models_with_the_same_ids_are_scored",
    ),
)
