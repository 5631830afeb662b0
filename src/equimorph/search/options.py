"""The options of a search."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from equimorph.runs.declared import Option, Panel, check_values
from equimorph.search.differs import RULES, THETA
from equimorph.search.errors import SearchError
from equimorph.search.operators import BY_DEFAULT, OPERATORS, operators_of
from equimorph.search.outputs import BATCH

__all__ = ["Method", "Replace", "Scope", "SearchOptions"]

_OPERATORS = (
    f"Use only this operator, or mutator (repeatable): {', '.join(OPERATORS)}. Default: all but "
    f"{', '.join(name for name in OPERATORS if name not in BY_DEFAULT)}."
)

Method = Literal["guided", "once", "times"]
Scope = Literal["suite", "input"]
Replace = Literal["always", "not-worse"]


def elite_from(text: str) -> int | float:
    """Return a number of individuals, or a share.

    Raises:
        ValueError: it is neither.
    """
    try:
        if text.endswith("%"):
            return float(text[:-1]) / 100
        return float(text) if "." in text else int(text)
    except ValueError:
        raise ValueError(f"{text!r} is neither a number nor a share such as 10%") from None


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The options of a search. The paper gives no numbers for `elite`, `rate`, `generations` and `population`: these are ours.

    In Python a share of `elite` is a float, which is rounded up; one below 1.0 leaves one individual at least to be mutated.

    Attributes:
        budget: Maximum model calls: one text to the model or to a mutant model is one call. Default: no limit.
        seconds: Time after which no generation begins, in seconds; the result then depends on the machine. Default: no limit.
        methods: Maximum methods, drawn by the seed. Default: all; with --budget as many as it allows for all generations.
        target: Stop when this many methods have an adversarial mutant. Default: never.
        stagnation: Stop after this many generations without a better score for any method. Default: never.
        generations: Maximum number of generations (guided only).
        elite: Size of the elite that passes unchanged (guided only): a number, or a share such as 10%.
        rate: Probability of mutating each of the others in a generation (guided only).
        scope: Population (guided only): suite (all methods together) or input (one per method).
        population: Individuals per method with --scope input.
        replace: Replacement of a parent by its mutant (guided only): always, or not-worse.
        k: Random steps per mutant (times only).
        operators: names of operators or mutators.
        seed: Seed for all random choices.
        rule: Rule by which two outputs differ: equal, nearest, cosine. Default: equal for labels and texts, nearest for vectors.
        theta: Cosine below which vectors differ (rule cosine).
        batch: Maximum texts per model call.

    Raises:
        SearchError: one is out of its range.
    """

    budget: Annotated[int | None, Option(minimum=1)] = None
    seconds: Annotated[float | None, Option(minimum=0.001)] = None
    methods: Annotated[int | None, Option(minimum=1)] = None
    target: Annotated[int | None, Option(minimum=1)] = None
    stagnation: Annotated[int | None, Option(minimum=1)] = None
    generations: Annotated[int, Option(minimum=0)] = 10
    elite: Annotated[int | float, Option(text="10%", parse=elite_from)] = 0.1
    rate: Annotated[float, Option(minimum=0, maximum=1)] = 1.0
    scope: Annotated[Scope, Option()] = "suite"
    population: Annotated[int, Option(minimum=1)] = 10
    replace: Annotated[Replace, Option()] = "always"
    k: Annotated[int, Option(flags="-k --steps", minimum=0)] = 5
    operators: Annotated[
        tuple[str, ...],
        Option(flags="--operator", help=_OPERATORS, panel=Panel.MUTATORS, suggestions=OPERATORS),
    ] = BY_DEFAULT
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    rule: Annotated[str | None, Option(choices=RULES)] = None
    theta: Annotated[float, Option(minimum=-1, maximum=1)] = THETA
    batch: Annotated[int, Option(panel=Panel.WORKERS, minimum=1)] = BATCH

    def __post_init__(self) -> None:
        check_values(self, SearchError)
        _demand(not isinstance(self.operators, str), "operators are a list of names")
        object.__setattr__(self, "operators", tuple(self.operators))
        operators_of(self.operators)
        elite, whole = self.elite, isinstance(self.elite, int)
        _demand(
            not isinstance(elite, bool) and isinstance(elite, int | float), "elite is a number or a share"
        )
        _demand(
            elite >= 0 if whole else 0 <= elite <= 1, "elite is a number from 0, or a share from 0.0 to 1.0"
        )

    def elite_of(self, size: int) -> int:
        """Return the number of individuals of a population that pass unchanged."""
        if isinstance(self.elite, int):
            return min(self.elite, size)
        share = math.ceil(round(self.elite * size, 9))
        return share if self.elite == 1 else min(share, size - 1)

    def roots_of(self, models: int) -> int | None:
        """Return the maximum number of roots to draw; None for all.

        Args:
            models: The model and its mutant models, which is the number of calls that a new text costs.
        """
        if self.methods is not None or self.budget is None:
            return self.methods
        slots = self.population if self.scope == "input" else 1
        return max(1, self.budget // (models * (1 + slots * self.generations)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**asdict(self), "operators": list(self.operators)}


def _demand(true: bool, message: str) -> None:
    if not true:
        raise SearchError(message)
