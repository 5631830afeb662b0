"""condition-exchange: write a condition in another way, ``true`` -> ``!false``, ``a && b`` -> ``!(!a || !b)``, ``x`` -> ``!!x``.

Relation: preserving.
Preconditions:
    - an expression that gets ``!!`` is a boolean, or its context unboxes it anyway (JLS 5.1.8);
    - an expression that gets ``!!`` is not a poly expression: its type is not inferred from its context (JLS 18.5.2);
    - literals stay constant expressions, so that ``while (!false)`` is as endless as before (JLS 15.29).
  The order of evaluation, definite assignment and the scope of pattern variables stay the same (JLS 15.23, 15.24, 16.1, 6.3.1).
Rewrite: one of three forms. "literal": ``true`` and ``!false``, ``false`` and ``!true`` change places. "de-morgan": ``a && b`` and
    ``!(!a || !b)``, ``a || b`` and ``!(!a && !b)`` change places, whole chains at once, each operand in its smallest negation
    (`mutators.java.tools.negation`). "double-negation": ``x`` becomes ``!!x``, unless it is a literal, a negation, ``&&`` or
    ``||``.
Limits: annotations and case labels are not changed. A condition gets no ``!!`` if it calls a method that may be generic, as far
    as the text shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.condition_exchange.forms import REWRITES, form_of
from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.method import Method
from parsers.java.syntax.expressions import is_condition, unwrapped
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY, may_be_poly

__all__ = ["ConditionExchange"]


class ConditionExchange(Mutator):
    """See the module's docstring."""

    name = "condition-exchange"
    language = "java"
    relation = "preserving"
    examples = (
        *Example.rows(
            "void f(int i, int j, double d, boolean p, Boolean q, String s, Object o) { @ }",
            "while (true) g(); -> while (!false) g();",
            "g(false); -> g(!true);",
            "do g(); while (!false); -> do g(); while (true);",
            "return! /* sic */ true; -> return/* sic */ false;",
            "if (p && q) g(); -> if (!(!p || !q)) g();",
            "if (i < j || d < j) g(); -> if (!(i >= j && !(d < j))) g();",
            "if (p && i != j && !q) g(); -> if (!(!p || i == j || q)) g();",
            "if (!(p || q)) g(); -> if (!p && !q) g();",
            "boolean r = !(i == j && !q) | p; -> boolean r = (i != j || q) | p;",
            "return!(!p&&q)?1:2; -> return p||!q?1:2;",
            "if (p || q && k()) g(); -> if (!(!p && !(q && k()))) g();",
            "if (o instanceof String t && t.isEmpty()) g(); -> if (!(!(o instanceof String t) || !t.isEmpty())) g();",
            "if (q) g(); -> if (!!q) g();",
            "while (i < j) g(); -> while (!!(i < j)) g();",
            "for (; (p); ) g(); -> for (; !!(p); ) g();",
            "g(s, p); -> g(s, !!p);",
            "run(()->p); -> run(()->!!p);",
            "s += o instanceof String; -> s += !!(o instanceof String);",
            "assert q; -> assert !!q;",
            "p = k() && q; -> p = !!k() && q;",
            "if (k()) g(); -> !the type of the call may be inferred from its place",
            "while (next()) g(); -> !the type of the call may be inferred from its place",
        ),
        *Example.rows(
            "class A { boolean k() { return b; } boolean f() { @ } }",
            "while (k()) g(); -> while (!!k()) g();",
        ),
    )

    def matches(self, method: Method) -> Iterator[Condition]:
        for node in method.nodes:
            form = form_of(method, node)
            if form is not None:
                yield Condition(method, node, form)


class Condition(JavaMatch):
    """An expression that can be written in another form."""

    def __init__(self, method: Method, node: Node, form: str) -> None:
        super().__init__(method, node, form=form)
        self.form = form

    def obstacle(self) -> str | None:
        """Return why the type may change: a poly expression gets its type from its place."""
        doubled = self.form == "double-negation" and is_condition(unwrapped(self.node))
        return POLY if doubled and may_be_poly(self.method, self.node) else None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits of the form."""
        return REWRITES[self.form](self.method, self.node)
