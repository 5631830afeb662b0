"""`JavaParsed`: a Java text with its methods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.java.syntax import outline, trust
from parsers.java.syntax.rereading import reparse, reread
from parsers.java.text import JavaText
from parsers.language import Reread
from parsers.splicing import Splice

if TYPE_CHECKING:
    import tree_sitter

    from parsers.member import Change, Member
    from parsers.source import SourceFile

__all__ = ["JavaParsed"]

_LINE_FEED = re.compile(rb"\n")


@dataclass(frozen=True, eq=False)
class JavaParsed(JavaText):
    """A Java text with its methods."""

    @classmethod
    def of(cls, source: SourceFile) -> JavaParsed:
        """Return a source as Java reads it.

        Raises:
            ParseError: it is not Java.
        """
        if not isinstance(source.parsed, cls):
            raise ParseError(f"not Java, but {source.language}", path=source.path)
        return source.parsed

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """Methods, constructors and initialisers with a body, in order; ones in another's body belong to it.

        Bare statements are one view, of kind "statements".
        """
        if self.kind == "statements":
            source, block = self.source, outline.statements(self.tree)
            return (Method(source, "", "statements", 0, len(source.data), self, block),)
        return tuple(map(self._method, outline.methods(self.tree)))

    def members_in(self, start: int, end: int) -> tuple[Method, ...] | None:
        """Return the members that have any of these bytes, in order; None for bare statements."""
        if self.kind == "statements":
            return None
        members = self._members_in.get((start, end))
        if members is None:
            nodes = outline.methods(self.tree, start + self.shift, end + self.shift)
            members = self._members_in[start, end] = tuple(map(self._method, nodes))
        return members

    @cached_property
    def _members_in(self) -> dict[tuple[int, int], tuple[Method, ...]]:
        """The members by the bytes of which they have any, as far as was asked."""
        return {}

    @cached_property
    def _methods(self) -> dict[tuple[int, int], Method]:
        """The methods that were looked for, by place, so that each is made once."""
        return {}

    def _method(self, outlined: tuple[str, str, tree_sitter.Node]) -> Method:
        name, kind, node = outlined
        start, end = node.start_byte - self.shift, node.end_byte - self.shift
        method = self._methods.get((start, end))
        if method is None:
            method = self._methods[start, end] = Method(self.source, name, kind, start, end, self, node)
        return method

    @cached_property
    def _line_ends(self) -> list[int]:
        """The bytes behind the line feeds, which are what the grammar counts."""
        return [match.end() for match in _LINE_FEED.finditer(self.source.data)]

    def reread(self, source: SourceFile, splice: Splice) -> Reread | None:
        """Return another text, read as this file with one stretch changed; None where all of it must be read."""
        if self.kind != "file" or self.has_error or not outline.is_inside_a_type(self.tree, splice.start):
            return None
        tree, changed = reread(self.tree, self._line_ends, source.data, splice)
        if tree.root_node.has_error:
            return Reread(True, None)
        if not outline.is_file(tree):
            return None
        start, end = min(first for first, _ in changed), max(last for _, last in changed)
        parsed = JavaParsed(source, "file", tree, 0, (self, Splice(start, end - splice.shift, end)))
        if not self.is_misread:
            # What the grammar reads as before is not looked at again.
            vars(parsed)["is_misread"] = any(
                trust.names_a_reserved_word(tree.root_node, *stretch) for stretch in changed
            )
        return Reread(False, parsed)

    def changed(
        self, member: Member, source: SourceFile, end: int, changes: Sequence[Change]
    ) -> Method | None:
        """Return a method in a file in which it alone is changed, None where the grammar finds an error before or after."""
        if self.kind != "file" or self.has_error or not isinstance(member, Method):
            return None
        parsed = JavaParsed(source, "file", reparse(self.tree, source.data, changes), 0)
        node = parsed.exact_node(member.start, end)
        if node is None or node.type != member.tree_node.type or parsed.has_error:
            return None
        name = node.child_by_field_name("name")
        named = member.name if name is None else (name.text or b"").decode()
        return Method(source, named, member.kind, member.start, end, parsed, node)
