"""The course of a search: what has been scored, what that cost, and whether it continues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from equimorph.search.errors import BudgetExhausted
from equimorph.search.individuals import Individual, Stepper, original
from equimorph.search.options import Method, SearchOptions
from equimorph.search.panel import Panel
from equimorph.search.results import Result, best_of
from equimorph.search.scores import Score, mean_score


@dataclass
class Course:
    """A search that is under way.

    Attributes:
        method: "guided", "once" or "times".
        options: Options of the search.
        panel: scores individuals.
        stepper: mutates them, and has the roots.
        seconds: returns how long the search has lasted.
        advance: called with the number of new model calls.
    """

    method: Method
    options: SearchOptions
    panel: Panel
    stepper: Stepper
    seconds: Callable[[], float]
    advance: Callable[[int], object] = lambda calls: None
    originals: tuple[Individual, ...] = ()
    history: list[dict[str, Any]] = field(default_factory=list)
    _scored: dict[tuple[str, str], Individual] = field(default_factory=dict)
    _best: dict[str, Individual] = field(default_factory=dict)
    _still: int = 0

    def begin(self) -> tuple[Individual, ...]:
        """Return the originals with their scores; those for which the budget does not suffice are left out.

        Raises:
            BudgetExhausted: it suffices for none.
        """
        made = [original(root) for root in self.stepper.roots.values()]
        made = made[: self.panel.affordable(made)]
        if not made and self.stepper.roots:
            raise BudgetExhausted(
                f"the budget of {self.options.budget} model calls is less than the {len(self.panel.models)} of one method",
                self.result((), "budget"),
            )
        self.originals = tuple(self.panel.open(made))
        self._take(self.originals, 0, self.originals)
        return self.originals

    def scored(
        self, parents: Sequence[Individual], children: Sequence[Individual], number: int
    ) -> tuple[list[Individual], bool]:
        """Return the population after a generation or draw, and whether the budget was spent before all children were scored.

        Args:
            parents: what stays where a child was not scored, or is worse and `replace` asks for that.
            children: one for each parent; that itself where it was not mutated.
            number: Number of the generation or draw.
        """
        new = [at for at, one in enumerate(children) if one.score is None]
        paid = new[: self.panel.affordable(children[at] for at in new)]
        made = dict(zip(paid, self.panel.scored([children[at] for at in paid]), strict=True))
        after = [
            self._following(parent, child, made.get(at))
            for at, (parent, child) in enumerate(zip(parents, children, strict=True))
        ]
        self._take(tuple(made.values()), number, after)
        return after, len(paid) < len(new)

    def _following(self, parent: Individual, child: Individual, scored: Individual | None) -> Individual:
        if child.score is not None:
            return child
        if scored is None:
            return parent
        assert scored.score is not None
        if self.options.replace == "not-worse" and self.method == "guided" and parent.score is not None:
            return scored if scored.score.exact >= parent.score.exact else parent
        return scored

    def ended(self) -> str | None:
        """Return why the search ends before the next generation or draw, or None."""
        options = self.options
        if options.target is not None and len(self.answered) >= options.target:
            return "target"
        if options.stagnation is not None and self._still >= options.stagnation:
            return "stagnation"
        return "seconds" if options.seconds is not None and self.seconds() >= options.seconds else None

    @property
    def answered(self) -> set[str]:
        """The roots that have an adversarial: a mutant of which the model says something else."""
        return {one.root for one in self._scored.values() if one.changed and one.mutations}

    def result(self, population: Sequence[Individual], reason: str) -> Result:
        """Return the results until now."""
        return Result(
            self.method,
            self.options,
            self.stepper.roots,
            self.panel,
            self.originals,
            tuple(population),
            tuple(self._scored.values()),
            tuple(self.history),
            reason,
        )

    def _take(self, made: Sequence[Individual], number: int, population: Sequence[Individual]) -> None:
        for one in made:
            self._scored.setdefault((one.root, one.text), one)
        before = mean_score(_scores(self._best.values()))
        self._best = best_of((*self._best.values(), *made))
        mean_best = mean_score(_scores(self._best.values()))
        self._still = self._still + 1 if mean_best == before else 0
        calls = self.panel.calls
        self.advance(calls - (self.history[-1]["calls"] if self.history else 0))
        self.history.append(
            {
                "generation": number,
                "calls": calls,
                "mutants": len(self._scored) - len(self.originals),
                "best": max((float(one.exact) for one in _scores(population)), default=None),
                "mean": mean_score(_scores(population)),
                "mean_best": mean_best,
                "adversarial_methods": len(self.answered),
            }
        )


def _scores(individuals: Iterable[Individual]) -> list[Score]:
    return [one.score for one in individuals if one.score is not None]
