"""The score of a whole corpus."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from equimorph.metrics.characters import corpus_chrf
from equimorph.metrics.crystal import crystal_matches
from equimorph.metrics.ngrams import Matches, bleu_matches, pooled, weighted_matches
from equimorph.metrics.registry import find_metric
from equimorph.metrics.tokens import Tokens, tokens_of

__all__ = ["CorpusScore", "corpus"]

_POOLED = {"bleu": bleu_matches, "weight-bleu": weighted_matches, "crystalbleu": crystal_matches}


@dataclass(frozen=True)
class CorpusScore:
    """The score of several pairs.

    Attributes:
        value: Score from 0 to 1; None where it is undefined.
        pairs: Number of pairs.
        undefined: Number of pairs that have no score and are left out of a mean; 0 where counts are pooled.
        form: "pooled", of counts that are added up over the pairs, or "mean".
    """

    value: float | None
    pairs: int
    undefined: int
    form: str


def corpus(name: str, pairs: Iterable[tuple[str, str]], lang: str = "java", **options: Any) -> CorpusScore:  # noqa: ANN401
    """Return the score of a corpus: BLEU and its kin and ChrF of pooled counts, of the others the mean over the pairs.

    Args:
        name: Name of the metric.
        pairs: Pairs of candidate and reference.
        lang: "java" or "python".
        options: Options of the metric.

    Raises:
        MetricError: the metric, language or option is unknown.
        ModuleNotFoundError: the metric needs a package that is not installed.
    """
    metric, text_pairs = find_metric(name), list(pairs)
    metric.check(options)
    if not text_pairs:
        return CorpusScore(None, 0, 0, "mean")
    tokens = options.get("tokens", "lexer")
    if name == "chrf":
        return CorpusScore(corpus_chrf(text_pairs, lang, tokens), len(text_pairs), 0, "pooled")
    if name in _POOLED:
        count = _POOLED[name]
        others = {key: value for key, value in options.items() if key not in ("tokens", "smooth")}
        matches: list[Matches] = [
            count(tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens), lang, **others)
            for candidate, reference in text_pairs
        ]
        value = pooled(matches).score(options.get("smooth", "none"))
        if value is None and all(_are_equal(pair, lang, tokens) for pair in text_pairs):
            value = 1.0
        return CorpusScore(value, len(text_pairs), 0, "pooled")
    scores = [metric.score(candidate, reference, lang, **options) for candidate, reference in text_pairs]
    defined = [score for score in scores if score is not None]
    mean = math.fsum(defined) / len(defined) if defined else None
    return CorpusScore(mean, len(text_pairs), len(text_pairs) - len(defined), "mean")


def _are_equal(pair: tuple[str, str], lang: str, tokens: Tokens) -> bool:
    candidate, reference = (tokens_of(text, lang, tokens) for text in pair)
    return list(candidate) == list(reference)
