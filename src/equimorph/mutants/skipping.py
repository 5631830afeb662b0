"""Members of a source in which nothing is mutated: those whose tree cannot be trusted, such as ones with a syntax error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from warnings import warn

from parsers import SourceFile

_UNREAD = re.compile(r"\bsyntax error\b|\bdoes not parse\b")
"""In the reasons of members that cannot be read, whatever the language."""


class SkippedWarning(UserWarning):
    """Members of a source are not mutated, since they have a syntax error."""


@dataclass(frozen=True)
class Skipped:
    """A member that is not mutated.

    Attributes:
        path: Path of its source, or None.
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
    entries = [
        Skipped(source.path, member.start_line, member.name or "statements", reason)
        for member, reason in untrusted
        if method in (None, member.name)
    ]
    if source.has_error and not untrusted and method is None:
        entries.append(Skipped(source.path, source.error_line or 1, "", "syntax error"))
    return entries


def warn_of_skipped(source: SourceFile, method: str | None = None) -> None:
    """Warn the caller of the caller of members with a syntax error, if there are any.

    Other members that are left alone, such as functions that call `locals`, are readable: they are refused like any site.

    Args:
        source, method: see `skipped`.
    """
    if not source.has_error:
        return
    if entries := [entry for entry in skipped(source, method) if _UNREAD.search(entry.reason)]:
        more = f"; and {len(entries) - 1:,} more" if len(entries) > 1 else ""
        warn(f"{entries[0]}{more}", SkippedWarning, stacklevel=3)
