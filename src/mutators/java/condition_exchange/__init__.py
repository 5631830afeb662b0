"""condition-exchange: write a condition in another way, ``true`` -> ``!false``, ``a && b`` -> ``!(!a || !b)``, ``x`` -> ``!!x``.

Relation: preserving.
Precondition: what gets ``!!`` is a boolean, or its place unboxes it anyway, and the type is not inferred from that place (JLS
    18.5.2). Everything else holds by the rules of the operators.
Rewrite: one of three forms. "literal": ``true`` and ``!false``, ``false`` and ``!true`` change places; constants stay such (JLS
    15.29), so that ``while (!false)`` is as endless as before. "de-morgan": ``a && b`` and ``!(!a || !b)``, ``a || b`` and
    ``!(!a && !b)`` change places, whole chains at once, each operand in its smallest negation (`mutators.java.tools.negation`); the order of
    evaluation, definite assignment and the scope of pattern variables are the same (JLS 15.23, 15.24, 16.1, 6.3.1).
    "double-negation": ``x`` becomes ``!!x``, unless it is a literal, a negation, ``&&`` or ``||``.
Limits: annotations and case labels are left alone. A condition that calls a method which may be generic, as far as the text
    tells, gets no ``!!``.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site
from mutators.java.condition_exchange.forms import EXPRESSIONS, REWRITES, form_of
from mutators.model import Mutation
from mutators.undo.remake import reverse
from parsers.java.method import Method
from parsers.java.syntax.expressions import is_condition, unwrapped
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY, may_be_poly
from parsers.source import SourceFile

__all__ = ["ConditionExchange"]


class ConditionExchange(Mutator):
    """See the module's docstring."""

    name = "condition-exchange"
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

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            if method.untrusted:
                continue
            for node in method.nodes:
                form = form_of(method, node)
                if form is not None:
                    yield Site.of(self.name, node.start, node.end, form=form)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        found = self._found(src, site)
        if found is None:
            return "nothing of that form"
        method, node = found
        doubled = site.param("form") == "double-negation"
        return POLY if doubled and is_condition(unwrapped(node)) and may_be_poly(method, node) else None

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        found = self._found(src, site)
        assert found is not None
        yield from REWRITES[str(site.param("form"))](*found)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        return reverse(self, patched, original, mutant, mutation)

    def _found(self, src: SourceFile, site: Site) -> tuple[Method, Node] | None:
        method = src.method_at(site.start)
        if method is None or method.untrusted:
            return None
        node = method.node_at(site.start, site.end, *EXPRESSIONS)
        form = form_of(method, node) if node is not None else None
        return None if node is None or form is None or form != site.param("form") else (method, node)
