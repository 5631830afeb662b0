"""The kinds of edits of the model `template` in Python, in its order; as for Java, but types are seldom known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

import libcst as cst

from equimorph.robustness.baselines.templates import Place, Templates
from mutators.model import Edit
from mutators.python.tools.negation import is_negation
from parsers import Member
from parsers.python.function import Function
from parsers.python.names.bindings import Variable
from parsers.python.syntax.expressions import is_loose, place_of_test
from parsers.python.syntax.precedence import Binding, binding_of
from parsers.python.syntax.signs import sign_of


@dataclass(frozen=True)
class Faulty:
    """A function with faulty lines.

    Attributes:
        method: The function.
        nodes: Its nodes that begin on a faulty line, in source order, except annotations and decorators.
        lines: The faulty lines of its source, 1-based.
        all: Its nodes on any line, with the same exceptions.
    """

    method: Function
    nodes: tuple[cst.CSTNode, ...]
    lines: frozenset[int] = frozenset()
    all: tuple[cst.CSTNode, ...] = ()

    @classmethod
    def of(cls, member: Member, lines: frozenset[int]) -> Self:
        """Return a function with the nodes on some 1-based lines of its source; none if no line is its own."""
        function = Function.of(member)
        if not any(function.start_line <= line <= function.end_line for line in lines):
            return cls(function, ())
        left_out = {
            inner
            for node in function.nodes
            if isinstance(node, cst.Annotation | cst.Decorator)
            for inner in _within(node)
        }
        line = function.source.lines.line
        inside = tuple(
            [item for item in function.nodes if item not in left_out and item is not function.node]
        )
        nodes = sorted(
            (item for item in inside if line(function.start_of(item)) in lines), key=function.start_of
        )
        return cls(function, tuple(nodes), lines, inside)

    def operator(
        self, left: cst.CSTNode, operator: cst.CSTNode, right: cst.CSTNode
    ) -> tuple[int, str] | None:
        """Return the start and the text of an operator between two operands; None if it is not on a faulty line."""
        method, sign = self.method, sign_of(operator)
        start, end = method.outer(left)[1], method.outer(right)[0]
        match = re.search(r"\s+".join(map(re.escape, sign.split())), method.source.slice(start, end))
        if match is None:
            return None
        at = start + len(method.source.slice(start, end)[: match.start()].encode())
        return (at, match[0]) if method.source.lines.line(at) in self.lines else None


def _within(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _within(child)


_OPERATORS: dict[str, tuple[str, ...]] = {
    **{"<": ("<=", ">", ">="), "<=": ("<", ">=", ">"), ">": (">=", "<", "<="), ">=": (">", "<=", "<")},
    **{
        "==": ("!=",),
        "!=": ("==",),
        "is": ("is not",),
        "is not": ("is",),
        "in": ("not in",),
        "not in": ("in",),
    },
    **{"and": ("or",), "or": ("and",), "+": ("-",), "-": ("+",), "*": ("/", "//"), "/": ("//", "*")},
    **{"//": ("/", "%"), "%": ("//",), "**": ("*",), "&": ("|", "^"), "|": ("&", "^"), "^": ("&", "|")},
    **{"<<": (">>",), ">>": ("<<",)},
}
"""The replacements of an operator, also in an augmented assignment."""


def operators(faulty: Faulty) -> Iterator[Place]:
    """Yield other operators for expressions and augmented assignments; operands stay as they are, without parentheses."""
    for node in faulty.all:
        triples = list[tuple[cst.CSTNode, cst.CSTNode, cst.CSTNode]]()
        if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
            triples.append((node.left, node.operator, node.right))
        elif isinstance(node, cst.AugAssign):
            triples.append((node.target, node.operator, node.value))
        elif isinstance(node, cst.Comparison):
            left: cst.CSTNode = node.left
            for target in node.comparisons:
                triples.append((left, target.operator, target.comparator))
                left = target.comparator
        for before, operator, after in triples:
            place = faulty.operator(before, operator, after)
            sign = sign_of(operator)
            end = "=" if isinstance(node, cst.AugAssign) else ""
            others = _OPERATORS.get(sign.removesuffix(end) if end else sign, ())
            if place is not None and others:
                yield [[Edit(place[0], place[1], f"{other}{end}")] for other in others]


_COUNTED: tuple[type[cst.CSTNode], ...] = (
    *(
        cst.Arg,
        cst.Index,
        cst.Slice,
        cst.Comparison,
        cst.ComparisonTarget,
        cst.Return,
        cst.Assign,
        cst.AnnAssign,
    ),
)
_NO_NUMBERS = (
    *(cst.BaseString, cst.BaseNumber, cst.List, cst.Dict, cst.Set, cst.Tuple, cst.Lambda, cst.BaseComp),
    *(cst.Comparison, cst.BooleanOperation, cst.Yield, cst.Await, cst.NamedExpr, cst.IfExp),
)


def off_by_one(faulty: Faulty) -> Iterator[Place]:
    """Yield one more and one less for what may be a number: indices, arguments, values and the sides of orderings.

    Where one is added or taken away already, that is left out.
    """
    method = faulty.method
    for node in faulty.nodes:
        above = method.parent(node)
        if not isinstance(node, cst.BaseExpression) or not _is_counted(node, above):
            continue
        step = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add | cst.Subtract)
        if isinstance(node, cst.BinaryOperation) and step and method.text_of(node.right) == "1":
            start, end = method.outer(node.left)[1], method.end_of(node)
            yield [[Edit(start, method.source.slice(start, end), "")]]
        elif not isinstance(node, _NO_NUMBERS) and not is_negation(node) and not _is_constant(node):
            yield [_wrapped(method, node, "", f" {sign} 1", Binding.SUM) for sign in ("+", "-")]


def _is_counted(node: cst.CSTNode, above: cst.CSTNode) -> bool:
    if isinstance(above, cst.Comparison):
        return isinstance(above.comparisons[0].operator, _ORDERINGS) and node is above.left
    if isinstance(above, cst.ComparisonTarget):
        return isinstance(above.operator, _ORDERINGS)
    if isinstance(above, cst.Arg):
        return node is above.value and not above.star
    if isinstance(above, cst.Assign | cst.AnnAssign):
        return node is above.value
    return isinstance(above, _COUNTED)


_ORDERINGS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)


def _is_constant(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value in ("True", "False", "None", "self", "cls")


def _wrapped(
    function: Function, node: cst.BaseExpression, before: str, after: str, level: Binding
) -> list[Edit]:
    """Return the edits that put text around an expression, in parentheses if it binds less tightly than a level."""
    opening, closing = ("(", ")") if not node.lpar and binding_of(node) < level else ("", "")
    start, end = function.outer(node)
    edits = [Edit(start, "", before + opening), Edit(end, "", closing + after)]
    return [edit for edit in edits if edit.new]


_TRUTHS = {"True": "False", "False": "True"}


def negation(faulty: Faulty) -> Iterator[Place]:
    """Yield the opposites of conditions, of operands of ``and`` and ``or``, and of True and False."""
    method = faulty.method
    for node in faulty.nodes:
        if isinstance(node, cst.Name) and node.value in _TRUTHS:
            yield [[Edit(method.start_of(node), node.value, _TRUTHS[node.value])]]
        elif isinstance(node, cst.BaseExpression) and _is_truth(method, node):
            yield [_negated(method, node)]


def _is_truth(function: Function, node: cst.BaseExpression) -> bool:
    return place_of_test(function, node) is not None or isinstance(
        function.parent(node), cst.BooleanOperation
    )


def _negated(function: Function, node: cst.BaseExpression) -> list[Edit]:
    if isinstance(node, cst.UnaryOperation) and is_negation(node) and not node.lpar:
        start = function.start_of(node)
        return [Edit(start, function.source.slice(start, function.outer(node.expression)[0]), "")]
    start, end = function.outer(node)
    if is_loose(node):
        return [Edit(start, "", "not ("), Edit(end, "", ")")]
    return [Edit(start, "", "not ")]


def none_check(faulty: Faulty) -> Iterator[Place]:
    """Yield checks for None of a variable whose attribute or item is used, in the condition or before the statement."""
    method, seen = faulty.method, set[tuple[str, int]]()
    for node in faulty.nodes:
        if not isinstance(node, cst.Name) or node.value in ("self", "cls"):
            continue
        if (
            not isinstance(method.parent(node), cst.Attribute | cst.Subscript)
            or method.scopes.variable_of(node) is None
        ):
            continue
        user: cst.CSTNode = method.parent(node)
        while not isinstance(user, cst.BaseSmallStatement | cst.BaseSuite) and not (
            isinstance(user, cst.BaseExpression) and _is_truth(method, user)
        ):
            user = method.parent(user)
        key = (node.value, method.start_of(user))
        if key in seen:
            continue
        seen.add(key)
        if isinstance(user, cst.Expr):
            yield [[Edit(method.start_of(user), "", f"if {node.value} is not None: ")]]
        elif isinstance(user, cst.BaseExpression):
            yield [
                _wrapped(method, user, f"{node.value} is not None and ", "", Binding.AND),
                _alternative(method, user, f"{node.value} is None or "),
            ]


def _alternative(function: Function, condition: cst.BaseExpression, check: str) -> list[Edit]:
    """Return the edits that let a check, which ends with ``or``, decide before a condition."""
    above = function.parent(condition)
    start, end = function.outer(condition)
    if isinstance(above, cst.BooleanOperation) and isinstance(above.operator, cst.And):
        return [Edit(start, "", f"({check}"), Edit(end, "", ")")]
    return _wrapped(function, condition, check, "", Binding.OR)


def literals(faulty: Faulty) -> Iterator[Place]:
    """Yield decimal literals with one more and one less."""
    for node in faulty.nodes:
        if isinstance(node, cst.Integer) and node.value.replace("_", "").isdecimal():
            start, number = faulty.method.start_of(node), int(node.value.replace("_", ""))
            yield [[Edit(start, node.value, str(number + by))] for by in (1, -1) if number + by >= 0]


def variables(faulty: Faulty) -> Iterator[Place]:
    """Yield the other variables of the function in place of a read one, the last bound first."""
    method, scopes = faulty.method, faulty.method.scopes
    reads = {item.node for item in scopes.occurrences if item.access == "read" and not item.updates}
    for node in faulty.nodes:
        variable = scopes.variable_of(node)
        if variable is None or not isinstance(node, cst.Name) or node not in reads:
            continue
        candidates = [item for item in scopes.variables if _may_stand_for(method, item, variable, node)]
        candidates.sort(key=lambda item: -method.start_of(item.occurrences[0].node))
        yield [[Edit(method.start_of(node), node.value, item.name)] for item in candidates]


def _may_stand_for(function: Function, other: Variable, variable: Variable, node: cst.Name) -> bool:
    """Return whether another variable of the same scope is bound above a place, and is not the object of a method."""
    first = next((item.node for item in other.occurrences if item.access == "write"), None)
    first = other.occurrences[0].node if other.is_parameter else first
    return (
        other is not variable
        and other.scope is variable.scope
        and first is not None
        and function.start_of(first) < function.start_of(node)
        and other.name not in ("self", "cls")
    )


def dropped(faulty: Faulty) -> Iterator[Place]:
    """Yield the text without a statement, or with ``pass`` in the place of the only one of its block."""
    method = faulty.method
    for node in faulty.nodes:
        if not isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            continue
        block = method.parent(node)
        start, end = method.start_of(node), method.end_of(node)
        text = method.source.slice(start, end).rstrip("\r\n")
        if len(getattr(block, "body", ())) == 1:
            yield [[Edit(start, text, "pass")]]
            continue
        lines, data = method.source.lines, method.source.data
        first, last = lines.start(lines.line(start)), start + len(text.encode())
        last = lines.end(lines.line(last)) if last < method.end else last
        removed = data[first:last].decode()
        if last >= method.end:  # the last statement of the member, whose line may have no end
            before = data[:first].decode()
            kept = before.rstrip("\r\n")
            first, removed = len(kept.encode()), before[len(kept) :] + removed
        yield [[Edit(first, removed, "")]]


KINDS: tuple[Callable[[Faulty], Iterator[Place]], ...] = (
    operators,
    off_by_one,
    negation,
    none_check,
    literals,
    variables,
    dropped,
)
"""The order in which a repair is looked for."""
TEMPLATES = Templates(Faulty.of, KINDS)
