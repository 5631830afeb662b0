"""`Match`, a place where a mutator may apply, the matches of a member, and `Example`, a row of a mutator's documentation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from mutators.internal import InternalError
from mutators.model import Edit, Scalar, Site
from parsers.member import Member


@dataclass(frozen=True)
class Example:
    """A literal row of a mutator's documentation, run by its tests.

    Attributes:
        before: a whole text.
        at: what the site must be in, as a byte range of `before`.
        after: the whole mutant, or None where the site is refused.
        reason: the reason of the refusal, or None.
    """

    before: str
    at: tuple[int, int]
    after: str | None
    reason: str | None

    @staticmethod
    def rows(template: str, *rows: str) -> tuple[Example, ...]:
        """Return the rows of one template.

        Args:
            template: Java with ``@`` in place of the row's text.
            rows: ``"before -> after"``, or ``"before -> !reason"`` for a refused site. Where the template is only ``@``, the row is
                the whole text.
        """
        found = []
        for row in rows:
            before, _, after = row.partition(" -> ")
            head, _, tail = template.partition("@")
            start = len(head.encode())
            at = (start, start + len(before.encode()))
            if after.startswith("!"):
                found.append(Example(head + before + tail, at, None, after[1:]))
            else:
                found.append(Example(head + before + tail, at, head + after + tail, None))
        return tuple(found)


class Match(ABC):
    """A place where the pattern of a mutator occurs, found by syntax alone.

    A subclass defines why the precondition does not hold there (`obstacle`) and what changes (`edits`). Facts that both need are
    computed once, in a cached property. Its site is the byte range of the node, with the parameters given here; a subclass whose
    site is another range overrides `start` and `end`.

    Args:
        method: the member in which the pattern occurs.
        node: the node of the member's tree at which it occurs.
        params: what the site has in addition to the place: plain values, never offsets.
    """

    def __init__(self, method: Any, node: Any, **params: Scalar) -> None:  # noqa: ANN401 - of the mutator's language
        self.method = method
        self.node = node
        self.params = tuple(sorted(params.items()) if len(params) > 1 else params.items())

    @property
    def start(self) -> int:
        """Byte offset in the source at which the site starts."""
        return int(self.node.start)

    @property
    def end(self) -> int:
        """Byte offset in the source after the site."""
        return int(self.node.end)

    def param(self, name: str) -> Scalar:
        """Return the value of a parameter, None if it is not there."""
        return dict(self.params).get(name)

    @abstractmethod
    def obstacle(self) -> str | None:
        """Return why the precondition does not hold, or None. Pure and total."""

    @abstractmethod
    def edits(self, rng: Random) -> Iterable[Edit]:
        """Return the edits, if there is no obstacle; offsets in the source."""

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions that are made without proof, for the record."""
        return ()


class Found:
    """The matches of a mutator in a member, with their sites."""

    def __init__(self, mutator: str, matches: Iterable[Match]) -> None:
        self.pairs = tuple(
            [(Site(mutator, match.start, match.end, match.params), match) for match in matches]
        )

    @cached_property
    def by_site(self) -> dict[Site, Match]:
        """The matches by site; of several with one site the first."""
        return dict(reversed(self.pairs))


class Failed(Match):
    """The match of a member in which a mutator could not look for its pattern; its site is the whole member."""

    def __init__(self, method: Member, error: InternalError) -> None:
        super().__init__(method, method)
        self._error = error

    def obstacle(self) -> str | None:
        """Raise the failure."""
        raise self._error

    def edits(self, rng: Random) -> Iterable[Edit]:
        """Raise the failure."""
        raise self._error
