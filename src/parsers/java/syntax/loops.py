"""Loops: the parts of their headers, and the labels before them (JLS 14.7, 14.12 to 14.14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.java.syntax.statements import CLASS_BODIES

if TYPE_CHECKING:
    from parsers.java.syntax.tree import Node


@dataclass(frozen=True)
class ForHeader:
    """The parts of a basic for statement (JLS 14.14.1).

    Attributes:
        init: a declaration alone, or expressions.
        first, second: byte offsets of the two semicolons.
        closing: byte offset of the closing parenthesis.
    """

    init: list[Node]
    condition: Node | None
    update: list[Node]
    first: int
    second: int
    closing: int

    @classmethod
    def of(cls, loop: Node) -> ForHeader:
        """Return the parts of a for_statement."""
        init = loop.all("init")
        marks = [c.start for c in loop.children if c.type == ";" and c.field != "body"]
        if init and init[0].type == "local_variable_declaration":
            marks.insert(0, init[0].end - 1)
        closing = next(c for c in loop.children if c.type == ")")
        return cls(init, loop.child("condition"), loop.all("update"), marks[0], marks[1], closing.start)

    @property
    def declares(self) -> bool:
        """Whether the first part is a declaration."""
        return bool(self.init) and self.init[0].type == "local_variable_declaration"


def labelled(loop: Node) -> Node:
    """Return the loop with the labels before it."""
    while loop.parent is not None and loop.parent.type == "labeled_statement":
        loop = loop.parent
    return loop


def declares_class_or_label(*nodes: Node) -> bool:
    """Return whether any node declares a class, whose binary name depends on its place (JLS 13.1), or a label (JLS 14.7)."""
    kinds = CLASS_BODIES | {"labeled_statement"}
    return any(part.type in kinds for node in nodes for part in node.walk())
