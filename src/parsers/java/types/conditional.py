"""Conditional expressions in assignment contexts: does ``t = c ? a : b`` store what ``t = a`` or ``t = b`` stores? (JLS 5.2, 15.25)

A reference conditional expression gives its context to both operands (JLS 15.25.3), so nothing changes. The operands of a boolean
or numeric one are first converted to a common type (JLS 15.25.1, 15.25.2): ``Object o = c ? 1 : 2L`` stores a Long, and
``Integer n = c ? none : 0`` throws if ``none`` is null.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.java import table
from parsers.java.syntax.expressions import bare
from parsers.java.types.types import NULL, Type

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_ABOVE_BOXES = frozenset({"Object", "Number", "Comparable", "Serializable", "Constable", "ConstantDesc"})
"""The simple names of the supertypes of boxes (JLS 4.10, the API of java.lang)."""
_BOUND = re.compile(rb"\bextends\b[^,>&]*\b(?:%s)\b" % "|".join(table.BOXES).encode())
_NARROW = frozenset({"byte", "short", "char"})
_POLY = frozenset({"lambda_expression", "method_reference"})


def splits_alike(method: Method, to: Type, conditional: Node) -> bool:
    """Return whether each operand of a conditional expression alone certainly is assigned as it is in the expression.

    Args:
        method: the method around.
        to: the type of the variable or result to which the expression is assigned.
        conditional: a ternary_expression that compiles there.
    """
    yes, no = _operands(conditional)
    if to.name in _NARROW and to.is_primitive:
        # A constant condition leaves out an operand, whose value need not fit (JLS 5.2, 15.29).
        if method.constants.may_be_constant(conditional):
            return False
        return not any(map(_is_special, (yes, no)))
    return _alike(method, to, yes, no)


def joins_alike(method: Method, to: Type, yes: Node, no: Node) -> bool:
    """Return whether a conditional expression certainly assigns its operands as they are assigned alone.

    Args:
        method: the method around.
        to: the type of the variable or result to which they are assigned.
        yes, no: expressions, each of which compiles there alone.
    """
    if to.name in _NARROW and to.is_primitive:
        # Alone, a constant may be narrowed; ?: is no constant expression unless its condition is one (JLS 5.2, 15.29).
        return all(method.types.of(part).unboxed == to for part in (yes, no))
    return _alike(method, to, yes, no)


def _alike(method: Method, to: Type, yes: Node, no: Node) -> bool:
    """Return the same for types to which no constant is narrowed but boxes, both ways."""
    if any(map(_has_switch, (yes, no))):
        return False
    if _is_unlike_boxes(method, to):
        return True
    one, other = method.types.of(yes), method.types.of(no)
    if any(bare(part).type in _POLY for part in (yes, no)) or any(map(_is_no_box, (one, other))):
        return True  # a reference conditional expression, as only one operand can be boolean or numeric
    if to.is_primitive:
        if any(map(_is_special, (yes, no))):
            return False
        # Any way from the operands to these types is exact, or rounds once; to double, there is one that rounds to float before.
        return to.name != "double" or _exact(one, other)
    return _boxed_alike(to, one, other)


def _exact(one: Type, other: Type) -> bool:
    names = {one.unboxed.name, other.unboxed.name}
    return "double" in names or names == {"float"} or not names & {"float", ""}


def _boxed_alike(to: Type, one: Type, other: Type) -> bool:
    """Return whether values go to a box, or a supertype of boxes, in the same way from an operand and from the expression."""
    if one == other and one.is_boxed:
        return True
    above = to.dims == 0 and to.proper and not to.is_boxed and _simple(to) in _ABOVE_BOXES
    kinds = [type_.unboxed for type_ in (one, other) if type_ != NULL]
    fits = above or any(to.unboxed == kind for kind in kinds)
    if len(kinds) == 1:
        return fits and not kinds[0].is_unknown
    return fits and one == other and one.is_primitive


def _is_no_box(type_: Type) -> bool:
    return type_.is_reference and not type_.may_unbox and type_ != NULL


def _is_unlike_boxes(method: Method, to: Type) -> bool:
    """Return whether no value of a primitive type or box can be assigned to a type, which makes every ?: a reference one."""
    if to.is_array:
        return True
    if not to.is_reference or _simple(to) in _ABOVE_BOXES or _simple(to) in table.BOXES:
        return False
    file = method.parsed.types
    # What is no class is a type variable, and these are declared in the file.
    return to.proper or (file.certain and _BOUND.search(file.data) is None)


def _simple(type_: Type) -> str:
    return type_.name.rpartition(".")[2]


def _operands(conditional: Node) -> tuple[Node, Node]:
    yes, no = conditional.child("consequence"), conditional.child("alternative")
    assert yes is not None
    assert no is not None
    return yes, no


def _results(node: Node) -> list[Node]:
    """Return the expressions whose value an expression has, parentheses and ?: taken apart."""
    found, stack = [], [node]
    while stack:
        inner = bare(stack.pop())
        if inner.type == "ternary_expression":
            stack += _operands(inner)
        else:
            found.append(inner)
    return found


def _has_switch(node: Node) -> bool:
    """Return whether a value may be the result of a switch, whose results may be in a context, too (JLS 15.28.1)."""
    return any(result.type == "switch_expression" for result in _results(node))


def _is_special(node: Node) -> bool:
    """Return whether a value may be a literal null, which has no type for ?: to unbox, or the result of a switch."""
    return any(result.type in ("switch_expression", "null_literal") for result in _results(node))
