"""How mutant models are drawn and which ones stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.operators import OPERATORS, operator_of
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.specs import MutantSpec, derived
from equimorph.search.outputs import BATCH, Output

__all__ = ["LEAST", "RATIOS", "TRIES", "MakingOptions", "Measure", "demand"]

RATIOS = (0.001, 0.003, 0.01, 0.03)
"""Shares that take turns. 0.01 is the default of the tool of DeepMutation++; the others are ours."""
LEAST = 0.9
"""Of the original's accuracy, the default of the tool of DeepMutation++."""
TRIES = 20
"""Mutants that are drawn for each one that is wanted, at the most; ours."""

Measure = Callable[[Sequence[Output]], float]
"""Returns how good a model's outputs for the probe texts are; higher is better."""


@dataclass(frozen=True, kw_only=True)
class MakingOptions:
    """How mutant models are drawn and which ones stay.

    Attributes:
        operators: names; they take turns.
        ratios: shares; one after the other, once around for each turn of the operators.
        values: the number of an operator, by its name; its default for those that are not there.
        seed: of all draws.
        texts: to try a mutant on; the built-in Java methods by default. Where the outputs are vectors, the original's vectors of
            every fourth text are the gallery for the others.
        labels: the right output for each text; without them, the original's outputs count as right.
        measure: of outputs for all texts, in place of the share of right ones.
        least: the share of the original's accuracy that a mutant keeps.
        tries: mutants that are drawn for each one that is wanted, at the most.
        batch: texts of one call of a model, at the most.

    Raises:
        SearchError: one is out of its range.
    """

    operators: Sequence[str] = tuple(OPERATORS)
    ratios: Sequence[float] = RATIOS
    values: Mapping[str, float] = field(default_factory=dict)
    seed: int = 0
    texts: Sequence[str] = PROBES
    labels: Sequence[Output] | None = None
    measure: Measure | None = None
    least: float = LEAST
    tries: int = TRIES
    batch: int = BATCH

    def __post_init__(self) -> None:
        demand(bool(self.operators), "there is one operator at least")
        for name in (*self.operators, *self.values):
            operator_of(name).checked(self.values.get(name))
        demand(set(self.values) <= set(self.operators), "a number is for an operator that is not asked for")
        demand(bool(self.ratios), "there is one ratio at least")
        demand(all(0 < one <= 1 for one in self.ratios), "ratios are more than 0 and at most 1")
        demand(0 <= self.least <= 1, f"least is from 0 to 1, not {self.least}")
        demand(self.tries >= 1, "tries are 1 or more")
        demand(
            len(dict.fromkeys(self.texts)) == len(self.texts) >= 2, "there are two different texts at least"
        )
        demand(self.labels is None or self.measure is None, "give labels or a measure")
        demand(self.labels is None or len(self.labels) == len(self.texts), "there is one label for each text")

    def specs(self, tries: int) -> Iterator[MutantSpec]:
        """Yield so many mutations. The seed of each one depends on its number and on the seed of all, on nothing else."""
        turns = len(self.operators)
        for number in range(tries):
            name = self.operators[number % turns]
            ratio = self.ratios[number // turns % len(self.ratios)]
            yield MutantSpec(
                name, ratio, derived(self.seed, number) >> 32, self.values.get(name, OPERATORS[name].value)
            )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, without the texts."""
        return {
            "operators": list(self.operators),
            "ratios": list(self.ratios),
            "values": dict(sorted(self.values.items())),
            "seed": self.seed,
            "least": self.least,
            "tries": self.tries,
            "accuracy": "measure" if self.measure else "labels" if self.labels is not None else "agreement",
        }


def demand(true: bool, message: str) -> None:
    """Check a condition.

    Raises:
        SearchError: it does not hold.
    """
    if not true:
        raise SearchError(message)
