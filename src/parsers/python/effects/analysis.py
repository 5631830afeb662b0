"""Side effects of expressions, and the pairs of expressions whose order does not matter (LR 6.16).

Almost any operation may run code of the program: attributes are properties, operators and comparisons are methods. That code may do
anything, but it cannot touch a local variable, unless an inner function uses it. Only operations on values whose built-in class is
proven run nothing. Not modelled are the end of memory, of the stack and of the program by a signal, and what trace functions see.

An expression has the variables of everything in it, also where the operation on top may do anything. Bodies of lambdas and
generator expressions are parts, too, since the expression may run them (LR 6.2.8, 6.14). A ``yield`` or ``await`` hands control to
code that may do anything but touch a local variable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.syntax.children import children_of
from parsers.python.syntax.signs import sign_of
from parsers.python.types.calls import METHODS, PURE_METHODS
from parsers.python.types.operators import SCALARS

if TYPE_CHECKING:
    from parsers.python.flow.analysis import Flow
    from parsers.python.names.bindings import Variable
    from parsers.python.names.scopes import Scopes
    from parsers.python.types.analysis import Types

USES = "an operand may change what the other uses"
BOTH_RAISE = "both operands may raise"
RAISES_BEFORE = "an operand may raise before or after the other's effect"


@dataclass(frozen=True, slots=True)
class Effect:
    """The possible effects of evaluating an expression.

    Attributes:
        reads, writes: Local variables that it, or a part of it, reads and binds by name, including inner scopes.
        runs: Whether it may run code of the program, which may do anything.
        reads_heap: Whether it depends on things that this code may change: globals, contents of lists, variables that
            inner functions bind.
        raises: Whether it may raise.
    """

    reads: frozenset[Variable] = frozenset()
    writes: frozenset[Variable] = frozenset()
    runs: bool = False
    reads_heap: bool = False
    raises: bool = False

    def __or__(self, other: Effect) -> Effect:
        return Effect(
            self.reads | other.reads,
            self.writes | other.writes,
            self.runs or other.runs,
            self.reads_heap or other.reads_heap,
            self.raises or other.raises,
        )


NOTHING = Effect()
"""No effect at all."""
ANYTHING = Effect(runs=True, reads_heap=True, raises=True)
"""The effects of unknown code."""
RAISES = Effect(raises=True)
_READS_HEAP = Effect(reads_heap=True)

_INTS = frozenset({"int", "bool"})
_REALS = frozenset({"int", "bool", "float"})
_FIXED = frozenset({"str", "bytes", "tuple", "frozenset", "range"})
_SIZED = frozenset({"list", "dict", "set"})
_ON_SCALARS = frozenset(
    (
        *(
            "abs",
            "ascii",
            "bin",
            "bytes",
            "chr",
            "complex",
            "divmod",
            "float",
            "format",
            "hash",
            "hex",
            "int",
            "len",
        ),
        *("max", "min", "oct", "ord", "pow", "repr", "round", "str"),
    )
)
"""Built-in functions that only return a value, or raise, if their arguments are exactly of elementary classes."""


class Effects:
    """Effects of the expressions of a function.

    One method for each kind of expression judges what may run, raise and be read of the heap; `of` adds the variables.

    Args:
        scopes, flow, types: facts about the function.
    """

    def __init__(self, scopes: Scopes, flow: Flow, types: Types) -> None:
        self._scopes = scopes
        self._flow = flow
        self._types = types
        self._found: dict[cst.CSTNode, Effect] = {}
        self._variables: dict[cst.CSTNode, Effect] = {}

    def of(self, node: cst.CSTNode) -> Effect:
        """Return the possible effects of evaluating an expression."""
        if node not in self._found:
            judge = _JUDGE.get(type(node))
            judged = judge(self, node) if judge is not None else ANYTHING
            self._found[node] = judged | self._touched(node)
        return self._found[node]

    def _touched(self, node: cst.CSTNode) -> Effect:
        """Return the variables that an expression and all its parts read and bind, whatever else they may do."""
        if node not in self._variables:
            found = NOTHING
            for child in children_of(node):
                found |= self._touched(child)
            variable = self._scopes.variable_of(node)
            if variable is not None:
                used = frozenset({variable})
                found |= Effect(writes=used) if node in self._targets else Effect(reads=used)
            self._variables[node] = found
        return self._variables[node]

    @cached_property
    def _targets(self) -> frozenset[cst.CSTNode]:
        """The names that bind a variable, rather than read it."""
        return frozenset(one.node for one in self._scopes.occurrences if one.access == "write")

    def commute(self, left: cst.BaseExpression, right: cst.BaseExpression) -> str | None:
        """Return why two expressions cannot be evaluated in the other order, None if they can."""
        one, other = self.of(left), self.of(right)
        for a, b in ((one, other), (other, one)):
            if a.writes & (b.reads | b.writes) or (a.runs and (b.runs or b.reads_heap)):
                return USES
        if one.raises and other.raises:
            return BOTH_RAISE
        for a, b in ((one, other), (other, one)):
            if a.raises and (b.runs or b.writes):
                return RAISES_BEFORE
        return None

    def _all(self, nodes: Sequence[cst.CSTNode]) -> Effect:
        found = NOTHING
        for node in nodes:
            found |= self.of(node)
        return found

    def _are(self, kinds: frozenset[str], *nodes: cst.BaseExpression) -> bool:
        """Return whether values are proved to be exactly of some of given classes."""
        found = [self._types.kinds(node) for node in nodes]
        return all(kind is not None and kind <= kinds for kind in found)

    def _truth(self, node: cst.BaseExpression) -> Effect:
        """Return the effects of asking whether a value is true."""
        if self._are(SCALARS | _FIXED, node):
            return NOTHING
        return _READS_HEAP if self._are(SCALARS | _FIXED | _SIZED, node) else ANYTHING

    # -- one kind of expression each -----------------------------------------------------------------------------------------

    def _nothing(self, node: cst.CSTNode) -> Effect:
        return NOTHING

    def _name(self, node: cst.Name) -> Effect:
        if node.value in ("None", "True", "False", "__debug__"):
            return NOTHING
        scopes, flow = self._scopes, self._flow
        if scopes.scope_of(node).kind == "class":
            return ANYTHING  # the namespace may be any mapping
        variable = scopes.variable_of(node)
        if variable is None:
            return NOTHING if scopes.is_builtin(node) else Effect(reads_heap=True, raises=True)
        is_own = flow.definitions(node) is not None
        return Effect(
            reads_heap=not is_own,
            raises=not (is_own and flow.bound_at(variable, node)),
        )

    def _named(self, node: cst.NamedExpr) -> Effect:
        variable = self._scopes.variable_of(node.target)
        if variable is None or variable.is_captured:
            return ANYTHING
        return self.of(node.value)

    def _elements(self, node: cst.Tuple | cst.List) -> Effect:
        return self._all(
            [element.value if isinstance(element, cst.Element) else element for element in node.elements]
        )

    def _set(self, node: cst.Set) -> Effect:
        values = [element.value for element in node.elements if isinstance(element, cst.Element)]
        is_plain = len(values) == len(node.elements) and self._are(SCALARS, *values)
        return self._all(values) if is_plain else ANYTHING

    def _dict(self, node: cst.Dict) -> Effect:
        items = [element for element in node.elements if isinstance(element, cst.DictElement)]
        keys = [item.key for item in items]
        if len(items) < len(node.elements) or not self._are(SCALARS, *keys):
            return ANYTHING
        return self._all([*keys, *(item.value for item in items)])

    def _formatted(self, node: cst.FormattedString) -> Effect:
        return self._all([part for part in node.parts if isinstance(part, cst.FormattedStringExpression)])

    def _field(self, node: cst.FormattedStringExpression) -> Effect:
        if not self._are(SCALARS, node.expression):
            return ANYTHING
        spec = [part for part in node.format_spec or () if isinstance(part, cst.FormattedStringExpression)]
        raises = (
            RAISES
            if node.format_spec or not self._are(SCALARS - {"int", "bytes"}, node.expression)
            else NOTHING
        )
        return self.of(node.expression) | self._all(spec) | raises

    def _joined(self, node: cst.ConcatenatedString) -> Effect:
        return self.of(node.left) | self.of(node.right)

    def _unary(self, node: cst.UnaryOperation) -> Effect:
        inner = self.of(node.expression)
        if isinstance(node.operator, cst.Not):
            return inner | self._truth(node.expression)
        if self._are(_INTS, node.expression):
            # ``~True`` warns, and a warning may be an error.
            is_inverted_bool = isinstance(node.operator, cst.BitInvert) and not self._are(
                frozenset({"int"}), node.expression
            )
            return inner | RAISES if is_inverted_bool else inner
        return inner | RAISES if self._are(SCALARS, node.expression) else ANYTHING

    def _binary(self, node: cst.BinaryOperation) -> Effect:
        sign, sides = sign_of(node.operator), (node.left, node.right)
        inner = self._all(sides)
        if not self._are(SCALARS, *sides):
            return ANYTHING
        if sign in ("+", "-", "*", "&", "|", "^") and self._are(_INTS, *sides):
            return inner
        if sign in ("+", "-", "*") and self._are(frozenset({"float"}), *sides):
            return inner
        is_text = any(self._are(frozenset({kind}), *sides) for kind in ("str", "bytes"))
        return inner if sign == "+" and is_text else inner | RAISES

    def _boolean(self, node: cst.BooleanOperation) -> Effect:
        return self.of(node.left) | self._truth(node.left) | self.of(node.right)

    def _comparison(self, node: cst.Comparison) -> Effect:
        found, left = self.of(node.left), node.left
        for index, target in enumerate(node.comparisons):
            found |= self.of(target.comparator) | self._compared(
                left, sign_of(target.operator), target.comparator
            )
            if index + 1 < len(node.comparisons) and not self._are(SCALARS, left, target.comparator):
                found |= ANYTHING  # the truth of what the comparison gives
            left = target.comparator
        return found

    def _compared(self, left: cst.BaseExpression, sign: str, right: cst.BaseExpression) -> Effect:
        if sign in ("is", "is not"):
            return NOTHING
        if not self._are(SCALARS, left, right):
            return ANYTHING
        is_text = any(self._are(frozenset({kind}), left, right) for kind in ("str", "bytes"))
        if sign in ("==", "!="):
            fits = self._are(SCALARS - {"bytes"}, left, right)  # with ``python -bb`` bytes raise
        else:
            fits = sign not in ("in", "not in") and self._are(_REALS, left, right)
        return NOTHING if fits or is_text else RAISES

    def _conditional(self, node: cst.IfExp) -> Effect:
        return self._all([node.test, node.body, node.orelse]) | self._truth(node.test)

    def _subscript(self, node: cst.Subscript) -> Effect:
        index = node.slice[0].slice
        if len(node.slice) != 1:
            return ANYTHING
        if isinstance(index, cst.Slice):
            bounds = [bound for bound in (index.lower, index.upper, index.step) if bound is not None]
        else:
            bounds = [index.value] if isinstance(index, cst.Index) else []
        if not self._are(SCALARS, *bounds) or not self._are(_FIXED | {"list"}, node.value):
            return ANYTHING
        found = self._all([node.value, *bounds]) | RAISES
        return found if self._are(_FIXED, node.value) else found | _READS_HEAP

    def _call(self, node: cst.Call) -> Effect:
        if any(arg.star or arg.keyword is not None for arg in node.args):
            return ANYTHING
        values = [arg.value for arg in node.args]
        inner = self._all(values)
        if isinstance(node.func, cst.Attribute):
            of, name = node.func.value, node.func.attr.value
            kinds = self._types.kinds(of)
            known = kinds is not None and all(name in METHODS.get(kind, ()) for kind in kinds)
            if known and self._are(PURE_METHODS, of) and self._are(SCALARS, *values):
                return self.of(of) | inner | RAISES
            return ANYTHING
        if not isinstance(node.func, cst.Name) or not self._types.is_builtin(node.func):
            return ANYTHING
        name = node.func.value
        if name == "len" and len(values) == 1 and self._are(_FIXED | _SIZED, *values):
            return inner if self._are(_FIXED, *values) else inner | _READS_HEAP
        if name in ("id", "callable") and len(values) == 1:
            return inner
        if name == "bool" and len(values) == 1:
            return inner | self._truth(values[0])
        return inner | RAISES if name in _ON_SCALARS and self._are(SCALARS, *values) else ANYTHING


_JUDGE: dict[type[cst.CSTNode], Callable[[Effects, cst.CSTNode], Effect]] = {
    **dict.fromkeys(
        (cst.Integer, cst.Float, cst.Imaginary, cst.SimpleString, cst.Ellipsis), Effects._nothing
    ),
    # Each takes its own kind of node.
    cst.Name: Effects._name,  # type: ignore[dict-item]
    cst.NamedExpr: Effects._named,  # type: ignore[dict-item]
    cst.Tuple: Effects._elements,  # type: ignore[dict-item]
    cst.List: Effects._elements,  # type: ignore[dict-item]
    cst.Set: Effects._set,  # type: ignore[dict-item]
    cst.Dict: Effects._dict,  # type: ignore[dict-item]
    cst.FormattedString: Effects._formatted,  # type: ignore[dict-item]
    cst.FormattedStringExpression: Effects._field,  # type: ignore[dict-item]
    cst.ConcatenatedString: Effects._joined,  # type: ignore[dict-item]
    cst.UnaryOperation: Effects._unary,  # type: ignore[dict-item]
    cst.BinaryOperation: Effects._binary,  # type: ignore[dict-item]
    cst.BooleanOperation: Effects._boolean,  # type: ignore[dict-item]
    cst.Comparison: Effects._comparison,  # type: ignore[dict-item]
    cst.IfExp: Effects._conditional,  # type: ignore[dict-item]
    cst.Subscript: Effects._subscript,  # type: ignore[dict-item]
    cst.Call: Effects._call,  # type: ignore[dict-item]
}
