"""BLEU (Papineni et al. 2002), and BLEU with weighted keywords, the first part of CodeBLEU (Ren et al. 2020)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat
from typing import Literal, TypeAlias, get_args

from equimorph.metrics.errors import MetricError
from equimorph.metrics.tokens import Tokens, keywords, tokens_of

__all__ = [
    "ORDER",
    "SMOOTH",
    "Matches",
    "Ngram",
    "Smooth",
    "bleu",
    "bleu_matches",
    "matches_of",
    "ngrams",
    "pooled",
    "weight_bleu",
    "weighted_matches",
]

ORDER = 4
"""The number of tokens of the longest n-grams."""
Smooth: TypeAlias = Literal["none", "add1", "eps"]
"""The value of an order without a match. With ``none``, 0, and so does the score. With ``add1``, one match and one n-gram are
added to each order but the first (Lin and Och 2004). With ``eps``, 0.1 matches (Chen and Cherry 2014, method 1)."""
SMOOTH: tuple[Smooth, ...] = get_args(Smooth)

_EPSILON = 0.1
_PLAIN = 0.2
"""The weight of a token that is no keyword, beside 1."""
_LARGEST_KEPT = 5_000
"""n-grams of up to this many tokens are kept for the next metric."""

Ngram: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Matches:
    """The counts of a candidate that determine BLEU; the counts of several candidates add up.

    Attributes:
        matched: Number of the candidate's n-grams that are in the reference, by order, each at most as often as there.
        total: Number of the candidate's n-grams, by order.
        length: Length of the candidate, in tokens.
        reference: Length of the reference, in tokens.
    """

    matched: tuple[float, ...]
    total: tuple[float, ...]
    length: int
    reference: int

    def score(self, smooth: Smooth = "none") -> float | None:
        """Return the brevity penalty times the geometric mean of the precisions; None where no order has an n-gram.

        Orders for which the candidates are too short are left out, so that each text has the score 1 with itself. Without any
        match, the score is 0 with any smoothing.

        Raises:
            MetricError: the smoothing is unknown.
        """
        if smooth not in SMOOTH:
            raise MetricError(f"smooth is {smooth!r}, not one of {', '.join(SMOOTH)}")
        if not self.length or not self.reference:
            return float(self.length == self.reference)
        if any(self.total) and not any(self.matched):
            return 0.0
        logs = []
        for n, (matched, total) in enumerate(zip(self.matched, self.total, strict=True), 1):
            if not total:
                continue
            if smooth == "add1" and n > 1:
                matched, total = matched + 1, total + 1
            elif smooth == "eps" and not matched:
                matched = _EPSILON
            if not matched:
                return 0.0
            logs.append(math.log(matched / total))
        if not logs:
            return None
        penalty = 1.0 if self.length > self.reference else math.exp(1 - self.reference / self.length)
        return penalty * math.exp(math.fsum(logs) / len(logs))


def ngrams(tokens: Sequence[str], n: int) -> Counter[Ngram]:
    """Return the frequency of each n-gram of an order in tokens."""
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _all_ngrams(tokens: tuple[str, ...]) -> tuple[Counter[Ngram], ...]:
    return _kept(tokens) if len(tokens) <= _LARGEST_KEPT else _counted(tokens)


@lru_cache(256)
def _kept(tokens: tuple[str, ...]) -> tuple[Counter[Ngram], ...]:
    return _counted(tokens)


def _counted(tokens: tuple[str, ...]) -> tuple[Counter[Ngram], ...]:
    return tuple(ngrams(tokens, n) for n in range(1, ORDER + 1))


def matches_of(
    candidate: Sequence[str], reference: Sequence[str], ignore: AbstractSet[Ngram] = frozenset()
) -> Matches:
    """Return the counts of a candidate.

    Args:
        candidate, reference: tokens.
        ignore: n-grams that count nowhere.
    """
    matched, total = [], []
    for candidate_grams, other in zip(
        _all_ngrams(tuple(candidate)), _all_ngrams(tuple(reference)), strict=True
    ):
        left_out = candidate_grams.keys() & ignore if ignore else ()
        both = sum(map(min, candidate_grams.values(), map(other.get, candidate_grams, repeat(0))))
        matched.append(float(both - sum(min(candidate_grams[gram], other[gram]) for gram in left_out)))
        total.append(float(sum(candidate_grams.values()) - sum(candidate_grams[gram] for gram in left_out)))
    return Matches(tuple(matched), tuple(total), len(candidate), len(reference))


def pooled(matches: Iterable[Matches]) -> Matches:
    """Return the sums of counts, of which BLEU of a corpus is made (Papineni et al. 2002, section 2.2)."""
    matched, total, length, reference = [0.0] * ORDER, [0.0] * ORDER, 0, 0
    for pair_counts in matches:
        matched = [a + b for a, b in zip(matched, pair_counts.matched, strict=True)]
        total = [a + b for a, b in zip(total, pair_counts.total, strict=True)]
        length += pair_counts.length
        reference += pair_counts.reference
    return Matches(tuple(matched), tuple(total), length, reference)


def bleu(
    candidate: str, reference: str, lang: str = "java", *, tokens: Tokens = "lexer", smooth: Smooth = "none"
) -> float:
    """Return BLEU of n-grams of one to four tokens, from 0 to 1.

    Both texts without a token give 1, one of them 0. Orders for which the candidate is too short are left out.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: Way of splitting texts, see `tokens_of`.
        smooth: Value of an order without a match.

    Raises:
        MetricError: the language or option is unknown.
    """
    value = bleu_matches(tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens), lang).score(
        smooth
    )
    assert value is not None  # a text with a token has an n-gram of order 1
    return value


def weight_bleu(
    candidate: str, reference: str, lang: str = "java", *, tokens: Tokens = "lexer", smooth: Smooth = "none"
) -> float:
    """Return BLEU in whose first order a keyword weighs 1 and any other token 0.2, from 0 to 1 (Ren et al. 2020, section 3.2).

    Args, Raises: see `bleu`.
    """
    value = weighted_matches(
        tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens), lang
    ).score(smooth)
    assert value is not None
    return value


def bleu_matches(candidate: Sequence[str], reference: Sequence[str], lang: str) -> Matches:
    """Return the counts of `bleu`, which do not depend on the language."""
    return matches_of(candidate, reference)


def weighted_matches(candidate: Sequence[str], reference: Sequence[str], lang: str) -> Matches:
    """Return the counts of `weight_bleu`.

    Raises:
        MetricError: the keywords of the language are not known.
    """
    words, plain = keywords(lang), matches_of(candidate, reference)
    candidate_grams, other = (_all_ngrams(tuple(tokens))[0] for tokens in (candidate, reference))
    weights = {gram: 1.0 if gram[0] in words else _PLAIN for gram in candidate_grams}
    matched = math.fsum(
        weights[gram] * min(count, other[gram]) for gram, count in candidate_grams.items() if gram in other
    )
    total = math.fsum(weights[gram] * count for gram, count in candidate_grams.items())
    return replace(plain, matched=(matched, *plain.matched[1:]), total=(total, *plain.total[1:]))
