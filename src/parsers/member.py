"""`Member`: a part of a source in which a mutation lies whole, such as a method, in any language."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from parsers.language import Parsed
    from parsers.source import SourceFile

__all__ = ["Change", "Member", "Replacement"]

_SMALL = frozenset({"sha256", "untrusted"})
"""Facts that a member keeps for good."""
Change = tuple[int, int, int]
"""Where a new text starts in the changed text, and how many bytes are old and new."""


class Replacement(Protocol):
    """A text that replaces another one, such as a `mutators.model.Edit`."""

    @property
    def start(self) -> int:
        """Where the old text starts, in bytes."""

    @property
    def end(self) -> int:
        """Where the old text ends, in bytes."""

    @property
    def old(self) -> str:
        """The text that was there."""

    @property
    def new(self) -> str:
        """The text that takes its place."""


@dataclass(frozen=True)
class Member(ABC):
    """A member of a source: what is mutated, hashed and recorded as a whole. A language's own class adds the facts about it.

    Attributes:
        source: the text it is part of; all offsets are offsets into it.
        name: its name; "" where it has none.
        kind: what it is, in the language's words.
        start, end: its byte range.
        parsed: the text as its language has read it.
    """

    source: SourceFile = field(repr=False)
    name: str
    kind: str
    start: int
    end: int
    parsed: Parsed = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The member's text."""
        return self.source.slice(self.start, self.end)

    @property
    def data(self) -> bytes:
        """The member's text in UTF-8."""
        return self.source.data[self.start : self.end]

    @cached_property
    def sha256(self) -> str:
        """Hex digest of the member's text."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def start_line(self) -> int:
        """1-based line of the first byte."""
        return self.source.lines.line(self.start)

    @property
    def end_line(self) -> int:
        """1-based line of the last byte."""
        return self.source.lines.line(max(self.start, self.end - 1))

    @cached_property
    def memo(self) -> dict[object, Any]:
        """What others have found out about this member and keep with it, by keys of their own."""
        return {}

    def release(self) -> None:
        """Drop what was computed on demand and takes memory; who asks for it again has it computed again."""
        for name in [
            name for name in vars(self) if isinstance(getattr(type(self), name, None), cached_property)
        ]:
            if name not in _SMALL:
                del vars(self)[name]

    @property
    @abstractmethod
    def untrusted(self) -> str | None:
        """Why no fact about this member can be relied on, or None; then every site in it is refused."""

    def statement_at(self, offset: int) -> tuple[int, int] | None:
        """Return the byte range of the innermost statement at a byte offset; None where there is none, or no such thing."""
        return None

    @abstractmethod
    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        """Return the fault of a text that edits made of this member, or None.

        A syntax error is, and so is a new text that does not begin and end at a token boundary.

        Args:
            mutant: the changed text, UTF-8.
            edits: what was done, in order; offsets relative to the member, which is free of syntax errors.
            changes: the same in the changed text.
        """
