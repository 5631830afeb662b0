"""The outcome of each bug with each model: a matrix of bugs and models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from equimorph.robustness.judging.judged import NO_ANSWER
from equimorph.robustness.scoring.population import Population, Sample
from equimorph.robustness.scoring.verdicts import Verdicts

__all__ = ["Matrix", "Outcome", "matrix_of"]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one bug with one model.

    Attributes:
        status: Status of the original by the criterion exact; "no_answer" if there is none.
        rank: Rank of the candidate that is the fix; None if none is.
        lost: Number of answered mutants that the model does not repair, if it repairs the original.
        mutants: Number of answered mutants.
        differing: Number of mutants whose patched form behaves otherwise; None if nothing was run.
        compared: Number of mutants whose behaviour was compared; None likewise.
        passes: Whether the first candidate for the original passes all tests; None likewise.
    """

    status: str
    rank: int | None
    lost: int
    mutants: int
    differing: int | None = None
    compared: int | None = None
    passes: bool | None = None

    @property
    def is_repaired(self) -> bool:
        """Whether a candidate is the fix."""
        return self.rank is not None


@dataclass(frozen=True)
class Matrix:
    """The outcomes of bugs.

    Attributes:
        models: Names of the models.
        bugs: By id of the bug the outcome of each model, in their order.
    """

    models: tuple[str, ...]
    bugs: Mapping[str, tuple[Outcome, ...]]

    def repaired_by(self, bug: str) -> int:
        """Return the number of models that repair a bug."""
        return sum(outcome.is_repaired for outcome in self.bugs[bug])


def matrix_of(populations: Iterable[Population], models: Sequence[str]) -> Matrix:
    """Return the outcomes of the criteria exact and behaviour.

    Args:
        populations: Populations of judged rows.
        models: Names of the models, in the order of the columns.
    """
    of = {(population.model, population.criterion): population for population in populations}
    exact = [of.get((model, "exact")) for model in models]
    behaviour = [of.get((model, "behaviour")) for model in models]
    bugs = dict.fromkeys(bug for population in exact if population is not None for bug in population.samples)
    pairs = list(zip(exact, behaviour, strict=True))
    return Matrix(tuple(models), {bug: tuple(_outcome(bug, *pair) for pair in pairs) for bug in bugs})


def _outcome(bug: str, exact: Population | None, behaviour: Population | None) -> Outcome:
    sample = Sample() if exact is None else exact.samples.get(bug, Sample())
    verdicts = Verdicts("exact", 1 if exact is None else exact.k)
    original = sample.original
    answered = [result for result in sample.mutants.values() if verdicts.answered(result)]
    repaired = verdicts.repaired(sample)
    lost = sum(map(verdicts.fails, answered)) if repaired else 0
    status = NO_ANSWER if original is None else original.status
    rank = original.first_hit if original is not None and repaired else None
    if behaviour is None or bug not in behaviour.samples:
        return Outcome(status, rank, lost, len(answered))
    run, runs = behaviour.samples[bug], Verdicts("behaviour", 1)
    compared = (
        [result for result in run.mutants.values() if runs.answered(result)] if runs.counts(run) else []
    )
    differing = sum(map(runs.fails, compared))
    return Outcome(status, rank, lost, len(answered), differing, len(compared), runs.repaired(run))
