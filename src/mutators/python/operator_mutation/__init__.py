"""operator-mutation: another operator, ``a < b`` -> ``a <= b``, ``i + 1`` -> ``i - 1``, ``not ok`` -> ``ok``.

Relation: breaking.
Preconditions:
    - the operands of an exchanged arithmetic operator are not known to be something else than numbers, so that the mutant does not
      only raise a `TypeError` (LR 6.7);
    - equality becomes an order only of numbers or texts (LR 6.10.1);
    - it is not in an annotation, a pattern, a decorator, a default value or the bases of a class (LR 7.2.2, 8.6.4, 8.7, 8.8);
    - the code objects of the original and the mutant differ;
    - the mutant behaves differently: none of the patterns of `mutators.python.operator_mutation.filters` holds.
Rewrite: the operator is exchanged, put before its operand, or removed. The operands stay the same: if the new operator binds
    differently, parentheses are added (LR 6.17).
Limits: it is not proven that a mutant differs. Code objects find some mutants that do not (`equimorph verify --equivalence`), and
    tests find mutants that do. A mutant may run forever, or raise an exception. ``x = y`` is not changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.model import Edit
from mutators.operator_sets import OPERATORS
from mutators.python.match import PythonMatch
from mutators.python.operator_mutation.filters import equivalent
from mutators.python.operator_mutation.kinds import obstacle
from mutators.python.operator_mutation.operators import Change, changes, edits_of
from mutators.python.operator_mutation.unchanged import is_unchanged
from parsers.python.function import Function

__all__ = ["OperatorMutation"]


class OperatorMutation(Mutator):
    """See the module's docstring.

    Attributes:
        operators: which sets of operators, of `mutators.operator_sets.OPERATOR_SETS`; all by default. Python has no operators of
            the set "increment".
    """

    name = "operator-mutation"
    language = "python"
    relation = "breaking"
    options = (OPERATORS,)
    operators: tuple[str, ...]
    examples = (
        *Example.rows(
            "def f(a, b, p, q, c, g):\n    @\n",
            "return a + b -> return a * b",
            "return a - b % 10 -> return a - (b - 10)",
            "return (a - b) * 2 -> return (a - b) / 2",
            "return a-b-c[0] -> return (a-b)/c[0]",
            "return a * b -> return a ** b",
            "return a * -b * c -> return a ** -b * c",
            "return -a ** b -> return -(a + b)",
            "return -a * b -> return (-a) ** b",
            "return c @ a -> return c * a",
            "while a < b: a = g(a) -> while a <= b: a = g(a)",
            "if a == b: g() -> if a != b: g()",
            "if a < b < c: g() -> if a < b >= c: g()",
            "if len(a) == 2: g() -> if len(a) <= 2: g()",
            "if a is None: g() -> if a is not None: g()",
            "if a not in b: g() -> if a in b: g()",
            "return p or a and b -> return p or (a or b)",
            "return p or q or a -> return (p or q) and a",
            "return a & b << 1 -> return a | b << 1",
            "return a >> 1 -> return a << 1",
            "a += g(); return a -> a -= g(); return a",
            "a %= b; return a -> a = b; return a",
            "a **= b; return a -> a *= b; return a",
            "return-a -> return a",
            "return a * ~b -> return a * -b",
            "if not g(): g() -> if g(): g()",
            "if p and g(): g() -> if not (p and g()): g()",
            "if p and g(): g() -> if not p and g(): g()",
            "return 2 * 3 -> return 2 / 3",
            "return 'a' + b -> !the operands are no numbers",
            "return a == b -> !the operands may have no order",
            "return -a -> !the operand may be no integer",
            "assert a < b -> !an assertion may hold both ways",
            "raise ValueError(a + b) -> !only the text of an exception would differ",
            "time.sleep(a * 2) -> !only a delay would differ",
            "a < b -> !the value is not used",
            "b = a * 2; return a -> !the variable is not read afterwards",
            "return a * a -> !both operands are the same",
            "while a < b: a += 1 -> !the variable meets the bound in steps of one",
            "return a if a < b else b -> !where both operands are equal, both ways give the same",
            "return len(a) > 0 -> !both comparisons give the same for all that the operands can be there",
            "return [b for a, b in enumerate(c) if a == 0]"
            " -> !both comparisons give the same for all that the operands can be there",
            "return (a << 8) | b -> !no bit may be set in both operands",
            "return a * 1 -> !both operators give the same with this constant",
            "if 1 < 2: g() -> !both give the same for these constants",
            "return a if 1 < 2 else a + b -> !a constant decides that it is not evaluated",
            "return int(a / b) -> !what is made of the value at once does not tell the two apart",
            "if False: return a - b -> !a constant decides that it is not evaluated",
        ),
        *Example.rows(
            "@",
            "class P:\n    def __hash__(self):\n        return self.x * 31 + self.y\n -> !a hash code may be any number",
        ),
    )

    def matches(self, method: Function) -> Iterator[Operator]:
        for change in changes(method):
            if change.group in self.operators:
                yield Operator(method, change)


class Operator(PythonMatch):
    """An operator, or the place for one, with another."""

    def __init__(self, method: Function, change: Change) -> None:
        super().__init__(method, change.node, operator=change.old, replacement=change.new)
        self.change = change

    def refusal(self) -> str | None:
        """Return why the mutant would only raise an exception, or why it may do the same."""
        reason = obstacle(self.method, self.change) or equivalent(self.method, self.change)
        if reason is None and is_unchanged(self.method, self.change):
            return "the compiler makes the same code of it"
        return reason

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits of the operator, and of parentheses."""
        return edits_of(self.method, self.change)
