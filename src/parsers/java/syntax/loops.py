"""Loops: their parts, what may run between a jump and its loop, and what an enhanced for iterates over (JLS 14.12 to 14.16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.java.names.written import type_text
from parsers.java.syntax.statements import CLASS_BODIES, LOOPS, STATEMENT_LISTS, TRIES, unlabeled
from parsers.java.syntax.tokens import tokenize
from parsers.java.types import table

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.written import TypeInfo
    from parsers.java.syntax.tree import Node
    from parsers.java.types.spelling import SpelledType

__all__ = [
    "ForHeader",
    "among_groups",
    "declared_in",
    "declares_class_or_label",
    "element_text",
    "guards",
    "has_pattern",
    "header_type",
    "identifiers_in",
    "labelled",
    "lasting",
    "loop_at",
    "spelled",
]

_NAMES = frozenset({"identifier", "type_identifier"})
_PATTERNS = frozenset({"type_pattern", "record_pattern"})
_VIEWS = frozenset({"keySet", "values", "entrySet"})
_TYPES = frozenset({"class_declaration", "interface_declaration", "enum_declaration", "record_declaration"})


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
        """The parts of a for_statement."""
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


def loop_at(method: Method, start: int, end: int, *types: str) -> Node | None:
    """The loop of one of the types that is, with its labels, exactly these bytes."""
    node = method.node_at(start, end, "labeled_statement", *LOOPS)
    loop = unlabeled(node) if node is not None else None
    return loop if loop is not None and loop.type in types else None


def labelled(loop: Node) -> Node:
    """The loop with the labels before it."""
    while loop.parent is not None and loop.parent.type == "labeled_statement":
        loop = loop.parent
    return loop


def identifiers_in(method: Method, *nodes: Node) -> frozenset[str]:
    """All simple names in some nodes, of whatever kind."""
    return frozenset(method.node_text(leaf) for node in nodes for leaf in node.walk() if leaf.type in _NAMES)


def declared_in(method: Method, node: Node) -> frozenset[str]:
    """The names of the variables and types that are declared in a statement, at any depth."""
    variables = {d.name for d in method.scopes.declarations if d.node.inside(node)}
    types = (part.child("name") for part in node.walk() if part.type in _TYPES)
    return frozenset(variables | {method.node_text(name) for name in types if name is not None})


def declares_class_or_label(*nodes: Node) -> bool:
    """Whether a class, whose binary name hangs on its place (JLS 13.1), or a label (JLS 14.7) is declared in any of some nodes."""
    kinds = CLASS_BODIES | {"labeled_statement"}
    return any(part.type in kinds for node in nodes for part in node.walk())


def has_pattern(node: Node) -> bool:
    """Whether an expression may introduce a pattern variable (JLS 6.3.1)."""
    return any(
        part.type in _PATTERNS or (part.type == "instanceof_expression" and part.child("name") is not None)
        for part in node.walk()
    )


def among_groups(statement: Node) -> bool:
    """Whether a variable declared beside a statement may make javac write code that the JVM rejects.

    javac 17 loses a pattern variable where a case group of an old switch declares another variable (a `VerifyError` on loading).
    """
    holder = statement.parent
    if holder is None or holder.type != "switch_block_statement_group":
        return False
    while holder.parent is not None:
        holder = holder.parent
    return has_pattern(holder)


def lasting(method: Method, statement: Node, names: frozenset[str]) -> bool:
    """Whether variables that are declared right before a statement, instead of in it, may meet their names behind it.

    Their scope then reaches to the end of the block, or of the switch (JLS 6.3).
    """
    holder = statement.parent
    if holder is None or holder.type not in STATEMENT_LISTS or method.kind == "statements":
        return True
    if among_groups(statement):
        return True
    if holder.type == "switch_block_statement_group" and holder.parent is not None:
        holder = holder.parent
    behind = tokenize(method.source.data[statement.end : holder.end])
    return any(token.text.decode() in names for token in behind)


def guards(method: Method, jump: Node, loop: Node) -> tuple[bool, bool]:
    """What there is between a jump and its loop: something that runs on the way out, and something that sees what happens before.

    Returns:
        Whether a finally block or the closing of a resource comes in between (JLS 14.20), and whether a catch clause or a lock
        (JLS 14.19) covers the place of the jump.
    """
    runs, covers = method.flow.crosses_finally(jump), False
    below = jump
    for node in jump.ancestors():
        if node is loop:
            break
        if node.type in TRIES and below.type not in ("catch_clause", "finally_clause"):
            # The resources are closed before a handler runs (JLS 14.20.3.2).
            runs |= node.child("resources") is not None
            covers |= node.first("catch_clause") is not None
        covers |= node.type == "synchronized_statement"
        below = node
    return runs, covers


def spelled(method: Method, node: Node) -> SpelledType | None:
    """The type of a variable, field or array element as it is written where it is declared."""
    if node.type == "parenthesized_expression":
        return spelled(method, node.named_children()[0])
    if node.type == "array_access":
        array = node.child("array")
        found = spelled(method, array) if array is not None else None
        return found.element() if found is not None else None
    reference = method.scopes.reference(node) if node.type == "identifier" else None
    if reference is not None:
        certain = reference.declaration.proven and not reference.uncertain
        return method.spelling.of(reference.declaration) if certain else None
    info = method.types.field(node)
    if info is not None:
        object_ = node.child("object")
        own = info.static or object_ is None or object_.type == "this"
        # In another object the type variables of its class stand for something else (JLS 4.5.2).
        return method.spelling.of_field(info) if own or not _is_generic(info.owner) else None
    return method.spelling.of_type(method.types.of(node))


def _is_generic(owner: TypeInfo | None) -> bool:
    while owner is not None:
        if owner.type_parameters:
            return True
        owner = owner.parent
    return False


def element_text(method: Method, iterable: Node, place: Node) -> str | None:
    """The type that an iterator over an expression gives, as a type argument that means the same at a place; None if not known.

    Known are the collections of java.util, and the three views of its maps.
    """
    view = (
        method.node_text(iterable.child("name") or iterable) if iterable.type == "method_invocation" else ""
    )
    holder = iterable.child("object") if view in _VIEWS else iterable
    if holder is None:
        return None
    type_ = method.types.of(holder)
    if type_.is_array or not type_.package or type_.name not in (table.MAPS if view else table.ITERABLES):
        return None
    found = spelled(method, holder)
    if found is None or not found.text.endswith(">") or not method.spelling.holds_at(found, place):
        return None
    arguments = found.text.partition("<")[2][:-1]
    if not view:
        return arguments or None
    key, value = _two(arguments)
    if view == "entrySet":
        return f"{'? extends ' if '?' in arguments else ''}java.util.Map.Entry<{key}, {value}>"
    return key if view == "keySet" else value


def _two(arguments: str) -> tuple[str, str]:
    """The two type arguments in a text."""
    depth = 0
    for at, char in enumerate(arguments):
        depth += (char == "<") - (char == ">")
        if char == "," and not depth:
            return arguments[:at], arguments[at + 1 :].strip()
    raise AssertionError(arguments)


def header_type(method: Method, loop: Node) -> str:
    """The type of the variable of an enhanced for as it is written, without annotations; brackets behind the name counted."""
    node, dims = loop.child("type"), loop.child("dimensions")
    assert node is not None
    brackets = sum(child.type == "[" for child in dims.children) if dims is not None else 0
    return (type_text(node, method.source.data) or "") + "[]" * brackets
