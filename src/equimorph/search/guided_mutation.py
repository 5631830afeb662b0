"""GM, guided mutation (paper 003): an evolution with elitism and mutation, without crossover.

Each generation scores all individuals; the elite passes unchanged, and each other individual is mutated once with the probability
`rate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from equimorph.runs.seeds import seed_of
from equimorph.search.course import Course
from equimorph.search.individuals import Individual
from equimorph.search.options import SearchOptions
from equimorph.search.results import Result


def evolve(course: Course) -> Result:
    """Return the result of a guided search.

    Raises:
        BudgetExhausted: the budget suffices for no method.
        ModelError: a model fails.
    """
    options = course.options
    slots = options.population if options.scope == "input" else 1
    population = [replace(one, slot=slot) for one in course.begin() for slot in range(slots)]
    for generation in range(1, options.generations + 1):
        reason = course.ended()
        if reason is None and all(one.status == "exhausted" for one in population):
            reason = "exhausted"
        if reason is not None:
            return course.result(population, reason)
        passing = elite(population, options)
        children = [
            one if at in passing else _child(course, one, generation) for at, one in enumerate(population)
        ]
        population, spent = course.scored(population, children, generation)
        if spent:
            return course.result(population, "budget")
    return course.result(population, course.ended() or "generations")


def elite(population: Sequence[Individual], options: SearchOptions) -> set[int]:
    """Return the places of the individuals that pass unchanged: the highest scores, of equal ones the lower ids.

    With the scope "input", each root has its own elite.
    """
    groups = dict[str, list[int]]()
    for at, one in enumerate(population):
        groups.setdefault(one.root if options.scope == "input" else "", []).append(at)
    found = set[int]()
    for places in groups.values():
        ranked = sorted(places, key=lambda at: _order(population[at]))
        found.update(ranked[: options.elite_of(len(places))])
    return found


def _order(one: Individual) -> tuple[object, ...]:
    assert one.score is not None
    return -one.score.exact, one.id, one.root, one.slot


def _child(course: Course, one: Individual, generation: int) -> Individual:
    options = course.options
    draw = Random(seed_of("rate", options.seed, one.root, one.slot, generation)).random()
    return course.stepper.step(one, generation) if draw < options.rate else one
