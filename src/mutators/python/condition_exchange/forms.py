"""Other forms of a condition, with their places and edits (Python language reference, 6.11)."""

from __future__ import annotations

from typing import Literal

import libcst as cst

from mutators.model import Edit
from mutators.python.match import PythonMatch
from mutators.python.tools.negation import is_negation, negated, prefixed, without_not
from parsers.python.function import Function
from parsers.python.syntax.expressions import is_test, place_of_test, printed, takes_any
from parsers.python.syntax.kinds import concrete

Form = Literal["literal", "de-morgan", "double-negation"]
_FORMS = concrete(cst.Name, cst.BooleanOperation, cst.UnaryOperation)
_OTHER = {"True": "False", "False": "True"}


def form_of(function: Function, node: cst.CSTNode) -> Form | None:
    """Return the form in which an expression can be written in another way, by its syntax alone, or None."""
    if type(node) not in _FORMS and place_of_test(function, node) is None:
        return None
    if isinstance(node, cst.Name) and node.value in _OTHER:
        return None if is_negation(function.parent(node)) else "literal"
    if isinstance(node, cst.BooleanOperation):
        return "de-morgan" if _is_whole(function, node) else None
    if isinstance(node, cst.UnaryOperation) and is_negation(node):
        return _form_of_negation(function, node)
    if isinstance(node, cst.BaseExpression) and place_of_test(function, node) is not None:
        return "double-negation"
    return None


def _form_of_negation(function: Function, node: cst.UnaryOperation) -> Form | None:
    operand = node.expression
    if isinstance(operand, cst.Name) and operand.value in _OTHER:
        return "literal"
    if isinstance(operand, cst.BooleanOperation):
        return "de-morgan"
    return "double-negation" if is_negation(operand) and not is_negation(function.parent(node)) else None


def _is_whole(function: Function, node: cst.BooleanOperation) -> bool:
    """Return whether a chain of one operator ends with a node, and no `not` is before it."""
    above = function.parent(node)
    if is_negation(above):
        return False
    same = isinstance(above, cst.BooleanOperation) and type(above.operator) is type(node.operator)
    return not (same and isinstance(above, cst.BooleanOperation) and above.left is node and not node.lpar)


def obstacle(function: Function, node: cst.CSTNode, form: Form) -> str | None:
    """Return why an expression cannot be written in a form, or None."""
    if form != "literal" and not is_test(function, node):
        return "its value may be used, not its truth alone"
    return printed(function, node)


def rewritten(match: PythonMatch, node: cst.CSTNode, form: Form) -> list[Edit]:
    """Return the edits that write an expression in the other way, for `merged`."""
    if form == "literal":
        return _literal(match, node)
    if form == "de-morgan":
        return _de_morgan(match, node)
    assert isinstance(node, cst.BaseExpression)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.expression, cst.UnaryOperation):
        start, end = match.method.start_of(node), match.method.outer(node.expression.expression)[0]
        if not node.expression.lpar:
            return [Edit(start, match.method.source.slice(start, end), "")]
        return [without_not(match, node), without_not(match, node.expression)]
    return prefixed(match, node, "not not ")


def _literal(match: PythonMatch, node: cst.CSTNode) -> list[Edit]:
    start, end = match.method.start_of(node), match.method.end_of(node)
    if isinstance(node, cst.Name):
        new = f"not {_OTHER[node.value]}"
        return [Edit(start, node.value, new if takes_any(match.method, node) else f"({new})")]
    assert isinstance(node, cst.UnaryOperation)
    assert isinstance(node.expression, cst.Name)
    if not node.expression.lpar:
        return [Edit(start, match.method.source.slice(start, end), _OTHER[node.expression.value])]
    inner = node.expression
    return [without_not(match, node), Edit(match.method.start_of(inner), inner.value, _OTHER[inner.value])]


def _de_morgan(match: PythonMatch, node: cst.CSTNode) -> list[Edit]:
    if isinstance(node, cst.UnaryOperation):
        assert isinstance(node.expression, cst.BooleanOperation)
        return [without_not(match, node), *_exchanged(match, node.expression)]
    assert isinstance(node, cst.BooleanOperation)
    start, end = match.method.start_of(node), match.method.end_of(node)
    return [Edit(start, "", "not ("), *_exchanged(match, node), Edit(end, "", ")")]


def _exchanged(match: PythonMatch, node: cst.BooleanOperation) -> list[Edit]:
    """Return the edits that exchange the operators of a chain, and negate its operands."""
    other = "or" if isinstance(node.operator, cst.And) else "and"
    edits = []
    here: cst.BaseExpression = node
    while (
        isinstance(here, cst.BooleanOperation)
        and type(here.operator) is type(node.operator)
        and (here is node or not here.lpar)
    ):
        operator = here.operator
        edits.append(Edit(match.method.start_of(operator), match.text(operator), other))
        edits += negated(match, here.right)
        here = here.left
    return [*negated(match, here), *edits]
