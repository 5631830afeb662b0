"""The forms of an assignment: plain ``a = a + b``, compound ``a += b`` and increment ``a++`` (JLS 15.14, 15.15, 15.26).

``a op= b`` is ``a = (T) ((a) op (b))`` with T the type of a, but evaluates a only once (JLS 15.26.2). In both, objects,
arrays and indices of a are evaluated first, then a is read, then b is evaluated; and if the first of two evaluations in
a row throws, the second does not happen. So the two differ only if an evaluation has an effect, or reads a volatile
variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from mutators.comments import not_kept
from mutators.java.match import JavaMatch
from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.syntax.expressions import bare, is_value_unused
from parsers.java.syntax.operators import BITWISE, COMPOUND, PRECEDENCE, SHIFTS
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.types import Type, promoted

_TARGETS = frozenset({"identifier", "field_access", "array_access"})
_NO_COMPOUND = frozenset({"Byte", "Short", "Character"})


class Exchange(JavaMatch):
    """An assignment that can perhaps be written in another form.

    Attributes:
        form: the form that it gets, "plain", "compound" or "increment".
        node: the assignment_expression or update_expression.
        target: what is assigned to; without parentheses, which the grammar does not accept there.
        operator: its operator.
    """

    form: ClassVar[str]

    def __init__(self, method: Method, node: Node, target: Node, operator: Node) -> None:
        super().__init__(method, node, form=self.form)
        self.target = target
        self.operator = operator

    @property
    def _type(self) -> Type:
        return self.method.types.of(self.target)

    @property
    def _data(self) -> bytes:
        return self.method.source.data

    def _twice(self) -> str | None:
        """Return why evaluating the parts of the target twice in a row differs from once, or None."""
        parts = (part for part in self.target.children if part.field in ("object", "array", "index"))
        for effects in map(self.method.effects.of, parts):
            if effects.writes_anything or effects.reads_volatile:
                return "evaluating its target twice may not be the same as once"
        return None


def exchanges(method: Method, node: Node) -> Iterator[Exchange]:
    """Yield the exchanges that a node may allow, by syntax alone; no two of the same form."""
    if node.type == "update_expression":
        target = next(child for child in node.children if child.named)
        if target.type in _TARGETS and is_value_unused(node):
            yield _Unfolded(method, node, target, next(c for c in node.children if not c.named))
    if node.type != "assignment_expression" or node.children[0].type not in _TARGETS:
        return
    target, operator, value = node.children
    if operator.type == "=":
        contracted = _contracted(method, node)
        if contracted is not None:
            yield contracted
        return
    yield _Expanded(method, node)
    if operator.type in ("+=", "-=") and method.node_text(value) == "1" and is_value_unused(node):
        yield _Incremented(method, node)


class _Assignment(Exchange):
    def __init__(self, method: Method, node: Node) -> None:
        target, operator, self.value = node.children
        super().__init__(method, node, target, operator)


class _Expanded(_Assignment):
    """``a op= b`` -> ``a = (T) (a op b)``."""

    form = "plain"

    def obstacle(self) -> str | None:
        if not (self._type.is_primitive or self._type.is_string or self._type.is_boxed):
            return "its type is not known to be primitive, a box or String"
        return self._twice() or not_kept(self)

    def edits(self, rng: Random) -> Iterator[Edit]:
        start, end = self.operator.start, self.operator.end
        sign = self.operator.type[:-1]
        gap = " " if self._data[end : end + 1].isspace() else ""
        cast = f"({self._type.name}){gap}(" if self._narrows(sign) else ""
        yield replacement(
            self._data, start, end, f"={gap}{cast}{self.method.node_text(self.target)}{gap}{sign}"
        )
        loose = binding_of(self.value) <= PRECEDENCE[sign]
        if loose:
            yield Edit(self.value.start, "", "(")
        if loose or cast:
            yield Edit(self.value.end, "", ")" * (loose + bool(cast)))

    def _narrows(self, sign: str) -> bool:
        """Return whether the operator's result may have another type than the target, which a box rules out (JLS 5.5)."""
        type_ = self._type
        if not type_.is_numeric:
            return False
        if sign in SHIFTS:
            return promoted(type_) != type_
        if sign in BITWISE and type_.name == "long":
            return False
        return promoted(type_, self.method.types.of(self.value)) != type_


class _Contracted(_Assignment):
    """``a = a op b`` -> ``a op= b``, ``a = (T) (a op b)`` -> ``a op= b``.

    Without a cast the result is assignable to a (JLS 5.2), so the cast that the compound assignment includes changes
    nothing, whatever the type.
    """

    form = "compound"

    def __init__(self, method: Method, node: Node, cast: Node | None, operation: Node) -> None:
        super().__init__(method, node)
        self.cast = cast
        self.operation = operation

    def obstacle(self) -> str | None:
        if self.cast is not None:
            cast = self.method.types.names.of_type(self.cast)
            known = cast.is_primitive or cast.is_string or cast.is_boxed
            if not known or cast != self._type:
                return "the cast is not certainly one to the type of the target"
        return self._twice()

    def edits(self, rng: Random) -> Iterator[Edit]:
        sign, operand = self.operation.children[1:]
        start, inner = self.operator.start, bare(operand)
        _, first, *others = _gaps(self._data, start, inner.start)
        head = first + "".join(gap.lstrip() for gap in others)
        yield Edit(start, self._data[start : inner.start].decode(), f"{sign.type}={head}")
        if inner.end < self.value.end:
            tail = "".join(gap for gap in _gaps(self._data, inner.end, self.value.end) if gap.strip())
            yield Edit(inner.end, self._data[inner.end : self.value.end].decode(), tail)


class _Unfolded(Exchange):
    """``a++`` -> ``a += 1`` and so on, where the value is not used."""

    form = "compound"

    def obstacle(self) -> str | None:
        known = self._type.is_primitive or self._type.is_boxed
        if known and self._type.name not in _NO_COMPOUND:
            return None
        return "it may be a Byte, Short or Character, to which += assigns no int"

    def edits(self, rng: Random) -> Iterator[Edit]:
        start, end = self.operator.start, self.operator.end
        new = f"{self.operator.type[0]}= 1"
        if start > self.target.start:
            yield replacement(
                self._data, start, end, new if self._data[start - 1 : start].isspace() else f" {new}"
            )
            return
        rest = self._data[end : self.target.start]
        end += len(rest) - len(rest.lstrip())
        apart = " " if self._data[start - 1 : start].isalpha() else ""  # else++i;
        yield Edit(start, self._data[start:end].decode(), apart)
        yield replacement(self._data, self.target.end, self.target.end, f" {new}")


class _Incremented(_Assignment):
    """``a += 1`` -> ``a++``, ``a -= 1`` -> ``a--``, where the value is not used."""

    form = "increment"

    def obstacle(self) -> str | None:
        if self._type.unboxed.is_numeric or self.operator.type == "-=":
            return None
        return "it may be a concatenation"

    def edits(self, rng: Random) -> Iterator[Edit]:
        start, end = self.operator.start, self.operator.end
        new = self.operator.type[0] * 2
        if not self._data[self.target.end : start].strip():
            start = self.target.end
        comment = self._data[end : self.value.start].decode()
        new += comment if comment.strip() else ""
        yield Edit(start, self._data[start : self.value.end].decode(), new)


def _contracted(method: Method, node: Node) -> _Contracted | None:
    target, _, value = node.children
    inner, cast = bare(value), None
    if inner.type == "cast_expression":
        types, operand = inner.all("type"), inner.child("value")
        if len(types) != 1 or operand is None:
            return None
        inner, cast = bare(operand), types[0]
    if inner.type != "binary_expression" or inner.children[1].type not in COMPOUND:
        return None
    if _words(method, inner.children[0]) != _words(method, target):
        return None
    return _Contracted(method, node, cast, inner)


def _words(method: Method, node: Node) -> list[bytes]:
    return [token.text for token in tokenize(method.source.data[node.start : node.end])]


def _gaps(data: bytes, start: int, end: int) -> list[str]:
    """Return the blanks and comments before, between and after the tokens between two offsets."""
    tokens = [(start + token.start, start + token.end) for token in tokenize(data[start:end])]
    ends = [start, *(last for _, last in tokens)]
    starts = [*(first for first, _ in tokens), end]
    return [data[left:right].decode() for left, right in zip(ends, starts, strict=True)]
