"""The public API for one source: read, parse, sites, mutate, invert."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import overload

import mutators as registry
from mutators import Mutant, Mutation, MutationError, Mutator, Site
from mutators.base import Match
from parsers import Member, SourceFile
from parsers.language import language_of

__all__ = [
    "Candidate",
    "Conflict",
    "Found",
    "Selection",
    "candidates_of",
    "invert",
    "mutate",
    "parse",
    "read",
    "select_mutators",
    "sites",
    "sites_by_method",
]

Source = SourceFile | Path | str
"""A source; a string is Java text, a path is read."""


@dataclass(frozen=True)
class Candidate:
    """A candidate site and what became of it.

    Attributes:
        site: the place.
        method: the method view it lies in.
        reason: why it is refused, None if a mutant can be made.
    """

    site: Site
    method: Member
    reason: str | None

    @property
    def accepted(self) -> bool:
        """Whether a mutant can be made."""
        return self.reason is None


@dataclass(frozen=True)
class Conflict:
    """An accepted site at which the framework's checks rejected the mutator's edits: a fault of the mutator.

    Attributes:
        site: the place.
        method: the method view it lies in.
        error: what the check found.
    """

    site: Site
    method: Member
    error: MutationError

    def __str__(self) -> str:
        source = self.method.source
        place = f"{source.path or 'line'}:{source.lines.line(self.site.start)}"
        return f"{place}: {self.site.mutator}: {self.error}"


@dataclass(frozen=True)
class Selection:
    """A choice among mutants.

    Attributes:
        method: only in methods of this name.
        lines: only mutants that touch any of these 1-based lines of the source.
        avoid_lines: only mutants that touch none of these.
        limit_per_method: at most so many of each method, drawn by the seed.
    """

    method: str | None = None
    lines: frozenset[int] = frozenset()
    avoid_lines: frozenset[int] = frozenset()
    limit_per_method: int | None = None

    def takes(self, mutant: Mutant) -> bool:
        """Return whether the lines that the mutant touches are as wanted."""
        if not (self.lines or self.avoid_lines):
            return True
        # Lines outside of the member are never touched, and need not exist.
        inside = range(mutant.method.start_line, mutant.method.end_line + 1)
        if self.lines and not mutant.lines.touched(self.lines.intersection(inside)):
            return False
        avoided = self.avoid_lines.intersection(inside)
        return not (avoided and mutant.lines.touched(avoided))


def read(path: str | PathLike[str]) -> SourceFile:
    """Read a file, in the language that its suffix names; Java if it names none.

    Raises:
        ParseError: not UTF-8, or not text of that language.
        OSError: it cannot be read.
    """
    source = SourceFile(Path(path).read_bytes(), str(path), language_of(path))
    source.kind  # noqa: B018 - asks for the tree, so that a text which its language cannot read is known here
    return source


def parse(text: str, path: str | None = None, language: str = "java") -> SourceFile:
    """Make a source of a text: a whole file, class members alone, or statements alone.

    Raises:
        ParseError: not text of the language.
    """
    source = SourceFile.from_text(text, path, language)
    source.kind  # noqa: B018 - as in read
    return source


def _source(source: Source) -> SourceFile:
    if isinstance(source, SourceFile):
        return source
    return read(source) if isinstance(source, Path) else parse(source)


def select_mutators(
    mutators: Iterable[str | Mutator] | None = None, language: str = "java"
) -> tuple[Mutator, ...]:
    """Return mutators by name, or as objects with options; for None those that are applied to a language by default.

    Raises:
        MutationError: a name is unknown.
    """
    wanted = registry.defaults(language) if mutators is None else mutators
    if isinstance(wanted, str):
        wanted = (wanted,)
    return tuple(m if isinstance(m, Mutator) else registry.get(m) for m in wanted)


def sites(
    source: Source, mutators: Iterable[str | Mutator] | None = None, *, why: bool = False
) -> Iterator[Candidate]:
    """Yield the sites of a source, mutator by mutator.

    Args:
        source: text, path or `SourceFile`.
        mutators: names or objects; the defaults for None.
        why: also the refused candidates, with their reasons.
    """
    src = _source(source)
    for mutator in select_mutators(mutators, src.language):
        for site, reason in mutator.judged(src):
            method = src.method_at(site.start)
            if method is not None and (why or reason is None):
                yield Candidate(site, method, reason)


def sites_by_method(source: SourceFile, mutators: Iterable[Mutator]) -> Iterator[tuple[Member, list[Site]]]:
    """Yield the methods of a source that have sites, in order, each with its sites."""
    for method, candidates in _candidates_by_method(source, tuple(mutators)):
        first = {site: match for site, _, match in reversed(candidates)}
        sites = dict.fromkeys(site for site, _, _ in candidates)
        found = [site for site in sites if first[site].obstacle() is None]
        if found:
            yield method, found


Found = tuple[Site, Mutator, Match]
"""A candidate, with the mutator that found it."""
_KEPT = 100
"""How many methods of a source keep their facts, so that whoever asks for them again finds them."""


def _candidates_by_method(
    source: SourceFile, mutators: Sequence[Mutator]
) -> Iterator[tuple[Member, list[Found]]]:
    """Yield the methods of a source, in order, each with its candidates, mutator by mutator.

    The facts of a method are given up when enough others have come after it.
    """
    for mutator in mutators:
        mutator.check_language(source)
    done: deque[Member] = deque()
    for method in source.methods:
        if len(done) == _KEPT:
            done.popleft().release()
        done.append(method)
        found = candidates_of(method, mutators)
        if found:
            yield method, found


def candidates_of(method: Member, mutators: Iterable[Mutator]) -> list[Found]:
    """Return the candidates of a method, mutator by mutator."""
    return [(site, mutator, match) for mutator in mutators for site, match in mutator.found(method)]


def mutate(
    source: Source,
    mutators: Iterable[str | Mutator] | None = None,
    *,
    seed: int = 0,
    select: Selection | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[Mutant]:
    """Yield the first-order mutants of a source: one for each site, method by method.

    The mutant of a site depends on the seed, the member's text and the site alone, not on what else is asked.

    Args:
        source: text, path or `SourceFile`.
        mutators: names or objects; the defaults for None.
        seed: of the choices that mutators make.
        select: which of the mutants.
        on_conflict: called with each site at which the framework's checks reject the mutator's edits; then the
            next site comes. Without it that is an error.

    Raises:
        MutationError: as said, if there is no `on_conflict`.
    """
    src = _source(source)
    wanted = select or Selection()
    for method, candidates in _candidates_by_method(src, select_mutators(mutators, src.language)):
        if wanted.method not in (None, method.name):
            continue
        made = 0
        last: Site | None = None
        for site, mutator, match in _ordered(candidates, method, seed, wanted.limit_per_method):
            if made == wanted.limit_per_method:
                break
            if site == last:  # two mutators of one name found it; the first one decides
                continue
            last = site
            if match.obstacle() is not None:
                continue
            try:
                mutant = mutator.mutate(src, method, site, seed, match)
            except MutationError as error:
                if on_conflict is None:
                    raise
                on_conflict(Conflict(site, method, error))
                continue
            if wanted.takes(mutant):
                made += 1
                yield mutant


def _ordered(found: Iterable[Found], method: Member, seed: int, limit: int | None) -> list[Found]:
    """Return candidates in the order of the text; if only some are wanted, as the seed draws them. Equal sites stand together."""
    if limit is None:
        return sorted(found, key=lambda one: (one[0].start, one[0].end, one[0].mutator, one[0].params))
    return sorted(found, key=lambda one: registry.site_key(seed, method, one[0]))


def _record(mutation: Mutation | Mutant) -> Mutation:
    return mutation.mutation if isinstance(mutation, Mutant) else mutation


@overload
def invert(mutant: str, mutation: Mutation | Mutant | Sequence[Mutation]) -> str: ...
@overload
def invert(mutant: bytes, mutation: Mutation | Mutant | Sequence[Mutation]) -> bytes: ...
def invert(mutant: str | bytes, mutation: Mutation | Mutant | Sequence[Mutation]) -> str | bytes:
    """Return the original of a mutant, byte for byte.

    Args:
        mutant: its text.
        mutation: the record; of a higher-order mutant all records, in the order in which they were made.

    Raises:
        RecordMismatch: the record does not belong to the text.
    """
    data = mutant.encode() if isinstance(mutant, str) else mutant
    records = [_record(mutation)] if isinstance(mutation, Mutation | Mutant) else list(mutation)
    for record in reversed(records):
        data = record.invert(data)
    return data.decode() if isinstance(mutant, str) else data
