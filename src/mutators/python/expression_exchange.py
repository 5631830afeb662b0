"""expression-exchange: write an assignment to a local variable in another form, ``n += 1`` -> ``n = n + 1``, and back.

Relation: preserving.
Preconditions:
    - the target is a local name, which is evaluated without an effect, before the right operand in both forms (LR 7.2.1). So
      whatever the right operand does, a ``yield``, an ``await`` or an assignment to the name included, it does in both;
    - the value of the name is proved to be exactly of an immutable built-in class: int, float, complex, bool, str, bytes, None,
      tuple, frozenset or range. These have no ``__iadd__`` or the like, so the operation is the same (LR 3.3.8). A list is extended
      in place, and its other names see that. A subclass may define anything.
Rewrite: the form is a parameter of the site. "plain": the right operand is put in parentheses where needed. "compound": ``n = n +
    x`` with that operator on top, so not ``n = n + x + y``; a right operand keeps its parentheses. Comments stay.
Limits: the classes of parameters, attributes and elements are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import ClassVar

import libcst as cst

from mutators.base import Example, Match, Mutator
from mutators.model import Edit
from mutators.python.match import PythonMatch
from mutators.python.tools.assumptions import builtins_assumed
from parsers.python.function import Function
from parsers.python.syntax.signs import sign_of

_UNKNOWN = "its value is not proved to be of an immutable built-in class"
_BLANK = re.compile(r"[ \t]*")


class ExpressionExchange(Mutator):
    """See the module's docstring."""

    name = "expression-exchange"
    language = "python"
    relation = "preserving"
    hint = re.compile(rb"[-+*/%@&|^<>]\s*=|=[^=]*[-+*/%@&|^<>]")
    examples = (
        *Example.rows(
            "def f(a, b):\n    n, x, s, t, p = 1, 0.5, 'x', (), True\n    @\n",
            "n += 1 -> n = n + 1",
            "n-=-1 -> n=n--1",
            "n -= 1 - n -> n = n - (1 - n)",
            "n *= n + 1 -> n = n * (n + 1)",
            "n += 2 * n -> n = n + 2 * n",
            "n //= 2 * n -> n = n // (2 * n)",
            "n **= -n -> n = n ** -n",
            "n **= 2 ** n -> n = n ** 2 ** n",
            "n <<= 1 + 1 -> n = n << 1 + 1",
            "n |= n & 1 -> n = n | n & 1",
            "n &= n | 1 -> n = n & (n | 1)",
            "n @= a -> n = n @ a",
            "x /= a if b else 1 -> x = x / (a if b else 1)",
            "s += a or b -> s = s + (a or b)",
            "s %= a, b -> s = s % (a, b)",
            "t += 1, 2 -> t = t + (1, 2)",
            "t += *a, 2 -> t = t + (*a, 2)",
            "p ^= n < 2 -> p = p ^ (n < 2)",
            "n += (yield) -> n = n + (yield)",
            "n +=yield -> n =n+(yield)",
            "n += \\\n        a -> n = n + \\\n        a",
            "n = n + 1 -> n += 1",
            "n=n-1 -> n-=1",
            "n = n - (a - 1) -> n -= (a - 1)",
            "n = (n * 2) -> n *= (2)",
            "n = (  # low\n        n) + 1 -> !a comment would be lost",
            "n = (n  # low\n        + 1) -> n += (  # low\n         1)",
            "x = (x) ** 2 ** n -> x **= 2 ** n",
            "a += b -> !its value is not proved to be of an immutable built-in class",
            "a = a + b -> !its value is not proved to be of an immutable built-in class",
            "a.n += 1 -> !its target is not a name",
            "a[0] += 1 -> !its target is not a name",
        ),
        *Example.rows(
            "def f(y):\n    @\n",
            "n = len(y); n += 1 -> n = len(y); n = n + 1",
            "x = []; x += y -> !its value is not proved to be of an immutable built-in class",
        ),
    )

    def matches(self, method: Function) -> Iterator[Match]:
        for augmented in method.all(cst.AugAssign):
            yield _Expanded(method, augmented)
        for plain in method.all(cst.Assign):
            name, value = plain.targets[0].target, plain.value
            if len(plain.targets) > 1 or not isinstance(value, cst.BinaryOperation):
                continue
            left = value.left
            if isinstance(name, cst.Name) and isinstance(left, cst.Name) and name.value == left.value:
                yield _Contracted(method, plain, name, left, value)


class _Expanded(PythonMatch):
    """``n op= x`` -> ``n = n op x``."""

    form: ClassVar[str] = "plain"

    def __init__(self, method: Function, node: cst.AugAssign) -> None:
        super().__init__(method, node, form=self.form)
        self.target, self.operator, self.value = node.target, node.operator, node.value

    def refusal(self) -> str | None:
        if not isinstance(self.target, cst.Name):
            return "its target is not a name"
        return None if self.method.types.is_immutable(self.target) else _UNKNOWN

    def assumptions(self) -> tuple[str, ...]:
        return builtins_assumed(self.method, self.target)

    def edits(self, rng: Random) -> Iterator[Edit]:
        sign = sign_of(self.operator)[:-1]
        end = self.method.end_of(self.operator)
        start, last = self.method.outer(self.value)
        gap = " " if start > end else ""
        yield self.replace(self.operator, f"={gap}{self.text(self.target)}{gap}{sign}")
        if _is_loose(self.value, sign):
            yield Edit(start, "", "(")
            yield Edit(last, "", ")")


class _Contracted(PythonMatch):
    """``n = n op x`` -> ``n op= x``."""

    form: ClassVar[str] = "compound"

    def __init__(
        self,
        method: Function,
        node: cst.Assign,
        target: cst.Name,
        left: cst.Name,
        value: cst.BinaryOperation,
    ) -> None:
        super().__init__(method, node, form=self.form)
        self.target, self.left, self.value = target, left, value

    def refusal(self) -> str | None:
        return None if self.method.types.is_immutable(self.left) else _UNKNOWN

    def assumptions(self) -> tuple[str, ...]:
        return builtins_assumed(self.method, self.left)

    def edits(self, rng: Random) -> Iterator[Edit]:
        method, operator = self.method, self.value.operator
        _, behind = method.outer(self.target)
        before, _ = method.outer(self.value)
        at = behind + method.source.slice(behind, before).index("=")
        yield self.replace_range(at, at + 1, f"{sign_of(operator)}=")
        start, end = method.outer(self.left)
        first, last = method.start_of(operator), method.end_of(operator)
        operand, _ = method.outer(self.value.right)
        gaps = method.source.slice(end, first) + method.source.slice(last, operand)
        if _BLANK.fullmatch(gaps):
            yield self.replace_range(start, operand, "")
        else:
            yield self.replace_range(start, end, "")
            yield self.replace_range(first, last, "")


_LEVELS = {
    "|": 0,
    "^": 1,
    "&": 2,
    "<<": 3,
    ">>": 3,
    "+": 4,
    "-": 4,
    **dict.fromkeys(("*", "/", "//", "%", "@"), 5),
    "**": 6,
}
_TIGHT = (
    cst.Name,
    cst.BaseNumber,
    cst.BaseString,
    cst.Attribute,
    cst.Subscript,
    cst.Call,
    cst.Await,
    cst.Ellipsis,
    cst.BaseList,
    cst.BaseSet,
    cst.BaseDict,
    cst.BaseComp,
)


def _is_loose(value: cst.BaseExpression, sign: str) -> bool:
    """Return whether an expression needs parentheses as the right operand of a binary operator (LR 6.17)."""
    if value.lpar or isinstance(value, _TIGHT):
        return False
    if isinstance(value, cst.UnaryOperation):
        return isinstance(value.operator, cst.Not)
    if isinstance(value, cst.BinaryOperation):
        level = _LEVELS[sign_of(value.operator)]
        return level < _LEVELS[sign] or (level == _LEVELS[sign] and sign != "**")
    return True
