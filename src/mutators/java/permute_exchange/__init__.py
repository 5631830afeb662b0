"""permute-exchange: swap the branches of a condition and negate it, ``if (c) f(); else g();`` -> ``if (!c) g(); else f();``.

Relation: preserving.
Precondition: the type of the condition is its own, not inferred from the place (JLS 18.5.2), and not both branches declare classes,
    which are numbered in the order of the text (JLS 13.1). The rules for the rest are symmetric: scope of patterns (JLS 6.3.1),
    reachability (JLS 14.22), definite assignment (JLS 16), the type of ``?:`` (JLS 15.25).
Rewrite: the condition becomes its smallest negation (`mutators.java.tools.negation`), and the branches swap their texts in place; comments
    between them stay. A branch that comes before ``else`` gets braces unless it is a block or a simple statement: no ``else`` finds
    another ``if`` (JLS 14.5). Of ``?:``, an assignment is parenthesised, and what goes to the middle if it binds no tighter.
Limits: a condition that calls a method which may be generic, as far as the text tells, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site
from mutators.java.permute_exchange.branches import swap_back, swapped
from mutators.java.tools.negation import negate
from mutators.model import Mutation
from mutators.undo.remake import reverse
from mutators.undo.transport import parses
from parsers.java.method import Method
from parsers.java.syntax.expressions import in_annotation
from parsers.java.syntax.statements import CLASS_BODIES
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY, may_be_poly
from parsers.source import SourceFile

__all__ = ["PermuteExchange"]

_FORMS = {"if_statement": "if", "ternary_expression": "ternary"}


class PermuteExchange(Mutator):
    """See the module's docstring."""

    name = "permute-exchange"
    relation = "preserving"
    examples = (
        *Example.rows(
            "void f(int i, int j, double d, boolean p, Boolean q, Object o) { @ }",
            "if (i < j) g(); else h(); -> if (i >= j) h(); else g();",
            "if (i != j) { g(); } else { h(); } -> if (i == j) { h(); } else { g(); }",
            "if (d < i) g(); else h(); -> if (!(d < i)) h(); else g();",
            "if (p) ; else g(); -> if (!p) g(); else ;",
            "if (!(p && q)) g(); else h(); -> if (p && q) h(); else g();",
            "if (p || q) g(); else h(); -> if (!(p || q)) h(); else g();",
            "if (o instanceof String s) g(s); else return; -> if (!(o instanceof String s)) return; else g(s);",
            "if (p) return; else if (q) g(); -> if (!p) { if (q) g(); } else return;",
            "if (p) g(); else for (;;) if (q) h(); -> if (!p) { for (;;) if (q) h(); } else g();",
            "if(p)g();else{h();} -> if(!p){h();}else g();",
            "if (p) // yes\n g(); else /* no */ h(); -> if (!p) // yes\n h(); else /* no */ g();",
            "if (p) run(new A() {}); else run(new B() {}); -> "
            "!both branches declare classes, whose binary names would be exchanged",
            "if (p) g(); else g ( ) ; -> !the branches are equal",
            "if (k()) g(); else h(); -> !the type of the call may be inferred from its place",
        ),
        *Example.rows(
            "Object f(int i, int j, boolean p, boolean q) { @ }",
            "return p ? 1 : 2; -> return !p ? 2 : 1;",
            "return i == j ? 1 : q ? 2 : 3; -> return i != j ? (q ? 2 : 3) : 1;",
            "return!(p & q) ? i : (j = 2); -> return p & q ? (j = 2) : i;",
            "return p ? i = 1 : j; -> return !p ? j : (i = 1);",
            "return p ? x->1 : x->2; -> return !p ? (x->2) : x->1;",
            "return p ? i : i; -> !the branches are equal",
        ),
        *Example.rows(
            "class A { boolean k(int i) { return i > 0; } <T> T l(int i) { return null; } int f() { @ } }",
            "return k(1) ? 2 : 3; -> return !k(1) ? 3 : 2;",
            "return l(1) ? 2 : 3; -> !the type of the call may be inferred from its place",
        ),
    )

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            if method.untrusted:
                continue
            for node in method.nodes:
                form = _FORMS.get(node.type)
                if form is not None and node.child("alternative") is not None and not in_annotation(node):
                    yield Site.of(self.name, node.start, node.end, form=form)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        found = self._found(src, site)
        if found is None:
            return "not a condition with two branches"
        method, node, condition = found
        if may_be_poly(method, condition):
            return POLY
        branches = node.all("consequence") + node.all("alternative")
        if all(_declares(branch) for branch in branches):
            return "both branches declare classes, whose binary names would be exchanged"
        yes, no = ([token.text for token in tokenize(method.node_text(b).encode())] for b in branches)
        return "the branches are equal" if yes == no else None

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        found = self._found(src, site)
        assert found is not None
        method, node, condition = found
        yield from negate(method, condition)
        yield from swapped(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        back = swap_back if parses(patched) else reverse
        return back(self, patched, original, mutant, mutation)

    def _found(self, src: SourceFile, site: Site) -> tuple[Method, Node, Node] | None:
        method = src.method_at(site.start)
        if method is None or method.untrusted:
            return None
        node = method.node_at(site.start, site.end, *_FORMS)
        if node is None or _FORMS[node.type] != site.param("form") or in_annotation(node):
            return None
        condition = node.child("condition") if node.child("alternative") is not None else None
        return None if condition is None else (method, node, condition)


def _declares(branch: Node) -> bool:
    return any(node.type in CLASS_BODIES for node in branch.walk())
