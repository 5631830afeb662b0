"""operator-mutation: another operator, ``a < b`` -> ``a <= b``, ``i + 1`` -> ``i - 1``, ``!ok`` -> ``ok``.

Relation: breaking.
Preconditions:
    - the changed expression has the type that it had, whatever is declared outside the text (JLS 15.17 to 15.24, 15.26.2);
    - it is not a constant expression (JLS 15.29);
    - it does not decide what is definitely assigned (JLS 16.1);
    - it does not decide which pattern variables are in scope (JLS 6.3.1);
    - the mutant behaves differently: none of the patterns of `mutators.java.operator_mutation.filters` holds.
Rewrite: the operator is exchanged, put before its operand, or removed. The operands stay the same: if the new operator binds
    differently, parentheses are added.
Limits: it is not proven that a mutant differs. javac finds some mutants that do not (`equimorph verify --equivalence`), and tests
    find mutants that do. ``x = y`` is not changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.operator_mutation.compiles import obstacle
from mutators.java.operator_mutation.filters import equivalent
from mutators.java.operator_mutation.operators import Change, changes, edits_of
from mutators.model import Edit
from mutators.operator_sets import OPERATORS
from parsers.java.method import Method

__all__ = ["OperatorMutation"]


class OperatorMutation(Mutator):
    """See the module's docstring.

    Attributes:
        operators: which sets of operators, of `mutators.operator_sets.OPERATOR_SETS`; all by default.
    """

    name = "operator-mutation"
    language = "java"
    relation = "breaking"
    options = (OPERATORS,)
    operators: tuple[str, ...]
    examples = (
        *Example.rows(
            "int f(int a, int b, long n, double d, boolean p, boolean q, Boolean r, Integer box, Object o, int[] c) { @ }",
            "return a + b; -> return a * b;",
            "return a - b % 10; -> return a - (b - 10);",
            "return (a - b) * 2; -> return (a - b) / 2;",
            "return a-b-c[0]; -> return (a-b)/c[0];",
            "while (a < b) a = g(a); return a; -> while (a <= b) a = g(a); return a;",
            "if (a == b) g(); return 1; -> if (a != b) g(); return 1;",
            "if (n > d == p) g(); return 1; -> if (n == d == p) g(); return 1;",
            "if (p && g()) g(); return 1; -> if (p || g()) g(); return 1;",
            "if (p || g()) g(); return 1; -> if (p ^ g()) g(); return 1;",
            "return q & g() > 2 ? a : b; -> return q && g() > 2 ? a : b;",
            "return a & b << 1; -> return a | b << 1;",
            "return a & g() >> 1; -> return a & g() << 1;",
            "a += g(); return a; -> a -= g(); return a;",
            "a %= b; return a; -> a = b; return a;",
            "return c[a++] + a; -> return c[++a] + a;",
            "do a--; while (g(a)); return 1; -> do a++; while (g(a)); return 1;",
            "return-a; -> return a;",
            "return a * ~b; -> return a * -b;",
            "return c[a]; -> return -c[a];",
            "return b-a; -> return b- -a;",
            "if (!g()) g(); return 1; -> if (g()) g(); return 1;",
            "if (p && g()) g(); return 1; -> if (!(p && g())) g(); return 1;",
            "return k + a; -> !the operands may be strings",
            "return box < k ? a : b; -> !both operands may be boxed",
            "return o == k ? a : b; -> !the operands may be something else than numbers",
            "return g() & a; -> !the operands may be integers",
            "int k; if (p && (k = a) > 2) return k; return 1; -> !a variable may be assigned in the condition",
            "int k; if (p && DEBUG) return k = 2; return 1; -> !a part of the condition may be constant",
            "return o instanceof String t && g(t) ? a : b; -> !a pattern variable may be bound by the condition",
            "a += n; return a; -> !the right side may be of another type",
            "g += n; return a; -> !the left side may be a string",
            "return -box; -> !the type of the operand may be another than that of the result",
            "d = -d; return 1; -> !the operand may be floating-point",
            "p = !r; return 1; -> !the operand may be a Boolean",
            "if (g()) g(); return 1; -> !the type of the call may be inferred from its place",
            "return (Integer) a++; -> !a cast to a reference type takes no sign",
            "return MAX - MIN; -> !it may be a constant expression",
            "run(()->!o.equals(c)); return 1; -> !the lambda could be taken for one without a result",
        ),
        *Example.rows(
            "int f(int a, int b, boolean p, Boolean r, int[] c, String s) { @ }",
            "assert a < b; return a; -> !assertions are off by default",
            'throw new Foo("at " + (a + 1)); -> !only the text of an exception would differ',
            "g(new StringBuilder(a + 1)); return a; -> !only a capacity would differ",
            "Thread.sleep(a * 2); return a; -> !only a delay would differ",
            "a++; return a; -> !x++ is ++x where the value is not used",
            "b = a * 2; return a; -> !the variable is not read afterwards",
            "return p && a < b ? a : b; -> !the right operand has no effect and throws nothing, so it may be evaluated or not",
            "return p && p ? a : b; -> !both operands are the same condition",
            "return a == 1 || a == 2 ? a : b; -> !the two operands are never both true",
            "return true | a < b ? a : b; -> !a constant decides that it does not count",
            "for (int i = 0; i < c.length; i++) g(i); return a; -> !the variable meets the bound in steps of one",
            "return a < b ? a : b; -> !where both operands are equal, both ways give the same",
            "if (a == b) return 0; return a < b ? 1 : 2; -> !both comparisons give the same for all that the operands can be there",
            "return (a << 8) | (b & 0xff); -> !no bit is set in both operands",
            "return a * 1; -> !both operators give the same with this constant",
            "return a - a; -> !both operators give the same for equal operands",
            "return (a & 255) >> 2; -> !both operators give the same for all that the operands can be there",
            "return (byte) (a >> 8); -> !what is made of the value at once does not tell the two apart",
        ),
        *Example.rows(
            "@",
            "class P { int x, y; public int hashCode() { return 31 * x + y; } } -> !a hash code may be any number",
        ),
    )

    def matches(self, method: Method) -> Iterator[Operator]:
        for change in changes(method):
            if change.group in self.operators:
                yield Operator(method, change)


class Operator(JavaMatch):
    """An operator, or the place for one, with another."""

    def __init__(self, method: Method, change: Change) -> None:
        super().__init__(method, change.node, operator=change.old, replacement=change.new)
        self.change = change

    def obstacle(self) -> str | None:
        """Return why the mutant may not compile, or why it may do the same."""
        return obstacle(self.method, self.change) or equivalent(self.method, self.change)

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits of the operator, and of parentheses."""
        return edits_of(self.method, self.change)
