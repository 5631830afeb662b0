"""Behaviour of javac beyond the JLS.

* It compiles lambdas with equal bodies to one method if it writes no debug information (`in_twin_lambda`).
* It loses a pattern variable where a case group declares a variable, or where a variable is declared behind a ``for`` whose false
  condition introduces the pattern variable (`declaring_beside`).
* It takes a blank final variable of a compact constructor for a field (`takes_for_component`).
* It declares some pattern variables outside of their statement (`moves_pattern_variable`).
* It makes mistakes with handlers in switch expressions and static initialisers (`mishandles_try`).
* It takes ``yield (a, b)`` for a call, whatever the comma belongs to (`takes_yield_for_call`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.statements import LOOPS, STATEMENT_LISTS, is_switch_value
from parsers.java.syntax.tokens import tokenize

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

__all__ = [
    "BEHIND_FOR",
    "BESIDE_CASE_GROUP",
    "FINAL_IN_COMPACT",
    "TWIN_LAMBDA",
    "YIELD_CALL",
    "declaring_beside",
    "in_twin_lambda",
    "mishandles_try",
    "moves_pattern_variable",
    "takes_for_component",
    "takes_yield_for_call",
]

_CASE_GROUP = "switch_block_statement_group"

BESIDE_CASE_GROUP = "javac may lose a pattern variable where a case group declares a variable"
"""Reason why no variable is declared beside a statement of a case group."""
BEHIND_FOR = "javac loses a pattern variable of a for statement where a variable is declared behind it"
"""Why no variable is declared there, and no loop before it becomes a ``for``."""
FINAL_IN_COMPACT = "javac takes no assignment to a final variable in a compact constructor"
"""Why a final variable of a compact constructor keeps its initialiser, since javac 17 takes it for a field (JLS 8.10.4)."""
TWIN_LAMBDA = "javac makes one method of lambdas with equal bodies, so that class bytes would differ"
"""Reason why nothing that leaves no trace in class files is changed in a lambda with an equal one."""


YIELD_CALL = "javac takes yield for a method if parentheses with a comma follow"
"""Why no parentheses are written there."""


def declaring_beside(method: Method, statement: Node) -> str | None:
    """Return why a variable declared beside a statement of a method may make javac lose a pattern variable, or None.

    javac 17 writes code that the JVM rejects where a case group of an old switch declares another variable (a `VerifyError`
    on loading). All up to javac 25 give the number of a variable that the condition of a ``for`` introduces behind it (JLS
    6.3.2.4) to the next variable that is declared there, and call the first unassigned from then on.
    """
    if not method.has_pattern:
        return None
    if _in_case_group(statement):
        return BESIDE_CASE_GROUP
    loops = (node for node in method.nodes if node.type == "for_statement" and node.end <= statement.start)
    return BEHIND_FOR if any(method.scopes.introduces(loop) for loop in loops) else None


def _in_case_group(statement: Node) -> bool:
    return statement.parent is not None and statement.parent.type == _CASE_GROUP


def moves_pattern_variable(method: Method, statement: Node) -> bool:
    """Return whether javac may declare a pattern variable elsewhere, if a statement is in a branch of its own.

    javac 17 declares the variables that a statement introduces in the block around it, which for a case group is
    outside of the switch, and for an ``else if`` outside of the first ``if``, even if nothing follows them. Which
    variables an ``if`` introduces depends on the branches that can complete normally (JLS 6.3.2.2).
    """
    if not method.has_pattern:
        return False
    if _in_case_group(statement) or any(node.type == _CASE_GROUP for node in statement.walk()):
        return True
    if any(_is_inner_test(node) and _shares_block(node, statement) for node in statement.walk()):
        return True
    flow = method.flow
    ends = not (flow.completes(statement) and flow.certain(statement))
    return ends and any(_is_inner_test(above) for above in statement.ancestors())


def _is_inner_test(node: Node) -> bool:
    """Return whether a node is an ``if`` or a loop with a pattern in its condition that is the branch or body of another."""
    if node.type != "if_statement" and node.type not in LOOPS:
        return False
    condition, above = node.child("condition"), node.parent
    if condition is None or above is None or above.type in STATEMENT_LISTS:
        return False
    return has_pattern(condition)


def _shares_block(inner: Node, statement: Node) -> bool:
    """Return whether no block is between a statement and one around it."""
    for above in inner.ancestors():
        if above == statement:
            return True
        if above.type in STATEMENT_LISTS:
            return False
    return False


def takes_for_component(method: Method, declaration: Node) -> bool:
    """Return whether javac 17 takes no assignment to a final variable that is declared in a place without a value.

    In a compact constructor it takes every blank final variable for a field of the record (JLS 8.10.4).
    """
    around = (above.type for above in declaration.ancestors())
    return method.kind == "compact-constructor" or "compact_constructor_declaration" in around


def in_twin_lambda(method: Method, node: Node) -> bool:
    """Return whether a node of a method is in a lambda whose body has the shape of another one's."""
    lambdas = (above for above in node.ancestors() if above.type == "lambda_expression")
    return any(method.parsed.lambdas.has_twin(above.start) for above in lambdas)


def mishandles_try(method: Method, statement: Node) -> bool:
    """Return whether javac 17 may reject a ``try`` in the place of a statement, or make invalid code of it.

    In a switch expression there may be values on the stack, which a handler loses. And in a constructor, javac counts the static
    final fields of a local class as unassigned behind a ``throw`` in its static initialiser.
    """
    return any(
        is_switch_value(above) or (above.type == "static_initializer" and above is not method.root)
        for above in statement.ancestors()
    )


def takes_yield_for_call(method: Method, place: Node, inner: Node) -> bool:
    """Return whether javac would read ``yield (...)`` as a call, if an expression in parentheses stood in a place.

    It does so if it finds a comma in the parentheses, outside of other ones, as in
    ``yield (new int[] {1, 2}).length;``. JLS 14.21 does not provide for this call.

    Args:
        method: The method.
        place: The expression in whose place the parentheses would begin.
        inner: The expression in them.
    """
    above = place.parent
    while above is not None and above.start == place.start:
        above = above.parent
    if above is None or above.type != "yield_statement":
        return False
    depth = 0
    for token in tokenize(method.node_text(inner).encode()):
        depth += (token.text == b"(") - (token.text == b")")
        if token.text == b"," and not depth:
            return True
    return False
