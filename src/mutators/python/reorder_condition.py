"""reorder-condition: swap the operands of a comparison, ``n < 3`` -> ``3 > n``.

Relation: preserving.
Preconditions:
    - it is no chain: ``a < b < c`` evaluates b once, and c only if ``a < b`` is true (LR 6.10);
    - neither operand can change what the other one uses, and no exception of one can precede or replace something of the
      other that can be observed: operands are evaluated from left to right (LR 6.16). Attributes, operators and calls run code of
      the program, unless the built-in classes of their operands are proven. See `parsers.python.effects`;
    - ``is`` and ``is not`` call nothing (LR 6.10.3). For the others, one operand is proved to be exactly an int, a str, bytes or
      None, or both of any elementary class, bool, float and complex included (LR 6.10.1). Then both orders call the same methods
      in the same order, whatever the other operand is: these classes answer for objects of their own subclasses and say
      NotImplemented to all others, without running anything; and a subclass that defines the reflected method is asked first in
      either order (LR 3.3.1). One bool alone does not do, since it answers for objects of all subclasses of int; nor does one
      float, which answers for these, too. Containers compare their elements, in the order of the operands;
    - its text is not part of the value, as in ``f"{a == b=}"`` (LR 2.4.3), and it is evaluated where the body runs, not in an
      annotation.
Rewrite: operands swap in place with their own parentheses, so comments and spacing between them stay, and the operator is mirrored.
Limits: ``in`` and ``not in`` have no mirror. Where both operands are unknown (parameters, attributes, elements) it is refused:
    ``__lt__`` and ``__gt__`` of their classes may do anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.base import Example, Mutator
from mutators.model import Edit
from mutators.python.match import PythonMatch
from mutators.python.tools.assumptions import builtins_assumed
from parsers.python.function import Function
from parsers.python.syntax.signs import sign_of
from parsers.python.types.operators import SCALARS

_MIRRORED = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "==": "==",
    "!=": "!=",
    "is": "is",
    "is not": "is not",
}
_IDENTITY = frozenset({"is", "is not"})
_SYMMETRIC = _IDENTITY | {"==", "!="}
_MODEST = frozenset({"int", "str", "bytes", "NoneType"})
"""Classes that say NotImplemented to all but objects of their own class and its subclasses."""


class ReorderCondition(Mutator):
    """See the module's docstring."""

    name = "reorder-condition"
    language = "python"
    relation = "preserving"
    hint = re.compile(rb"[<>]|[=!]=|\bis\b")
    examples = (
        *Example.rows(
            "def f(a, b, s, xs):\n    i, j, x, t = 1, 2, 0.5, 'x'\n    return @\n",
            "i < j -> j > i",
            "i > j -> j < i",
            "i <= j -> j >= i",
            "i >= j -> j <= i",
            "a == 1 -> 1 == a",
            "a != 'x' -> 'x' != a",
            "a is None -> None is a",
            "a is  not b -> b is  not a",
            "(a)is(b) -> (b)is(a)",
            "len(s) < 3 -> 3 > len(s)",
            "a.b() == t -> t == a.b()",
            "(i + j) * 2 >= x -> x <= (i + j) * 2",
            "x == 1.5 -> 1.5 == x",
            "[i for i in xs] == 3 -> 3 == [i for i in xs]",
            "not i < j -> not j > i",
            "i if a == 1else j -> i if 1 == a else j",
            "i <(# low\n        j) -> (# low\n        j) >i",
            "f'{a==1}' -> f'{1==a}'",
            "0 < i < 9 -> !it is a chain of comparisons",
            "a < b -> !a class of its operands may define comparisons of its own",
            "a < x -> !a class of its operands may define comparisons of its own",
            "a == (i < j) -> !a class of its operands may define comparisons of its own",
            "a.x is b.x -> !an operand may change what the other uses",
            "xs[0] == len(xs) -> !an operand may change what the other uses",
            "(i := 3) < i -> !an operand may change what the other uses",
            "i == a(i := 3) -> !an operand may change what the other uses",
            "i == a[(i := 3)].b -> !an operand may change what the other uses",
            "i == [(i := x) for x in xs] -> !an operand may change what the other uses",
            "i // j < 7 // j -> !both operands may raise",
            "i // j == (t := 'y') -> !an operand may raise before or after the other's effect",
            "i == i -> !the operands are the same",
            "f'{i == j=}' -> !its text is part of a value",
        ),
    )

    def matches(self, method: Function) -> Iterator[Comparison]:
        for node in method.all(cst.Comparison):
            signs = [sign_of(target.operator) for target in node.comparisons]
            if all(sign in _MIRRORED for sign in signs):
                yield Comparison(method, node)


class Comparison(PythonMatch):
    """A comparison whose operands are swapped."""

    def __init__(self, method: Function, node: cst.Comparison) -> None:
        super().__init__(method, node)
        self.left, target = node.left, node.comparisons[0]
        self.operator, self.right = target.operator, target.comparator
        self._sign = sign_of(self.operator)
        self._is_chain = len(node.comparisons) > 1

    def refusal(self) -> str | None:
        """Return why the operands cannot be compared the other way round, or why that would change nothing."""
        if self._is_chain:
            return "it is a chain of comparisons"
        if self._sign in _SYMMETRIC and self.text(self.left) == self.text(self.right):
            return "the operands are the same"
        if any(
            isinstance(node, cst.FormattedStringExpression) and node.equal is not None
            for node in self.method.around(self.node)
        ):
            return "its text is part of a value"
        if self._sign not in _IDENTITY and not self._compares_alike():
            return "a class of its operands may define comparisons of its own"
        return self.method.effects.commute(self.left, self.right)

    def assumptions(self) -> tuple[str, ...]:
        """Return the names that are taken for built-in ones."""
        simple = (cst.BaseNumber, cst.BaseString)
        if any(isinstance(side, simple) for side in (self.left, self.right)):
            return ()  # it goes with anything
        return builtins_assumed(self.method, self.left, self.right)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the exchange of the operands, and the mirrored operator."""
        old, new = self.method.outer_text(self.left), self.method.outer_text(self.right)
        if new.startswith("{") and self._is_after_brace():
            new = f" {new}"  # in an f-string, two braces are one
        yield self.replace_outer(self.left, new)
        if self._sign not in _SYMMETRIC:
            yield self.replace(self.operator, _MIRRORED[self._sign])
        yield self.replace_outer(self.right, old)

    def _compares_alike(self) -> bool:
        """Return whether both orders call the same methods in the same order."""
        kinds = [self.method.types.kinds(side) for side in (self.left, self.right)]
        if any(kind is not None and kind <= _MODEST for kind in kinds):
            return True
        return all(kind is not None and kind <= SCALARS for kind in kinds)

    def _is_after_brace(self) -> bool:
        start, _ = self.method.outer(self.left)
        return self.method.source.data[start - 1 : start] == b"{"
