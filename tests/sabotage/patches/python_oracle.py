"""Patches of the oracle for Python: normal forms of code objects, the interpreter, and what checks with them."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CODE = "tests/parsers/oracles/interpreter/test_code.py"
INTERPRETER = "tests/parsers/oracles/interpreter/test_interpreter.py"
ORACLE = "tests/mutators/python/test_testing.py"
CHECKING = "tests/equimorph/checking/test_python_checking.py"
PAIRS = "tests/equimorph/contrastive/test_python.py"
ALIKE = f"{CODE}::test_texts_that_no_program_can_distinguish_have_one_form"
DIFFERENT = f"{CODE}::test_texts_that_a_program_can_distinguish_have_two_forms"
NESTED = f"{CODE}::test_parameters_of_nested_functions_count_as_local_where_all_calls_are_by_position"

FORM = "parsers/oracles/interpreter/code.py"
CLIENT = "parsers/oracles/interpreter/client.py"
PROCESS = "parsers/oracles/interpreter/process.py"

PATCHES = (
    Patch(FORM, "return kind, hex(value)", 'return "int", hex(value)', DIFFERENT),
    Patch(
        FORM,
        'return kind, struct.pack(">d", value)',
        "return kind, value",
        f"{CODE}::test_the_sign_of_nan_counts",
    ),
    Patch(FORM, 'struct.pack(">dd", value.real, value.imag)', "str(complex(value) + 0)", DIFFERENT),
    Patch(FORM, "return items if all(", "return sorted(items) if all(", DIFFERENT),
    Patch(FORM, "is_literal or (self._is_function and _reveals(code))", "is_literal", DIFFERENT),
    Patch(FORM, "is_literal=_hands_on(code)", "is_literal=False", DIFFERENT),
    Patch(FORM, "not _REVEALING.isdisjoint(texts) and", "False and", DIFFERENT),
    Patch(
        FORM,
        'if step.name == "IMPORT_FROM":',
        "if False:",
        f"{CODE}::test_what_is_called_at_once_is_not_handed_on",
    ),
    Patch(FORM, "yield step.argument[0] != (stored[0]", "yield False and (stored[0]", DIFFERENT),
    Patch(FORM, "or any(map(_reveals, _inner(code)))", "", DIFFERENT),
    Patch(
        FORM,
        "literal = self._is_literal",
        "literal = False",
        f"{CODE}::test_a_function_in_one_that_looks_keeps_its_names",
    ),
    Patch(FORM, "{step.argument for step in steps if step.name in _BY_NAME}", "set[str]()", DIFFERENT),
    Patch(FORM, "steps = list(_closures(_steps(code)))", "steps = list(_steps(code))", ALIKE),
    Patch(
        FORM,
        "cells[inner.co_freevars.index(name)]) for name in order",
        "cell) for cell in cells",
        DIFFERENT,
    ),
    Patch(FORM, "_docstring(code), parameters", "None, parameters", DIFFERENT),
    Patch(FORM, "code.co_varnames[at] if first_named <= at < count else name", "name", DIFFERENT),
    Patch(FORM, 'self._nested == "by position" and self._is_inside', "self._is_inside", DIFFERENT),
    Patch(FORM, 'self._nested == "by position" and self._is_inside', "False", NESTED),
    Patch(FORM, "self._is_inside or self._is_function", "self._is_inside", NESTED),
    Patch(FORM, "_handlers(code, steps),", "", DIFFERENT),
    Patch(FORM, "return step.name, _index(steps, step.argument)", "return (step.name,)", DIFFERENT),
    Patch(FORM, '("EXTENDED_ARG", "NOP")', '("NOP",)', f"{CODE}::test_many_names_make_no_difference"),
    Patch(
        CLIENT, "max(1, line - bool(head))", "line", f"{INTERPRETER}::test_what_does_not_compile_has_a_reason"
    ),
    Patch(CLIENT, "if not child.is_alive:", "if False:", f"{INTERPRETER}::test_a_lost_child_is_replaced"),
    Patch(
        "parsers/oracles/processes.py",
        "os.killpg(process.pid, signal.SIGKILL)",
        "process.kill()",
        f"{INTERPRETER}::test_a_program_that_does_not_end_is_ended_with_what_it_started",
    ),
    Patch(
        CLIENT,
        '| {"PYTHONHASHSEED": "0"}',
        "",
        f"{INTERPRETER}::test_hashes_of_texts_are_the_same_in_each_run",
    ),
    Patch(
        CLIENT,
        "before.ok and before.digest",
        "before.digest",
        f"{INTERPRETER}::test_a_lost_child_is_replaced",
    ),
    Patch(
        PROCESS, '"-I", "-B"', '"-B"', f"{INTERPRETER}::test_what_a_user_has_installed_makes_no_difference"
    ),
    Patch(
        PROCESS,
        'hello.get("equimorph") != token or not hello.get("known")',
        'hello.get("equimorph") != token',
        f"{INTERPRETER}::test_an_old_python_is_an_error",
    ),
    Patch(
        "mutators/python/testing.py",
        "return None if now == before",
        "return None if run.text == original.run.text",
        f"{ORACLE}::test_another_output_exception_or_status_is_found",
    ),
    Patch(
        "mutators/python/testing.py",
        "_seen(first, printed=True) == _seen(second, printed=True) and",
        "",
        f"{ORACLE}::test_a_program_that_prints_something_else_each_time_is_not_judged",
    ),
    Patch(
        "equimorph/checking/python_checker.py",
        "before, after = files or (original, mutant)",
        "before, after = original, mutant",
        f"{CHECKING}::test_the_compiler_gets_the_file",
    ),
    Patch(
        "equimorph/checking/code_objects.py",
        "return (alone,) if whole is None else (whole, alone)",
        "return (alone,)",
        f"{CHECKING}::test_the_whole_file_decides",
    ),
    Patch(
        "equimorph/checking/code_objects.py",
        '"no opinion" if mutant.crashed else "failed"',
        '"no opinion"',
        f"{CHECKING}::test_what_code_objects_show",
    ),
    Patch(
        "equimorph/checking/verification.py",
        'if "mutant" in line.data:',
        "if True:",
        f"{CHECKING}::test_the_command_reports_what_does_not_compile",
    ),
    Patch(
        "equimorph/contrastive/options.py",
        "_ = python.version",
        "",
        f"{PAIRS}::test_a_wrong_interpreter_is_known_at_once",
    ),
)
