"""The metrics by name. A metric's module is imported when somebody asks for it."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from equimorph.metrics.errors import MetricError

__all__ = ["METRICS", "Metric", "find_metric", "score"]


@dataclass(frozen=True)
class Metric:
    """A metric of code.

    Attributes:
        name: Name on the command line and in rows.
        title: Name as in papers.
        place: Place of the function, ``module:function``, with the module in this package.
        undefined: Reason why a pair may have no score; "" if each pair has one.
    """

    name: str
    title: str
    place: str
    undefined: str = ""

    @cached_property
    def function(self) -> Callable[..., float | None]:
        """The function of candidate, reference, language and options by keyword."""
        module, _, name = self.place.partition(":")
        return cast(
            "Callable[..., float | None]",
            getattr(importlib.import_module(f"equimorph.metrics.{module}"), name),
        )

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        parameters = inspect.signature(self.function).parameters.values()
        return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)

    def score(self, candidate: str, reference: str, lang: str, **options: Any) -> float | None:  # noqa: ANN401
        """Return the score of a pair, from 0 to 1, or None where it is undefined.

        Raises:
            MetricError: the option, its value or the language is unknown.
            ModuleNotFoundError: it needs a package that is not installed.
        """
        self.check(options)
        return self.function(candidate, reference, lang, **options)

    def check(self, options: Iterable[str]) -> None:
        """Check that the metric has options of these names.

        Raises:
            MetricError: it has not.
        """
        for name in options:
            if name not in self.options:
                raise MetricError(f"{self.name} has no option {name!r}; it has: {', '.join(self.options)}")


METRICS: Mapping[str, Metric] = {
    one.name: one
    for one in (
        Metric("bleu", "BLEU", "ngrams:bleu"),
        Metric("rouge-l", "ROUGE-L", "rouge:rouge_l"),
        Metric("chrf", "ChrF", "characters:chrf"),
        Metric("ed", "ED", "edits:ed"),
        Metric("weight-bleu", "WeightBLEU", "ngrams:weight_bleu"),
        Metric("syntax-match", "SyntaxMatch", "syntax:syntax_match"),
        Metric(
            "dataflow-match",
            "DataflowMatch",
            "dataflow:dataflow_match",
            "the reference has no data flow, or a graph takes too long",
        ),
        Metric("codebleu", "CodeBLEU", "composite:codebleu"),
        Metric(
            "crystalbleu",
            "CrystalBLEU",
            "crystal:crystalbleu",
            "all n-grams of the candidate are common ones",
        ),
        Metric("codebertscore", "CodeBERTScore", "bert_score:codebertscore", "a token vector is zero"),
    )
}
"""The ten metrics with which CodeScore-R is compared (CodeScore-R, section 4.2), in the paper's order."""


def find_metric(name: str) -> Metric:
    """Return the metric of a name.

    Raises:
        MetricError: there is none.
    """
    if name not in METRICS:
        raise MetricError(f"no metric {name!r}; there are: {', '.join(METRICS)}")
    return METRICS[name]


def score(name: str, candidate: str, reference: str, lang: str = "java", **options: Any) -> float | None:  # noqa: ANN401
    """Return the score of a candidate by a metric, from 0 to 1, or None where it is undefined.

    Args:
        name: Name of the metric, such as "rouge-l".
        candidate, reference: Code.
        lang: "java" or "python".
        options: Options of the metric, such as `tokens`.

    Raises:
        MetricError: the metric, language or option is unknown.
        ModuleNotFoundError: the metric needs a package that is not installed.
    """
    return find_metric(name).score(candidate, reference, lang, **options)
