"""The public API for one source: read, parse, sites, mutate."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Annotated

import mutators as registry
from equimorph.mutants.skipping import warn_of_skipped
from equimorph.mutants.sources import Source, parse, read, source_of
from equimorph.runs.declared import Option
from equimorph.runs.values import line_numbers
from mutators import InternalError, Mutant, MutationError, Mutator, Site
from mutators.base import Match
from mutators.internal import INTERNAL
from mutators.model import brief
from mutators.seeding import checked_seed
from parsers import Member, SourceFile

__all__ = [
    "Candidate",
    "Conflict",
    "Found",
    "Mutators",
    "Selection",
    "Source",
    "candidates_of",
    "check_method",
    "check_reach",
    "line_of",
    "mutants",
    "mutate",
    "parse",
    "read",
    "select_mutators",
    "sites",
    "sites_by_method",
    "source_of",
]

Mutators = str | Mutator | Iterable[str | Mutator] | None
"""Mutators by name or as objects with options; None for the default mutators."""


def line_of(site: Site, method: Member) -> str:
    """Return path and line of a site in the source of a method, for messages."""
    source = method.source
    return f"{source.path or 'line'}:{source.lines.line(site.start)}"


def _placed(site: Site, method: Member) -> str:
    source = method.source
    return f"{site.mutator} at {source.place(source.lines.line(site.start))}"


@dataclass(frozen=True)
class Candidate:
    """A candidate site and its verdict.

    Attributes:
        site: the place.
        method: the method that contains it.
        reason: why it is refused, None if a mutant can be made.
    """

    site: Site
    method: Member
    reason: str | None

    def __repr__(self) -> str:
        verdict = "accepted" if self.reason is None else f"refused, {brief(self.reason)}"
        return f"<Candidate {_placed(self.site, self.method)}: {verdict}>"

    @property
    def accepted(self) -> bool:
        """Whether a mutant can be made."""
        return self.reason is None

    @property
    def failed(self) -> bool:
        """Whether it is refused because the mutator failed."""
        return self.reason is not None and self.reason.startswith(INTERNAL)


@dataclass(frozen=True)
class Conflict:
    """An accepted site at which the framework's checks rejected the mutator's edits: a fault of the mutator.

    Attributes:
        site: the place.
        method: the method view it is in.
        error: what the check found.
    """

    site: Site
    method: Member
    error: MutationError

    def __repr__(self) -> str:
        return f"<Conflict {_placed(self.site, self.method)}: {brief(str(self.error))}>"

    def __str__(self) -> str:
        place = line_of(self.site, self.method)
        if isinstance(self.error, InternalError):  # it names the mutator itself
            return f"{place}: {self.error.reason}"
        return f"{place}: {self.site.mutator}: {self.error}"


_ON = "Only mutants that touch these lines: 12, 3-5 (repeatable)."
_OFF = "Only mutants that do not touch these lines (repeatable)."


@dataclass(frozen=True)
class Selection:
    """A choice among mutants.

    Attributes:
        method: Only methods of this name.
        lines: only mutants that touch any of these 1-based lines of the source; any numbers, such as a list or a range. No
            mutant if it is empty; None for mutants on all lines.
        avoid_lines: only mutants that touch none of these.
        limit_per_method: Maximum mutants per method, drawn by the seed.
        limit_per_mutator: Maximum mutants per mutator and method, drawn by the seed.

    Raises:
        TypeError: an attribute is not of its type.
        ValueError: a number is below 1, or a limit below 0.
    """

    method: Annotated[str | None, Option()] = None
    lines: Annotated[Iterable[int] | None, Option(help=_ON, parse=line_numbers)] = None
    avoid_lines: Annotated[Iterable[int], Option(help=_OFF, parse=line_numbers)] = frozenset()
    limit_per_method: Annotated[int | None, Option(minimum=1)] = None
    limit_per_mutator: Annotated[int | None, Option(minimum=1)] = None

    @property
    def draws(self) -> bool:
        """Whether so few mutants are wanted that the seed has to draw them."""
        return self.limit_per_method is not None or self.limit_per_mutator is not None

    def __post_init__(self) -> None:
        if not (self.method is None or isinstance(self.method, str)):
            raise TypeError(f"method is the name of a method, not {self.method!r}")
        if self.lines is not None:
            object.__setattr__(self, "lines", _line_numbers("lines", self.lines))
        object.__setattr__(self, "avoid_lines", _line_numbers("avoid_lines", self.avoid_lines))
        for name in ("limit_per_method", "limit_per_mutator"):
            limit = getattr(self, name)
            if limit is not None and (type(limit) is not int or limit < 0):
                raise (ValueError if type(limit) is int else TypeError)(
                    f"{name} is a number from 0, not {limit!r}"
                )

    def takes(self, mutant: Mutant) -> bool:
        """Return whether the lines that the mutant touches are as wanted."""
        if self.lines is None and not self.avoid_lines:
            return True
        # Lines outside of the member are never touched, and need not exist.
        inside = range(mutant.method.start_line, mutant.method.end_line + 1)
        if self.lines is not None and not mutant.lines.touched(frozenset(self.lines).intersection(inside)):
            return False
        avoided = frozenset(self.avoid_lines).intersection(inside)
        return not (avoided and mutant.lines.touched(avoided))


def _line_numbers(name: str, lines: object) -> frozenset[int]:
    if isinstance(lines, frozenset) and not lines:
        return lines
    try:
        line_set = frozenset([index(line) for line in lines])  # type: ignore[attr-defined]
    except TypeError:
        raise TypeError(
            f"{name} are numbers of lines, such as [12, 13] or range(12, 14), not {lines!r}"
        ) from None
    if line_set and min(line_set) < 1:
        raise ValueError(f"{name}: lines count from 1, so there is no line {min(line_set)}")
    return line_set


def select_mutators(mutators: Mutators = None, language: str = "java") -> tuple[Mutator, ...]:
    """Return mutators by name, as objects with options, or as classes; for None the default mutators of a language.

    Raises:
        MutationError: a name is unknown.
        TypeError: something else is given.
    """
    wanted = registry.defaults(language) if mutators is None else mutators
    if isinstance(wanted, str | Mutator | type):  # a class stands for the mutator with its default options
        wanted = (wanted,)
    return tuple([_mutator(choice, language) for choice in wanted])


def check_reach(mutators: Iterable[Mutator], what: str) -> None:
    """Check that no mutator reaches beyond a member.

    Args:
        mutators: all that are wanted.
        what: what takes members alone, for the message.

    Raises:
        MutationError: one does; names it.
    """
    for mutator in mutators:
        if mutator.reach == "file":
            raise MutationError(f"{mutator.name} changes a whole file; {what} of one member each")


def _mutator(wanted: object, language: str) -> Mutator:
    if isinstance(wanted, Mutator):
        return wanted
    if isinstance(wanted, str):
        return registry.get(wanted, language if wanted in registry.names(language) else None)
    if isinstance(wanted, type) and issubclass(wanted, Mutator):
        return wanted()
    raise TypeError(f"a mutator is a name or a Mutator, not {wanted!r}")


def sites(source: Source, mutators: Mutators = None, *, why: bool = False) -> Iterator[Candidate]:
    """Yield the sites of a source, mutator by mutator.

    Args:
        source: text, path or `SourceFile`.
        mutators: names or objects; the defaults for None.
        why: also the refused candidates, with their reasons.

    Raises:
        ParseError, OSError, TypeError: see `parse` and `read`.
        MutationError: a mutator's name is unknown, or it is one of another language; while iterating, without `why`, an
            `InternalError` where a mutator failed (with `why` that is the reason of a refused site).
    """
    src = source_of(source)
    return _sites(src, _able(src, mutators), why)


def _able(source: SourceFile, mutators: Mutators) -> tuple[Mutator, ...]:
    """Return the mutators, which must be of the language of the source."""
    chosen = select_mutators(mutators, source.language)
    for mutator in chosen:
        mutator.check_language(source)
    return chosen


def _sites(src: SourceFile, mutators: Iterable[Mutator], why: bool) -> Iterator[Candidate]:
    for mutator in mutators:
        for site, reason in mutator.judged(src) if why else ((site, None) for site in mutator.sites(src)):
            method = src.method_at(site.start)
            if method is not None:
                yield Candidate(site, method, reason)


def sites_by_method(source: SourceFile, mutators: Iterable[Mutator]) -> Iterator[tuple[Member, list[Site]]]:
    """Yield the methods of a source that have sites, in order, each with its sites."""
    for method, candidates in _candidates_by_method(source, tuple(mutators)):
        first = {site: mutator.refusal_of(match) is None for site, mutator, match in reversed(candidates)}
        if accepted := [site for site in dict.fromkeys(site for site, _, _ in candidates) if first[site]]:
            yield method, accepted


Found = tuple[Site, Mutator, Match]
"""A candidate, with the mutator that found it."""
_KEPT = 100
"""The number of methods of a source that keep their facts for later use."""


def _candidates_by_method(
    source: SourceFile, mutators: Sequence[Mutator]
) -> Iterator[tuple[Member, list[Found]]]:
    """Yield the methods of a source, in order, each with its candidates, mutator by mutator.

    The facts of a method are discarded after enough further methods.
    """
    for mutator in mutators:
        mutator.check_language(source)
    done: deque[Member] = deque()
    for method in source.methods:
        if len(done) == _KEPT:
            done.popleft().release()
        done.append(method)
        if matches := candidates_of(method, mutators):
            yield method, matches


def candidates_of(method: Member, mutators: Iterable[Mutator]) -> list[Found]:
    """Return the candidates of a method, mutator by mutator."""
    return [(site, mutator, match) for mutator in mutators for site, match in mutator.found(method)]


def mutate(
    source: Source,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    select: Selection | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[Mutant]:
    """Yield the first-order mutants of a source: one for each site, method by method.

    The mutant of a site depends only on the seed, the member's text and the site, not on other sites or mutators. The call checks
    the arguments and reads the source; the mutants are made while you iterate. A member that cannot be read, such as one with a
    syntax error, has none: a `SkippedWarning` names it and its line.

    Args:
        source: Text, path or `SourceFile`.
        mutators: Names or objects; the defaults for None.
        seed: Seed of the choices that mutators make.
        select: The mutants to make.
        on_conflict: Called with each site at which a mutator failed, or the framework's checks reject its edits; the
            next site follows. Without it, a conflict is an error.

    Raises:
        MutationError: a mutator's name is unknown, or it is for another language; the source has no method with the selected
            name; while iterating also for a rejected site, if there is no `on_conflict`.
        ParseError, OSError, TypeError: see `parse` and `read`; TypeError also for a seed or selection of a wrong type.
    """
    src = source_of(source)
    result = mutants(src, mutators, seed=seed, select=select, on_conflict=on_conflict)
    if select is not None:
        check_method(src, select)
    warn_of_skipped(src, None if select is None else select.method)
    return result


def check_method(source: SourceFile, select: Selection) -> None:
    """Check that a source has a method of the selected name.

    Raises:
        MutationError: the method is missing; the message names the methods of the source.
    """
    names = dict.fromkeys(method.name for method in source.methods if method.name)
    if select.method is not None and select.method not in names:
        listing = list(names)[:_NAMES] + ["..."] * (len(names) > _NAMES)
        raise MutationError(
            f"{source.path or 'the source'} has no method {select.method!r}; "
            + (f"there are: {', '.join(listing)}" if listing else "it has no methods at all")
        )


_NAMES = 30


def mutants(
    source: SourceFile,
    mutators: Mutators = None,
    *,
    seed: int = 0,
    select: Selection | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[Mutant]:
    """Yield the first-order mutants of one of many sources, as `mutate` does; none where it has no method of the selected name."""
    chosen, number = _able(source, mutators), checked_seed(seed)
    wanted = Selection() if select is None else select
    if not isinstance(wanted, Selection):
        raise TypeError(f"select is a Selection, not {type(wanted).__name__}")
    return _mutants(source, chosen, number, wanted, on_conflict)


def _mutants(
    src: SourceFile,
    mutators: Sequence[Mutator],
    seed: int,
    wanted: Selection,
    on_conflict: Callable[[Conflict], None] | None,
) -> Iterator[Mutant]:
    for method, candidates in _candidates_by_method(src, mutators):
        if wanted.method not in (None, method.name):
            continue
        counts = Counter[str]()
        last: Site | None = None
        for site, mutator, match in _ordered(candidates, method, seed, wanted.draws):
            if counts.total() == wanted.limit_per_method:
                break
            if site == last:  # two mutators of one name found it; the first one decides
                continue
            last = site
            if counts[mutator.name] == wanted.limit_per_mutator:
                continue
            try:
                if mutator.obstacle_of(match) is not None:
                    continue
                mutant = mutator.mutate(src, method, site, seed, match)
            except MutationError as error:
                if on_conflict is None:
                    raise
                on_conflict(Conflict(site, method, error))
                continue
            if wanted.takes(mutant):
                counts[mutator.name] += 1
                yield mutant


def _ordered(matches: Iterable[Found], method: Member, seed: int, draws: bool) -> list[Found]:
    """Return candidates in the order of the text; if only some are wanted, as the seed draws them. Equal sites are together."""
    if not draws:
        return sorted(
            matches, key=lambda match: (match[0].start, match[0].end, match[0].mutator, match[0].params)
        )
    return sorted(matches, key=lambda match: registry.site_key(seed, method, match[0]))
