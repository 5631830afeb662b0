"""Comparisons with the same result, or whose result makes no difference (JLS 15.20, 15.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mutators.java.operator_mutation.filters.values import operands_of
from mutators.java.operator_mutation.likely.facts import HOLDS, facts_of, pure, spelling
from mutators.java.operator_mutation.likely.known_at import known_at
from mutators.java.operator_mutation.likely.ranges import integer_of
from parsers.java.syntax.expressions import bare, sign_of, unwrapped
from parsers.java.syntax.statements import BLOCKS, LOOPS, OWNERS, STATEMENT_LISTS, statements_of

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_GOES_ON = {1: {"<", "!="}, -1: {">", "!="}}
_STOPS = {1: {"==", ">="}, -1: {"==", "<="}}
LOOPING = tuple(map(frozenset, (*_GOES_ON.values(), *_STOPS.values())))
"""Pairs of comparisons that may end a loop at the same moment."""
BORDERS = (frozenset({"<", "<="}), frozenset({">", ">="}))
"""Pairs of comparisons that differ where both operands are equal."""
_NO_CHANGE = frozenset({"+=", "-=", "|=", "^=", "<<=", ">>=", ">>>="})


def known_order(method: Method, change: Change) -> bool:
    """Match ``n == 0`` and ``n <= 0`` of a length, ``a < b`` and ``a <= b`` after ``a != b``, ``x == x`` and ``x >= x``."""
    sides = operands_of(change)
    if sides is None or change.old not in HOLDS or change.new not in HOLDS:
        return False
    differ = HOLDS[change.old] ^ HOLDS[change.new]
    return not differ & known_at(method, change.node).cases(*sides)


def canonical_loop(method: Method, change: Change) -> bool:
    """Match ``i < n`` and ``i != n`` where ``i`` gets to ``n`` in steps of one and the loop ends there."""
    sides = operands_of(change)
    loop = next((above for above in change.node.ancestors() if above.type in LOOPS | OWNERS), None)
    if sides is None or loop is None or loop.type not in LOOPS:
        return False
    pairs = (
        _GOES_ON
        if _is_part(change.node, loop, "&&")
        else _STOPS
        if _leaves(method, change.node, loop)
        else {}
    )
    for node, other, direction in ((*sides, 1), (*sides[::-1], -1)):
        step = _step_of(method, node, loop) * direction
        if step in pairs and pairs[step] == {change.old, change.new} and not _moves(method, other, loop):
            return True
    return False


def _is_part(node: Node, statement: Node, sign: str) -> bool:
    """Return whether an expression is the condition of a statement, or one of the operands that ``&&`` or ``||`` join to it."""
    outer = unwrapped(node)
    while outer.parent is not None and sign_of(outer.parent) == sign:
        outer = unwrapped(outer.parent)
    return outer.field == "condition" and outer.parent is statement


def _leaves(method: Method, node: Node, loop: Node) -> bool:
    """Return whether a comparison is a loop's exit condition: ``if (i == n) break;`` right in its body."""
    exit_ = next((above for above in node.ancestors() if above.type == "if_statement"), None)
    body = loop.child("body")
    if exit_ is None or body is None or not _is_part(node, exit_, "||") or exit_.parent not in (body, loop):
        return False
    yes = exit_.child("consequence")
    if yes is None or method.flow.completes(yes):
        return False
    return not any(below.type == "continue_statement" for below in yes.walk())


def _step_of(method: Method, node: Node, loop: Node) -> int:
    """Return 1 or -1 if an expression is a local variable that only moves by this step in a loop, else 0."""
    node = bare(node)
    if node.type == "update_expression":
        node = next(child for child in node.children if child.named)
    reference = method.scopes.reference(node) if node.type == "identifier" else None
    if reference is None:
        return 0
    steps = set()
    for use in facts_of(method).writes(reference.declaration, loop):
        parent = unwrapped(use.node).parent
        if parent is None:
            continue
        if loop.type == "for_statement" and any(use.node.inside(part) for part in loop.all("init")):
            continue
        right = parent.child("right")
        if parent.type == "update_expression":
            steps.add(1 if parent.first("++") is not None else -1)
        elif right is not None and sign_of(parent) in ("+=", "-="):
            by = integer_of(method, right)
            steps.add((by or 0) if sign_of(parent) == "+=" else -(by or 0))
        else:
            steps.add(0)
    return steps.pop() if steps in ({1}, {-1}) else 0


def _moves(method: Method, node: Node, loop: Node) -> bool:
    """Return whether the local variables in an expression change in a loop, or it changes something itself."""
    found = (method.scopes.reference(leaf) for leaf in node.walk() if leaf.type == "identifier")
    return not pure(method, node) or any(
        facts_of(method).writes(reference.declaration, loop) for reference in found if reference is not None
    )


# -- equal operands -----------------------------------------


def either_of_equals(method: Method, change: Change) -> bool:
    """Match ``a < b ? a : b`` and ``a <= b ? a : b``, ``if (x < min) min = x;``: of two equals either will do."""
    sides = operands_of(change)
    if (
        sides is None
        or {change.old, change.new} not in BORDERS
        or not all(pure(method, side) for side in sides)
    ):
        return False
    condition = unwrapped(change.node)
    holder = condition.parent
    if holder is None or condition.field != "condition":
        return False
    equals = _Equals(method, *sides)
    if holder.type == "if_statement":
        return equals.either(holder)
    yes, no = holder.child("consequence"), holder.child("alternative")
    return holder.type == "ternary_expression" and yes is not None and no is not None and equals.same(yes, no)


class _Equals:
    """The effect of two operands on code where they are equal."""

    def __init__(self, method: Method, left: Node, right: Node) -> None:
        self._method = method
        self._names = {spelling(method, left), spelling(method, right)}
        self._zero = any(integer_of(method, side) == 0 for side in (left, right)) or "0.0" in self._names

    def either(self, statement: Node) -> bool:
        """Return whether the branch of an if statement and its alternative are equivalent."""
        yes, no = statement.child("consequence"), statement.child("alternative")
        yes = self._alone(yes) if yes is not None else None
        if yes is None:
            return False
        if no is not None:
            other = self._alone(no)
            return other is not None and self.same(yes, other)
        if yes.type == "expression_statement":
            return self._changes_nothing(yes.children[0])
        following = self._next(statement)
        return yes.type == "return_statement" and following is not None and self.same(yes, following)

    def same(self, one: Node, other: Node) -> bool:
        """Return whether two pieces of code are the same but for the two operands."""
        stack = [(one, other)]
        while stack:
            a, b = map(bare, stack.pop())
            if self._is_operand(a) and self._is_operand(b):
                continue
            if a.type != b.type or len(a.children) != len(b.children):
                return False
            if not a.children and self._method.node_text(a) != self._method.node_text(b):
                return False
            stack += zip(a.children, b.children, strict=True)
        return True

    def _is_operand(self, node: Node) -> bool:
        operand = node.child("operand")
        if self._zero and node.type == "unary_expression" and sign_of(node) == "-" and operand is not None:
            node = operand
        return spelling(self._method, node) in self._names

    def _changes_nothing(self, node: Node) -> bool:
        left, right = node.child("left"), node.child("right")
        if node.type != "assignment_expression" or left is None or right is None:
            return False
        if sign_of(node) == "=":
            return self._is_operand(left) and self._is_operand(right)
        return self._zero and sign_of(node) in _NO_CHANGE and self._is_operand(right)

    def _alone(self, statement: Node) -> Node | None:
        """Return the only statement of a block, or the statement."""
        while statement.type in BLOCKS:
            inside = statements_of(statement)
            if len(inside) != 1:
                return None
            statement = inside[0]
        return statement

    def _next(self, statement: Node) -> Node | None:
        parent = statement.parent
        if parent is None or parent.type not in STATEMENT_LISTS:
            return None
        return next((other for other in statements_of(parent) if other.start >= statement.end), None)
