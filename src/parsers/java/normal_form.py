"""The normal form of a text: what is left of it when redundant parentheses, double negations and braces are left aside.

Two texts with one normal form mean the same. It is a listing of the syntax tree, not of tokens: which operand is whose, and which
``else`` belongs to which ``if``, is in it, so nothing that is left out can make two trees look alike. What is left out:

* parentheses around an operand, argument, condition or value (JLS 15.8.5), but not where they say more: on the left of an
  assignment, around ``this``, around a statement that is the body of a lambda (JLS 15.27.2), in a label, around a literal behind a
  ``-`` (JLS 3.10.1);
* ``!!`` where a boolean is required or the operand certainly is one, but not before what may be a poly expression or a Boolean
  whose identity can be seen (JLS 5.1.8, 15.15.6), nor where the body of a lambda would become a statement (JLS 15.27.2);
* the braces around the only statement of a branch or loop, if that is no declaration (JLS 14.2, 14.9, 14.12 to 14.14).
"""

from __future__ import annotations

from parsers.java.method import Method, methods_of
from parsers.java.syntax.expressions import STATEMENT_EXPRESSIONS, bare, is_condition, sign_of, unwrapped
from parsers.java.syntax.operators import BOOLEAN_RESULTS
from parsers.java.syntax.statements import LOOPS, statements_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import may_be_poly
from parsers.source import SourceFile

_ANY_FIELD = frozenset(
    """
    argument_list array_initializer assert_statement binary_expression cast_expression do_statement
    enhanced_for_statement if_statement parenthesized_expression return_statement switch_expression
    synchronized_statement ternary_expression throw_statement unary_expression variable_declarator
    while_statement
    """.split()
)
"""Nodes in which parentheses around an expression say nothing, whichever part it is."""
_FIELDS = {
    "array_access": ("array", "index"),
    "assignment_expression": ("right",),
    "field_access": ("object",),
    "for_statement": ("condition",),
    "instanceof_expression": ("left",),
    "lambda_expression": ("body",),
    "method_invocation": ("object",),
}
_LITERALS = frozenset({"string_literal", "character_literal"})
_INTEGERS = frozenset({"decimal_integer_literal"})
_SELF = frozenset({"this", "super"})
_DECLARATIONS = frozenset(
    {
        "annotation_type_declaration",
        "class_declaration",
        "enum_declaration",
        "interface_declaration",
        "local_variable_declaration",
        "record_declaration",
    }
)
_BOOLEANS = frozenset({"instanceof_expression", "true", "false"})


def normal_form(source: SourceFile) -> tuple[bytes, ...]:
    """Return the normal form of a text that parses; a member whose tree cannot be trusted is represented by its tokens.

    Raises:
        ParseError: it is not Java.
    """
    found, at = list[bytes](), 0
    for method in methods_of(source):
        found += [token.text for token in tokenize(source.data[at : method.start])]
        found += [token.text for token in tokenize(method.data)] if method.untrusted else _listed(method)
        at = method.end
    return (*found, *[token.text for token in tokenize(source.data[at:])])


def _listed(method: Method) -> list[bytes]:
    """Return the tree of a method as texts of its leaves, each node with its type before and an end behind it."""
    found, data = list[bytes](), method.source.data
    stack: list[Node | None] = [method.root]
    while stack:
        node = stack.pop()
        if node is None:
            found.append(b"\x00")
            continue
        node = _core(method, node)
        if not node.children or node.type in _LITERALS:
            found.append(data[node.start : node.end])
            continue
        found.append(b"\x00" + node.type.encode())
        stack.append(None)
        stack += node.children[::-1]
    return found


def _core(method: Method, node: Node) -> Node:
    """Return a node without redundant parentheses, double negations and braces around it."""
    while True:
        inner = _inner(method, node)
        if inner is None:
            return node
        node = inner


def _inner(method: Method, node: Node) -> Node | None:
    if node.type == "parenthesized_expression":
        return bare(node) if _says_nothing(node) else None
    if node.type == "block":
        return _only_statement(node)
    if sign_of(node) == "!" and node.type == "unary_expression":
        return _doubly_negated(method, node)
    return None


def _says_nothing(node: Node) -> bool:
    """Return whether parentheses, with all others right around them, say nothing."""
    inner, outer = bare(node), unwrapped(node)
    parent = outer.parent
    if parent is None or inner is node or inner.type in _SELF:
        return False
    if parent.type == "unary_expression" and inner.type in _INTEGERS:
        return False
    if parent.type == "lambda_expression" and inner.type in STATEMENT_EXPRESSIONS:
        return False
    return parent.type in _ANY_FIELD or outer.field in _FIELDS.get(parent.type, ())


def _doubly_negated(method: Method, node: Node) -> Node | None:
    """Return the operand of ``!!`` where it can be alone."""
    operand = node.child("operand")
    second = bare(operand) if operand is not None else node
    inner = second.child("operand") if second.type == "unary_expression" and sign_of(second) == "!" else None
    if inner is None or _is_statement_of_lambda(node):
        return None
    if _is_boolean(bare(inner)) or (method.types.of(inner).is_boolean and not may_be_poly(method, inner)):
        return inner
    return inner if _unboxes(unwrapped(node)) and not may_be_poly(method, inner) else None


def _is_statement_of_lambda(node: Node) -> bool:
    """Return whether a negation is the body of a lambda that could be a statement without it (JLS 15.27.2)."""
    parent = unwrapped(node).parent
    if parent is None or parent.type != "lambda_expression":
        return False
    while node.type == "unary_expression" and sign_of(node) == "!":
        operand = node.child("operand")
        if operand is None:
            break
        node = bare(operand)
    return node.type in STATEMENT_EXPRESSIONS


def _is_boolean(node: Node) -> bool:
    """Return whether an expression without parentheses is a boolean by its form, never a Boolean (JLS 15.15.6, 15.20 to 15.24)."""
    return node.type in _BOOLEANS or sign_of(node) in ("!", *BOOLEAN_RESULTS)


def _unboxes(node: Node) -> bool:
    """Return whether an expression is where a Boolean is unboxed: a condition, or an operand of ``!``, ``&&`` or ``||``."""
    parent = node.parent
    return is_condition(node) or (parent is not None and sign_of(parent) in ("!", "&&", "||"))


def _only_statement(node: Node) -> Node | None:
    """Return the only statement of a block that is a branch or the body of a loop, if it may be there without braces."""
    parent = node.parent
    while parent is not None and parent.type == "block" and len(statements_of(parent)) == 1:
        parent = parent.parent  # a block in a block that is left out
    if parent is None or not (parent.type == "if_statement" or parent.type in LOOPS):
        return None
    statements = statements_of(node)
    if len(statements) != 1 or statements[0].type in _DECLARATIONS:
        return None
    return statements[0]
