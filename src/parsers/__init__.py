"""Text to tree to facts: the facts about source that need no type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.member import Member
from parsers.source import LineMap, SourceFile

if TYPE_CHECKING:
    from parsers.java.method import Method

__all__ = ["LineMap", "Member", "Method", "ParseError", "SourceFile"]


def __getattr__(name: str) -> object:
    """Return `Method`, which is imported when it is asked for, since the grammar of Java takes time to import."""
    if name != "Method":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parsers.java.method import Method

    return Method
