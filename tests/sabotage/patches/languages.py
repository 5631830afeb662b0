"""Patches of what a language is asked, and of the records of languages."""

from __future__ import annotations

from tests.sabotage.patch import Patch

TOY = "tests/equimorph/languages/test_languages.py"

PATCHES = (
    Patch(
        "equimorph/languages/support.py",
        "if _records.setdefault(support.language, support) != support:",
        "if _records.setdefault(support.language, support) is None:",
        f"{TOY}::test_a_language_has_one_record",
    ),
    Patch(
        "equimorph/languages/support.py",
        "if getattr(record, part) is not None",
        "if record",
        f"{TOY}::test_a_language_has_one_record",
    ),
    Patch(
        "equimorph/languages/support.py",
        'checker="equimorph.checking.python_checker:PythonChecker"',
        'checker="equimorph.checking.python_checker:PythonCheck"',
        f"{TOY}::test_each_part_of_our_languages_is_there_and_the_toy_has_none",
    ),
    Patch(
        "equimorph/checking/checkers.py",
        'part_of(language, "checker") or Checker',
        "Checker",
        f"{TOY}::test_verify_asks_the_checker_of_the_record",
    ),
    Patch(
        "equimorph/checking/checkers.py",
        "*([] if files is None else [files]),",
        "",
        f"{TOY}::test_verify_looks_at_the_file_too",
    ),
    Patch(
        "parsers/validity.py",
        'return Opinion("rejected", "a syntax error") if has_error else Opinion("accepted")',
        'return Opinion("accepted")',
        f"{TOY}::test_a_language_need_not_know_encodings_nor_lines_of_errors",
    ),
    Patch(
        "parsers/language.py",
        'b"0" if _LITERAL.match(token.text) else token.text',
        "token.text",
        f"{TOY}::test_likeness_leaves_blanks_aside_and_groups_are_of_words_and_literals_alike",
    ),
    Patch(
        "parsers/language.py",
        'b"x" if _WORD.match(token.text) else',
        "",
        f"{TOY}::test_likeness_leaves_blanks_aside_and_groups_are_of_words_and_literals_alike",
    ),
    Patch(
        "equimorph/codescore/gate.py",
        'sorted(languages) if self._kind == "compile" else ()',
        "sorted(languages)",
        f"{TOY}::test_the_gate_checks_each_language_before_the_first_row",
    ),
    Patch(
        "equimorph/codescore/gate.py",
        "if compiler is None:",
        "if compiler is object:",
        f"{TOY}::test_candidates_pass_the_gate_of_the_record",
    ),
    Patch(
        "equimorph/contrastive/options.py",
        "if language != self.language:",
        "if False:",
        f"{TOY}::test_a_compiler_of_another_language_is_refused",
    ),
    Patch(
        "equimorph/contrastive/options.py",
        'kind = part_of(data["language"], "compiler")',
        "kind = Javac",
        f"{TOY}::test_equivalent_negatives_are_left_out_by_the_compiler_of_the_record",
    ),
    Patch(
        "equimorph/leakage/forms/__init__.py",
        "if name not in forms:",
        "if False:",
        f"{TOY}::test_forms_that_need_tokens_alone_are_of_any_language",
    ),
    Patch(
        "equimorph/leakage/forms/python/__init__.py",
        "lambda data: normalised(data, keep_literal_blanks=False)",
        "lambda data: data",
        f"{TOY}::test_forms_of_python_have_no_comments_and_docstrings",
    ),
    Patch(
        "equimorph/bench/leaks.py",
        ", language=problem.lang)",
        ")",
        "tests/equimorph/bench/test_leaks.py::test_what_stands_behind_a_division_counts",
    ),
    Patch(
        "equimorph/bench/languages.py",
        "if bench is None:",
        "if bench is object:",
        f"{TOY}::test_there_are_no_problems_without_a_record",
    ),
    Patch(
        "equimorph/bench/running.py",
        "if problem.lang not in self._tests:",
        "if not self._tests:",
        f"{TOY}::test_a_runner_has_tests_of_each_language",
    ),
    Patch(
        "equimorph/rows/row.py",
        "if language not in languages(): registry.names()",
        "pass",
        f"{TOY}::test_a_row_of_a_language_that_comes_with_a_mutator_of_another_package",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        "if lang not in _PROGRAMS:",
        "if False:",
        "tests/equimorph/cote/test_translators.py::test_programs_of_other_languages_do_not_check_themselves",
    ),
    Patch(
        "equimorph/languages/support.py",
        "if language not in _records: registry.names()",
        "pass",
        f"{TOY}::test_a_record_that_comes_with_a_mutator_of_another_package",
    ),
)
