"""The kinds of edits of the model `template` in Java, in its order.

Each names places on the faulty lines, and for each place its edits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from equimorph.robustness.baselines.templates import Place, Templates
from mutators.java.tools.negation import negate
from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.names.written import type_text
from parsers.java.syntax.expressions import (
    bare,
    in_annotation,
    is_condition,
    is_value_unused,
    sign_of,
    unwrapped,
)
from parsers.java.syntax.operators import COMPARISONS, JUNCTIONS, Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.statements import BLOCKS, STATEMENT_LISTS, is_statement
from parsers.java.syntax.tree import Node


@dataclass(frozen=True)
class Faulty:
    """A method with faulty lines.

    Attributes:
        method: The method.
        nodes: Its nodes that begin on a faulty line, in source order, except annotations.
    """

    method: Method
    nodes: tuple[Node, ...]

    @classmethod
    def of(cls, method: Method, lines: frozenset[int]) -> Self:
        """Return a method with the nodes on some 1-based lines of its source; none if no line is its own."""
        inside = range(method.start_line, method.end_line + 1)
        if not any(line in inside for line in lines):
            return cls(method, ())
        line = method.source.lines.line
        nodes = (node for node in method.nodes if line(node.start) in lines and node is not method.root)
        return cls(method, tuple([node for node in nodes if not in_annotation(node)]))

    def of_type(self, *types: str) -> Iterator[Node]:
        """Yield the nodes of some types."""
        return (node for node in self.nodes if node.type in types)

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.method.node_text(node)


_OPERATORS: dict[str, tuple[str, ...]] = {
    "<": ("<=", ">", ">="),
    "<=": ("<", ">=", ">"),
    ">": (">=", "<", "<="),
    ">=": (">", "<=", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "*": ("/",),
    "/": ("*", "%"),
    "%": ("/",),
    "&": ("|", "^"),
    "|": ("&", "^"),
    "^": ("&", "|"),
    "<<": (">>",),
    ">>": (">>>", "<<"),
    ">>>": (">>", "<<"),
}
"""The replacements of an operator, also in a compound assignment."""
_UPDATES = {"++": "--", "--": "++"}


def operators(faulty: Faulty) -> Iterator[Place]:
    """Yield other operators for expressions, compound assignments, ``++`` and ``--``, but never for a string's ``+``.

    The operands stay as they are, without parentheses, so that another precedence takes effect.
    """
    for node in faulty.nodes:
        above = node.parent
        if node.named or above is None:
            continue
        sign = node.type
        if above.type == "binary_expression" and node.field == "operator":
            if sign != "+" or not faulty.method.types.of(above).is_string:
                yield [[Edit(node.start, sign, new)] for new in _OPERATORS[sign]]
        elif above.type == "assignment_expression" and node.field == "operator" and sign != "=":
            target = above.children[0]
            if sign != "+=" or not faulty.method.types.of(target).is_string:
                yield [[Edit(node.start, sign, f"{new}=")] for new in _OPERATORS[sign[:-1]]]
        elif above.type == "update_expression":
            yield _updates(above, node)


def _updates(update: Node, operator: Node) -> Place:
    sign = operator.type
    place = [[Edit(operator.start, sign, _UPDATES[sign])]]
    if not is_value_unused(update):
        other = update.end if operator.start == update.start else update.start
        place.append([Edit(operator.start, sign, ""), Edit(other, "", sign)])
    return place


_COUNTED = {
    "argument_list": None,
    "array_access": "index",
    "assignment_expression": "right",
    "binary_expression": None,
    "dimensions_expr": None,
    "return_statement": None,
    "variable_declarator": "value",
}
"""The places of a number that may be off by one: a node type and the field of the number in it; None for any field."""


def off_by_one(faulty: Faulty) -> Iterator[Place]:
    """Yield one more and one less for whole numbers: indices, arguments, sizes, values and the sides of comparisons.

    Where one is added or taken away already, that is left out.
    """
    for node in faulty.nodes:
        if not node.named or not _is_counted(node):
            continue
        inner = bare(node)
        type_ = faulty.method.types.of(inner).unboxed
        if (step := _step(faulty, inner)) is not None:
            yield [[step]]
        elif type_.is_integral and type_.name != "char" and not inner.type.endswith("_literal"):
            yield [_wrapped(node, "", f" {sign} 1", Binding.ADDITIVE) for sign in ("+", "-")]


def _step(faulty: Faulty, node: Node) -> Edit | None:
    """Return the edit that takes ``+ 1`` or ``- 1`` away; None where there is none, and where a string may be meant."""
    if sign_of(node) not in ("+", "-") or node.type != "binary_expression":
        return None
    left, _, right = node.children
    if faulty.text(right) != "1" or faulty.method.types.of(node).is_string:
        return None
    return Edit(left.end, faulty.method.source.data[left.end : right.end].decode(), "")


def _is_counted(node: Node) -> bool:
    above = node.parent
    if above is None or above.type not in _COUNTED:
        return False
    if above.type == "binary_expression":
        return sign_of(above) in COMPARISONS and node.field in ("left", "right")
    if above.type == "assignment_expression" and sign_of(above) != "=":
        return False
    return _COUNTED[above.type] in (None, node.field)


def _wrapped(node: Node, before: str, after: str, level: Binding) -> list[Edit]:
    """Return the edits that put text around an expression, in parentheses if it binds less tightly than a level."""
    opening, closing = ("(", ")") if binding_of(node) < level else ("", "")
    edits = [Edit(node.start, "", before + opening), Edit(node.end, "", closing + after)]
    return [edit for edit in edits if edit.new]


_TRUTHS = {"true": "false", "false": "true"}
_VALUES = frozenset({"argument_list", "assignment_expression", "return_statement", "variable_declarator"})


def negation(faulty: Faulty) -> Iterator[Place]:
    """Yield the opposites of conditions, of operands of ``&&`` and ``||``, and of other values that are certainly boolean."""
    for node in faulty.nodes:
        if node.type in _TRUTHS:
            yield [[Edit(node.start, node.type, _TRUTHS[node.type])]]
        elif node.named and node.type != "parenthesized_expression" and _is_truth(faulty, node):
            yield [negate(faulty.method, node)]


def _is_truth(faulty: Faulty, node: Node) -> bool:
    outer = unwrapped(node)
    above = outer.parent
    if above is None:
        return False
    if is_condition(outer) or (above.type == "binary_expression" and sign_of(above) in JUNCTIONS):
        return True
    return above.type in _VALUES and outer.field != "left" and faulty.method.types.of(node).is_boolean


_DEREFERENCES = {"method_invocation": "object", "field_access": "object", "array_access": "array"}


def null_check(faulty: Faulty) -> Iterator[Place]:
    """Yield null checks of a variable whose member or element is used, in the condition or before the statement.

    A name that the member does not declare counts as a field if it begins with a small letter, as fields do and classes do not
    (JLS 6.1).
    """
    seen: set[tuple[str, int]] = set()
    for node in faulty.of_type("identifier"):
        above = node.parent
        if above is None or _DEREFERENCES.get(above.type, "") != node.field or not _may_be_null(faulty, node):
            continue
        name, user = faulty.text(node), above
        while not (_is_truth(faulty, user) or is_statement(user)) and user.parent is not None:
            user = user.parent
        if (name, user.start) in seen:
            continue
        seen.add((name, user.start))
        if user.type == "expression_statement":
            yield [[Edit(user.start, "", f"if ({name} != null) ")]]
        elif not is_statement(user):
            yield [
                _wrapped(user, f"{name} != null && ", "", Binding.AND_ALSO),
                _alternative(user, f"{name} == null || "),
            ]


def _may_be_null(faulty: Faulty, node: Node) -> bool:
    if faulty.method.scopes.reference(node) is not None:
        return not faulty.method.types.of(node).is_primitive
    return faulty.method.scopes.is_expression_name(node) and faulty.text(node)[:1].islower()


def _alternative(condition: Node, check: str) -> list[Edit]:
    """Return the edits that let a check, which ends with ``||``, decide before a condition."""
    above = unwrapped(condition).parent
    if above is not None and above.type == "binary_expression" and sign_of(above) == "&&":
        return [Edit(condition.start, "", f"({check}"), Edit(condition.end, "", ")")]
    return _wrapped(condition, check, "", Binding.OR_ELSE)


def literals(faulty: Faulty) -> Iterator[Place]:
    """Yield decimal literals with one more and one less."""
    for node in faulty.of_type("decimal_integer_literal"):
        text = faulty.text(node)
        digits = text.rstrip("lL").replace("_", "")
        suffix = text[len(text.rstrip("lL")) :]
        yield [[Edit(node.start, text, f"{int(digits) + by}{suffix}")] for by in (1, -1)]


def variables(faulty: Faulty) -> Iterator[Place]:
    """Yield the other variables of the member that are in scope and of the same type, those declared last first."""
    scopes = faulty.method.scopes
    for node in faulty.of_type("identifier"):
        reference = scopes.reference(node)
        if reference is None or reference.access == "label":
            continue
        wanted, old = _type_of(faulty, reference.declaration), faulty.text(node)
        candidates = sorted(scopes.visible(node.start).values(), key=lambda candidate: -candidate.node.start)
        yield [
            [Edit(node.start, old, candidate.name)]
            for candidate in candidates
            if candidate.name != old and _type_of(faulty, candidate) == wanted and not _sets(candidate, node)
        ]


def _type_of(faulty: Faulty, declaration: Declaration) -> str:
    """Return the type of a variable as it is written; for ``var`` and a lambda's parameter the one that is known, if any."""
    node = declaration.type_node
    if node is None or declaration.inferred:
        return str(faulty.method.types.of_declaration(declaration))
    return f"{type_text(node, faulty.method.source.data)}{'[]' * declaration.dims}"


def _sets(declaration: Declaration, node: Node) -> bool:
    """Return whether a node is part of the value that a variable begins with, where it has none yet (JLS 16)."""
    return declaration.value is not None and node.inside(declaration.value)


def dropped(faulty: Faulty) -> Iterator[Place]:
    """Yield the text without a statement; not without a declaration of what is used."""
    for node in faulty.nodes:
        if not node.named or node.type in BLOCKS or not is_statement(node):
            continue
        declared = faulty.method.scopes.declared_within(node)
        if node.type == "local_variable_declaration" and any(variable.references for variable in declared):
            continue
        if node.parent is not None and node.parent.type in STATEMENT_LISTS:
            yield [[_removal(faulty.method.source.data, node.start, node.end)]]
        else:
            yield [[Edit(node.start, faulty.text(node), "{ }")]]


def _removal(data: bytes, start: int, end: int) -> Edit:
    """Return an edit that removes a statement, with its lines if nothing else is there."""
    before = data[:start].rstrip(b" \t")
    after = end + len(data[end:]) - len(data[end:].lstrip(b" \t"))
    if before.endswith((b"\n", b"\r")) and data[after : after + 1] in (b"\n", b"\r"):
        start = len(before)
        end = after + (2 if data[after : after + 2] == b"\r\n" else 1)
    return Edit(start, data[start:end].decode(), "")


KINDS: tuple[Callable[[Faulty], Iterator[Place]], ...] = (
    operators,
    off_by_one,
    negation,
    null_check,
    literals,
    variables,
    dropped,
)
"""The order in which a repair is looked for."""
TEMPLATES = Templates(lambda member, lines: Faulty.of(Method.of(member), lines), KINDS)
