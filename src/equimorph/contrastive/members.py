"""A method in its file, mutated again and again, without reading the whole file each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import parsers
from equimorph.mutants.mutating import Conflict
from mutators import InternalError, Mutant, Mutator, Site
from parsers import SourceFile


@dataclass(frozen=True)
class Member:
    """A method and its sites.

    Attributes:
        method: The method in its source.
        on_error: Called with each site at which a mutator failed.
    """

    method: parsers.Member
    on_error: Callable[[Conflict], None]

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
        """Return the method with a mutation, in the source with that mutation; None if it is no longer a method there."""
        method = self.method
        member = method.source.with_member(method, mutant.mutant_data, mutant.local.edits)
        return Member(member, self.on_error) if member is not None else None
