"""Stacking mutations: higher-order mutants of all methods of a source."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from random import Random

from equimorph.mutants.failures import once
from equimorph.mutants.mutating import (
    Conflict,
    Found,
    Mutators,
    Source,
    candidates_of,
    check_reach,
    select_mutators,
    sites_by_method,
    source_of,
)
from equimorph.mutants.skipping import warn_of_skipped
from mutators import Edit, Mutant, MutationError, Mutator, Site, Stacked
from mutators.lines import map_offset
from mutators.seeding import checked_seed
from parsers import Member, SourceFile

__all__ = ["STACKING", "followed", "stack", "stacked"]

STACKING = 2
"""Version of drawing stacks. It is raised when the same seed draws other sites with unchanged mutators."""


@dataclass
class _Progress:
    """The progress of a member: the mutated sites in it, relative to its start, and how many mutations it shall have."""

    used: list[Site]
    wanted: int


_Members = dict[tuple[int, int], _Progress]
"""By the range of a member."""


def stack(
    source: Source,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    per_method: int = 1,
    share: float | None = None,
    lines: frozenset[int] | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Stacked:
    """Give each method of a source up to `per_method` mutations, one per round.

    No mutator uses a site twice, and no breaking one a statement, where one change could cancel another.

    Args:
        source: text, path or `SourceFile`. A `SkippedWarning` names members that cannot be read.
        mutators: names or objects, in random order for each method; the defaults for None.
        seed: Seed of all choices.
        per_method: the maximum number of mutations for a method.
        share: instead, the part of the places where a mutator applies to the method, rounded up; 1 is all of them. A place is a
            site, or, for a breaking mutator, a statement.
        lines: only methods that contain one of these 1-based lines of the source.
        on_conflict: see `mutate`.

    Raises:
        MutationError, ParseError, OSError, TypeError: see `mutate`; TypeError also for a share that is no number.
        ValueError: the share is not above 0 and up to 1, or `per_method` is below 0.
    """
    src = source_of(source)
    result = stacked(
        src, mutators, seed=seed, per_method=per_method, share=share, lines=lines, on_conflict=on_conflict
    )
    warn_of_skipped(src)
    return result


def stacked(
    source: SourceFile,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    per_method: int = 1,
    share: float | None = None,
    lines: frozenset[int] | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Stacked:
    """Do as `stack`, without a warning: whoever calls it reports the members that are left alone."""
    original = here = source
    seed = checked_seed(seed)
    if share is not None and not isinstance(share, int | float):
        raise TypeError(f"a share is a number above 0 and up to 1, not {share!r}")
    if share is not None and not 0 < share <= 1:
        raise ValueError(f"a share is above 0 and up to 1, such as 0.5 for half, not {share}")
    if type(per_method) is not int or per_method < 0:
        raise ValueError(f"per_method is a number from 0, not {per_method!r}")
    chosen = {mutator.name: mutator for mutator in select_mutators(mutators, here.language)}
    check_reach(chosen.values(), "stacks are")
    for mutator in chosen.values():
        mutator.check_language(here)
    places = {
        method.start: len({_place(method, chosen[site.mutator], site) for site in method_sites})
        for method, method_sites in (sites_by_method(here, chosen.values()) if share is not None else ())
    }
    members: _Members = {
        (m.start, m.end): _Progress([], per_method if share is None else ceil(share * places.get(m.start, 0)))
        for m in here.methods
        if lines is None or not lines.isdisjoint(range(m.start_line, m.end_line + 1))
    }
    rounds: list[tuple[Mutant, ...]] = []
    report = None if on_conflict is None else once(on_conflict)

    def first(method: Member, drawn: Iterable[Found]) -> Mutant | None:
        for site, mutator, match in drawn:
            try:
                if mutator.obstacle_of(match) is not None:
                    continue
                return mutator.mutate(here, method, site, seed, match)
            except MutationError as error:
                if report is None:
                    raise
                report(Conflict(site, method, error))
        return None

    while any(len(rounds) < member.wanted for member in members.values()):
        round_mutants: list[Mutant] = []
        for method in reversed(here.methods):
            member = members.get((method.start, method.end))
            # A member is not where it must be if a syntax error elsewhere makes the parser see other members.
            if member is not None and len(member.used) < member.wanted:
                candidates = candidates_of(method, chosen.values())
                mutant = first(method, _drawn(method, chosen, candidates, member.used, seed, len(rounds) + 1))
                round_mutants += [mutant] if mutant is not None else []
                method.release()
        if not round_mutants:
            break
        rounds.append(tuple(round_mutants))
        here, members = _after_round(here, round_mutants, members)
    return Stacked(original, tuple(rounds))


def _place(method: Member, mutator: Mutator, site: Site) -> tuple[object, ...]:
    """Return the key under which a mutator is applied at most once.

    That is its site, or, if the mutator is breaking, the enclosing statement, where one change could take back another.
    """
    around = method.statement_at(site.start) if mutator.relation == "breaking" else None
    start, end = (site.start, site.end) if around is None else around
    return mutator.name, start, end


def _drawn(
    method: Member,
    mutators: Mapping[str, Mutator],
    matches: Iterable[Found],
    used: Collection[Site],
    seed: int,
    turn: int,
) -> Iterator[Found]:
    """Yield the candidates that are left, mutator by mutator, all in random order.

    Those that are refused are among them: whoever passes over them has drawn from the others, each as likely as the next.
    """
    taken = {_place(method, mutators[site.mutator], site.moved(method.start)) for site in used}
    left: dict[str, list[Found]] = {}
    for match in sorted(matches, key=lambda match: (match[0].start, match[0].end, repr(match[0].params))):
        site, mutator, _ = match
        if _place(method, mutator, site) not in taken:
            left.setdefault(site.mutator, []).append(match)
    rng = Random(int.from_bytes(hashlib.sha256(f"{seed}|{method.sha256}|{turn}".encode()).digest()))
    names = sorted(left)
    rng.shuffle(names)
    for name in names:
        rng.shuffle(left[name])
        yield from left[name]


def _after_round(
    source: SourceFile, mutants: Iterable[Mutant], members: _Members
) -> tuple[SourceFile, _Members]:
    by_start = {mutant.offset: mutant for mutant in mutants}
    parts: list[bytes] = []
    after: _Members = {}
    at = shift = 0
    for method in source.methods:
        start = method.start + shift
        member = members.get((method.start, method.end), _Progress([], 0))
        mutant = by_start.get(method.start)
        if mutant is not None:
            parts += (source.data[at : method.start], mutant.mutant_data)
            at = method.end
            shift += len(mutant.mutant_data) - (method.end - method.start)
            sites = [followed(mutant.local.edits, site) for site in (*member.used, mutant.local.site)]
            member = _Progress(sites, member.wanted)
        after[start, method.end + shift] = member
    parts.append(source.data[at:])
    return SourceFile(b"".join(parts), source.path, source.language), after


def followed(edits: Collection[Edit], site: Site) -> Site:
    """Return the place of a site after some edits; a site in a text that moves, as operands do, moves with it."""
    for edit in edits:
        if edit.start <= site.start and site.end <= edit.end:
            for other in edits:
                if other.new.strip() in (edit.old, f"({edit.old})"):
                    target = map_offset(edits, other.start, after=False) + other.new.index(edit.old)
                    return site.moved(target - edit.start)
    start = map_offset(edits, site.start)
    return Site(site.mutator, start, map_offset(edits, site.end, after=False), site.params)
