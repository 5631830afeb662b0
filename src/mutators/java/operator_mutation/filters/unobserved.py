"""Unobservable changes to unread values, to capacities, to messages, and to values that may be anything."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.filters.values import operands_of
from mutators.java.operator_mutation.likely.ranges import calls
from parsers.java.syntax.expressions import stands_as_statement, unwrapped
from parsers.java.syntax.statements import LOOPS, OWNERS
from parsers.java.values.constants import Constant

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

_OPERATORS = frozenset(
    {"binary_expression", "unary_expression", "parenthesized_expression", "cast_expression"}
)
_SIZED_NAMES = """
    ArrayDeque ArrayList ByteArrayOutputStream CharArrayWriter ConcurrentHashMap HashMap HashSet
    Hashtable IdentityHashMap LinkedHashMap LinkedHashSet PriorityQueue StringBuffer StringBuilder StringWriter Vector
    WeakHashMap"""
_SIZED = frozenset(_SIZED_NAMES.split())
_SIZING = frozenset({"ensureCapacity", "trimToSize"})
_WAITS = frozenset({"sleep", "parkNanos", "onSpinWait"})
_TEXT = frozenset({"append", "concat", "format", "formatted", "join", "toString", "valueOf"})
_IN_TEXT = _OPERATORS | {"argument_list", "array_access", "method_invocation", "ternary_expression"}
HASHED = frozenset({"arithmetic", "assignment", "bitwise", "shift", "unary"})
"""Sets of operators that compute hash codes."""
_DIVISIONS = frozenset({"/", "%", "/=", "%="})
_TESTED = frozenset({"condition", "index", "update", "dimensions"})
_HASHING = re.compile("(?i)hash|bits|mix|rotate")


def unused_value(method: Method, change: Change) -> bool:
    """Match ``x++;`` and ``++x;``, also as a lambda's body, which perhaps has no value."""
    if change.node.type != "update_expression" or change.old.replace("x", "") != change.new.replace("x", ""):
        return False
    parent = change.node.parent
    return stands_as_statement(change.node) or (parent is not None and parent.type == "lambda_expression")


def unread_value(method: Method, change: Change) -> bool:
    """Match ``return i++`` and ``return i--``, ``last = a + b;`` where ``last`` is not read afterwards."""
    if _divides(method, change):
        return False
    node = change.node
    if node.type == "update_expression":
        postfix = node.children[0].named and change.old[0] == change.new[0] == "x"
        target = next((child for child in node.children if child.named), None)
        return (
            target is not None and (postfix or stands_as_statement(node)) and _is_dead(method, target, node)
        )
    if node.type == "assignment_expression" and change.old != change.new:
        target = node.child("left")
        return target is not None and stands_as_statement(node) and _is_dead(method, target, node)
    holder = _holder(node)
    if change.group == "conditional" or holder is None:
        return False
    if holder.type == "variable_declarator":
        target = holder.child("name")
        return target is not None and _is_dead(method, target, holder)
    target = holder.child("left")
    if holder.type != "assignment_expression" or target is None or not stands_as_statement(holder):
        return False
    return _is_dead(method, target, holder)


def _holder(node: Node) -> Node | None:
    """Return the final place of an operator's value, through other operators."""
    below, above = node, node.parent
    while above is not None and above.type in _OPERATORS:
        sign = above.child("operator")
        if sign is not None and sign.type in ("&&", "||", "/", "%"):
            return None
        below, above = above, above.parent
    return above if above is not None and below.field in ("value", "right") else None


def _declaration(method: Method, target: Node) -> Declaration | None:
    if target.type != "identifier":
        return None
    reference = method.scopes.reference(target)
    if reference is not None:
        return None if reference.uncertain or reference.captured else reference.declaration
    return method.scopes.declared_at(target.start)


def _is_dead(method: Method, target: Node, node: Node) -> bool:
    """Return whether a local variable is never read after an expression has set it."""
    declaration = _declaration(method, target)
    if declaration is None or declaration.kind in ("field", "component", "resource"):
        return False
    if method.kind == "compact-constructor":
        return False  # its parameters become the fields (JLS 8.10.4.2)
    reads = _reads(method, declaration)
    if reads is None or (reads and reads[-1] >= node.end):
        return False
    loops = [above for above in node.ancestors() if above.type in LOOPS and _may_repeat(above, declaration)]
    return not any(bisect_left(reads, loop.start) < bisect_left(reads, loop.end) for loop in loops)


def _reads(method: Method, declaration: Declaration) -> list[int] | None:
    """Return the reads of a variable that are not only to change it, in order; None where a lambda or class body may read it."""
    kept: dict[Declaration, list[int] | None] = method.memo.setdefault(_reads, {})
    if declaration not in kept:
        uses = (use.node for use in declaration.references if use.access != "write")
        reads = None if declaration.captured else sorted(use.start for use in uses if not _only_updates(use))
        kept[declaration] = reads
    return kept[declaration]


def _may_repeat(loop: Node, declaration: Declaration) -> bool:
    """Return whether a loop carries the value of a variable into its next round."""
    inits = loop.all("init") if loop.type == "for_statement" else []
    return not declaration.node.inside(loop) or any(declaration.node.inside(init) for init in inits)


def _only_updates(node: Node) -> bool:
    """Return whether a use reads a variable only to change it: ``x++;``, ``x += 2;``."""
    holder = unwrapped(node).parent
    if (
        holder is None
        or holder.type not in ("update_expression", "assignment_expression")
        or not stands_as_statement(holder)
    ):
        return False
    return holder.type == "update_expression" or unwrapped(node).field == "left"


def _divides(method: Method, change: Change) -> bool:
    sides = operands_of(change)
    if sides is None or not {change.old, change.new} & _DIVISIONS:
        return False
    divisor = method.constants.value(sides[1])
    if isinstance(divisor, Constant) and divisor.value:
        return False
    return not any(method.types.of(side).unboxed.name in ("float", "double") for side in sides)


def _path(node: Node, through: frozenset[str]) -> Iterator[Node]:
    """Yield the expressions around a node, up to the first that is not of some types."""
    for above in node.ancestors():
        yield above
        if above.type not in through:
            return


def _call_around(node: Node) -> Node | None:
    """Return the call or creation to which a value is handed, through operators, or None."""
    outer = next((above for above in node.ancestors() if above.type not in _OPERATORS), None)
    return outer.parent if outer is not None and outer.type == "argument_list" else None


def capacity(method: Method, change: Change) -> bool:
    """Match ``new ArrayList<>(n + 1)`` and ``new ArrayList<>(n - 1)``; a negative capacity is an error, though."""
    call = _call_around(change.node)
    if call is None or len(method.types.arguments(call)) != 1 or _divides(method, change):
        return False
    if change.group == "unary" and call.type != "method_invocation":
        return False
    if not method.types.of(change.node).unboxed.is_integral and not method.types.of(change.node).is_unknown:
        return False
    if any(method.types.of(part).is_string for part in _path(change.node, _OPERATORS)):
        return False
    if call.type == "method_invocation":
        return calls(method, call)[0] in _SIZING
    type_ = call.child("type")
    name = method.node_text(type_).split("<")[0].split(".")[-1].strip() if type_ is not None else ""
    return call.type == "object_creation_expression" and name in _SIZED


def delay(method: Method, change: Change) -> bool:
    """Match ``Thread.sleep(t * 2)``: time is no behaviour; but a negative one is an error."""
    if change.group == "unary" or _divides(method, change):
        return False
    call = _call_around(change.node)
    return call is not None and call.type == "method_invocation" and calls(method, call)[0] in _WAITS


def in_assertion(method: Method, change: Change) -> bool:
    """Match ``assert x > 0``: assertions are off unless enabled (JLS 14.10)."""
    return any(above.type == "assert_statement" for above in change.node.ancestors())


def in_message(method: Method, change: Change) -> bool:
    """Match ``throw new X("at " + (i + 1))``: the text of an exception is no behaviour."""
    if _divides(method, change) or change.node.type in ("assignment_expression", "update_expression"):
        return False
    text = method.types.of(change.node).is_string
    for above in _path(change.node, _IN_TEXT):
        if above.type == "method_invocation":
            text |= calls(method, above)[0] in _TEXT
            if not text:
                return False
        text |= above.type == "binary_expression" and method.types.of(above).is_string
        if above.type == "object_creation_expression":
            thrown = unwrapped(above).parent
            return text and thrown is not None and thrown.type == "throw_statement"
    return False


def any_hash(method: Method, change: Change) -> bool:
    """Match arithmetic in ``hashCode()``, which may give any number (Object.hashCode)."""
    if change.group not in HASHED or _divides(method, change) or change.node.field in _TESTED:
        return False
    for above in change.node.ancestors():
        if above.type == "method_declaration":
            name, parameters, type_ = above.child("name"), above.child("parameters"), above.child("type")
            if name is None or parameters is None or type_ is None or parameters.named_children():
                return False
            return (method.node_text(name), method.node_text(type_)) == ("hashCode", "int")
        if above.type in OWNERS or above.field in _TESTED:
            return False
        if above.type == "method_invocation" and not _HASHING.search(calls(method, above)[0]):
            return False
    return False
