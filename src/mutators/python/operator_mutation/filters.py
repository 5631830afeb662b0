"""Operator mutants that behave, or very likely behave, like their originals: they must not be labelled as breaking.

Equivalence cannot be decided; each filter matches one pattern. A filter that refuses too much costs yield; a missing filter lets a
wrong label pass. So filters may assume what is usual: a counter meets its bound, ``count`` returns a number of things.
"""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from mutators.python.operator_mutation.constants import same_after, same_comparison, truth_of
from mutators.python.operator_mutation.operators import Change, edits_of, operands_of
from mutators.python.operator_mutation.values import same_for_constant, same_in_range
from parsers.python.function import Function

_BORDERS = ({"<", "<="}, {">", ">="})
_ROUNDING = frozenset({"int", "floor", "ceil", "trunc", "round"})
_DELAYS = frozenset({"sleep", "wait"})
_OPERATIONS = (
    cst.BinaryOperation,
    cst.BooleanOperation,
    cst.Comparison,
    cst.ComparisonTarget,
    cst.UnaryOperation,
    cst.IfExp,
)


def in_assertion(function: Function, change: Change) -> bool:
    """Return whether the change is in an assertion, which holds in a correct program, perhaps both ways."""
    return any(isinstance(node, cst.Assert) for node in function.around(change.node))


def in_message(function: Function, change: Change) -> bool:
    """Return whether the change is in what an exception that is raised is made of: a text for people."""
    return any(
        isinstance(node, cst.Call) and isinstance(function.parent(node), cst.Raise)
        for node in function.around(change.node)
    )


def any_hash(function: Function, change: Change) -> bool:
    """Return whether the change is in a method that computes a hash code."""
    functions = [node for node in function.around(change.node) if isinstance(node, cst.FunctionDef)]
    return any(node.name.value == "__hash__" for node in functions)


def delay(function: Function, change: Change) -> bool:
    """Return whether the changed value says how long something waits."""
    for node in function.around(change.node):
        if isinstance(node, cst.Arg):
            call = function.parent(node)
            return isinstance(call, cst.Call) and _called(call) in _DELAYS
        if not isinstance(node, _OPERATIONS):
            break
    return False


def unused_value(function: Function, change: Change) -> bool:
    """Return whether the changed value is the value of an expression statement, which nothing uses."""
    node: cst.CSTNode = change.node
    while isinstance(node, cst.BaseExpression | cst.BaseCompOp | cst.ComparisonTarget):
        above = function.parent(node)
        if not isinstance(above, (*_OPERATIONS, cst.Expr)):
            return False
        node = above
    return isinstance(node, cst.Expr)


def unread_value(function: Function, change: Change) -> bool:
    """Return whether the changed value is stored in a local variable that is not read afterwards."""
    node: cst.CSTNode = change.node
    while isinstance(node, (*_OPERATIONS, cst.BaseCompOp)):
        node = function.parent(node)
    target: cst.CSTNode | None = None
    if isinstance(node, cst.Assign) and len(node.targets) == 1:
        target = node.targets[0].target
    elif isinstance(node, cst.AnnAssign | cst.AugAssign):
        target = node.target
    if not isinstance(target, cst.Name):
        return False
    variable = function.scopes.variable_of(target)
    return variable is not None and not function.flow.used_after(variable, node)


def same_operands(function: Function, change: Change) -> bool:
    """Return whether both operands are written alike, so that both operators may give the same."""
    operands = operands_of(function, change)
    return operands is not None and _spelling(function, operands[0]) == _spelling(function, operands[1])


def stepping_loop(function: Function, change: Change) -> bool:
    """Return whether a loop's variable would meet the bound in steps of one, so that ``<`` is ``!=``."""
    if "!=" not in (change.old, change.new) or change.group not in ("relational", "equality"):
        return False
    for node in function.around(change.node):
        if isinstance(node, cst.While):
            return True
        if not isinstance(node, _OPERATIONS):
            return False
    return False


def either_of_equals(function: Function, change: Change) -> bool:
    """Return whether the larger or the smaller of two values is chosen, which does not matter if they are equal."""
    operands = operands_of(function, change)
    if {change.old, change.new} not in _BORDERS or operands is None:
        return False
    pair = {_spelling(function, operand) for operand in operands}
    above = function.parent(change.node)
    if isinstance(above, cst.IfExp) and above.test is change.node:
        return pair == {_spelling(function, above.body), _spelling(function, above.orelse)}
    if isinstance(above, cst.If) and above.orelse is None:
        assignment = _only(above.body)
        if isinstance(assignment, cst.Assign) and len(assignment.targets) == 1:
            target = assignment.targets[0].target
            return pair == {_spelling(function, target), _spelling(function, assignment.value)}
    return False


def known_order(function: Function, change: Change) -> bool:
    """Return whether both comparisons give the same for all that a length, a remainder or the like can be."""
    operands = operands_of(function, change)
    return operands is not None and same_in_range(function, *operands, change.old, change.new)


def neutral_constant(function: Function, change: Change) -> bool:
    """Return whether both operators give the same with a number that is there."""
    operands = operands_of(function, change)
    if operands is None or change.new == "=":
        return False
    return same_for_constant(*operands, change.old.removesuffix("="), change.new.removesuffix("="))


def same_constants(function: Function, change: Change) -> bool:
    """Return whether literals alone give the same before and after the change: ``1 < 2`` and ``1 <= 2``, ``2 + 1 < 5``."""
    node, operands = change.node, operands_of(function, change)
    if isinstance(node, cst.BaseCompOp) and operands is not None:
        if same_comparison(function, *operands, change.old, change.new):
            return True
        node = function.parent(node)
    return same_after(function, node, edits_of(function, change))


def never_evaluated(function: Function, change: Change) -> bool:
    """Return whether literals decide that the changed expression is not evaluated: ``1 < 2 or a``, ``if False: a``."""
    inner: cst.CSTNode = change.node
    for above in function.around(change.node):
        if isinstance(above, cst.BooleanOperation) and inner is above.right:
            decided = truth_of(function, above.left) is isinstance(above.operator, cst.Or)
        elif isinstance(above, cst.If | cst.IfExp | cst.While) and inner is not above.test:
            decided = truth_of(function, above.test) is (inner is not above.body)
        else:
            decided = False
        if decided:
            return True
        inner = above
    return False


def same_bits(function: Function, change: Change) -> bool:
    """Return whether bits of a shifted value are put together with others, which probably are elsewhere."""
    operands = operands_of(function, change)
    if operands is None or not {change.old.rstrip("="), change.new.rstrip("=")} <= {"|", "^", "+"}:
        return False
    return any(
        isinstance(part, cst.BinaryOperation) and isinstance(part.operator, cst.LeftShift)
        for part in operands
    )


def rounded(function: Function, change: Change) -> bool:
    """Return whether a quotient is made a whole number at once."""
    if {change.old, change.new} != {"/", "//"}:
        return False
    above = function.parent(change.node)
    call = function.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(call, cst.Call) and _called(call) in _ROUNDING


FILTERS: tuple[tuple[str, Callable[[Function, Change], bool]], ...] = (
    ("an assertion may hold both ways", in_assertion),
    ("only the text of an exception would differ", in_message),
    ("a hash code may be any number", any_hash),
    ("only a delay would differ", delay),
    ("the value is not used", unused_value),
    ("both operands are the same", same_operands),
    ("the variable meets the bound in steps of one", stepping_loop),
    ("where both operands are equal, both ways give the same", either_of_equals),
    ("both comparisons give the same for all that the operands can be there", known_order),
    ("both operators give the same with this constant", neutral_constant),
    ("both give the same for these constants", same_constants),
    ("a constant decides that it is not evaluated", never_evaluated),
    ("no bit may be set in both operands", same_bits),
    ("what is made of the value at once does not tell the two apart", rounded),
    ("the variable is not read afterwards", unread_value),
)
"""Reasons why a mutant behaves as its original, and whether a change in a function follows the pattern; the cheap ones first."""


def equivalent(function: Function, change: Change) -> str | None:
    """Return why a change, certainly or very likely, does not change behaviour; None if no filter matches."""
    return next((reason for reason, holds in FILTERS if holds(function, change)), None)


def _called(call: cst.Call) -> str:
    """Return the last name of what is called, "" if it has none."""
    func = call.func
    if isinstance(func, cst.Attribute):
        return func.attr.value
    return func.value if isinstance(func, cst.Name) else ""


def _only(body: cst.BaseSuite) -> cst.CSTNode | None:
    """Return the only statement of a block, if there is one."""
    statements = body.body
    if len(statements) == 1 and isinstance(statements[0], cst.SimpleStatementLine):
        statements = statements[0].body
    return statements[0] if len(statements) == 1 else None


def _spelling(function: Function, node: cst.CSTNode) -> str:
    """Return the text of an expression without blanks and its own parentheses."""
    return "".join(function.text_of(node).split())
