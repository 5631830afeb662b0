"""`JavaParsed`: a Java text with its tree, its methods, and the facts about the text as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.java.syntax import outline, trust
from parsers.java.syntax.tree import reparse
from parsers.language import Parsed

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.javac import Lambdas
    from parsers.java.names.classes import FileTypes
    from parsers.member import Change, Member
    from parsers.source import SourceFile

__all__ = ["JavaParsed"]


@dataclass(frozen=True, eq=False)
class JavaParsed(Parsed):
    """A Java text.

    Attributes:
        tree: tree-sitter's tree of it, within the wrapper that lets it parse.
        shift: how many bytes the tree's offsets are too high.
    """

    tree: tree_sitter.Tree = field(repr=False)
    shift: int

    @classmethod
    def of(cls, source: SourceFile) -> JavaParsed:
        """Return a source as Java reads it.

        Raises:
            ParseError: it is not Java.
        """
        if not isinstance(source.parsed, cls):
            raise ParseError(f"not Java, but {source.language}", path=source.path)
        return source.parsed

    @property
    def has_error(self) -> bool:
        """Whether the grammar finds an error anywhere in the text."""
        return self.tree.root_node.has_error

    @cached_property
    def is_misread(self) -> bool:
        """Whether the grammar takes a reserved word for a name, as in ``@A return false;``: such a text is no program."""
        return trust.names_a_reserved_word(self.tree.root_node)

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """Methods, constructors and initialisers with a body, in order; those in another's body belong to it.

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

    def exact_node(self, start: int, end: int) -> tree_sitter.Node | None:
        """Return the outermost tree-sitter node that covers exactly these bytes, or None."""
        start, end = start + self.shift, end + self.shift
        node = self.tree.root_node.descendant_for_byte_range(start, end)
        if node is None or (node.start_byte, node.end_byte) != (start, end):
            return None
        while node.parent is not None and (node.parent.start_byte, node.parent.end_byte) == (start, end):
            node = node.parent
        return node

    def node_type(self, start: int, end: int) -> str | None:
        """Return the type of the outermost node that covers exactly these bytes, or None."""
        node = self.exact_node(start, end)
        return node.type if node is not None else None

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

    @cached_property
    def types(self) -> FileTypes:
        """The types that the file declares, with their fields and supertypes."""
        from parsers.java.names.classes import FileTypes

        return FileTypes(self.source.data, self.tree.root_node, self.shift, whole=self.kind == "file")

    @cached_property
    def lambdas(self) -> Lambdas:
        """The lambdas of the text."""
        from parsers.java.javac import Lambdas

        return Lambdas(self.source.data, self.tree.root_node, self.shift)
