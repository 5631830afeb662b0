"""The script that `evaluate` copies and runs; it is imported by nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import datasets
import evaluate

from equimorph.metrics import METRICS, Asked, MetricError, corpus
from parsers.language import languages

_DESCRIPTION = "Metrics of generated code by equimorph: scores of a corpus from 0 to 1."
_INPUTS = f"""
Args:
    predictions: Code that a model wrote, one text a sample.
    references: Code that it should behave like, in the same order.
    language: Language of both: {", ".join(sorted(languages()))}.
    metrics: Names of metrics: {", ".join(METRICS)}. Default: bleu and codebleu.
    options: Options of the metrics, such as tokens="split".

Returns:
    The score of the corpus by metric; None where it is undefined. `pairs` is the number of samples, `undefined` the number of
    samples by metric that have no score and are left out of its mean.
"""


class EquimorphMetric(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Scores of generated code against references."""

    def _info(self) -> Any:  # noqa: ANN401 - evaluate's
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation="",
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str],
        language: str | None = None,
        metrics: str | Sequence[str] = ("bleu", "codebleu"),
        **options: object,
    ) -> dict[str, Any]:
        if language not in languages():
            raise MetricError(f"language is one of {', '.join(sorted(languages()))}, not {language!r}")
        chosen = Asked((metrics,) if isinstance(metrics, str) else tuple(metrics), options)
        pairs = list(zip(predictions, references, strict=True))
        scores = {
            name: corpus(name, pairs, language or "", **chosen.options_of(name)) for name in chosen.metrics
        }
        return {
            **{name: score.value for name, score in scores.items()},
            "pairs": len(pairs),
            "undefined": {name: score.undefined for name, score in scores.items()},
        }
