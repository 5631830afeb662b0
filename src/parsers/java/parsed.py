"""`JavaParsed`: a Java text with its methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.java.syntax import outline
from parsers.java.syntax.tree import reparse
from parsers.java.text import JavaText

if TYPE_CHECKING:
    from parsers.member import Change, Member
    from parsers.source import SourceFile

__all__ = ["JavaParsed"]


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
        source, shift = self.source, self.shift
        if self.kind == "statements":
            block = outline.statements(self.tree)
            return (Method(source, "", "statements", 0, len(source.data), self, block),)
        return tuple(
            Method(source, name, kind, node.start_byte - shift, node.end_byte - shift, self, node)
            for name, kind, node in outline.methods(self.tree)
        )

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
