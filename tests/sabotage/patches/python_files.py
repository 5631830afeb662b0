"""Patches of how the commands take Python: files, rows, encodings, samples."""

from __future__ import annotations

from tests.sabotage.patch import Patch

FILES = "tests/equimorph/trees/test_python_files.py"
TREES = f"{FILES}::test_a_python_tree_is_rewritten_and_restored_to_the_byte"

PATCHES = (
    Patch(
        "parsers/encoding.py",
        "find_language(language, path).declared_encoding(data, path)",
        "UTF_8",
        f"{TREES}[here]",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "known = encoding or declared(mutated_data, language_of(name), name)",
        'known = encoding or "utf-8"',
        f"{TREES}[here]",
    ),
    Patch(
        "parsers/python/language.py",
        "tree.data.decode()",
        "tree.data",
        f"{FILES}::test_what_a_text_declares_does_not_change_its_meaning",
    ),
    Patch(
        "equimorph/rows/row.py",
        "if isinstance(named, str) and _is_known(named.lower()):",
        "if False:",
        f"{FILES}::test_each_row_is_read_in_the_language_that_it_names[here]",
    ),
    Patch(
        "equimorph/rows/row.py",
        "return language_named(path) if isinstance(path, str) else None",
        "return None",
        f"{FILES}::test_each_row_is_read_in_the_language_that_it_names[here]",
    ),
    Patch(
        "equimorph/bulk/work.py",
        "names.add(language_of_row(row_data(record)))",
        'names.add("java")',
        f"{FILES}::test_a_table_of_mutants_keeps_the_language[out]",
    ),
    Patch(
        "equimorph/bulk/parts.py",
        '"path", "language"]',
        '"path"]',
        f"{FILES}::test_a_table_of_mutants_keeps_the_language[parts]",
    ),
    Patch(
        "equimorph/rows/batches.py",
        "mutators = chosen.of(source.language)",
        'mutators = chosen.of("java")',
        f"{FILES}::test_a_batch_has_its_language_or_those_of_its_rows",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if source.language != self._options.language:",
        "if False:",
        f"{FILES}::test_samples_are_of_one_language",
    ),
    Patch(
        "equimorph/report/elements.py",
        "encoding = self._encoding or declared(data, row.language, str(path))",
        'encoding = self._encoding or "utf-8"',
        f"{FILES}::test_the_elements_of_a_report_read_files_as_they_declare_it",
    ),
    Patch(
        "equimorph/rows/row.py",
        'if language != "java":',
        "if False:",
        f"{FILES}::test_what_is_for_java_alone_says_so",
    ),
)
