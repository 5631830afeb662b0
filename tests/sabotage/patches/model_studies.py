"""Faults of studies of several models, of study.toml, and of tables."""

from __future__ import annotations

from tests.sabotage.patch import Patch

MODELS = "tests/equimorph/robustness/test_study_models.py"
FILE = "tests/equimorph/robustness/test_study_file.py"
STEPS = "tests/equimorph/robustness/test_steps.py"
TABLE = "tests/equimorph/robustness/test_model_table.py"
KIT = "tests/equimorph/pages/test_tables.py"
STUDY = "equimorph/robustness/study"

PATCHES = (
    Patch(
        "equimorph/robustness/steps.py",
        'if name in self._done or "inputs" in record',
        "if name in self._done",
        "tests/equimorph/robustness/test_steps.py::test_a_step_is_done_again_if_what_it_reads_has_changed",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        'same = record.get("inputs", self._inputs(step)) == self._inputs(step)',
        "same = True",
        f"{STEPS}::test_a_step_is_done_again_if_what_it_reads_has_changed",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        'record.get("facts") == step.facts',
        "True",
        f"{STEPS}::test_a_step_is_done_again_with_other_facts_and_other_inputs",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        "parts.keys() & earlier.keys() & begun",
        "parts.keys() & earlier.keys()",
        f"{STEPS}::test_a_part_that_did_nothing_may_be_changed",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        "for name in sorted(parts.keys() & earlier.keys() & begun):",
        "for name in ():",
        f"{MODELS}::test_another_model_of_a_known_name_is_refused",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        'self._data["parts"] = {**earlier, **self._data["parts"]}',
        "pass",
        f"{STEPS}::test_steps_of_parts_that_are_left_out_for_a_while_are_kept",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        'if self._data["steps"].keys() <= set(self._done):',
        "if True:",
        f"{STEPS}::test_what_others_did_is_not_abandoned",
    ),
    Patch(
        f"{STUDY}/running.py",
        'self._place.reporter.failed(f"{model.name}: {error}")',
        "pass",
        f"{MODELS}::test_a_model_that_cannot_be_asked_does_not_stop_the_others",
    ),
    Patch(
        f"{STUDY}/running.py",
        "self._check_rows(model)",
        "pass",
        f"{MODELS}::test_a_model_whose_rows_have_another_name_is_no_result",
    ),
    Patch(
        f"{STUDY}/running.py",
        "if not failures:",
        "if True:",
        f"{MODELS}::test_a_model_that_cannot_be_asked_does_not_stop_the_others",
    ),
    Patch(
        f"{STUDY}/options.py",
        "if name not in usual",
        "",
        f"{MODELS}::test_a_study_of_equimorph_0_1_continues",
    ),
    Patch(
        f"{STUDY}/models.py",
        "model.folder.casefold()",
        "model.folder",
        f"{FILE}::test_models_that_would_share_a_folder_are_refused",
    ),
    Patch(
        f"{STUDY}/models.py",
        '.strip(".-")',
        "",
        f"{FILE}::test_a_folder_has_a_safe_name",
    ),
    Patch(
        f"{STUDY}/usage.py",
        "prompt + tokens[0], reply + tokens[1]",
        "prompt + tokens[1], reply + tokens[0]",
        f"{MODELS}::test_tokens_and_cost_are_the_sums_of_the_usage",
    ),
    Patch(
        f"{STUDY}/several.py",
        "model.name: model.prices for model in self._models}",
        "model.name: self._models[-1].prices for model in self._models[::-1]}",
        f"{MODELS}::test_tokens_of_a_model_without_prices_have_no_cost",
    ),
    Patch(
        f"{STUDY}/several.py",
        "models=model_table(scores, self._further(usages)),",
        "models=model_table(scores[::-1], self._further(usages)),",
        f"{MODELS}::test_the_page_has_the_table_the_pairs_and_what_each_model_did_with_each_bug",
    ),
    Patch(
        "equimorph/robustness/scoring/model_table.py",
        "- sum(samples.get(state, 0) for state in UNANSWERED)",
        "",
        f"{TABLE}::test_a_row_has_the_ratios_of_its_model",
    ),
    Patch(
        "equimorph/robustness/scoring/model_table.py",
        "if set(key) <= {_ALL} else empty",
        "if True else empty",
        f"{TABLE}::test_splits_have_rows_of_their_own",
    ),
    Patch(
        "equimorph/robustness/scoring/outcomes.py",
        "sum(map(verdicts.fails, answered)) if repaired else 0",
        "sum(map(verdicts.fails, answered))",
        f"{TABLE}::test_outcomes_count_lost_and_differing_mutants",
    ),
    Patch(
        "equimorph/robustness/scoring/outcomes.py",
        "for result in sample.mutants.values() if verdicts.answered(result)]",
        "for result in sample.mutants.values()]",
        f"{TABLE}::test_outcomes_count_lost_and_differing_mutants",
    ),
    Patch(
        "equimorph/pages/tables.py",
        'plain.startswith(("[", "*"))',
        "False",
        f"{KIT}::test_latex_is_a_plain_tabular_with_its_special_letters_escaped",
    ),
    Patch(
        "equimorph/pages/tables.py",
        'letter in "&%$#_{}"}',
        'letter in "&%$#{}"}',
        f"{KIT}::test_latex_is_a_plain_tabular_with_its_special_letters_escaped",
    ),
    Patch(
        "equimorph/cli/settings.py",
        "if isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):",
        "if not isinstance(value, int if kind is int else int | float):",
        f"{FILE}::test_a_wrong_setting_is_an_error_with_file_and_key",
    ),
    Patch(
        "equimorph/cli/settings.py",
        'decode("utf-8-sig")',
        'decode("utf-8")',
        f"{FILE}::test_line_ends_and_a_byte_order_mark_change_nothing",
    ),
    Patch(
        "equimorph/cli/settings.py",
        "if parameter.name in values:",
        "if False:",
        f"{FILE}::test_a_wrong_setting_is_an_error_with_file_and_key",
    ),
    Patch(
        "equimorph/cli/robustness/study_file.py",
        'return text if text.startswith("{checkout}") else str(folder / text)',
        "return text",
        f"{FILE}::test_paths_are_relative_to_the_file",
    ),
    Patch(
        "equimorph/cli/robustness/run.py",
        "if is_named(model):",
        "if False:",
        f"{FILE}::test_models_in_the_file_and_on_the_command_line_are_refused",
    ),
    Patch(
        "equimorph/cli/robustness/study_models.py",
        'if options["name"] is not None:',
        "if False:",
        f"{FILE}::test_a_name_for_several_models_on_the_command_line_is_refused",
    ),
)
