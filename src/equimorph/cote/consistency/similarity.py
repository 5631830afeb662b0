"""The four measures of similarity of two token sequences (COTE, section 4.1.2).

An empty sequence is like nothing but another empty one, where the papers' quotients are 0/0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from equimorph.metrics.extra import needed
from equimorph.metrics.ngrams import ORDER, Matches

__all__ = ["MEASURES", "Corpus", "Measure", "Side", "bound", "cosine", "similarity"]

Measure: TypeAlias = Literal["lcs", "ed", "tf-idf", "bleu"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
_FIRST = 0x10000
"""The character that stands for the first token: above it there are no surrogates."""


@dataclass(frozen=True)
class Corpus:
    """The programs in which words are counted for tf-idf.

    Attributes:
        size: how many programs there are.
        counts: how many of them have a token.
    """

    size: int
    counts: Mapping[str, int]

    @classmethod
    def of(cls, programs: Iterable[Sequence[str]]) -> Corpus:
        """Return the corpus of programs; each is a sequence of tokens."""
        size, counts = 0, Counter[str]()
        for tokens in programs:
            size += 1
            counts.update(set(tokens))
        return cls(size, counts)

    def weights(self, tokens: Iterable[str]) -> dict[str, float]:
        """Return the weight of each of some tokens."""
        return {token: self.weight(token) for token in tokens}

    def weight(self, token: str) -> float:
        """Return ln((n + 1) / (f + 1)) of a token that f of the n programs have (formula 4)."""
        return math.log((self.size + 1) / (self.counts.get(token, 0) + 1))


@dataclass(frozen=True)
class Side:
    """A sequence of tokens as the measures see it.

    Attributes:
        tokens: Tokens of a program, or of its rest without a slice.
        letters: The same tokens, as one character each.
    """

    tokens: tuple[str, ...]
    letters: str

    @cached_property
    def bag(self) -> Counter[str]:
        """The frequency of each token."""
        return Counter(self.tokens)

    @cached_property
    def grams(self) -> tuple[Counter[str], ...]:
        """The frequency of each n-gram, for n from 1 to 4; a token is one character."""
        text = self.letters
        return tuple(
            Counter(text[at : at + n] for at in range(len(text) - n + 1)) for n in range(1, ORDER + 1)
        )

    @classmethod
    def all_of(cls, sequences: Iterable[Sequence[str]]) -> list[Side]:
        """Return sequences that are to be compared with each other."""
        letters: dict[str, str] = {}
        return [
            cls(
                tuple(tokens),
                "".join(letters.setdefault(token, chr(_FIRST + len(letters))) for token in tokens),
            )
            for tokens in sequences
        ]


def similarity(measure: Measure, own: Side, other: Side, corpus: Corpus) -> float:
    """Return the likeness of two sequences, from 0 to 1; the order of the two does not matter.

    Args:
        measure: "lcs" (formula 2), "ed" (3), "tf-idf" (4, cosine of the weighted bags), or "bleu" (5 and 6, unsmoothed, the larger
            one of the two directions).
        own, other: Two sides from one call of `Side.all_of`.
        corpus: Corpus for "tf-idf".

    Raises:
        ModuleNotFoundError: rapidfuzz is not installed.
    """
    if own.letters == other.letters:
        return 1.0
    if not own.letters or not other.letters:
        return 0.0
    if measure == "bleu":
        return _bleu(own, other)
    if measure == "tf-idf":
        return cosine(own.bag, other.bag, corpus.weights({**own.bag, **other.bag}))
    longer = max(len(own.letters), len(other.letters))
    distances = needed("rapidfuzz.distance", measure)
    if measure == "lcs":
        common: int = distances.LCSseq.similarity(own.letters, other.letters)
        return common / longer
    edits: int = distances.Levenshtein.distance(own.letters, other.letters)
    return (longer - edits) / longer


def bound(measure: Measure, own: Side, other: Side) -> float:
    """Return a number that the similarity of two sequences does not exceed, by their lengths alone.

    That of BLEU: no precision of the longer one exceeds it, nor does the penalty of the shorter one, since e^(1-x) <= 1/x.
    """
    shorter, longer = sorted((len(own.letters), len(other.letters)))
    return 1.0 if measure == "tf-idf" or shorter == longer else shorter / longer


def _bleu(side: Side, other: Side) -> float:
    """Return BLEU of the larger direction; what n-grams both have in common is the same in both directions."""
    common = tuple(float(_in_both(bag, two)) for bag, two in zip(side.grams, other.grams, strict=True))
    scores = list[float]()
    for candidate, reference in ((side, other), (other, side)):
        totals = tuple(float(max(0, len(candidate.letters) - n)) for n in range(ORDER))
        value = Matches(common, totals, len(candidate.letters), len(reference.letters)).score()
        assert value is not None  # a sequence with a token has an n-gram of order 1
        scores.append(value)
    return max(scores)


def _in_both(bag: Counter[str], other: Counter[str]) -> int:
    return sum(min(count, other[gram]) for gram, count in bag.items() if gram in other)


def cosine(own: Counter[str], other: Counter[str], weights: Mapping[str, float]) -> float:
    """Return the cosine of two weighted bags; 0 where a bag weighs nothing, unless the bags are equal.

    Args:
        own, other: how often each token occurs.
        weights: Weights of all their tokens.
    """
    if own == other:
        return 1.0
    squares = [math.fsum((count * weights[word]) ** 2 for word, count in bag.items()) for bag in (own, other)]
    if not all(squares):
        return 0.0
    product = math.fsum(
        count * other[word] * weights[word] ** 2 for word, count in own.items() if word in other
    )
    return min(1.0, product / math.sqrt(squares[0] * squares[1]))
