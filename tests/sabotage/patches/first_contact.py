"""Faults in what meets a user first: missing packages and JDKs."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

MISSING = "tests/equimorph/cli/test_missing.py"
WORKER = "tests/equimorph/bulk/test_worker.py"

EVIDENCE = "tests/equimorph/datasets/mining/test_evidence.py"
CONTACT = "tests/equimorph/test_first_contact.py"
BYTES = "tests/equimorph/rows/test_file_bytes.py"
TABLE = "tests/equimorph/test_capabilities.py"
HELP = "tests/equimorph/cli/test_help.py"

PATCHES = (
    Patch(
        "equimorph/metrics/scoring.py",
        'scores_of(replace(pair, candidate="a b", reference="a c"), settings)',
        "pass",
        f"{MISSING}::test_a_grammar_is_missed_before_the_first_row",
    ),
    Patch(
        "equimorph/bench/running.py",
        "bench_of(language).check()",
        "pass",
        f"{MISSING}::test_a_bench_misses_the_jdk_before_the_first_test",
    ),
    Patch(
        "equimorph/bulk/child.py",
        "except (BrokenPipeError, *MISSING):",
        "except BrokenPipeError:",
        f"{WORKER}::test_a_missing_package_is_no_fault_of_a_row",
    ),
    Patch(
        "equimorph/bulk/job.py",
        "except (MemoryError, *MISSING):",
        "except MemoryError:",
        f"{WORKER}::test_a_missing_package_is_no_fault_of_a_row",
    ),
    Patch(
        "equimorph/cli/session.py",
        "error = error.__cause__",
        "error = None",
        f"{MISSING}::test_a_data_set_that_a_wheel_brings_is_missed",
    ),
    Patch(
        "equimorph/models/serving.py",
        "except (MutationError, ModuleNotFoundError, OSError) as error:",
        "except (MutationError, ModuleNotFoundError) as error:",
        f"{MISSING}::test_a_model_that_cannot_be_read_ends_the_run",
    ),
    Patch(
        "equimorph/datasets/mining/evidence.py",
        '-z", "--get-regexp", r"^remote\\..*\\.(push)?url$"',
        '-z", "--get-regexp", r"^remote\\.origin\\.url$"',
        f"{EVIDENCE}::test_a_remote_is_evidence_whatever_the_folder_is_called",
    ),
    Patch(
        "equimorph/datasets/mining/projects.py",
        'root.findtext("{*}groupId") or root.findtext("{*}parent/{*}groupId")',
        'root.findtext("{*}groupId")',
        f"{EVIDENCE}::test_coordinates_of_a_pom_are_evidence",
    ),
    Patch(
        "equimorph/cli/choosing.py",
        "yield from (shown.default, *shown.param_decls)",
        "yield from shown.param_decls",
        f"{HELP}::test_a_flag_that_the_verb_has_is_an_error_that_names_both",
    ),
    Patch(
        "equimorph/cli/choosing.py",
        "self._check_flags(names)",
        "pass",
        f"{HELP}::test_a_flag_that_the_verb_has_is_an_error_that_names_both",
    ),
    Patch(
        "equimorph/cli/datasets/mine.py",
        "timeout or SECONDS",
        "timeout or 60",
        "tests/equimorph/datasets/mining/test_command.py::test_a_worker_has_the_time_that_the_help_says",
    ),
    Patch(
        "equimorph/rows/jsonl.py",
        "if path.suffix and not path.name.endswith(tuple(suffixes)):",
        "if False:",
        f"{CONTACT}::test_samples_are_not_written_under_a_name_of_another_format",
    ),
    Patch(
        "equimorph/contrastive/output.py",
        "items(map(Path, paths), options.language)",
        "items(paths, options.language)",
        f"{CONTACT}::test_samples_are_written_where_a_text_says",
    ),
    Patch(
        "equimorph/mutants/mutating.py",
        "warn_of_skipped(src, None if select is None else select.method)",
        "warn_of_skipped(src)",
        f"{CONTACT}::test_what_can_be_read_is_no_warning",
    ),
    Patch(
        "equimorph/mutants/skipping.py",
        "SkippedWarning, stacklevel=3",
        "SkippedWarning, stacklevel=2",
        f"{CONTACT}::test_members_that_cannot_be_read_are_a_warning_with_their_line",
    ),
    Patch(
        "mutators/rows.py",
        "text = escape(whole if",
        "text = (whole if",
        f"{CONTACT}::test_mutants_show_their_diff_in_a_notebook",
    ),
    Patch(
        "parsers/source.py",
        "return encoded(data, self.encoding or declared(self.data, self.language, self.path))",
        'return encoded(data, self.encoding or "utf-8")',
        f"{BYTES}::test_mutants_of_a_python_file_are_what_its_cookie_says",
    ),
    Patch(
        "equimorph/mutants/sources.py",
        "source = SourceFile(decoded(data, coding, label), label, spoken, coding)",
        "source = SourceFile(decoded(data, coding, label), label, spoken)",
        f"{BYTES}::test_mutants_of_a_java_file_are_in_the_encoding_that_is_named",
    ),
    Patch(
        "equimorph/projects/killing.py",
        "mutated.decode().encode(encoding)",
        "mutated",
        f"{BYTES}::test_tests_run_on_mutants_of_a_file_with_a_cookie",
    ),
    Patch(
        "equimorph/cli/loading.py",
        "epilog=epilog(path)",
        "epilog=None",
        f"{HELP}::test_each_verb_ends_its_help_with_examples_that_it_understands",
    ),
    Patch(
        "equimorph/cli/loading.py",
        "if isinstance(command, Verb) else command",
        "if False else self[name]",
        f"{TABLE}::test_help_and_version_import_no_verb",
    ),
    Patch(
        "equimorph/cli/commands.py",
        "_off(self.get_params(ctx))",
        "pass",
        f"{TABLE}::test_help_and_version_import_no_verb",
    ),
    Patch(
        "equimorph/cli/commands.py",
        "self.commands = commands",
        "pass",
        f"{TABLE}::test_a_completion_leaves_the_commands_as_they_were",
    ),
    Patch(
        "equimorph/capabilities.py",
        '"equimorph.mutants.inverting": ("invert",),',
        "",
        f"{TABLE}::test_type_checkers_see_the_attributes_of_the_table",
    ),
    Patch(
        "equimorph/capabilities.py",
        "or JSON for other tools' viewers.",
        "or JSON for other tools.",
        f"{TABLE}::test_the_sentence_of_a_verb_is_the_first_one_of_its_help",
    ),
    Patch(
        "equimorph/checking/verification.py",
        "reasons[check] = _why_none(before, after)",
        "pass",
        "tests/equimorph/checking/test_verification.py::test_no_opinion_comes_with_its_reason",
    ),
)
