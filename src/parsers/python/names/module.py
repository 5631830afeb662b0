"""The meaning of a module's names, as far as its text shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.names.exposure import exposes
from parsers.python.names.mentions import Mentions, words
from parsers.python.names.occurrences import ModuleLevel, normalised
from parsers.python.names.rebinding import binds_anything, bound_attributes
from parsers.python.names.reflection import CALLERS, GETTERS, READERS
from parsers.python.syntax.children import children_of

if TYPE_CHECKING:
    from parsers.python.syntax.tree import Tree

_GLOBAL = re.compile(r"\bglobal\b((?:[^\n;#\\]|\\\s*)*)")
_NAME = re.compile(r"[^\W\d]\w*")


class ModuleNames:
    """The names that a module binds.

    Args:
        tree: the tree of the text. Of functions alone, the module is unknown; their own names are bound.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    @cached_property
    def _text(self) -> str:
        return self._tree.data.decode()

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self._tree.spans)

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that the module binds, at its own level or by ``global`` in a function."""
        [outer, *_] = ModuleLevel(self._tree.module).scopes
        return frozenset({*outer.bound, *self._declared, *self._hidden})

    @cached_property
    def _hidden(self) -> frozenset[str]:
        """The words of statements that are not in the tree, whatever they are there."""
        return frozenset[str]().union(*(words(self._tree.data[a:b].decode()) for a, b in self._tree.hidden))

    @cached_property
    def _declared(self) -> frozenset[str]:
        names = (name for found in _GLOBAL.finditer(self._text) for name in _NAME.findall(found[1]))
        return frozenset(map(normalised, names))

    @cached_property
    def is_open(self) -> bool:
        """Whether names may be bound that the text does not show, such as by ``import *`` or by the module's dictionary."""
        return bool(self._tree.hidden) or binds_anything(self._mentions, self._tree.module)

    @cached_property
    def exposed(self) -> str | None:
        """Why local names of any function may be seen, such as by an alias of `locals`; None where the text shows no reason."""
        if self._hidden & (READERS | CALLERS | GETTERS):
            return "a function of its module that is nested too deeply may see names of other functions"
        return exposes(self._mentions, self._tree.module)

    @cached_property
    def texts(self) -> Mapping[str, frozenset[str]]:
        """The words of the strings in what attributes and names outside of functions are set to, by these names."""
        found: dict[str, frozenset[str]] = {}
        outside = {node for node in _outside(self._tree.module) if isinstance(node, cst.Name)}
        for name, is_attribute, said in self._mentions.texts:
            key = normalised(name.value)
            if said and (is_attribute or name in outside or key in self._declared):
                found[key] = found.get(key, frozenset()) | said
        return found

    @cached_property
    def _attributes(self) -> frozenset[str]:
        return frozenset(bound_attributes(self._mentions))

    def is_shadowed(self, name: str) -> bool:
        """Return whether a name may mean something else than the built-in of that name."""
        name = normalised(name)
        return name in self.bound or name in self._attributes or self.is_open


def _outside(module: cst.Module) -> Iterator[cst.CSTNode]:
    """Yield the nodes of a module that are in no function."""
    stack: list[cst.CSTNode] = [module]
    while stack:
        yield (node := stack.pop())
        stack += [child for child in children_of(node) if not isinstance(child, cst.FunctionDef)]
