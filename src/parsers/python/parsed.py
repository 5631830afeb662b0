"""`PythonParsed`: a Python text with its functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.errors import ParseError
from parsers.language import Kind
from parsers.python.function import Function
from parsers.python.syntax.children import children_of
from parsers.python.syntax.tree import Tree, read_tree
from parsers.python.text import PythonText

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["PythonParsed"]


@dataclass(frozen=True, eq=False)
class PythonParsed(PythonText):
    """A Python text with its functions; of kind "member" if it consists of functions alone, else "file"."""

    @classmethod
    def read(cls, source: SourceFile) -> PythonParsed:
        """Return a source as Python reads it.

        Raises:
            ParseError: it is not Python.
        """
        tree = read_tree(source.data, source.path)
        return cls(source, _kind(tree), tree)

    @classmethod
    def of(cls, source: SourceFile) -> PythonParsed:
        """Return a source that is known to be Python as it is read.

        Raises:
            ParseError: it is one of another language.
        """
        if not isinstance(source.parsed, cls):
            raise ParseError(f"not Python, but {source.language}", path=source.path)
        return source.parsed

    @cached_property
    def methods(self) -> tuple[Function, ...]:
        """The outermost functions and methods of the module, in order; ones in another's body belong to it."""
        found = []
        for node, owners in _functions(self.tree.module, ()):
            first = node.decorators[0] if node.decorators else node
            kind = "method" if owners or self.tree.is_wrapped else "function"
            start, end = self.tree.start(first), self.tree.end(node)
            found.append(Function(self.source, node.name.value, kind, start, end, self, node, owners))
        return tuple(found)


def _kind(tree: Tree) -> Kind:
    functions = [node for node in tree.module.body if isinstance(node, cst.FunctionDef)]
    alone = tree.is_wrapped or (functions and len(functions) == len(tree.module.body))
    return "member" if alone else "file"


def _functions(
    node: cst.Module | cst.ClassDef | cst.CSTNode, owners: tuple[cst.ClassDef, ...]
) -> Iterator[tuple[cst.FunctionDef, tuple[cst.ClassDef, ...]]]:
    """Yield the outermost functions below a node, in the order of the text, with the classes around them."""
    stack: list[tuple[cst.CSTNode, tuple[cst.ClassDef, ...]]] = [(node, owners)]
    while stack:
        one, around = stack.pop()
        if isinstance(one, cst.FunctionDef):
            yield one, around
            continue
        if not isinstance(one, _WITH_STATEMENTS):
            continue
        inner = (*around, one) if isinstance(one, cst.ClassDef) else around
        stack += [(child, inner) for child in reversed(children_of(one))]


_WITH_STATEMENTS = (
    cst.Module,
    cst.BaseCompoundStatement,
    cst.BaseSuite,
    cst.Else,
    cst.ExceptHandler,
    cst.ExceptStarHandler,
    cst.Finally,
    cst.MatchCase,
)
