"""Verdicts: which samples count for a score, and which of their mutants fail, by criterion (spec 3.6)."""

from __future__ import annotations

from dataclasses import dataclass

from equimorph.robustness.judging.judged import ERROR, NO_ANSWER, NO_CODE, TRUNCATED, UNANSWERED, Criterion
from equimorph.robustness.scoring.options import Hits
from equimorph.robustness.scoring.population import Result, Sample

METRICS: dict[Criterion, tuple[str, str]] = {
    "exact": ("PFM", "PFA"),
    "repaired": ("PDM", "PDA"),
    "behaviour": ("PDM", "PDA"),
}
"""The scores of mutants and of samples, by criterion (RobustNPR, section 5; leakage study, equations 3 and 4)."""
ANSWERED = "answered"
STATES = (ANSWERED, NO_CODE, TRUNCATED, ERROR, NO_ANSWER)
"""The states of a request; with the last three it has no answer."""


def shown_state(state: str) -> str:
    """Return a state in the words of tables."""
    return state.replace("_", " ")


@dataclass(frozen=True)
class Verdicts:
    """The verdicts that count as a repair, and as a failure.

    Attributes:
        criterion: how answers were judged.
        k: how many candidates count.
        hits: what a hit must be.
    """

    criterion: Criterion
    k: int
    hits: Hits = "plausible"

    def rank(self, result: Result) -> int | None:
        """Return the rank of the first candidate that repairs; None if none does."""
        return result.first_correct if self.hits == "correct" else result.first_hit

    def hit(self, result: Result) -> bool:
        """Return whether a request is answered as it should be: repaired, or with the behaviour of the original's answer."""
        if self.criterion == "behaviour":
            return result.same is True
        rank = self.rank(result)
        return rank is not None and rank <= self.k

    def since(self, result: Result) -> int | None:
        """Return from which k on a request is answered as it should be; None if it is not within the k looked at."""
        if not self.hit(result):
            return None
        return 1 if self.criterion == "behaviour" else self.rank(result)

    def repaired(self, sample: Sample) -> bool:
        """Return whether the original is repaired; for behaviour, whether the first candidate passes the tests."""
        if sample.original is None:
            return False
        if self.criterion == "behaviour":
            return sample.original.status == "pass"
        return self.hit(sample.original)

    def counts(self, sample: Sample) -> bool:
        """Return whether a sample counts for the scores if it has mutants."""
        if sample.flaky or sample.original is None:
            return False
        if self.criterion == "behaviour":
            return self.state(sample.original) == ANSWERED
        return self.hit(sample.original)

    def may_count(self, sample: Sample) -> bool:
        """Return whether a sample might count for the scores, because its original has no answer or no row."""
        return not sample.flaky and (sample.original is None or not self.answered(sample.original))

    def state(self, result: Result | None) -> str:
        """Return the state of a request, one of `STATES`; None stands for an original without a row.

        An answer is truncated if the first k candidates are, and none of them repairs.
        """
        if result is None:
            return NO_ANSWER
        if result.status in UNANSWERED:
            return result.status
        if result.status != NO_CODE and self.hit(result):
            return ANSWERED
        if (result.first_ended or 1) > self.k:
            return TRUNCATED
        return NO_CODE if result.status == NO_CODE else ANSWERED

    def answered(self, result: Result) -> bool:
        """Return whether an answer came, be it without code."""
        return self.state(result) not in UNANSWERED

    def ranks(self, result: Result) -> tuple[int, int] | None:
        """Return the first k with an answer, and the first k with the right one, k + 1 for never; None without an answer."""
        if not self.answered(result):
            return None
        first, right = result.first_ended or 1, self.since(result) or self.k + 1
        return min(first, right), right

    def fails(self, result: Result) -> bool:
        """Return whether an answered mutant fails, or differs; what is undecided counts as a failure."""
        return self.answered(result) and not self.hit(result)

    def undecided(self, result: Result) -> bool:
        """Return whether a mutant fails only because nothing is known.

        Exact: all candidates up to k conflict with the mutation. Repaired, correct: one passes that nobody has labelled.
        Behaviour: the row does not say whether it is the same.
        """
        if self.state(result) != ANSWERED or self.hit(result):
            return False
        if self.criterion == "behaviour":
            return result.same is None
        if self.criterion == "repaired":
            return self.hits == "correct" and (result.first_hit or self.k + 1) <= self.k
        if result.first_undone is None:
            return result.status == "undecided"
        return result.first_undone > self.k

    def flags(self, result: Result) -> tuple[int, int, int, int]:
        """Return 1, and whether a mutant fails, is undecided, and has no answer, as numbers to be added up."""
        return 1, int(self.fails(result)), int(self.undecided(result)), int(not self.answered(result))
