"""Patches of the metrics: formulas, tokens, rows."""

from __future__ import annotations

from tests.sabotage.patch import Patch

METRICS = "tests/equimorph/metrics/test_metrics.py"
SCORING = "tests/equimorph/metrics/test_scoring.py"
VALUES = f"{METRICS}::test_worked_values"
LAWS = f"{METRICS}::test_laws"
ANY = f"{METRICS}::test_any_text_has_a_score"

PATCHES = (
    Patch("equimorph/metrics/ngrams.py", "_PLAIN = 0.2", "_PLAIN = 0.25", VALUES),
    Patch("equimorph/metrics/ngrams.py", 'if smooth == "add1" and n > 1:', 'if smooth == "add1":', VALUES),
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
        "both = sum(map(min, own.values(), map(other.get, own, repeat(0))))",
        "both = sum(count for gram, count in own.items() if gram in other)",
        f"{METRICS}::test_bleu_is_that_of_sacrebleu[none-none-None]",
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "matched.append(float(both - sum(min(own[gram], other[gram]) for gram in left_out)))",
        "matched.append(float(both))",
        VALUES,
    ),
    Patch(
        "equimorph/metrics/ngrams.py",
        "return _kept(tokens) if len(tokens) <= _LARGEST_KEPT else _counted(tokens)",
        "return _kept(tokens)",
        f"{METRICS}::test_large_texts_are_not_kept",
    ),
    Patch(
        "equimorph/metrics/rouge.py",
        "return 2 * common / (len(own) + len(other))",
        "return common / max(len(own), len(other))",
        VALUES,
    ),
    Patch("equimorph/metrics/edits.py", "longer = max(", "longer = min(", VALUES),
    Patch(
        "equimorph/metrics/characters.py",
        'if token[0] != "\\n")',
        ")",
        f"{METRICS}::test_chrf_of_python_is_that_of_the_text_without_blanks",
    ),
    Patch("equimorph/metrics/characters.py", 'return "".join(found.split())', "return found", ANY),
    Patch(
        "equimorph/metrics/crystal.py",
        "return 1.0 if found is None and list(own) == list(other) else found",
        "return found or 0.0",
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
)
