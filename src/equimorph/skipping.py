"""Members of a source in which nothing is mutated: those whose tree cannot be trusted, such as ones with a syntax error."""

from __future__ import annotations

from dataclasses import dataclass

from parsers import SourceFile
from parsers.validity import error_line

__all__ = ["Skipped", "skipped"]


@dataclass(frozen=True)
class Skipped:
    """A member that is not mutated.

    Attributes:
        path: of its source, or None.
        line: its first one, from 1; of an error outside of all members, the line of the error.
        member: its name; "" for an error outside of all members.
        reason: why.
    """

    path: str | None
    line: int
    member: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.path or 'line'}:{self.line}"
        return f"{place}: {self.member or 'text between the methods'} skipped: {self.reason}"


def skipped(source: SourceFile, method: str | None = None) -> list[Skipped]:
    """Return the members of a source that no mutator changes, in order.

    A syntax error outside of all members counts as one: what it hides cannot be known.

    Args:
        source: the text.
        method: only members of this name.

    Raises:
        ParseError: it is no text of its language.
    """
    untrusted = [(member, reason) for member in source.methods if (reason := member.untrusted)]
    found = [
        Skipped(source.path, member.start_line, member.name or "statements", reason)
        for member, reason in untrusted
        if method in (None, member.name)
    ]
    if source.has_error and not untrusted and method is None:
        found.append(Skipped(source.path, error_line(source) or 1, "", "syntax error"))
    return found
