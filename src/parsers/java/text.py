"""`JavaText`: a Java text with its tree, and the facts about the text as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from parsers.java.syntax import trust
from parsers.language import Parsed

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.names.classes import FileTypes
    from parsers.java.syntax.lambdas import Lambdas
    from parsers.splicing import Splice

__all__ = ["JavaText"]


@lru_cache(32)  # the texts of an answer are read several times
def _is_misread(tree: tree_sitter.Tree) -> bool:
    return trust.names_a_reserved_word(tree.root_node)


@dataclass(frozen=True, eq=False)
class JavaText(Parsed):
    """A Java text without its members, which know it.

    Attributes:
        tree: tree-sitter's tree of it, within the wrapper that lets it parse.
        shift: how many bytes the tree's offsets are too high.
        before: A file that differs from this one in one stretch, and the stretch outside which the grammar reads both alike.
    """

    tree: tree_sitter.Tree = field(repr=False)
    shift: int
    before: tuple[JavaText, Splice] | None = field(default=None, repr=False)

    @property
    def has_error(self) -> bool:
        """Whether the grammar finds an error anywhere in the text."""
        return self.tree.root_node.has_error

    @cached_property
    def is_misread(self) -> bool:
        """Whether the grammar takes a reserved word for a name, as in ``@A return false;``: such a text is no program."""
        return _is_misread(self.tree)

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

    @cached_property
    def types(self) -> FileTypes:
        """The types that the file declares, with their fields and supertypes."""
        from parsers.java.names.classes import Before, FileTypes

        before = None if self.before is None else Before(self.before[0].types, self.before[1])
        return FileTypes(
            self.source.data, self.tree.root_node, self.shift, whole=self.kind == "file", before=before
        )

    @cached_property
    def lambdas(self) -> Lambdas:
        """The lambdas of the text."""
        from parsers.java.syntax.lambdas import Lambdas

        return Lambdas(self.source.data, self.tree.root_node, self.shift)
