"""Options for drawing mutant models and for keeping them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from equimorph.runs.declared import Option, Panel, check_values
from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.operators import OPERATORS, operator_of
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.outputs import BATCH, Output

RATIOS = (0.001, 0.003, 0.01, 0.03)
"""Shares that take turns. 0.01 is the default of the tool of DeepMutation++; the others are ours."""
LEAST = 0.9
"""Of the original's accuracy, the default of the tool of DeepMutation++."""
TRIES = 20
"""Maximum number of mutants drawn for each wanted one; ours."""

_NAMES = f"Use only this operator (repeatable): {', '.join(OPERATORS)}. Default: all, in turns."
_RATIOS = (
    "Mutate this share of the weights, neurons or layers (repeatable). Default:"
    f" {', '.join(f'{one:g}' for one in RATIOS)}, in turns."
)
_VALUES = (
    "The number of an operator (repeatable), such as GF=0.3. Default:"
    f" {', '.join(f'{name}={one.value:g}' for name, one in OPERATORS.items() if one.value is not None)}."
)

Measure = Callable[[Sequence[Output]], float]
"""Returns a score for a model's outputs on the probe texts; higher is better."""


def values_from(texts: Sequence[str]) -> dict[str, float]:
    """Return the numbers of operators.

    Raises:
        SearchError: one is not NAME=NUMBER.
    """
    numbers = {}
    for text in texts:
        name, _, number = text.partition("=")
        try:
            numbers[name] = float(number)
        except ValueError:
            raise SearchError(f"--value {text!r} is not OPERATOR=NUMBER, such as GF=0.3") from None
    return numbers


@dataclass(frozen=True, kw_only=True)
class MakingOptions:
    """Options for drawing mutant models and for keeping them.

    Attributes:
        operators: Names of operators; they take turns.
        ratios: Shares, used one after the other, once around for each turn of the operators.
        values: Number of an operator, by its name; missing ones have their default.
        seed: Seed for all random choices.
        texts: Texts to try a mutant on; the built-in Java methods by default. If the outputs are vectors, the
            original's vectors of every fourth text are the gallery for the others.
        labels: The right output for each text; without them, the original's outputs count as right.
        measure: Measure of the outputs for all texts, instead of the share of right ones.
        least: Drop mutants that keep less than this share of the original's outputs.
        tries: Maximum draws per mutant model.
        batch: Maximum texts per model call.

    Raises:
        SearchError: one is out of its range.
    """

    operators: Annotated[
        Sequence[str],
        Option(flags="--operator", help=_NAMES, panel=Panel.MUTATORS, noun="operator", choices=OPERATORS),
    ] = tuple(OPERATORS)
    ratios: Annotated[Sequence[float], Option(flags="--ratio", help=_RATIOS, panel=Panel.MUTATORS)] = RATIOS
    values: Annotated[
        Mapping[str, float], Option(flags="--value", help=_VALUES, panel=Panel.MUTATORS, parse=values_from)
    ] = field(default_factory=dict)
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    texts: Sequence[str] = PROBES
    labels: Sequence[Output] | None = None
    measure: Measure | None = None
    least: Annotated[float, Option(minimum=0, maximum=1)] = LEAST
    tries: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1)] = TRIES
    batch: Annotated[int, Option(panel=Panel.WORKERS, minimum=1)] = BATCH

    def __post_init__(self) -> None:
        demand(bool(self.operators), "there is one operator at least")
        for name in (*self.operators, *self.values):
            operator_of(name).checked(self.values.get(name))
        check_values(self, SearchError)
        demand(set(self.values) <= set(self.operators), "a number is for an operator that is not asked for")
        demand(bool(self.ratios), "there is one ratio at least")
        demand(all(0 < one <= 1 for one in self.ratios), "ratios are more than 0 and at most 1")
        demand(
            len(dict.fromkeys(self.texts)) == len(self.texts) >= 2, "there are two different texts at least"
        )
        demand(self.labels is None or self.measure is None, "give labels or a measure")
        demand(self.labels is None or len(self.labels) == len(self.texts), "there is one label for each text")

    def specs(self, tries: int) -> Iterator[MutantSpec]:
        """Yield this many mutations. The seed of each one depends only on its number and on the seed of all."""
        turns = len(self.operators)
        for number in range(tries):
            name = self.operators[number % turns]
            ratio = self.ratios[number // turns % len(self.ratios)]
            yield MutantSpec(
                name, ratio, seed_of(self.seed, number) >> 32, self.values.get(name, OPERATORS[name].value)
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
