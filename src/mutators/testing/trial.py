"""`Trial`: the sites of a mutator in a source with its answers, and the mutants; the laws of `matches`, `obstacle` and `edits`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mutators.base import Match, Mutator
from mutators.model import EditConflict, Refused, Site
from mutators.mutant import Mutant
from mutators.testing.broken import Law, LawBroken, diff
from parsers.errors import ParseError
from parsers.language import Language, find_language
from parsers.member import Member
from parsers.source import SourceFile


@dataclass(frozen=True)
class Trial:
    """A mutator in a source.

    Attributes:
        mutator: the mutator.
        source: the source.
        seed: Seed of the mutants.
    """

    mutator: Mutator
    source: SourceFile
    seed: int

    @property
    def language(self) -> Language:
        """The language of the source."""
        return find_language(self.source.language)

    def fresh(self, data: bytes | None = None) -> Trial:
        """Return the trial with a source that nobody has asked yet, by default of the same text."""
        source = SourceFile(
            self.source.data if data is None else data, self.source.path, self.source.language
        )
        return Trial(self.mutator, source, self.seed)

    def broken(self, law: Law, reason: str, site: Site | None = None, shown: str = "") -> LawBroken:
        """Return the error for a law that is broken in this source."""
        return LawBroken(law, self.mutator.name, reason, self.source, site, shown)

    def broken_by(self, law: Law, reason: str, mutant: Mutant) -> LawBroken:
        """Return the error for a law that a mutant breaks."""
        shown = diff(self.source.text, mutant.data.decode(errors="replace"))
        return self.broken(law, reason, mutant.local.site.moved(mutant.offset), shown)

    @cached_property
    def judged(self) -> tuple[tuple[Site, str | None], ...]:
        """The sites, each with the reason for which it is refused, or None.

        Raises:
            LawBroken: the source cannot be read, `matches` or `obstacle` raises, two matches have one site, a site is outside its
                member, or an obstacle gives two answers.
        """
        if self.source.language != self.mutator.language:
            raise self.broken("sources", f"it is in another language, {self.source.language}")
        try:
            methods = self.source.methods
        except ParseError as error:
            raise self.broken("sources", str(error)) from error
        found = []
        for method in methods:
            for site, match in self._found(method):
                reason = self._answer(site, match)
                if self._answer(site, match) != reason:
                    raise self.broken("obstacle", f"it answers {reason!r}, and then something else", site)
                found.append((site, reason))
        return tuple(found)

    def _found(self, method: Member) -> tuple[tuple[Site, Match], ...]:
        try:
            found = self.mutator.found(method)
        except Exception as error:
            raise self.broken("matches", f"it raises {error!r}") from error
        seen = set()
        for site, _ in found:
            if not method.start <= site.start <= site.end <= method.end:
                raise self.broken("matches", f"the site lies outside its member {method.name!r}", site)
            if site in seen:
                raise self.broken("matches", "two matches have one site", site)
            seen.add(site)
        return found

    def _answer(self, site: Site, match: Match) -> str | None:
        try:
            reason = match.obstacle()
        except Exception as error:
            raise self.broken("obstacle", f"it raises {error!r}", site) from error
        if reason is not None and not (isinstance(reason, str) and reason):
            raise self.broken("obstacle", f"it answers {reason!r}, neither a reason nor None", site)
        return reason

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """The mutants of all sites that are not refused.

        Raises:
            LawBroken: one of these sites has no mutant, or its mutant does not pass the engine's checks.
        """
        return tuple(self.mutant(site) for site, reason in self.judged if reason is None)

    def mutant(self, site: Site) -> Mutant:
        """Return the mutant of a site.

        Raises:
            LawBroken: there is none, or it does not pass the engine's checks.
        """
        try:
            return self.mutator.apply(self.source, site, self.seed)
        except Refused as error:
            raise self.broken("obstacle", f"it has no obstacle, but {error}", site) from error
        except EditConflict as error:
            raise self.broken("L4 validity", str(error), site) from error
        except Exception as error:
            raise self.broken("L4 validity", f"its edits raise {error!r}", site) from error

    def answers(self) -> Iterator[str]:
        """Yield the mutator's verdict and mutant, a line for each site of the source."""
        for site, reason in self.judged:
            yield f"{site} {reason}" if reason is not None else self.mutant(site).mutation.to_json()
