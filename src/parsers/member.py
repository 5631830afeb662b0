"""`Member`: a part of a source that contains a whole mutation, such as a method, in any language."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self

from parsers.errors import ParseError

if TYPE_CHECKING:
    from parsers.language import Parsed
    from parsers.source import SourceFile

__all__ = ["Change", "Member", "Replacement"]

_SMALL = frozenset({"sha256", "untrusted"})
"""Facts that a member keeps for good."""
Change = tuple[int, int, int]
"""The start of a new text in the changed text, and the numbers of old and new bytes."""


class Replacement(Protocol):
    """A text that replaces another one, such as a `mutators.model.Edit`."""

    @property
    def start(self) -> int:
        """The start of the old text, in bytes."""

    @property
    def end(self) -> int:
        """The end of the old text, in bytes."""

    @property
    def old(self) -> str:
        """The text that was there."""

    @property
    def new(self) -> str:
        """The text that takes its place."""


@dataclass(frozen=True)
class Member(ABC):
    """A member of a source: what is mutated, hashed and recorded as a whole. A language's own class adds the facts about it.

    A member pickles as its source and its place there, without the parsed text, which is looked up again in the source when it is
    needed.

    Attributes:
        source: the text it is part of; all offsets are offsets into it.
        name: its name; "" if it has none.
        kind: what it is, in the language's words.
        start, end: its byte range.
        parsed: the text as its language has parsed it.
    """

    source: SourceFile = field(repr=False)
    name: str
    kind: str
    start: int
    end: int
    parsed: Parsed = field(repr=False, compare=False)

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        lines = f"lines {self.start_line}-{self.end_line} of {self.source.place()}"
        return f"<{type(self).__name__}{name}: {self.kind}, {lines}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self.unread, (self.source, self.name, self.kind, self.start, self.end)

    @classmethod
    def unread(cls, source: SourceFile, name: str, kind: str, start: int, end: int) -> Self:
        """Return a member that is known to be in a source, which is read when more is asked for than this.

        Args:
            source, name, kind, start, end: See the attributes.
        """
        member = cls.__new__(cls)
        vars(member).update(zip(_KEPT, (source, name, kind, start, end), strict=True))
        return member

    if not TYPE_CHECKING:  # or every attribute would be known

        def __getattr__(self, name: str) -> object:
            # Called only for what is not there: of a field, because it is dropped when a member is pickled.
            if name in _KEPT or name not in (declared.name for declared in fields(self)):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = next(
                (m for m in self.source.parsed.methods if (m.start, m.end) == (self.start, self.end)), None
            )
            if found is None:
                raise ParseError(f"no member at bytes {self.start}-{self.end}", path=self.source.path)
            vars(self).update({f.name: getattr(found, f.name) for f in fields(found) if f.name not in _KEPT})
            return vars(self)[name]

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
    def body_start(self) -> int:
        """The byte offset at which the body begins; by default, where that is not known, its end."""
        return self.end

    @property
    def signature(self) -> tuple[object, ...]:
        """A value that tells the members of one name apart; empty, by default, where none have the same name."""
        return ()

    @property
    def parameter_starts(self) -> frozenset[int]:
        """The byte offsets of the declared names of parameters; none, by default."""
        return frozenset()

    @property
    def node_count(self) -> int:
        """The number of nodes of its syntax tree; 0, by default, where that is not counted."""
        return 0

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
        """Facts that others have computed about this member and keep with it, by their own keys."""
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
        """Why no fact about this member can be relied on; then every site in it is refused. None if facts hold."""

    def statement_at(self, offset: int) -> tuple[int, int] | None:
        """Return the byte range of the innermost statement at a byte offset; None if there is no statement there."""
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


_KEPT = ("source", "name", "kind", "start", "end")
"""The fields that are pickled, in order."""
