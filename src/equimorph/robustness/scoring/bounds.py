"""Counts of cases, and the bounds of a ratio over all outcomes of missing answers and open questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from equimorph.statistics.ratio import Ratio


class Counts(NamedTuple):
    """Cases of a score: mutants, or samples.

    Attributes:
        all: Number of cases.
        answered: Number of cases with an answer; a sample has one if a mutant of it has.
        failed: Number of answered cases that fail; a sample does if an answered mutant of it does.
        undecided: Number of failing cases that may not be failures.
        no_answer: Number of mutants without an answer, or of samples with an unanswered mutant.
        least: Number of cases that fail for sure.
        most: Number of cases that may fail.
    """

    all: int = 0
    answered: int = 0
    failed: int = 0
    undecided: int = 0
    no_answer: int = 0
    least: int = 0
    most: int = 0

    @classmethod
    def of(cls, flags: Sequence[int], is_blind: bool = False) -> Counts:
        """Return the counts of mutants.

        Args:
            flags: sums of the flags of `Verdicts.flags`.
            is_blind: whether nothing is known of any of them, although some have answers.
        """
        cases, failed, undecided, no_answer = (flags[0], 0, 0, flags[0]) if is_blind else flags
        return cls(
            cases, cases - no_answer, failed, undecided, no_answer, failed - undecided, failed + no_answer
        )

    @classmethod
    def summed(cls, counts: Iterable[tuple[Counts, int]]) -> Counts:
        """Return the sums of counts, each of which occurs a number of times."""
        multiplied = [[number * many for number in one] for one, many in counts]
        return cls(*map(sum, zip(*multiplied, strict=True)))

    @property
    def as_sample(self) -> Counts:
        """The counts of one sample that has these mutants; it is undecided if all mutants that fail are."""
        return Counts(
            1,
            int(self.answered > 0),
            int(self.failed > 0),
            int(0 < self.failed == self.undecided),
            int(self.no_answer > 0),
            int(self.least > 0),
            int(self.most > 0),
        )


def bounds(sums: Counts, uncertain: Mapping[Counts, int]) -> tuple[Ratio, Ratio]:
    """Return the lowest and the highest value that a ratio can have, whatever is undecided or has no answer.

    Args:
        sums: Sums of the samples that count.
        uncertain: samples whose original has no answer, by their counts: each may count or not.
    """
    lowest = [(one.least, one.all, many) for one, many in uncertain.items()]
    highest = [(one.all - one.most, one.all, many) for one, many in uncertain.items()]
    least = _lowest(sums.least, sums.all, lowest)
    kept, cases = _lowest(sums.all - sums.most, sums.all, highest)
    return Ratio(*least), Ratio(cases - kept, cases)


def _lowest(numerator: int, denominator: int, optional: Iterable[tuple[int, int, int]]) -> tuple[int, int]:
    """Return the sums with the lowest ratio, where each pair of some may be added or not: those below the ratio so far are."""
    for more, cases, many in sorted(optional, key=lambda one: Fraction(one[0], one[1])):
        if denominator and more * denominator >= numerator * cases:
            break
        numerator, denominator = numerator + more * many, denominator + cases * many
    return numerator, denominator
