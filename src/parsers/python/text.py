"""`PythonText`: a Python text with its tree, and the facts about the text as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.language import Parsed

if TYPE_CHECKING:
    from parsers.python.names.module import ModuleNames
    from parsers.python.names.symbols import SymbolTables
    from parsers.python.syntax.tree import Tree

__all__ = ["PythonText"]


@dataclass(frozen=True, eq=False)
class PythonText(Parsed):
    """A Python text without its functions, which know it.

    Attributes:
        tree: libcst's tree of it, with byte ranges.
    """

    tree: Tree = field(repr=False)

    @property
    def has_error(self) -> bool:
        """Whether there is a syntax error; never, since a text with one is not read at all."""
        return False

    @cached_property
    def names(self) -> ModuleNames:
        """The meaning of the module's names, as far as its text shows."""
        from parsers.python.names.module import ModuleNames

        return ModuleNames(self.tree)

    @cached_property
    def symbols(self) -> SymbolTables:
        """The scopes that Python's compiler finds in the text."""
        from parsers.python.names.symbols import SymbolTables

        return SymbolTables(self.tree.data)

    def node_type(self, start: int, end: int) -> str | None:
        """Return the class of the outermost node that covers exactly these bytes, or None."""
        return self._node_types.get((start, end))

    @cached_property
    def _node_types(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        for node in self.tree.spans:  # inner nodes come first
            if not isinstance(node, cst.TrailingWhitespace | cst.EmptyLine):
                found[self.tree.start(node), self.tree.end(node)] = type(node).__name__
        return found
