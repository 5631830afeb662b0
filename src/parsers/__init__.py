"""Text to tree to facts: the facts about source that need no type checker."""

from __future__ import annotations

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.member import Member
from parsers.source import LineMap, SourceFile

__all__ = ["LineMap", "Member", "Method", "ParseError", "SourceFile"]
