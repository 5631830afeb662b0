"""Individuals: a root, or a mutant of it with the records that lead back to the root; and one step of mutation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Literal

from equimorph.mutants.failures import once
from equimorph.mutants.inverting import invert
from equimorph.mutants.mutating import Conflict, Found
from equimorph.mutants.stacking import followed
from equimorph.runs.seeds import seed_of
from equimorph.search.operators import Operator
from equimorph.search.roots import Root
from equimorph.search.scores import Score
from mutators import Mutant, Mutation, MutationError, Site
from mutators.model import chain_id
from parsers import Member

__all__ = ["Individual", "Status", "Stepper", "k_times", "one_time", "original"]

Status = Literal["original", "mutated", "exhausted"]
"""Whether an individual is a root, a mutant, or either of them with no site left for any operator."""
_KEPT = 200
"""Methods of individuals that are kept parsed."""


@dataclass(frozen=True)
class Individual:
    """A root, or a mutant of it.

    Attributes:
        id: Id of the records, as for a higher-order mutant; for a root without records its own.
        root: Id of the root.
        parent: Id of the individual that the last step mutated; None for a root.
        generation: Generation of the last step; 0 for a root.
        method: Name of the method.
        operators: Names of the operators, in the order of the steps.
        text: Text that the model sees.
        original: Text of the root.
        mutations: A record for each step, relative to the text after the step before.
        status: See `Status`.
        slot: Number among several individuals of one root, from 0.
        score: Score; None before it is scored.
        changed: Whether the model's outputs for the text and for the original differ; None before it is asked.
    """

    id: str
    root: str
    parent: str | None
    generation: int
    method: str
    operators: tuple[str, ...]
    text: str
    original: str
    mutations: tuple[Mutation, ...]
    status: Status
    slot: int = 0
    score: Score | None = None
    changed: bool | None = None

    @property
    def killed(self) -> int:
        """The number of mutant models that disagree with the model about the text."""
        return 0 if self.score is None else self.score.numerator

    @property
    def size(self) -> int:
        """The edit size, in bytes that all steps remove and add."""
        return sum(
            len(edit.old.encode()) + len(edit.new.encode()) for one in self.mutations for edit in one.edits
        )

    def restored(self) -> str:
        """Return the root's text, made from the individual's text and its records alone.

        Raises:
            RecordMismatch: the records do not belong to the text.
        """
        return invert(self.text, self.mutations) if self.mutations else self.text


def original(root: Root, slot: int = 0) -> Individual:
    """Return a root as an individual."""
    text = root.text
    return Individual(root.id, root.id, None, 0, root.method.name, (), text, text, (), "original", slot)


@dataclass
class Stepper:
    """Mutates individuals, one step at a time.

    A step draws one operator from the ones that have a site left, all with equal probability, and one of its sites. No
    mutator uses a place twice, and no step makes a text that the individual had before: no step undoes others.

    Attributes:
        roots: Roots by id.
        operators: Operators to draw from.
        seed: Seed of all draws.
        conflicts: Sites at which the library's checks rejected an edit, which is a fault of a mutator.
    """

    roots: dict[str, Root]
    operators: Sequence[Operator]
    seed: int
    conflicts: list[Conflict] = field(default_factory=list)
    _members: OrderedDict[str, Member] = field(default_factory=OrderedDict, repr=False)

    @cached_property
    def _report(self) -> Callable[[Conflict], None]:
        return once(self.conflicts.append)

    def step(self, individual: Individual, generation: int) -> Individual:
        """Return an individual with one more mutation; with status "exhausted" as it is where no operator has a site left.

        The result depends on the individual, the generation and the seed alone.
        """
        if individual.status == "exhausted":
            return individual
        member = self._member(individual)
        rng = Random(seed_of("step", self.seed, individual.root, individual.slot, generation))
        mutated = None if member is None else self._mutated(individual, member, rng)
        if mutated is None or member is None:
            return replace(individual, status="exhausted")
        operator, mutant = mutated
        records = (*individual.mutations, mutant.local)
        made = replace(
            individual,
            id=chain_id(records),
            parent=individual.id,
            generation=generation,
            operators=(*individual.operators, operator.name),
            text=mutant.mutant,
            mutations=records,
            status="mutated",
            score=None,
            changed=None,
        )
        following = member.source.with_member(member, mutant.mutant_data, mutant.local.edits)
        if following is not None:
            self._keep(made, following)
        return made

    def able(self, root: Root) -> bool:
        """Return whether any operator has a site in a root."""
        return any(
            mutator.refusal_of(match) is None
            for one in self.operators
            for _, mutator, match in one.found(root.method)
        )

    def _mutated(self, individual: Individual, member: Member, rng: Random) -> tuple[Operator, Mutant] | None:
        used, before = _used(individual.mutations), _texts_before(individual)
        seed = rng.getrandbits(48)
        for operator in rng.sample(self.operators, len(self.operators)):
            for site, mutator, match in _drawn(operator, member, used, rng):
                try:
                    if mutator.obstacle_of(match) is not None:
                        continue
                    mutant = mutator.mutate(member.source, member, site, seed, match)
                except MutationError as error:
                    self._report(Conflict(site, member, error))
                    continue
                if mutant.mutant_data not in before:
                    return operator, mutant
        return None

    def _member(self, individual: Individual) -> Member | None:
        """Return the method of an individual in its file; None if it is no method there any more."""
        known = self._members.get(_key(individual))
        if known is not None:
            self._members.move_to_end(_key(individual))
            return known
        member: Member | None = self.roots[individual.root].method
        for record in individual.mutations:
            assert member is not None
            member = member.source.with_member(member, record.apply(member.data), record.edits)
            if member is None:
                return None
        assert member is not None
        self._keep(individual, member)
        return member

    def _keep(self, individual: Individual, member: Member) -> None:
        self._members[_key(individual)] = member
        while len(self._members) > _KEPT:
            self._members.popitem(last=False)[1].release()


def _key(individual: Individual) -> str:
    return f"{individual.root}|{individual.id}"


def _place(one: Found) -> tuple[str, int, int, str]:
    site = one[0]
    return site.mutator, site.start, site.end, repr(site.params)


def _used(records: Sequence[Mutation]) -> set[tuple[str, int, int]]:
    """Return the places that the steps used, where they are now: mutator and byte range in the method."""
    sites = list[Site]()
    for record in records:
        sites = [followed(record.edits, site) for site in (*sites, record.site)]
    return {(site.mutator, site.start, site.end) for site in sites}


def _texts_before(individual: Individual) -> set[bytes]:
    text = individual.original.encode("utf-8", "surrogatepass")
    found = {text}
    for record in individual.mutations[:-1]:
        text = record.apply(text)
        found.add(text)
    return found


def _drawn(
    operator: Operator, member: Member, used: set[tuple[str, int, int]], rng: Random
) -> Iterator[Found]:
    """Yield the candidates of an operator that are left, in random order."""
    found = [
        one
        for one in sorted(operator.found(member), key=_place)
        if (one[0].mutator, one[0].start - member.start, one[0].end - member.start) not in used
    ]
    rng.shuffle(found)
    return iter(found)


def one_time(individuals: Sequence[Individual], stepper: Stepper) -> list[Individual]:
    """Return each individual after one step: the paper's 1-time mutation."""
    return k_times(individuals, stepper, 1)


def k_times(individuals: Sequence[Individual], stepper: Stepper, k: int) -> list[Individual]:
    """Return each individual after k steps: the paper's k-time mutation."""
    found = list(individuals)
    for generation in range(1, k + 1):
        found = [stepper.step(one, generation) for one in found]
    return found
