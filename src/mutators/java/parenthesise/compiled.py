"""Expressions in parentheses that javac reads or compiles in another way, although they mean the same (JLS 13.1, 15.8.5)."""

from __future__ import annotations

from parsers.java.javac import YIELD_CALL, takes_yield_for_call
from parsers.java.method import Method
from parsers.java.syntax.expressions import sign_of
from parsers.java.syntax.operators import ARITHMETIC, EQUALITY
from parsers.java.syntax.tree import Node
from parsers.java.types.types import INT, UNKNOWN, Type

_WITH_RESULTS = frozenset({"ternary_expression", "switch_expression"})
_CHECKING = frozenset({"method_reference", "object_creation_expression"})
_INTS = frozenset({"byte", "short", "char", "int"})


def obstacle(method: Method, node: Node) -> str | None:
    """Return the difference that parentheses around an expression make to javac, or None."""
    parent = node.parent
    assert parent is not None
    if "non-sealed" in method.node_text(node):
        return "the grammar takes non-sealed for one word"
    if takes_yield_for_call(method, node, node):
        return YIELD_CALL
    if node.type == "null_literal" and sign_of(parent) in EQUALITY and node.field == "right":
        return "javac has an instruction for a comparison with null, so that class bytes would differ"
    if node.type == "string_literal" and _is_compared_with_null(parent):
        return "javac may know the result of a literal compared with null, so that class bytes would differ"
    if parent.type in _CHECKING and _is_never_null(node):
        return "javac checks for null what it does not see to be an object, so that class bytes would differ"
    if node.type in _WITH_RESULTS and _may_be_widened(method, node):
        return "javac widens each of several results, or their parentheses, so that class bytes would differ"
    lambdas = [above for above in node.ancestors() if above.type == "lambda_expression"]
    if any(method.parsed.lambdas.has_twin(above.start) for above in lambdas):
        return "javac makes one method of lambdas with equal bodies, so that class bytes would differ"
    return None


def _is_compared_with_null(test: Node) -> bool:
    sides = test.child("left"), test.child("right")
    return sign_of(test) in EQUALITY and any(
        side is not None and side.type == "null_literal" for side in sides
    )


def _is_never_null(node: Node) -> bool:
    """Return whether javac leaves out the check for null of what ``::`` or ``.new`` follows (JLS 15.9.4, 15.13.3)."""
    field = node.child("field")
    of_this = node.type == "field_access" and field is not None and field.type == "this"
    return of_this or node.type in ("this", "object_creation_expression")


def _may_be_widened(method: Method, node: Node) -> bool:
    """Return whether the value of an expression with several results may become a wider number (JLS 5.1.2).

    javac makes each result the type of the place, but in parentheses first the type of the whole: a byte beside a short gets an
    instruction of its own on the way to an int.
    """
    type_ = method.types.of(node)
    wanted = _wanted(method, node)
    if type_.is_boolean or wanted.is_boolean or wanted.is_reference:
        return False
    if type_.is_reference:
        return type_.may_unbox
    if not type_.is_primitive:
        return True
    if type_ == wanted:
        return False
    return not {type_.name, wanted.name} <= _INTS or not _has_only(method, node, type_)


def _has_only(method: Method, node: Node, type_: Type) -> bool:
    """Return whether all results of a conditional expression have one type; False for a switch expression."""
    if node.type != "ternary_expression":
        return node.type != "switch_expression" and method.types.of(node) == type_
    results = node.child("consequence"), node.child("alternative")
    return all(one is not None and _has_only(method, one, type_) for one in results)


def _wanted(method: Method, node: Node) -> Type:
    """Return the type of which the place takes a value, `UNKNOWN` unless it is certain."""
    parent = node.parent
    assert parent is not None
    types = method.types
    if parent.type == "variable_declarator":
        name = parent.child("name")
        declaration = method.scopes.declared_at(name.start) if name is not None else None
        return types.of_declaration(declaration) if declaration is not None else UNKNOWN
    if parent.type == "assignment_expression" and sign_of(parent) == "=":
        left = parent.child("left")
        return types.of(left) if left is not None else UNKNOWN
    if parent.type == "return_statement":
        return _returned(method, parent)
    if parent.type == "binary_expression" and sign_of(parent) in ARITHMETIC:
        return types.of(parent)
    return INT if parent.type in ("array_access", "dimensions_expr") else UNKNOWN


def _returned(method: Method, statement: Node) -> Type:
    """Return the declared type of what a statement returns; `UNKNOWN` in a lambda."""
    for above in statement.ancestors():
        if above.type == "lambda_expression":
            break
        if above.type == "method_declaration":
            type_ = above.child("type")
            plain = type_ is not None and above.child("dimensions") is None
            return method.types.names.of_type(type_) if plain and type_ is not None else UNKNOWN
    return UNKNOWN
