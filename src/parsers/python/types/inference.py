"""The classes of expressions, given the classes of the names' bindings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.syntax.signs import sign_of
from parsers.python.types.calls import ELEMENTARY, FUNCTIONS, METHODS
from parsers.python.types.operators import SCALARS, Kinds, compared, contents, joined, operated, unary

if TYPE_CHECKING:
    from parsers.python.flow.analysis import Flow
    from parsers.python.names.scopes import Scopes

_NOTHING: frozenset[str] = frozenset()
_STR: Kinds = frozenset({"str"})
_ORDERINGS = frozenset({"reversed", "sorted"})
_CONTINUED = re.compile(r"\\(?:\r\n|\n|\r)")
_CONVERSION = re.compile(r"%(?:\(\w*\))?[#0\-+ ]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?[a-zA-Z%]")


class Inference:
    """Classes of expressions, computed once each, until `forget`.

    Args:
        scopes, flow: facts about the function.
        known: Classes of bindings so far, by their names; a name that is not in it is bound to something unknown.
    """

    def __init__(self, scopes: Scopes, flow: Flow, known: Mapping[cst.Name, Kinds]) -> None:
        self._scopes = scopes
        self._flow = flow
        self._known = known
        self._found: dict[cst.BaseExpression, Kinds] = {}

    def forget(self) -> None:
        """Compute all again, since bindings have gained classes."""
        self._found.clear()

    def kinds(self, node: cst.BaseExpression) -> Kinds:
        """Return the classes of an expression; see `Types.kinds`."""
        if node not in self._found:
            infer = _INFER.get(type(node))
            self._found[node] = infer(self, node) if infer is not None else None
        return self._found[node]

    def is_builtin(self, node: cst.BaseExpression) -> bool:
        """Return whether an expression is the name of a built-in function that nothing hides; a class may hide it unseen."""
        return (
            isinstance(node, cst.Name)
            and self._scopes.is_builtin(node)
            and self._scopes.scope_of(node).kind != "class"
        )

    def definitions(self, name: cst.Name) -> frozenset[cst.Name] | None:
        """Return the bindings that a name may be read from, None if that is not certain."""
        return self._flow.definitions(name)

    def elements(self, node: cst.BaseExpression) -> Kinds:
        """Return the classes of what an iterable gives in a loop."""
        if isinstance(node, cst.Tuple | cst.List | cst.Set):
            if any(isinstance(element, cst.StarredElement) for element in node.elements):
                return None
            return joined(self.kinds(element.value) for element in node.elements)
        if isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp):
            return self.kinds(node.elt)
        if isinstance(node, cst.Call) and self.is_builtin(node.func) and _name(node.func) in _ORDERINGS:
            return contents(self.kinds(node.args[0].value)) if node.args and not node.args[0].star else None
        return contents(self.kinds(node))

    def augmented(self, operator: str, target: cst.BaseExpression, value: cst.BaseExpression) -> Kinds:
        """Return the classes of what an augmented assignment binds."""
        left, right = self.kinds(target), self.kinds(value)
        if left is None or right is None:
            return None
        in_place = {("list", "+"), ("dict", "|")}
        kept = frozenset(kind for kind in left if (kind, operator) in in_place)
        return joined([kept, operated(operator, left - kept, right, _is_positive(value))])

    # -- one kind of expression each -----------------------------------------------------------------------------------------

    def _name(self, node: cst.Name) -> Kinds:
        if node.value in _CONSTANTS:
            return frozenset({_CONSTANTS[node.value]})
        bindings = self.definitions(node)
        if bindings is None:
            return None
        return joined(self._known.get(binding) for binding in bindings)

    def _string(self, node: cst.SimpleString) -> Kinds:
        return frozenset({"bytes" if "b" in node.prefix.lower() else "str"})

    def _formatted(self, node: cst.FormattedString | cst.ConcatenatedString) -> Kinds:
        if _is_bytes(node):
            return frozenset({"bytes"})
        parts = _parts(node)
        fields = [part for part in parts if isinstance(part, cst.FormattedStringExpression)]
        if len(fields) == 1 and len(parts) == 1:  # it is what __format__ returns, perhaps of a subclass
            inner = self.kinds(fields[0].expression)
            return frozenset({"str"}) if inner is not None and inner <= SCALARS else None
        return frozenset({"str"})

    def _unary(self, node: cst.UnaryOperation) -> Kinds:
        sign = sign_of(node.operator)
        if sign == "not":
            return frozenset({"bool"})
        inner = self.kinds(node.expression)
        return None if inner is None else joined(unary(sign, kind) for kind in inner)

    def _binary(self, node: cst.BinaryOperation) -> Kinds:
        left, right, sign = self.kinds(node.left), self.kinds(node.right), sign_of(node.operator)
        if sign == "%" and left == _STR and isinstance(node.right, cst.Tuple):
            return left if self._is_new_text(node.left, node.right) else None
        return operated(sign, left, right, _is_positive(node.right))

    def _is_new_text(self, text: cst.BaseExpression, values: cst.Tuple) -> bool:
        """Return whether formatting surely makes a text of its own, rather than one that ``__str__`` returned."""
        if all(self._is_scalar(element) for element in values.elements):
            return True
        value = text.evaluated_value if isinstance(text, cst.SimpleString) else ""
        return isinstance(value, str) and _CONVERSION.sub("", value) != ""

    def _is_scalar(self, element: cst.BaseElement) -> bool:
        inner = self.kinds(element.value) if isinstance(element, cst.Element) else None
        return inner is not None and inner <= SCALARS

    def _boolean(self, node: cst.BooleanOperation) -> Kinds:
        return joined((self.kinds(node.left), self.kinds(node.right)))

    def _comparison(self, node: cst.Comparison) -> Kinds:
        found, left = [], node.left
        for target in node.comparisons:
            right = target.comparator
            found.append(compared(sign_of(target.operator), self.kinds(left), self.kinds(right)))
            left = right
        return joined(found)

    def _conditional(self, node: cst.IfExp) -> Kinds:
        return joined((self.kinds(node.body), self.kinds(node.orelse)))

    def _named(self, node: cst.NamedExpr) -> Kinds:
        return self.kinds(node.value)

    def _subscript(self, node: cst.Subscript) -> Kinds:
        inner = self.kinds(node.value)
        if inner is None or len(node.slice) != 1:
            return None
        is_slice = isinstance(node.slice[0].slice, cst.Slice)
        return joined(_item(kind, is_slice) for kind in inner)

    def _call(self, node: cst.Call) -> Kinds:
        if isinstance(node.func, cst.Attribute):
            inner = self.kinds(node.func.value)
            if inner is None:
                return None
            return joined(self._method(kind, node.func.attr.value, node) for kind in inner)
        if not self.is_builtin(node.func):
            return None
        name = _name(node.func)
        return FUNCTIONS.get(name) or self._function(name, node)

    def _method(self, kind: str, name: str, node: cst.Call) -> Kinds:
        if (kind, name) in (("str", "encode"), ("bytes", "decode")):
            return frozenset({"bytes" if kind == "str" else "str"}) if not node.args else None
        return METHODS.get(kind, {}).get(name)

    def _function(self, name: str, node: cst.Call) -> Kinds:
        if any(arg.star or arg.keyword is not None for arg in node.args):
            return None
        values = [arg.value for arg in node.args]
        kinds = [self.kinds(value) for value in values]
        if name == "sum" and len(values) == 1:
            return _summed(self.elements(values[0]))
        given = joined(kinds)
        if given is None:
            return None
        if name in ELEMENTARY:
            enough = given <= SCALARS and (name != "bytes" or len(values) < 2)
            return ELEMENTARY[name] if enough else None
        if name in ("min", "max"):
            return given if len(values) > 1 else None
        if name not in _COMPUTED or not given <= {"int", "bool", "float", "complex"}:
            return None
        return _computed(name, [frozenset(kind or ()) for kind in kinds]) if all(kinds) else _NOTHING


_COMPUTED = frozenset({"abs", "round", "pow", "divmod"})


def _computed(name: str, kinds: list[frozenset[str]]) -> Kinds:
    """Return the classes of what one of these functions returns for numbers."""
    if name == "abs" and len(kinds) == 1:
        return frozenset("float" if kind in ("float", "complex") else "int" for kind in kinds[0])
    if name == "round" and len(kinds) == 1:
        return frozenset({"int"}) if "complex" not in kinds[0] else None
    if name == "round" and len(kinds) == 2 and "complex" not in kinds[0]:
        return frozenset("float" if kind == "float" else "int" for kind in kinds[0])
    if name == "pow" and len(kinds) == 2:
        return operated("**", kinds[0], kinds[1])
    return frozenset({"tuple"}) if name == "divmod" and len(kinds) == 2 else None


def _summed(elements: Kinds) -> Kinds:
    """Return the classes of the sum of elements; without any it is the int 0."""
    if elements is None or not elements <= {"int", "bool", "float", "complex"}:
        return None
    return joined([frozenset({"int"}), elements - {"bool"}])


def _item(kind: str, is_slice: bool) -> Kinds:
    """Return the classes of an item or a slice of an object of a class."""
    if kind == "str" or (is_slice and kind in ("bytes", "list", "tuple", "range")):
        return frozenset({kind})
    if kind in ("bytes", "range"):
        return frozenset({"int", kind})  # the index may be a slice
    return None


def _is_positive(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Integer)


def _name(node: cst.BaseExpression) -> str:
    return node.value if isinstance(node, cst.Name) else ""


def _is_bytes(node: cst.BaseExpression) -> bool:
    """Return whether a literal is of bytes; then all its pieces are (LR 2.4.2)."""
    while isinstance(node, cst.ConcatenatedString):
        node = node.left
    return isinstance(node, cst.SimpleString) and "b" in node.prefix.lower()


def _parts(node: cst.BaseExpression) -> list[cst.CSTNode]:
    """Return the pieces of a text whose value is not empty: literal pieces, and fields."""
    stack: list[tuple[cst.CSTNode, bool]] = [(node, False)]
    found: list[cst.CSTNode] = []
    while stack:
        one, is_raw = stack.pop()
        if isinstance(one, cst.ConcatenatedString):
            stack += [(one.right, False), (one.left, False)]
        elif isinstance(one, cst.FormattedString):
            stack += [(part, "r" in one.prefix.lower()) for part in reversed(one.parts)]
        elif not _is_empty(one, is_raw):
            found.append(one)
    return found


def _is_empty(piece: cst.CSTNode, is_raw: bool) -> bool:
    """Return whether a piece is the empty text, for example a backslash at the end of a line (LR 2.4.1)."""
    if isinstance(piece, cst.SimpleString):
        return not piece.raw_value or (
            "r" not in piece.prefix.lower() and not _CONTINUED.sub("", piece.raw_value)
        )
    return isinstance(piece, cst.FormattedStringText) and not is_raw and not _CONTINUED.sub("", piece.value)


_CONSTANTS = {"True": "bool", "False": "bool", "None": "NoneType", "__debug__": "bool"}


def _always(kind: str) -> Callable[[Inference, cst.BaseExpression], Kinds]:
    return lambda inference, node: frozenset({kind})


_INFER: dict[type[cst.BaseExpression], Callable[[Inference, cst.BaseExpression], Kinds]] = {
    cst.Integer: _always("int"),
    cst.Float: _always("float"),
    cst.Imaginary: _always("complex"),
    cst.Tuple: _always("tuple"),
    cst.List: _always("list"),
    cst.ListComp: _always("list"),
    cst.Set: _always("set"),
    cst.SetComp: _always("set"),
    cst.Dict: _always("dict"),
    cst.DictComp: _always("dict"),
    # Each takes its own kind of node.
    cst.Name: Inference._name,  # type: ignore[dict-item]
    cst.SimpleString: Inference._string,  # type: ignore[dict-item]
    cst.FormattedString: Inference._formatted,  # type: ignore[dict-item]
    cst.ConcatenatedString: Inference._formatted,  # type: ignore[dict-item]
    cst.UnaryOperation: Inference._unary,  # type: ignore[dict-item]
    cst.BinaryOperation: Inference._binary,  # type: ignore[dict-item]
    cst.BooleanOperation: Inference._boolean,  # type: ignore[dict-item]
    cst.Comparison: Inference._comparison,  # type: ignore[dict-item]
    cst.IfExp: Inference._conditional,  # type: ignore[dict-item]
    cst.NamedExpr: Inference._named,  # type: ignore[dict-item]
    cst.Subscript: Inference._subscript,  # type: ignore[dict-item]
    cst.Call: Inference._call,  # type: ignore[dict-item]
}
