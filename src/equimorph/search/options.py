"""The options of a search."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from equimorph.search.differs import RULES, THETA
from equimorph.search.errors import SearchError
from equimorph.search.operators import BY_DEFAULT, operators_of
from equimorph.search.outputs import BATCH

__all__ = ["Method", "Replace", "Scope", "SearchOptions"]

Method = Literal["guided", "once", "times"]
Scope = Literal["suite", "input"]
Replace = Literal["always", "not-worse"]


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The options of a search. The paper gives no numbers for the first four: these are ours.

    Attributes:
        elite: the individuals that pass unchanged: a number of them, or, as a float, a share of the population, rounded up; a share
            below 1.0 leaves one individual at least to be mutated.
        rate: the probability with which each other individual is mutated in a generation.
        generations: at most.
        population: individuals of each root, with the scope "input".
        k: steps of each individual of `times`.
        scope: "suite", all roots are one population; or "input", each root has a population of its own.
        replace: "always", a mutated individual takes the place of its parent, as in the paper; "not-worse", only if its score is
            not lower.
        budget: model calls, at most: a call is one text that reaches the model or a mutant model. None for no limit.
        seconds: after which no generation begins; results then depend on the machine. None for no limit.
        target: roots with an adversarial after which the search ends. None for no such end.
        stagnation: generations without a rise of any root's best score after which the search ends. None for no such end.
        methods: roots at most, drawn by the seed; for None as many as `budget` lets evolve for all generations.
        seed: of all draws.
        operators: names.
        rule: of difference; for None "equal" for labels and texts, "nearest" for vectors.
        theta: of the rule "cosine".
        batch: texts of one call of a model, at the most; no result depends on it.

    Raises:
        SearchError: one is out of its range.
    """

    elite: int | float = 0.1
    rate: float = 1.0
    generations: int = 10
    population: int = 10
    k: int = 5
    scope: Scope = "suite"
    replace: Replace = "always"
    budget: int | None = None
    seconds: float | None = None
    target: int | None = None
    stagnation: int | None = None
    methods: int | None = None
    seed: int = 0
    operators: tuple[str, ...] = BY_DEFAULT
    rule: str | None = None
    theta: float = THETA
    batch: int = BATCH

    def __post_init__(self) -> None:
        _demand(not isinstance(self.operators, str), "operators are a list of names")
        object.__setattr__(self, "operators", tuple(self.operators))
        operators_of(self.operators)
        elite = self.elite
        _demand(
            not isinstance(elite, bool) and isinstance(elite, int | float), "elite is a number or a share"
        )
        whole = isinstance(elite, int)
        _demand(
            elite >= 0 if whole else 0 <= elite <= 1, "elite is a number from 0, or a share from 0.0 to 1.0"
        )
        _demand(0 <= self.rate <= 1, "rate is between 0 and 1")
        _demand(self.generations >= 0, "generations are 0 or more")
        _demand(self.k >= 0, "k is 0 or more")
        _demand(self.scope in get_args(Scope), f"scope is one of {', '.join(get_args(Scope))}")
        _demand(self.replace in get_args(Replace), f"replace is one of {', '.join(get_args(Replace))}")
        _demand(self.seconds is None or self.seconds > 0, "seconds are more than 0")
        for name in ("population", "budget", "target", "stagnation", "methods", "batch"):
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool)
            _demand(value is None or (whole and value >= 1), f"{name} is a whole number from 1")
        _demand(self.rule is None or self.rule in RULES, f"rule is one of {', '.join(RULES)}")
        _demand(-1 <= self.theta <= 1, "theta is between -1 and 1")

    def elite_of(self, size: int) -> int:
        """Return how many individuals of a population pass unchanged."""
        if isinstance(self.elite, int):
            return min(self.elite, size)
        share = math.ceil(round(self.elite * size, 9))
        return share if self.elite == 1 else min(share, size - 1)

    def roots_of(self, models: int) -> int | None:
        """Return how many roots are drawn at the most; None for all.

        Args:
            models: the model and its mutant models, so many calls does a new text cost.
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
