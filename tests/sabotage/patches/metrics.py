"""Patches of metrics, of judging them, and of perturbed candidates."""

from __future__ import annotations

from tests.sabotage.patch import Patch

METRICS = "tests/equimorph/metrics/test_metrics.py"
SCORING = "tests/equimorph/metrics/test_scoring.py"
JUDGING = "tests/equimorph/metrics/test_judging.py"
PERTURBING = "tests/equimorph/metrics/test_perturbing.py"
WORKED = f"{METRICS}::test_worked_values"

PATCHES = (
    Patch(
        "equimorph/metrics/ngrams.py",
        "math.exp(1 - self.reference / self.length)",
        "math.exp(1 - self.length / self.reference)",
        f"{METRICS}::test_bleu_is_that_of_sacrebleu[none-none-None]",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "_EPSILON = 0.1",
        "_EPSILON = 0.01",
        f"{METRICS}::test_bleu_is_that_of_sacrebleu[eps-floor-0.1]",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "both = sum(map(min, candidate_grams.values(), map(other.get, candidate_grams, repeat(0))))",
        "both = sum(count for gram, count in candidate_grams.items() if gram in other)",
        f"{METRICS}::test_bleu_is_that_of_sacrebleu[none-none-None]",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "matched.append(float(both - sum(min(candidate_grams[gram], other[gram]) for gram in left_out)))",
        "matched.append(float(both))",
        WORKED,
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "return _kept(tokens) if len(tokens) <= _LARGEST_KEPT else _counted(tokens)",
        "return _kept(tokens)",
        f"{METRICS}::test_large_texts_are_not_kept",
    ),
    Patch("equimorph/metrics/edits.py", "longer = max(", "longer = min(", WORKED),
    Patch(
        "equimorph/metrics/characters.py",
        'if token[0] != "\\n")',
        ")",
        f"{METRICS}::test_chrf_of_python_is_that_of_the_text_without_blanks",
    ),
    Patch(
        "equimorph/metrics/characters.py",
        'return "".join(code.split())',
        "return code",
        f"{METRICS}::test_any_text_has_a_score",
    ),
    Patch(
        "equimorph/metrics/crystal.py",
        "return 1.0 if value is None and list(candidate_tokens) == list(other) else value",
        "return value or 0.0",
        f"{METRICS}::test_nothing_is_known_where_only_common_ngrams_are_left",
    ),
    Patch(
        "equimorph/metrics/tokens.py",
        "if not isinstance(text, str):",
        "if text is None:",
        f"{METRICS}::test_what_is_no_text_is_named",
    ),
    Patch(
        "equimorph/metrics/rows.py",
        'raise MetricError(f"{name!r} is no object")',
        "pass",
        f"{SCORING}::test_bad_rows_are_named_and_the_others_go_on",
    ),
    Patch(
        "equimorph/metrics/scoring.py",
        "if name not in scores}",
        "}",
        f"{SCORING}::test_scores_are_added_to_those_that_are_there",
    ),
    Patch("equimorph/metrics/ngrams.py", 'if smooth == "add1" and n > 1:', 'if smooth == "add1":', WORKED),
    Patch("equimorph/metrics/ngrams.py", "_PLAIN = 0.2", "_PLAIN = 0.5", WORKED),
    Patch(
        "equimorph/metrics/ngrams.py",
        "if self.length > self.reference else",
        "if True else",
        f"{METRICS}::test_bleu_is_that_of_sacrebleu",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "if not total:",
        "if total < 0:",
        f"{METRICS}::test_laws",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "length += pair_counts.length",
        "length = pair_counts.length",
        f"{METRICS}::test_bleu_of_a_corpus_is_that_of_sacrebleu",
    ),
    Patch(
        "equimorph/metrics/crystal.py",
        "1.0 if value is None and",
        "1.0 if value is None or",
        f"{METRICS}::test_nothing_is_known_where_only_common_ngrams_are_left",
    ),
    Patch(
        "equimorph/metrics/rouge.py",
        "2 * common / (len(candidate_tokens) + len(other))",
        "common / max(len(candidate_tokens), len(other))",
        f"{METRICS}::test_rouge_and_edits_against_other_formulas",
    ),
    Patch(
        "equimorph/metrics/edits.py",
        'if unit == "char":',
        "if False:",
        f"{METRICS}::test_rouge_and_edits_against_other_formulas",
    ),
    Patch(
        "equimorph/rows/labels.py",
        "passed not in (0, 1)",
        "False",
        f"{SCORING}::test_bad_rows_are_named_and_the_others_go_on",
    ),
    Patch(
        "equimorph/metrics/scoring.py",
        "if scores[name] is None:",
        "if False:",
        f"{SCORING}::test_rows_are_scored_as_by_hand_whatever_the_jobs",
    ),
    Patch(
        "equimorph/metrics/scoring.py",
        '"scores": {**kept, **scores}',
        '"scores": scores',
        f"{SCORING}::test_scores_are_added_to_those_that_are_there",
    ),
    Patch(
        "equimorph/statistics/correlation.py",
        "place + (len(tied) + 1) / 2",
        "place + 1",
        f"{JUDGING}::test_worked_example",
    ),
    Patch(
        "equimorph/statistics/correlation.py",
        "total - tied_x - tied_y + both - discordant",
        "total - tied_x - tied_y - discordant",
        f"{JUDGING}::test_correlations_are_those_of_scipy",
    ),
    Patch(
        "equimorph/statistics/correlation.py",
        "positives * (positives + 1) / 2",
        "positives * positives / 2",
        f"{JUDGING}::test_worked_example",
    ),
    Patch(
        "equimorph/metrics/judging.py",
        "row.scores.get(metric) is not None",
        "True",
        f"{JUDGING}::test_undefined_and_unlabelled_rows_count_apart",
    ),
    Patch(
        "equimorph/metrics/judging.py",
        "min(always.values()",
        "max(always.values()",
        f"{JUDGING}::test_no_constant_has_a_smaller_error_than_the_best_one",
    ),
    Patch(
        "equimorph/metrics/judging.py",
        "return outcome != _NO_COMPILE if",
        "return True if",
        f"{JUDGING}::test_undefined_and_unlabelled_rows_count_apart",
    ),
    Patch(
        "equimorph/metrics/perturbing.py",
        "(False if how.trust_label else None) if is_broken else pair.passed",
        "pair.passed",
        f"{PERTURBING}::test_labels_of_broken_candidates_are_unknown_unless_they_are_trusted",
    ),
    Patch(
        "equimorph/metrics/perturbing.py",
        "for pair in pairs if pair.passed)",
        "for pair in pairs)",
        f"{PERTURBING}::test_larger_shares_hold_the_smaller_ones_and_failing_candidates_stay",
    ),
    Patch(
        "equimorph/metrics/perturbing.py",
        "(share * len(passing) + 50) // 100",
        "len(passing)",
        f"{PERTURBING}::test_larger_shares_hold_the_smaller_ones_and_failing_candidates_stay",
    ),
    Patch("equimorph/metrics/perturbing.py", 'if how == "s2s":', "if False:", f"{PERTURBING}::test_sketches"),
    Patch(
        "equimorph/metrics/pages/writing.py",
        "abs(score - pair.passed)",
        "abs(score)",
        "tests/equimorph/metrics/test_page.py::test_each_metric_shows_so_many_pairs_and_the_page_says_what_is_left",
    ),
)
