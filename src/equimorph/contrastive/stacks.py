"""Stacks of mutations, drawn at random: positives by preserving mutators, negatives by breaking ones."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

import parsers
from equimorph.contrastive.members import Member
from equimorph.mutants.mutating import Conflict
from equimorph.mutants.stacking import followed
from mutators import Mutant, Mutation, MutationError, Mutator, Site


def derived(*parts: object) -> int:
    """Return a seed that depends on some others: 48 bits, so that any number type holds it."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, parts)).encode()).digest()[:6])


@dataclass(frozen=True)
class Stack:
    """A member's text after some mutations, and their records, each relative to the text of the one before."""

    data: bytes
    mutations: tuple[Mutation, ...]


@dataclass(frozen=True)
class Drawing:
    """A drawer of stacks.

    Attributes:
        weights: Weights of mutators, by name; 1 for the others. One of weight 0 is never drawn.
        on_conflict: called with each site at which the framework's checks reject the mutator's edits.
    """

    weights: Mapping[str, float]
    on_conflict: Callable[[Conflict], None]

    def stacks(
        self, member: Member, mutators: Sequence[Mutator], depth: tuple[int, int], seed: int, attempts: int
    ) -> Iterator[Stack]:
        """Yield stacks of at least the minimum depth, the same one perhaps more than once.

        Each round draws a mutator by weight and one of its sites; no mutator takes a site twice.
        """
        for turn in range(attempts):
            rng = Random(turn_seed := derived(seed, turn))
            stack = self._stack(member, mutators, rng.randint(*depth), rng, turn_seed)
            if len(stack.mutations) >= depth[0]:
                yield stack
            elif not stack.mutations:
                return

    def _stack(
        self, member: Member, mutators: Sequence[Mutator], rounds: int, rng: Random, seed: int
    ) -> Stack:
        data, mutations, used = member.method.data, list[Mutation](), list[Site]()
        current: Member | None = member
        while len(mutations) < rounds and current is not None:
            taken = {(site.mutator, site.start, site.end) for site in used}
            mutant = self._first(current, self._drawn(current, mutators, taken, rng), seed)
            if mutant is None:
                break
            data = mutant.mutant_data
            mutations.append(mutant.local)
            used = [followed(mutant.local.edits, site) for site in (*used, mutant.local.site)]
            current = current.mutated(mutant) if len(mutations) < rounds else None
        return Stack(data, tuple(mutations))

    def _drawn(
        self, member: Member, mutators: Sequence[Mutator], taken: set[tuple[str, int, int]], rng: Random
    ) -> Iterator[tuple[Mutator, Site]]:
        at = member.method.start
        for mutator in self._ordered(mutators, rng):
            sites = [
                site
                for site in member.sites(mutator)
                if (site.mutator, site.start - at, site.end - at) not in taken
            ]
            rng.shuffle(sites)
            for site in sites:
                yield mutator, site

    def single(
        self, member: Member, mutators: Sequence[Mutator], seed: int, attempts: int
    ) -> Iterator[Stack]:
        """Yield first-order mutants, each site once: one of each expression first, then a second one of each, and so on."""
        return islice(self._single(member, mutators, seed), attempts)

    def _single(self, member: Member, mutators: Sequence[Mutator], seed: int) -> Iterator[Stack]:
        rng = Random(seed)
        for mutator in self._ordered(mutators, rng):
            left = _by_range(member, mutator, rng)
            while left:
                for sites in left:
                    mutant = self._first(member, iter([(mutator, sites.pop())]), seed)
                    if mutant is not None:
                        yield Stack(mutant.mutant_data, (mutant.local,))
                left = [sites for sites in left if sites]

    def shared(
        self, member: Member, mutators: Sequence[Mutator], share: float, seed: int, attempts: int
    ) -> Iterator[Stack]:
        """Yield mutants in which a share of the statements with operators are mutated at once, the same one perhaps more than once.

        Each statement is changed once, and none of the changed expressions is in another one: there one change could take back
        the other.
        """
        able = self._ordered(mutators, Random(seed))
        ranges = {(site.start, site.end): site for mutator in able for site in member.sites(mutator)}
        for turn in range(attempts if ranges else 0):
            rng = Random(turn_seed := derived(seed, turn))
            targets = _apart(member.method, sorted(ranges.values()), share, rng)
            stack = self._at(member, mutators, targets, rng, turn_seed)
            if stack.mutations:
                yield stack

    def _at(
        self, member: Member, mutators: Sequence[Mutator], targets: list[Site], rng: Random, seed: int
    ) -> Stack:
        data, mutations = member.method.data, list[Mutation]()
        targets = [site.moved(-member.method.start) for site in targets]
        current: Member | None = member
        while targets and current is not None:
            target = targets.pop().moved(current.method.start)
            place = target.start, target.end
            pairs = [
                (mutator, site)
                for mutator in self._ordered(mutators, rng)
                for site in current.sites(mutator)
                if (site.start, site.end) == place
            ]
            rng.shuffle(pairs)
            mutant = self._first(current, iter(pairs), seed)
            if mutant is not None:
                data = mutant.mutant_data
                mutations.append(mutant.local)
                targets = [followed(mutant.local.edits, site) for site in targets]
                current = current.mutated(mutant)
        return Stack(data, tuple(mutations))

    def _first(self, member: Member, drawn: Iterator[tuple[Mutator, Site]], seed: int) -> Mutant | None:
        """Return the mutant of the first site that the framework accepts."""
        for mutator, site in drawn:
            try:
                return mutator.mutate(member.view, member.method, site, seed)
            except MutationError as error:
                self.on_conflict(Conflict(site, member.method, error))
        return None

    def _ordered(self, mutators: Sequence[Mutator], rng: Random) -> list[Mutator]:
        """Return the mutators in random order, as if drawn one by one by weight, without mutators of weight 0."""
        weighed = [(m, self.weights.get(m.name, 1.0)) for m in sorted(mutators, key=lambda m: m.name)]
        # Of exponential variates with these rates the least is each one's with a chance in proportion to its rate.
        drawn = [(rng.expovariate(weight), n, m) for n, (m, weight) in enumerate(weighed) if weight > 0]
        return [mutator for *_, mutator in sorted(drawn, key=lambda entry: entry[:2])]


def _by_range(member: Member, mutator: Mutator, rng: Random) -> list[list[Site]]:
    ranges: dict[tuple[int, int], list[Site]] = {}
    for site in member.sites(mutator):
        ranges.setdefault((site.start, site.end), []).append(site)
    groups = list(ranges.values())
    rng.shuffle(groups)
    for sites in groups:
        rng.shuffle(sites)
    return groups


def _apart(method: parsers.Member, sites: Sequence[Site], share: float, rng: Random) -> list[Site]:
    """Return sites in a share of the statements that have any, one in each; none overlaps another."""
    around = {site: method.statement_at(site.start) for site in sites}
    count = math.ceil(share * len(set(around.values())))
    selection: list[Site] = []
    for site in rng.sample(list(sites), len(sites)):
        if len(selection) == count:
            break
        if all(
            around[site] != around[other] and (site.end <= other.start or other.end <= site.start)
            for other in selection
        ):
            selection.append(site)
    return [replace(site, params=()) for site in selection]
