"""A method in its file, mutated again and again, without reading the whole file each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import parsers
from equimorph.mutants.mutating import Conflict
from mutators import InternalError, Mutant, Mutator, Site
from parsers import SourceFile

_READING = 1 << 20
"""Bytes that may be read for the stacks of a method; what is in its sample depends on them, and never on a clock."""


@dataclass
class Effort:
    """The work on a method.

    Attributes:
        left: Bytes of changed sources that may still be read as a whole.
    """

    left: int = _READING


@dataclass(frozen=True)
class Member:
    """A method and its sites.

    Attributes:
        method: The method in its source.
        on_error: Called with each site at which a mutator failed.
        effort: The work on it and on all that is made of it.
    """

    method: parsers.Member
    on_error: Callable[[Conflict], None]
    effort: Effort = field(default_factory=Effort)

    @cached_property
    def view(self) -> SourceFile:
        """The source with this method alone."""
        return self.method.source.only(self.method)

    @cached_property
    def _sites(self) -> dict[int, list[Site]]:
        return {}

    def sites(self, mutator: Mutator) -> list[Site]:
        """Return the sites of a mutator in the method, in order, with offsets in the source."""
        result = self._sites.get(id(mutator))
        if result is None:
            inside = range(self.method.start, self.method.end)
            candidates = dict.fromkeys(s for s in mutator.sites(self.view, self._failed) if s.start in inside)
            result = sorted(candidates, key=lambda site: (site.start, site.end, repr(site.params)))
            self._sites[id(mutator)] = result
        return result

    def _failed(self, site: Site, method: parsers.Member, error: InternalError) -> None:
        self.on_error(Conflict(site, method, error))

    def mutated(self, mutant: Mutant) -> Member | None:
        """Return the method with a mutation, in the source with that mutation.

        None if it is no longer a method there, or if the effort is used up: then the mutation is the last one.
        """
        if self.effort.left <= 0:
            return None
        method = self.method
        member = method.source.with_member(method, mutant.mutant_data, mutant.local.edits)
        if member is None or not member.source.is_derived:
            self.effort.left -= len(method.source.data)
        return None if member is None else Member(member, self.on_error, self.effort)
