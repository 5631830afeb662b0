"""Faults of the states of answers, of asking again, and of the papers' setups."""

from __future__ import annotations

from tests.sabotage.patch import Patch

STATES = "tests/equimorph/robustness/test_states.py"
PRESETS = "tests/equimorph/robustness/test_presets.py"
AGAIN = "tests/equimorph/models/test_asking_again.py"
KEEPING = "tests/equimorph/models/chat/test_keeping.py"
STUDY = "tests/equimorph/robustness/test_study_again.py"
RECOMPUTED = "tests/equimorph/robustness/test_recomputed_scores.py"

PATCHES = (
    Patch(
        "equimorph/models/protocol.py",
        'return self.finish_reason == "length"',
        "return False",
        f"{STATES}::test_a_truncated_candidate_is_no_miss",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'if verdict == "hit":\n        return verdict',
        "if False:\n        return verdict",
        f"{STATES}::test_a_truncated_candidate_is_no_miss",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'counts["truncated"] == counts.total()',
        "True",
        f"{STATES}::test_a_truncated_candidate_is_no_miss",
    ),
    Patch(
        "equimorph/robustness/judging/exact.py",
        'counts["empty"] - counts["truncated"]',
        'counts["empty"]',
        f"{STATES}::test_a_truncated_candidate_is_no_miss",
    ),
    Patch(
        "equimorph/robustness/judging/joining.py",
        "return None if answer.error is None else ERROR",
        "return None if answer.error is None else NO_ANSWER",
        f"{STATES}::test_an_error_and_a_missing_row_are_told_apart",
    ),
    Patch(
        "equimorph/robustness/judging/behaviour.py",
        "TRUNCATED if is_truncated else missing_status(answer)",
        "missing_status(answer)",
        f"{STATES}::test_the_first_candidate_of_behaviour_is_not_run_if_it_is_cut_off",
    ),
    Patch(
        "equimorph/robustness/judging/repaired.py",
        "0 < ranks.truncated == len(candidates)",
        "False",
        f"{STATES}::test_a_truncated_candidate_that_passes_repairs",
    ),
    Patch(
        "equimorph/robustness/judging/repaired.py",
        "candidate.is_truncated and not passes",
        "candidate.is_truncated",
        f"{STATES}::test_a_truncated_candidate_that_passes_repairs",
    ),
    Patch(
        "equimorph/robustness/judging/judged.py",
        "UNANSWERED = frozenset({TRUNCATED, ERROR, NO_ANSWER})",
        "UNANSWERED = frozenset({ERROR, NO_ANSWER})",
        f"{STATES}::test_scores_stand_on_answered_rows_between_bounds",
    ),
    Patch(
        "equimorph/robustness/scoring/verdicts.py",
        "if (result.first_ended or 1) > self.k:",
        "if False:",
        f"{STATES}::test_which_candidates_are_truncated_counts_up_to_k",
    ),
    Patch(
        "equimorph/robustness/scoring/curve.py",
        "max(start, span[0])",
        "start",
        f"{STATES}::test_which_candidates_are_truncated_counts_up_to_k",
    ),
    Patch(
        "equimorph/robustness/scoring/score.py",
        "_FEW, _TOO_MANY = 0.01, 0.2",
        "_FEW, _TOO_MANY = 0.01, 0.21",
        f"{STATES}::test_a_warning_above_1_percent_and_exit_1_above_20",
    ),
    Patch(
        "equimorph/robustness/scoring/mutator_means.py",
        "sum(values, Fraction()) / len(values)",
        "max(values)",
        f"{PRESETS}::test_each_mutator_weighs_the_same_in_the_mean",
    ),
    Patch(
        "equimorph/robustness/drawing.py",
        "if variable in self._variables:",
        "if False:",
        f"{PRESETS}::test_each_variable_is_cast_once_at_a_place_that_the_seed_draws",
    ),
    Patch(
        "equimorph/robustness/drawing.py",
        "if mutant.mutant_data in self._texts:",
        "if False:",
        f"{PRESETS}::test_a_variable_has_the_three_names_of_the_paper_and_no_mutant_twice",
    ),
    Patch(
        "equimorph/robustness/drawing.py",
        'only the first is taken."""\n        return True',
        'only the first is taken."""\n        return super().draws',
        f"{PRESETS}::test_each_variable_is_cast_once_at_a_place_that_the_seed_draws",
    ),
    Patch(
        "equimorph/robustness/drawing.py",
        "mutant.mutator in self.preset.locals_only and",
        "False and",
        f"{PRESETS}::test_new_variables_are_of_local_variables_alone",
    ),
    Patch(
        "equimorph/models/keeping.py",
        "row.get(_ASKED) == self._hash(request, row)",
        "True",
        f"{AGAIN}::test_an_answer_that_somebody_changed_is_not_kept",
    ),
    Patch(
        "equimorph/models/keeping.py",
        "(self._model, _plain(request.to_row()), _plain(answer))",
        "(_plain(request.to_row()), _plain(answer))",
        f"{AGAIN}::test_an_answer_of_another_model_is_not_kept",
    ),
    Patch(
        "equimorph/models/keeping.py",
        "(self._model, _plain(request.to_row()), _plain(answer))",
        "(self._model, _plain(answer))",
        f"{AGAIN}::test_an_answer_to_another_request_is_not_kept",
    ),
    Patch(
        "equimorph/models/keeping.py",
        "if answer.error is None or not self._again:",
        "if True:",
        f"{AGAIN}::test_a_complete_output_is_kept_if_asked_for",
    ),
    Patch(
        "equimorph/models/asking.py",
        "if done is None or (failed and again):",
        "if done is None:",
        f"{AGAIN}::test_a_run_that_continues_asks_errors_again_and_nothing_else",
    ),
    Patch(
        "equimorph/models/asking.py",
        'kept.read_part(folder / f"{part.name}.jsonl")',
        "pass",
        f"{AGAIN}::test_a_kill_between_a_part_and_its_receipt_loses_no_answer",
    ),
    Patch(
        "equimorph/models/asking.py",
        "keeps = model.is_paid if target.retry is None else target.retry",
        "keeps = target.retry is not False",
        f"{AGAIN}::test_without_a_word_a_free_model_is_asked_anew",
    ),
    Patch(
        "equimorph/models/asking.py",
        "not any(Path(job.folder, RECEIPTS).iterdir()) and not Path(job.folder, REPLIES).exists()",
        "True",
        f"{KEEPING}::test_a_refusal_before_a_part_is_whole_keeps_paid_replies",
    ),
    Patch(
        "equimorph/models/chat/model.py",
        "if before is None:",
        "if False:",
        f"{KEEPING}::test_after_a_kill_only_what_is_missing_is_asked",
    ),
    Patch(
        "equimorph/models/chat/model.py",
        "if self._cached(fields, draw) is None:",
        "if False:",
        f"{KEEPING}::test_the_replies_that_came_before_an_error_are_not_paid_again",
    ),
    Patch(
        "equimorph/models/chat/model.py",
        "with self._lock:",
        "if True:",
        f"{KEEPING}::test_equal_requests_that_come_at_the_same_moment_are_one",
    ),
    Patch(
        "equimorph/cli/session.py",
        "raise typer.Exit(SPENT) from error",
        "raise typer.Exit(1) from error",
        f"{KEEPING}::test_a_spent_budget_is_exit_3_and_a_larger_one_continues_without_paying_twice",
    ),
    Patch(
        "equimorph/robustness/steps.py",
        '(step.again and record["notes"])',
        "False",
        f"{STUDY}::test_the_same_command_asks_for_the_errors_and_makes_what_follows_anew",
    ),
)
