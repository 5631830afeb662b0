"""`WholeText`: all of a source as one member, for mutations that reach beyond a method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.language import find_language
from parsers.member import Change, Member, Replacement
from parsers.source import SourceFile

if TYPE_CHECKING:
    from parsers.language import Parsed


@dataclass(frozen=True, repr=False)
class WholeText(Member):
    """All of a source, as what is mutated, hashed and recorded where a mutation reaches beyond a method.

    Its kind is "file", and its name is the name of the method in which the mutation has its site.
    """

    @classmethod
    def of(cls, source: SourceFile, name: str) -> WholeText:
        """Return all of a source, with the name of a method in it."""
        return cls(source, name, "file", 0, len(source.data), source.parsed)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            # Not pickled, as for every member; it need not be looked up by its place.
            if name != "parsed":
                return super().__getattr__(name)
            parsed: Parsed = self.source.parsed
            vars(self)["parsed"] = parsed
            return parsed

    @property
    def untrusted(self) -> str | None:
        """Why no fact about the text can be relied on, or None."""
        return "the grammar finds a syntax error in the file" if self.source.has_error else None

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        """Return the fault of a text that edits made of this one, or None; see `Member.fault_of`."""
        after = SourceFile(mutant, self.source.path, self.source.language)
        if not after.parses:
            return "text that does not parse"
        tokens = find_language(self.source.language).tokenize(mutant)
        inside = {at for token in tokens for at in range(token.start + 1, token.end)}
        for start, _, length in changes:
            if start in inside or start + length in inside:
                return f"a new text {mutant[start : start + length].decode()!r} that does not begin and end at a token boundary"
        return None
