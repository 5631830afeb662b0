"""The rules for statements and expressions, each of which keeps the behaviour: the mutators' rewritings in one direction.

Statements that do nothing and annotations go away; conditions get one form (`conditions`); ``n = n + x`` becomes ``n += x``, and
the operands of a comparison get one order, where `proofs` allow it; ``while True`` with a test at its start gets the test.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from equimorph.leakage.forms.python.conditions import condition, flat, is_turned, plain_value
from equimorph.leakage.forms.python.names import Names, Variable
from equimorph.leakage.forms.python.proofs import Proofs

Bound = frozenset[Variable]
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_EITHER = ast.Eq | ast.NotEq | ast.Is | ast.IsNot
_HARMLESS = (
    ast.Name
    | ast.Attribute
    | ast.Subscript
    | ast.Constant
    | ast.BinOp
    | ast.BitOr
    | ast.Tuple
    | ast.List
    | ast.Load
)
_KNOWN_DECORATORS = frozenset({"staticmethod", "classmethod", "property", "abstractmethod", "override"})
_LEFT_OUT = frozenset({"decorator_list", "annotation", "returns", "pattern", "type_params"})
_BLOCKS = frozenset({"body", "orelse", "finalbody"})


class Rewriting:
    """The rules applied once to a function, or to the statements of a module."""

    def __init__(self, names: Names) -> None:
        self._names, self._proofs = names, Proofs(names)

    def block(self, body: list[ast.stmt], bound: Bound) -> list[ast.stmt]:
        """Return the statements of a block; one that does nothing where none is left."""
        written = list[ast.stmt]()
        for statement in body:
            written += self._statement(statement, bound)
            bound |= self._binds(statement)
        return written or [ast.Pass()]

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, bound: Bound) -> None:
        """Rewrite a function in place."""
        if all(_decorator(part) in _KNOWN_DECORATORS for part in node.decorator_list):
            for holder, field in ((node, "returns"), *((part, "annotation") for part in ast.walk(node.args))):
                if _is_harmless(getattr(holder, field, None)):
                    setattr(holder, field, None)
        node.body = self.block(node.body, self._inner(node.args, bound))

    def _inner(self, signature: ast.arguments, bound: Bound) -> Bound:
        """Return the variables that are bound where a function begins; those around it may change while it runs."""
        fixed = {part for part in bound if not part.all("store", "other", "delete", "declared")}
        itself = (self._names.variable(node) for node in ast.walk(signature) if isinstance(node, ast.arg))
        return frozenset(fixed.union(part for part in itself if part is not None and not part.all("delete")))

    def _binds(self, statement: ast.stmt) -> Bound:
        if not isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) or statement.value is None:
            return frozenset()
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return frozenset().union(*(self._stored(part) for part in targets))

    def _stored(self, target: ast.expr) -> Bound:
        names = (part for part in ast.walk(target) if isinstance(getattr(part, "ctx", None), ast.Store))
        result = (self._names.variable(part) for part in names)
        return frozenset(part for part in result if part is not None and part.is_plain)

    def _statement(self, node: ast.stmt, bound: Bound) -> list[ast.stmt]:
        if isinstance(node, ast.Pass) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            return []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node is not self._names.root and not isinstance(self._names.root, ast.Module):
                self.function(node, bound)
            return [node]
        if isinstance(node, ast.ClassDef):
            node.body = self.block(node.body, frozenset())
            return [node]
        self._children(node, bound)
        make = _STATEMENTS.get(type(node))
        return [node] if make is None else make(self, node)

    def _children(self, node: ast.AST, bound: Bound) -> None:
        inner = bound
        if isinstance(node, ast.For | ast.AsyncFor):
            inner |= self._stored(node.target)
        for field, value in ast.iter_fields(node):
            if field in _LEFT_OUT:
                continue
            if field in _BLOCKS and isinstance(value, list):
                if value:
                    setattr(node, field, self.block(value, inner if field == "body" else bound))
            elif isinstance(value, ast.expr):
                setattr(node, field, self.expression(value, bound))
            elif isinstance(value, list):
                value[:] = [self._child(part, bound) for part in value]
            elif isinstance(value, ast.AST):
                self._children(value, bound)

    def _child(self, node: Any, bound: Bound) -> Any:  # noqa: ANN401 - a name, a node, or None
        if isinstance(node, ast.expr):
            return self.expression(node, bound)
        if isinstance(node, ast.AST) and not isinstance(node, ast.pattern):
            self._children(node, bound)
        if isinstance(node, ast.comprehension):
            node.ifs = [condition(part) for part in node.ifs]
        elif isinstance(node, ast.match_case) and node.guard is not None:
            node.guard = condition(node.guard)
        return node

    def expression(self, node: ast.expr, bound: Bound) -> ast.expr:
        """Return an expression whose value is used."""
        if isinstance(node, ast.Lambda):
            node.body = self.expression(node.body, self._inner(node.args, bound))
            return node
        self._children(node, self._inner(_NOTHING, bound) if isinstance(node, ast.GeneratorExp) else bound)
        if isinstance(node, ast.Constant):
            node.kind = None
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return plain_value(node)
        elif isinstance(node, ast.BoolOp):
            return flat(node)
        elif isinstance(node, ast.IfExp):
            node.test = condition(node.test)
            if is_turned(node.test):
                node.test = condition(node.test, negated=True)
                node.body, node.orelse = node.orelse, node.body
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            self._order(node, bound)
        return node

    def _order(self, node: ast.Compare, bound: Bound) -> None:
        """Give the operands of a comparison one order, in place, where that keeps the behaviour."""
        operator, left, right = node.ops[0], node.left, node.comparators[0]
        if type(operator) not in _TURNED and not (
            isinstance(operator, _EITHER) and ast.dump(right) < ast.dump(left)
        ):
            return
        alike = isinstance(operator, ast.Is | ast.IsNot) or self._proofs.compare_alike(left, right)
        if alike and self._proofs.commute(left, right, bound):
            node.left, node.comparators = right, [left]
            node.ops = [_TURNED.get(type(operator), type(operator))()]

    # -- one kind of statement each ---------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> list[ast.stmt]:
        target, value = node.targets[0], node.value
        if len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(value, ast.BinOp):
            left = value.left
            itself = isinstance(left, ast.Name) and left.id == target.id
            if itself and self._names.variable(target) is not None and self._proofs.is_immutable(left):
                return [ast.AugAssign(target, value.op, value.right)]
        return [node]

    def _annotated(self, node: ast.AnnAssign) -> list[ast.stmt]:
        if self._names.is_evaluated(node):
            return [node]
        if node.value is not None:
            return [ast.Assign([node.target], node.value, lineno=0)]
        node.annotation = ast.Constant(0)
        variable = self._names.variable(node.target)
        stores = [] if variable is None else variable.all("store", "parameter")
        holders = [self._names.holder(place.node) for place in stores]
        bare = all(isinstance(part, ast.AnnAssign) and part.value is None for part in holders)
        return [node] if bare else []  # alone, it makes the name a local one

    def _if(self, node: ast.If) -> list[ast.stmt]:
        node.test = condition(node.test)
        node.orelse = [] if _is_empty(node.orelse) else node.orelse
        if node.orelse and (_is_empty(node.body) or is_turned(node.test)):
            node.test = condition(node.test, negated=True)
            node.body, node.orelse = node.orelse, [] if _is_empty(node.body) else node.body
        return [node]

    def _while(self, node: ast.While) -> list[ast.stmt]:
        node.test = condition(node.test)
        first = node.body[0]
        endless = isinstance(node.test, ast.Constant) and node.test.value is True and not node.orelse
        leaves = (
            isinstance(first, ast.If)
            and not first.orelse
            and [type(part) for part in first.body] == [ast.Break]
        )
        if endless and leaves and isinstance(first, ast.If):
            node.test, node.body = condition(first.test, negated=True), node.body[1:] or [ast.Pass()]
        return [node]

    def _assert(self, node: ast.Assert) -> list[ast.stmt]:
        node.test = condition(node.test)
        return [node]


_NOTHING = ast.arguments([], [], None, [], [], None, [])
_STATEMENTS: dict[type[ast.AST], Callable[[Rewriting, Any], list[ast.stmt]]] = {
    ast.Assign: Rewriting._assign,
    ast.AnnAssign: Rewriting._annotated,
    ast.If: Rewriting._if,
    ast.While: Rewriting._while,
    ast.Assert: Rewriting._assert,
}


def _is_empty(body: list[ast.stmt]) -> bool:
    return all(isinstance(part, ast.Pass) for part in body)


def _decorator(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _is_harmless(annotation: ast.expr | None) -> bool:
    """Return whether an annotation does nothing when it is evaluated."""
    return annotation is not None and all(isinstance(node, _HARMLESS) for node in ast.walk(annotation))
