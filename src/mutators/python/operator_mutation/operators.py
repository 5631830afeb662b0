"""Operators of Python expressions, their possible exchanges by syntax alone, and the edits (LR 6.5 to 6.12, 7.2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from mutators.model import Edit
from parsers.python.function import Function
from parsers.python.language import PYTHON
from parsers.python.syntax.expressions import unevaluated
from parsers.python.syntax.kinds import concrete
from parsers.python.syntax.precedence import PRECEDENCE, Binding, binding_of, min_binding_at
from parsers.python.syntax.signs import sign_of

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
"""Comparisons of values, as opposed to identity and membership."""


@dataclass(frozen=True)
class Change:
    """One operator exchanged, inserted before an operand, or removed.

    Attributes:
        group: the set of operators that it belongs to.
        node: the expression or augmented assignment; of a chain of comparisons the operator itself; for an insertion the operand.
        old: its operator, such as ``<`` or ``+=``; "" for an insertion.
        new: what it becomes; "" for a removal.
    """

    group: str
    node: cst.CSTNode
    old: str
    new: str


def _each(*signs: str) -> dict[str, tuple[str, ...]]:
    return {sign: tuple(other for other in signs if other != sign) for sign in signs}


_NUMBERS = ("+", "-", "*", "/", "//", "%")
_BINARY: dict[str, tuple[str, tuple[str, ...]]] = {
    **{sign: ("arithmetic", others) for sign, others in _each(*_NUMBERS).items()},
    "*": ("arithmetic", ("+", "-", "/", "//", "%", "**")),
    "**": ("arithmetic", _NUMBERS),
    "@": ("arithmetic", ("*",)),
    **{sign: ("bitwise", others) for sign, others in _each("&", "|", "^").items()},
    **{sign: ("shift", others) for sign, others in _each("<<", ">>").items()},
    **{sign: ("conditional", others) for sign, others in _each("and", "or").items()},
}
_COMPARING: dict[str, tuple[str, tuple[str, ...]]] = {
    **{
        sign: ("equality" if sign in ("==", "!=") else "relational", others)
        for sign, others in _each(*COMPARISONS).items()
    },
    **{sign: ("equality", others) for sign, others in _each("is", "is not").items()},
    **{sign: ("relational", others) for sign, others in _each("in", "not in").items()},
}
_ASSIGNMENT = {
    f"{sign}=": (*(f"{other}=" for other in others), "=")
    for sign, (group, others) in _BINARY.items()
    if group != "conditional"
}
_UNARY = {"-": ("", "~"), "~": ("", "-"), "+": ("-",), "not": ("",)}
_NEGATED = (cst.Attribute, cst.BooleanOperation, cst.Call, cst.Name, cst.Subscript)
"""Operands that get a ``not``; comparisons have an opposite."""
_GAP = re.compile(rb"[ \t\f]*")
_NODES = concrete(
    cst.AugAssign,
    cst.BinaryOperation,
    cst.BooleanOperation,
    cst.Comparison,
    cst.UnaryOperation,
    *_NEGATED,
)


def changes(function: Function) -> Iterator[Change]:
    """Yield the possible changes of a function by syntax alone, in the order of the text."""
    found: list[Change] = []
    for node in function.nodes:
        if type(node) in _NODES and unevaluated(function, node) is None:
            found += _exchanges(node)
            if isinstance(node, _NEGATED) and _is_condition(function, node):
                found.append(Change("unary", node, "", "not"))
    return iter(sorted(found, key=lambda change: function.start_of(change.node)))


def _exchanges(node: cst.CSTNode) -> Iterator[Change]:
    if isinstance(node, cst.Comparison):
        single = len(node.comparisons) == 1
        for part in node.comparisons:
            old = sign_of(part.operator)
            group, others = _COMPARING[old]
            for new in others:
                yield Change(group, node if single else part.operator, old, new)
    elif isinstance(node, cst.AugAssign):
        old = sign_of(node.operator)
        for new in _ASSIGNMENT[old]:
            yield Change("assignment", node, old, new)
    elif isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        old = sign_of(node.operator)
        group, others = _BINARY[old]
        for new in others:
            yield Change(group, node, old, new)
    elif isinstance(node, cst.UnaryOperation):
        old = sign_of(node.operator)
        for new in _UNARY[old]:
            yield Change("unary", node, old, new)


def _is_condition(function: Function, node: cst.CSTNode) -> bool:
    """Return whether only the truth of an expression counts, or whether it is an operand of ``and`` or ``or``."""
    above = function.parent(node)
    if isinstance(above, cst.If | cst.While | cst.IfExp | cst.Assert | cst.CompIf):
        return above.test is node
    return isinstance(above, cst.BooleanOperation)


def operands_of(function: Function, change: Change) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """Return the left and the right operand of an operator, None if there is one operand."""
    node = change.node
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return node.left, node.right
    if isinstance(node, cst.Comparison):
        return node.left, node.comparisons[0].comparator
    if isinstance(node, cst.AugAssign):
        return node.target, node.value
    if isinstance(node, cst.BaseCompOp):
        target = function.parent(node)
        chain = function.parent(target)
        assert isinstance(target, cst.ComparisonTarget)
        assert isinstance(chain, cst.Comparison)
        at = next(index for index, part in enumerate(chain.comparisons) if part is target)
        return (chain.comparisons[at - 1].comparator if at else chain.left), target.comparator
    return None


def edits_of(function: Function, change: Change) -> list[Edit]:
    """Return the edits of a change; if the new operator binds differently, parentheses keep the operands."""
    node = change.node
    if not change.old:
        return _negated(function, node)
    if not change.new:
        assert isinstance(node, cst.UnaryOperation)
        return [_removal(function, node)]
    operator = _operator_of(node)
    exchanged = _replaced(function, function.start_of(operator), function.end_of(operator), change.new)
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return _merged([*_parentheses(function, node, change.new), exchanged])
    return [exchanged]


def _merged(edits: list[Edit]) -> list[Edit]:
    """Return the edits with the ones that start at the same offset merged: insertions are first."""
    found: dict[int, Edit] = {}
    for edit in edits:
        first = found.get(edit.start)
        found[edit.start] = edit if first is None else Edit(edit.start, edit.old, first.new + edit.new)
    return list(found.values())


def _operator_of(node: cst.CSTNode) -> cst.CSTNode:
    if isinstance(node, cst.Comparison):
        return node.comparisons[0].operator
    if isinstance(node, cst.BaseCompOp):
        return node
    assert isinstance(node, cst.AugAssign | cst.BinaryOperation | cst.BooleanOperation | cst.UnaryOperation)
    return node.operator


def _parentheses(
    function: Function, node: cst.BinaryOperation | cst.BooleanOperation, new: str
) -> Iterator[Edit]:
    level = PRECEDENCE[new]
    left, right = (Binding.AWAIT, Binding.SIGN) if new == "**" else (level, Binding(level + 1))
    for part, loose in (
        (node, level < min_binding_at(function, node)),
        (node.left, not node.left.lpar and binding_of(node.left) < left),
        (node.right, not node.right.lpar and binding_of(node.right) < right),
    ):
        if loose:
            yield Edit(function.start_of(part), "", "(")
            yield Edit(function.end_of(part), "", ")")


def _negated(function: Function, node: cst.CSTNode) -> list[Edit]:
    start, end = function.outer(node)
    if isinstance(node, cst.BooleanOperation) and not node.lpar:
        return [_replaced(function, start, start, "not ("), Edit(end, "", ")")]
    return [_replaced(function, start, start, "not ")]


def _removal(function: Function, node: cst.UnaryOperation) -> Edit:
    """Return an edit that removes an operator and the blanks behind it, comments and line ends left where they are."""
    source, start = function.source, function.start_of(node.operator)
    gap = _GAP.match(source.data, function.end_of(node.operator))
    assert gap is not None
    joins = PYTHON.joins(source.data[start - 1 : start], source.data[gap.end() : gap.end() + 1])
    return Edit(start, source.slice(start, gap.end()), " " if joins else "")


def _replaced(function: Function, start: int, end: int, new: str) -> Edit:
    source = function.source
    return Edit(start, source.slice(start, end), PYTHON.spaced(source.data, start, end, new))
