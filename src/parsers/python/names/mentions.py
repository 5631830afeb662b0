"""Mentions in the text of a module: its names and strings, the calls, and the bindings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import libcst as cst

from parsers.python.names.occurrences import normalised
from parsers.python.syntax.children import children_of

Node = TypeVar("Node", bound=cst.CSTNode)
_WORD = re.compile(r"[^\W\d]\w*")
_Binding = cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.For | cst.CompFor | cst.Del
_OWN = frozenset({"self", "cls"})


class Mentions:
    """The names and strings of a tree, wherever they are.

    Args:
        nodes: all nodes of the tree.
    """

    def __init__(self, nodes: Iterable[cst.CSTNode]) -> None:
        self._by_kind: dict[type[cst.CSTNode], list[cst.CSTNode]] = {}
        for node in nodes:
            self._by_kind.setdefault(type(node), []).append(node)

    def all(self, kind: type[Node]) -> list[Node]:
        """Return all nodes of exactly this class."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    @cached_property
    def names(self) -> Mapping[str, list[cst.Name]]:
        """All names, including attributes, keywords and imports, as Python compares them."""
        found: dict[str, list[cst.Name]] = {}
        for node in self.all(cst.Name):
            found.setdefault(normalised(node.value), []).append(node)
        return found

    @cached_property
    def attribute_of(self) -> Mapping[cst.CSTNode, cst.Attribute]:
        """The attributes, by the node of their name."""
        return {node.attr: node for node in self.all(cst.Attribute)}

    @cached_property
    def call_of(self) -> Mapping[cst.CSTNode, cst.Call]:
        """The calls, by the name of the callee, which may be an attribute."""
        found: dict[cst.CSTNode, cst.Call] = {}
        for call in self.all(cst.Call):
            found[call.func.attr if isinstance(call.func, cst.Attribute) else call.func] = call
        return found

    @cached_property
    def strings(self) -> Mapping[cst.CSTNode, str]:
        """The values of the strings that code can use, without strings that are statements, such as docstrings."""
        unused: set[cst.CSTNode] = {node.value for node in self.all(cst.Expr)}
        found: dict[cst.CSTNode, str] = {}
        for whole in self.all(cst.ConcatenatedString):
            if whole in unused and whole.evaluated_value is not None:
                unused.update(_parts(whole))
            else:
                found[whole] = "".join(_values(whole))
        for kind in (cst.SimpleString, cst.FormattedStringText):
            found.update((node, "".join(_values(node))) for node in self.all(kind) if node not in unused)
        return found

    @cached_property
    def texts(self) -> Sequence[tuple[cst.Name, bool, frozenset[str]]]:
        """The words of the strings in what names and attributes are set to: the name, whether it is an attribute's, the words."""
        pairs: list[tuple[cst.BaseExpression, cst.BaseExpression | None]] = [
            (target.target, node.value) for node in self.all(cst.Assign) for target in node.targets
        ]
        pairs += [(node.target, node.value) for node in self.all(cst.AnnAssign)]
        found = list[tuple[cst.Name, bool, frozenset[str]]]()
        for target, value in pairs:
            name = target.attr if isinstance(target, cst.Attribute) else target
            if isinstance(name, cst.Name) and value is not None:
                said = [self.strings[inner] for inner in _below(value) if inner in self.strings]
                found.append((name, name is not target, words("\n".join(said))))
        return found

    @cached_property
    def bound(self) -> frozenset[cst.CSTNode]:
        """The attributes and subscripts that are assigned or deleted."""
        targets: list[cst.CSTNode] = [node.name for node in self.all(cst.AsName)]
        for kind in _BINDING:
            targets += [node.target for node in self.all(kind)]
        found = set[cst.CSTNode]()
        while targets:
            target = targets.pop()
            if isinstance(target, cst.Tuple | cst.List):
                targets += [element.value for element in target.elements]
            elif isinstance(target, cst.Attribute | cst.Subscript):
                found.add(target)
        return frozenset(found)


def is_own(node: cst.CSTNode) -> bool:
    """Return whether an expression is ``self`` or ``cls``, or an object that is found through one of them alone."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        if node.func.value == "super":
            return True
        return node.func.value == "type" and len(node.args) == 1 and is_own(node.args[0].value)
    if isinstance(node, cst.Attribute):
        return node.attr.value == "__class__" and is_own(node.value)
    return isinstance(node, cst.Name) and node.value in _OWN


def literal(node: cst.CSTNode) -> str | None:
    """Return the value of a string literal, None for anything else."""
    if isinstance(node, cst.SimpleString | cst.ConcatenatedString) and isinstance(node.evaluated_value, str):
        return node.evaluated_value
    return None


def words(text: str) -> frozenset[str]:
    """Return every word of a text that could be a name, as Python compares names."""
    return frozenset(map(normalised, _WORD.findall(text)))


def _values(node: cst.CSTNode) -> Iterator[str]:
    """Yield the texts of a string, without replacement fields; bytes are read as Latin-1."""
    if isinstance(node, cst.ConcatenatedString):
        yield from _values(node.left)
        yield from _values(node.right)
    elif isinstance(node, cst.FormattedString):
        for part in node.parts:
            yield from _values(part)
    elif isinstance(node, cst.FormattedStringText):
        yield _unescaped(node.value) if "\\" in node.value else node.value
    elif isinstance(node, cst.SimpleString):
        value: str | bytes = node.evaluated_value if "\\" in node.value else node.raw_value
        yield value if isinstance(value, str) else value.decode("latin-1")


def _unescaped(text: str) -> str:
    """Return a text of an f-string with its escapes read; a raw one is read both ways."""
    quoted = text.replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    try:
        value = cst.SimpleString(f'"{quoted}"').evaluated_value
    except (SyntaxError, ValueError):  # of a raw string
        return text
    return f"{text} {value}" if isinstance(value, str) else text


def _below(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    stack = [node]
    while stack:
        yield (one := stack.pop())
        stack += children_of(one)


def _parts(node: cst.ConcatenatedString) -> Iterator[cst.CSTNode]:
    for part in (node.left, node.right):
        if isinstance(part, cst.ConcatenatedString):
            yield part
            yield from _parts(part)
        else:
            yield part


_BINDING: tuple[type[_Binding], ...] = (
    cst.AssignTarget,
    cst.AnnAssign,
    cst.AugAssign,
    cst.For,
    cst.CompFor,
    cst.Del,
)
