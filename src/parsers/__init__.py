"""Text to tree to facts: what can be said about source without running a type checker."""

from __future__ import annotations

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.member import Member
from parsers.source import LineMap, SourceFile

__all__ = ["LineMap", "Member", "Method", "ParseError", "SourceFile"]
