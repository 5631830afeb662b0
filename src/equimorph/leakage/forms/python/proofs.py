"""Facts that the text of a function proves: the built-in classes of its values, and expressions that may change places.

A variable has the classes of all values that are bound to it. What the text does not show, such as parameters and attributes, has
no proven class. The tables are from `parsers.python.types`, on which the mutators rest, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from equimorph.leakage.forms.python.names import Names, Variable
from parsers.python.types.calls import ELEMENTARY, FUNCTIONS, METHODS
from parsers.python.types.operators import SCALARS, Kinds, compared, contents, joined, operated, unary

IMMUTABLE = SCALARS | {"tuple", "frozenset", "range"}
"""Classes whose ``x += y`` binds the value of ``x + y`` (Python language reference, 7.2.1)."""
MODEST = frozenset({"int", "str", "bytes", "NoneType"})
"""Classes that compare with objects of their own class and its subclasses alone; see `mutators.python.reorder_condition`."""
SIGNS: dict[type, str] = {
    **{
        ast.Add: "+",
        ast.Sub: "-",
        ast.Mult: "*",
        ast.Div: "/",
        ast.FloorDiv: "//",
        ast.Mod: "%",
        ast.Pow: "**",
    },
    **{
        ast.BitAnd: "&",
        ast.BitOr: "|",
        ast.BitXor: "^",
        ast.LShift: "<<",
        ast.RShift: ">>",
        ast.MatMult: "@",
    },
    **{
        ast.USub: "-",
        ast.UAdd: "+",
        ast.Invert: "~",
        ast.Eq: "==",
        ast.NotEq: "!=",
        ast.Lt: "<",
        ast.LtE: "<=",
    },
    **{ast.Gt: ">", ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"},
}
_INT = frozenset({"int"})
_NUMBERS = frozenset({"int", "bool", "float", "complex"})
_CALM = frozenset({"+", "-", "*", "&", "|", "^"})
"""Operators that raise nothing for integers."""
_DISPLAYS: dict[type, str] = {
    **{ast.List: "list", ast.ListComp: "list", ast.Tuple: "tuple", ast.Set: "set", ast.SetComp: "set"},
    **{ast.Dict: "dict", ast.DictComp: "dict"},
}


class Proofs:
    """The proofs of a function."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._bindings = {part: list(_bindings(part, names)) for part in names.variables}
        self._known: dict[Variable, Kinds] = dict.fromkeys(names.variables, frozenset())
        changed = True
        while changed:
            changed = False
            for variable, values in self._bindings.items():
                kinds = joined([self._known[variable], *(self._bound(*value) for value in values)])
                changed |= kinds != self._known[variable]
                self._known[variable] = kinds

    def kinds(self, node: ast.expr) -> Kinds:
        """Return the classes of exactly one of which a value is; None if that is not proven."""
        if isinstance(node, ast.Constant):
            name = type(node.value).__name__
            return frozenset({name}) if name in SCALARS else None
        if type(node) in _DISPLAYS:
            return frozenset({_DISPLAYS[type(node)]})
        if isinstance(node, ast.Name):
            variable = self._names.variable(node)
            return None if variable is None else self._known[variable]
        make = _KINDS.get(type(node))
        return None if make is None else make(self, node)

    def is_int(self, node: ast.expr) -> bool:
        """Return whether a value is proved to be exactly an int."""
        return self.kinds(node) == _INT

    def is_immutable(self, node: ast.expr) -> bool:
        """Return whether a value is proved to be exactly of an immutable built-in class."""
        kinds = self.kinds(node)
        return bool(kinds) and kinds is not None and kinds <= IMMUTABLE

    def compare_alike(self, left: ast.expr, right: ast.expr) -> bool:
        """Return whether a comparison calls the same methods in the same order with its operands exchanged."""
        both = [self.kinds(side) for side in (left, right)]
        if any(kinds and kinds <= MODEST for kinds in both):
            return True
        return all(kinds and kinds <= SCALARS for kinds in both)

    def commute(self, left: ast.expr, right: ast.expr, bound: Iterable[Variable]) -> bool:
        """Return whether two expressions may be evaluated in either order.

        Args:
            left, right: the expressions.
            bound: Variables that certainly have a value there.
        """
        ready = {*bound}
        pairs = ((left, right), (right, left))
        if any(self._is_calm(part, ready) and not self._writes(other, part) for part, other in pairs):
            return True
        every = {*self._names.variables}  # one of them alone may raise
        return any(self._is_calm(part, ready) and self._is_calm(other, every) for part, other in pairs)

    def _is_calm(self, node: ast.expr, bound: set[Variable]) -> bool:
        """Return whether an expression has no effect, raises nothing, and has one value whatever runs beside it."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            variable = self._names.variable(node)
            return variable is not None and variable.is_plain and variable in bound
        if isinstance(node, ast.UnaryOp):
            fits = isinstance(node.op, ast.Not | ast.USub | ast.UAdd) and self._is_calm(node.operand, bound)
            return fits and (self.kinds(node.operand) or {""}) <= {"int", "bool", "float"}
        if isinstance(node, ast.BinOp) and SIGNS[type(node.op)] in _CALM:
            sides = (node.left, node.right)
            return all(self.is_int(side) and self._is_calm(side, bound) for side in sides)
        return False

    def _writes(self, node: ast.expr, read: ast.expr) -> bool:
        """Return whether an expression binds a variable that another one reads."""
        stored = {
            self._names.variable(part.target) for part in ast.walk(node) if isinstance(part, ast.NamedExpr)
        }
        return any(
            self._names.variable(part) in stored for part in ast.walk(read) if isinstance(part, ast.Name)
        )

    # -- one kind of binding and expression each ------------------------------------------------

    def _bound(self, how: str, node: ast.AST | None) -> Kinds:
        if how == "value" and isinstance(node, ast.expr):
            return self.kinds(node)
        if how == "element" and isinstance(node, ast.expr):
            return self._elements(node)
        if how == "augmented" and isinstance(node, ast.AugAssign):
            return self._augmented(node)
        return None

    def _augmented(self, node: ast.AugAssign) -> Kinds:
        left, sign = self.kinds(node.target), SIGNS[type(node.op)]
        right = self.kinds(node.value)
        if left is None or right is None:
            return None
        kept = frozenset(kind for kind in left if (kind, sign) in {("list", "+"), ("dict", "|")})
        return joined([kept, operated(sign, left - kept, right, _is_positive(node.value))])

    def _elements(self, node: ast.expr) -> Kinds:
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return joined(self.kinds(part) for part in node.elts)  # of a starred one nothing is known
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            return self.kinds(node.elt)
        return contents(self.kinds(node))

    def _unary(self, node: ast.UnaryOp) -> Kinds:
        if isinstance(node.op, ast.Not):
            return frozenset({"bool"})
        kinds = self.kinds(node.operand)
        return None if kinds is None else joined(unary(SIGNS[type(node.op)], kind) for kind in kinds)

    def _binary(self, node: ast.BinOp) -> Kinds:
        left, sign = self.kinds(node.left), SIGNS[type(node.op)]
        if sign == "%" and left == frozenset({"str"}) and isinstance(node.right, ast.Tuple):
            return left if all((self.kinds(part) or {""}) <= SCALARS for part in node.right.elts) else None
        return operated(sign, left, self.kinds(node.right), _is_positive(node.right))

    def _compare(self, node: ast.Compare) -> Kinds:
        sides = [node.left, *node.comparators]
        pairs = zip(node.ops, sides, node.comparators, strict=False)
        return joined(
            compared(SIGNS[type(op)], self.kinds(part), self.kinds(other)) for op, part, other in pairs
        )

    def _formatted(self, node: ast.JoinedStr) -> Kinds:
        texts = any(isinstance(part, ast.Constant) for part in node.values)
        fields = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        plain = texts or all((self.kinds(part) or {""}) <= SCALARS for part in fields)
        return frozenset({"str"}) if plain else None

    def _subscript(self, node: ast.Subscript) -> Kinds:
        kinds, is_slice = self.kinds(node.value), isinstance(node.slice, ast.Slice)
        if kinds is None:
            return None
        same = {"str", *(("bytes", "list", "tuple", "range") if is_slice else ())}
        return kinds if kinds <= same else None

    def _call(self, node: ast.Call) -> Kinds:
        if isinstance(node.func, ast.Attribute):
            kinds, name = self.kinds(node.func.value), node.func.attr
            return None if kinds is None else joined(METHODS.get(kind, {}).get(name) for kind in kinds)
        name = getattr(node.func, "id", "")
        if not self._names.is_free(node.func, name):
            return None
        if name == "sum" and len(node.args) == 1 and not node.keywords:
            kinds = self._elements(node.args[0])
            return None if kinds is None or not kinds <= _NUMBERS else _INT | kinds - {"bool"}
        signature = joined(self.kinds(part) for part in node.args)
        if name == "abs" and signature is not None and signature <= _NUMBERS:
            return frozenset("float" if kind in ("float", "complex") else "int" for kind in signature)
        if name in ELEMENTARY and (name != "bytes" or len(node.args) < 2) and not node.keywords:
            return ELEMENTARY[name] if signature is not None and signature <= SCALARS else None
        if name in ("min", "max") and len(node.args) > 1 and not node.keywords:
            return signature
        return FUNCTIONS.get(name)


_KINDS: Mapping[type[ast.expr], Callable[[Proofs, Any], Kinds]] = {
    ast.UnaryOp: Proofs._unary,
    ast.BinOp: Proofs._binary,
    ast.BoolOp: lambda proofs, node: joined(proofs.kinds(part) for part in node.values),
    ast.Compare: Proofs._compare,
    ast.IfExp: lambda proofs, node: joined([proofs.kinds(node.body), proofs.kinds(node.orelse)]),
    ast.NamedExpr: lambda proofs, node: proofs.kinds(node.value),
    ast.JoinedStr: Proofs._formatted,
    ast.Subscript: Proofs._subscript,
    ast.Call: Proofs._call,
}


def _is_positive(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _bindings(variable: Variable, names: Names) -> Iterable[tuple[str, ast.AST | None]]:
    """Yield the values that are bound to a variable: a value, an element of one, an augmented one, or something unknown."""
    for place in variable.all("store", "parameter", "other"):
        node, holder = place.node, names.holder(place.node)
        if place.role == "other":
            yield "unknown", None
        elif isinstance(holder, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            targets = holder.targets if isinstance(holder, ast.Assign) else [holder.target]
            yield ("value", holder.value) if node in targets else ("unknown", None)
        elif isinstance(holder, ast.For | ast.comprehension) and not getattr(holder, "is_async", 0):
            yield "element", holder.iter
        elif isinstance(holder, ast.AugAssign):
            yield "augmented", holder
        else:
            yield "value", _parallel(names, node)


def _parallel(names: Names, node: ast.AST) -> ast.AST | None:
    """Return the value that ``a, b = 0, 1`` binds to one of its names, or a number for a counter of `enumerate`."""
    holder = names.holder(node)
    above = names.holder(holder)
    if not isinstance(holder, ast.Tuple):
        return None
    if isinstance(above, ast.For | ast.comprehension) and above.target is holder and holder.elts[0] is node:
        call = above.iter
        counted = isinstance(call, ast.Call) and len(call.args) == 1 and names.is_free(call.func, "enumerate")
        return ast.Constant(0) if counted and not getattr(call, "keywords", ()) else None
    if not (isinstance(above, ast.Assign) and above.targets == [holder]):
        return None
    values = above.value.elts if isinstance(above.value, ast.Tuple) else []
    starred = any(isinstance(part, ast.Starred) for part in (*holder.elts, *values))
    pairs = [] if starred or len(values) != len(holder.elts) else zip(holder.elts, values, strict=True)
    return next((value for target, value in pairs if target is node), None)
