"""The measures of the tasks, each a function of sums, so that anyone can add up the counts of texts again.

- Subtokens: precision, recall and F1 of the parts of names, counted over all texts and as often as they occur.
- Ranks: the mean reciprocal rank, and the share of queries whose own text is ranked first.
- Text: ROUGE-L, the mean over the texts, and BLEU of pooled n-grams, both of `equimorph.metrics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.metrics.ngrams import ORDER, Matches, matches_of
from equimorph.metrics.rouge import rouge_l

Counts = tuple[float, ...]


@dataclass(frozen=True)
class Figure:
    """A number that a measure gives.

    Attributes:
        value: Value from 0 to 1; None for 0 of 0.
        numerator, denominator: Numbers whose ratio it is; None for BLEU, which is no ratio of sums.
    """

    value: float | None
    numerator: float | None = None
    denominator: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Measure:
    """The counts of a task for each text, and the figures from their sums.

    Attributes:
        counts: the names of the counts of a text.
        figures: the names of the figures, the most telling one first.
        of_sums: gives the figures of sums, in the order of `figures`.
    """

    counts: tuple[str, ...]
    figures: tuple[str, ...]
    of_sums: Callable[[Sequence[float]], tuple[Figure, ...]]

    def of(self, sums: Sequence[float]) -> dict[str, Figure]:
        """Return the figures of sums by their names."""
        return dict(zip(self.figures, self.of_sums(sums), strict=True))


def subtoken_counts(predicted: Sequence[str], true: Sequence[str]) -> Counts:
    """Return the numbers of right, predicted and true subtokens; repeated ones count each time."""
    right = (Counter(predicted) & Counter(true)).total()
    return float(right), float(len(predicted)), float(len(true))


def rank_counts(rank: int) -> Counts:
    """Return the reciprocal rank, whether the rank is 1, and 1 for the query itself.

    Args:
        rank: Rank of the text that is looked for, from 1.
    """
    return 1 / rank, float(rank == 1), 1.0


def text_counts(predicted: Sequence[str], true: Sequence[str]) -> Counts:
    """Return ROUGE-L of a pair, 1 for the pair itself, and the counts of BLEU: matched, total, the two lengths.

    Raises:
        ModuleNotFoundError: rapidfuzz is not installed.
    """
    found = matches_of(predicted, true)
    rouge = rouge_l(" ".join(predicted), " ".join(true), tokens="split")
    return rouge, 1.0, *found.matched, *found.total, float(found.length), float(found.reference)


def _ratio(numerator: float, denominator: float) -> Figure:
    return Figure(numerator / denominator if denominator else None, numerator, denominator)


def _of_subtokens(sums: Sequence[float]) -> tuple[Figure, ...]:
    right, predicted, true = sums
    return _ratio(2 * right, predicted + true), _ratio(right, predicted), _ratio(right, true)


def _of_ranks(sums: Sequence[float]) -> tuple[Figure, ...]:
    reciprocal, first, queries = sums
    return _ratio(reciprocal, queries), _ratio(first, queries)


def _of_text(sums: Sequence[float]) -> tuple[Figure, ...]:
    rouge, pairs, *rest = sums
    matched, total = tuple(rest[:ORDER]), tuple(rest[ORDER : 2 * ORDER])
    length, reference = map(int, rest[2 * ORDER :])
    found = Matches(matched, total, length, reference)
    return _ratio(rouge, pairs), Figure(found.score("add1") if pairs else None)


SUBTOKENS = Measure(("right", "predicted", "true"), ("f1", "precision", "recall"), _of_subtokens)
RANKS = Measure(("reciprocal_rank", "first", "queries"), ("mrr", "top1"), _of_ranks)
_ORDERS = range(1, ORDER + 1)
TEXT = Measure(
    (
        "rouge_l",
        "pairs",
        *(f"matched_{n}" for n in _ORDERS),
        *(f"total_{n}" for n in _ORDERS),
        "length",
        "reference",
    ),
    ("rouge_l", "bleu"),
    _of_text,
)
