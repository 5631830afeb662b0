"""Patches of scores, intervals and tests of hypotheses."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SCORE = "tests/equimorph/robustness/test_score.py"
OTHERS = "tests/equimorph/robustness/test_rows_of_others.py"
GROUPS = "tests/equimorph/robustness/test_groups.py"
COMPARE = "tests/equimorph/robustness/test_compare.py"
RECOMPUTED = "tests/equimorph/robustness/test_recomputed_scores.py"
INTERVALS = "tests/equimorph/statistics/test_intervals.py"
TESTS = "tests/equimorph/statistics/test_hypothesis_tests.py"
RATIO = "tests/equimorph/statistics/test_ratio.py"
EXAMPLE = f"{SCORE}::test_the_example_of_the_spec"
_SCORING = "equimorph/robustness/scoring"

PATCHES = (
    # Rows of others: what they do not say.
    Patch(
        f"{_SCORING}/population.py",
        "{criterion for name, criterion in known if name == model} or",
        "",
        f"{OTHERS}::test_a_row_that_does_not_show_its_criterion_is_bad_among_several",
    ),
    Patch(
        f"{_SCORING}/population.py",
        'return next(iter(found), "exact")',
        'return "exact"',
        f"{OTHERS}::test_a_row_that_does_not_show_its_criterion_has_that_of_the_others",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "if one.status != other.status or one.status in _WHOLE:",
        "if one.status != other.status:",
        f"{OTHERS}::test_behaviour_is_compared_here_where_rows_give_its_details",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "return len(details) == 1",
        "return True",
        f"{OTHERS}::test_behaviour_is_compared_here_where_rows_give_its_details",
    ),
    Patch(
        f"{_SCORING}/population.py",
        'if data.get("flaky") or status == _FLAKY:',
        'if data.get("flaky"):',
        f"{OTHERS}::test_flaky_may_be_a_status",
    ),
    Patch(
        f"{_SCORING}/groups.py",
        "found.rest = _CLEAN",
        "pass",
        f"{GROUPS}::test_a_list_of_leaks_makes_all_other_bugs_clean",
    ),
    # Denominators: who is counted.
    Patch(
        f"{_SCORING}/verdicts.py",
        "return self.hit(sample.original)\n\n    def may_count",
        "return True\n\n    def may_count",
        EXAMPLE,
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "if sample.flaky or sample.original is None:",
        "if sample.original is None:",
        f"{SCORE}::test_flaky_samples_are_left_out_and_counted",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "return self.state(sample.original) == ANSWERED",
        "return True",
        f"{SCORE}::test_behaviour_is_about_all_samples_with_an_answer",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "return self.state(sample.original) == ANSWERED",
        'return sample.original.status == "pass"',
        f"{SCORE}::test_behaviour_is_about_all_samples_with_an_answer",
    ),
    Patch(
        f"{_SCORING}/splitting.py",
        "for upper in _rolled(key):",
        'for upper in {*_rolled(key), ("cast", ALL, *key[2:])}:',
        EXAMPLE,
    ),
    Patch(
        f"{_SCORING}/cells.py",
        'scoring.pool == "cell").items()',
        "True).items()",
        EXAMPLE,
    ),
    Patch(
        f"{_SCORING}/cells.py",
        'scoring.pool == "cell").items()',
        "False).items()",
        EXAMPLE,
    ),
    Patch(
        f"{_SCORING}/score.py",
        "sum(not sample.mutants for sample in steady)",
        "sum(not sample.mutants for sample in population.samples.values())",
        f"{SCORE}::test_flaky_samples_are_left_out_and_counted",
    ),
    # What fails, and what is not known.
    Patch(
        f"{_SCORING}/verdicts.py",
        "if self.state(result) != ANSWERED or self.hit(result):",
        "if self.hit(result):",
        f"{RECOMPUTED}::test_every_cell_is_recomputed",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "return result.first_undone > self.k",
        "return False",
        f"{SCORE}::test_what_is_undecided_at_a_smaller_k",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "return rank is not None and rank <= self.k",
        "return rank is not None and rank < self.k",
        EXAMPLE,
    ),
    Patch(
        f"{_SCORING}/bounds.py",
        "int(0 < self.failed == self.undecided)",
        "int(self.undecided > 0)",
        f"{SCORE}::test_what_is_undecided_fails_and_gives_bounds",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        'return result.first_correct if self.hits == "correct" else result.first_hit',
        "return result.first_hit",
        f"{SCORE}::test_strict_asks_for_patches_that_are_called_correct",
    ),
    # Answers that never came.
    Patch(
        f"{_SCORING}/verdicts.py",
        "return self.answered(result) and not self.hit(result)",
        "return not self.hit(result)",
        f"{SCORE}::test_a_missing_answer_is_no_failure_but_a_bound",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "if status == NO_ANSWER and candidates:",
        "if False:",
        f"{SCORE}::test_an_answer_without_code_fails",
    ),
    Patch(
        f"{_SCORING}/bounds.py",
        "if denominator and more * denominator >= numerator * cases:",
        "if more * denominator < numerator * cases:",
        f"{RECOMPUTED}::test_every_cell_is_recomputed",
    ),
    Patch(
        f"{_SCORING}/cells.py",
        'is_blind = may_count and verdicts.criterion == "behaviour"',
        "is_blind = False",
        f"{SCORE}::test_a_sample_whose_original_has_no_answer_widens_the_bounds",
    ),
    Patch(
        f"{_SCORING}/verdicts.py",
        "if not self.answered(result): return None",
        "if False: return None",
        f"{RECOMPUTED}::test_every_cell_is_recomputed",
    ),
    Patch(
        f"{_SCORING}/compare.py",
        "if verdicts.answered(one.mutants[mutant]) and verdicts.answered(other.mutants[mutant])",
        "",
        f"{COMPARE}::test_what_one_of_the_two_did_not_answer_is_left_out",
    ),
    Patch(
        "equimorph/robustness/judging/runs.py",
        "return missing or (TRUNCATED if all_truncated else NO_CODE)",
        'return "no_answer"',
        "tests/equimorph/robustness/test_judging_by_runs.py",
    ),
    # Splits, curves, sizes, rows.
    Patch(
        f"{_SCORING}/splitting.py",
        "a if a is not None else b for a, b in",
        "a for a, _ in",
        f"{SCORE}::test_splits_by_fault_group_and_fields",
    ),
    Patch(
        f"{_SCORING}/groups.py",
        'before = bug.partition(":")[0]',
        "before = bug",
        f"{SCORE}::test_splits_by_fault_group_and_fields",
    ),
    Patch(
        f"{_SCORING}/curve.py",
        'start = 1 if scoring.population == "fixed" else',
        "start =",
        f"{SCORE}::test_the_curve_moves_with_k_or_is_fixed",
    ),
    Patch(
        f"{_SCORING}/curve.py",
        "max(start, end)",
        "end",
        f"{SCORE}::test_the_curve_moves_with_k_or_is_fixed",
    ),
    Patch(
        f"{_SCORING}/mean_sizes.py",
        "original = [1, *_known(split.sample.lines, 1)",
        "original = [1, *_known(split.sample.lines, len(split.sample.mutants))",
        f"{SCORE}::test_measures_count_each_sample_once",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "elif mutant in sample.mutants:",
        "elif False:",
        f"{SCORE}::test_a_bad_row_is_reported_and_the_others_go_on",
    ),
    Patch(
        f"{_SCORING}/population.py",
        "min(numbers(values)) < 0 or ",
        "",
        f"{SCORE}::test_a_bad_row_is_reported_and_the_others_go_on",
    ),
    Patch(
        f"{_SCORING}/means.py",
        "sum(known, Fraction()) / len(known)",
        "sum(known, Fraction()) / len(self.members)",
        f"{SCORE}::test_an_average_leaves_out_members_without_cases",
    ),
    # Comparisons.
    Patch(
        f"{_SCORING}/compare.py",
        "return one.mutants.keys() & other.mutants.keys()",
        "return set(other.mutants)",
        f"{COMPARE}::test_pairs_are_compared_on_what_both_have",
    ),
    Patch(
        f"{_SCORING}/compare.py",
        "differences.append(sum(in_a - in_b for in_a, in_b in failing))",
        "differences += [in_a - in_b for in_a, in_b in failing]",
        f"{COMPARE}::test_mutants_of_one_sample_are_flipped_together",
    ),
    Patch(
        f"{_SCORING}/compare.py",
        "self.b_only += in_b and not in_a",
        "self.b_only += in_b",
        f"{COMPARE}::test_pairs_are_compared_on_what_both_have",
    ),
    # Arithmetic.
    Patch(
        "equimorph/statistics/ratio.py",
        "(2 * abs(hundredths.numerator) + hundredths.denominator) // (2 * hundredths.denominator)",
        "round(abs(hundredths))",
        f"{SCORE}::test_cells_of_robustnpr",
    ),
    Patch(
        "equimorph/statistics/intervals.py",
        "added = [*runs, (mean, mean, 0.5), (0.0, mean, 0.5)]",
        "added = runs",
        f"{INTERVALS}::test_clustered_intervals",
    ),
    Patch(
        "equimorph/statistics/intervals.py",
        "effect = min(max(1.0, between",
        "effect = 1.0 and min(max(0.0, between",
        f"{INTERVALS}::test_a_clustered_interval_is_recomputed_and_never_a_point",
    ),
    Patch(
        "equimorph/statistics/intervals.py",
        "square / (4 * denominator * denominator)",
        "0",
        f"{INTERVALS}::test_wilson_gives_the_values_of_the_spec",
    ),
    Patch(
        "equimorph/statistics/hypothesis_tests.py",
        "if found <= seen)",
        "if found < seen)",
        f"{TESTS}::test_fisher_gives_the_values_of_the_spec",
    ),
    Patch(
        "equimorph/statistics/hypothesis_tests.py",
        "(len(values) - rank) * values[place]",
        "len(values) * values[place]",
        f"{TESTS}::test_holm_by_hand",
    ),
    Patch(
        "equimorph/statistics/hypothesis_tests.py",
        "return (far + 1) / (flips + 1)",
        "return far / flips",
        f"{TESTS}::test_many_flips_are_drawn_and_agree_with_all_of_them",
    ),
)
