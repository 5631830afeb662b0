"""permute-exchange: swap the branches of a condition and negate it, ``if (c) f(); else g();`` -> ``if (!c) g(); else f();``.

Relation: preserving.
Preconditions:
    - the condition is not a poly expression: its type is not inferred from its context (JLS 18.5.2);
    - at most one branch declares classes, since their binary names are numbered in the order of the text (JLS 13.1).
  The other rules are symmetric: scope of patterns (JLS 6.3.1), reachability (JLS 14.22), definite assignment (JLS 16), the type
    of ``?:`` (JLS 15.25).
Rewrite: the condition becomes its smallest negation (`mutators.java.tools.negation`), and the branches swap their texts
    in place; comments between them stay. A branch before ``else`` gets braces unless it is a block or a simple
    statement: no ``else`` finds another ``if`` (JLS 14.5). In ``?:``, an assignment gets parentheses, and so does an
    operand that moves to the middle, if it binds no tighter.
Limits: a condition is refused if it calls a method that may be generic, as far as the text shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.permute_exchange.branches import FORMS, is_permutable, swap_back, swapped
from mutators.java.tools.negation import negate
from mutators.model import Edit, Mutation
from mutators.undo.transport import parses
from parsers.java.method import Method
from parsers.java.syntax.statements import CLASS_BODIES
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY, may_be_poly
from parsers.source import SourceFile

__all__ = ["PermuteExchange"]


class PermuteExchange(Mutator):
    """See the module's docstring."""

    name = "permute-exchange"
    language = "java"
    relation = "preserving"
    hint = re.compile(rb"\?|\belse\b")
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

    def matches(self, method: Method) -> Iterator[Branches]:
        for node in method.nodes:
            if is_permutable(node):
                yield Branches(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Swap the branches back as they are in the patched text; remake the mutant if it does not parse."""
        if parses(patched):
            return swap_back(self, patched, original, mutant, mutation)
        return super().restore(patched, original, mutant, mutation)


class Branches(JavaMatch):
    """A condition with two branches."""

    def __init__(self, method: Method, node: Node) -> None:
        super().__init__(method, node, form=FORMS[node.type])
        self.condition = node.all("condition")[0]

    def obstacle(self) -> str | None:
        """Return why the branches cannot change places, or why that would change nothing."""
        if may_be_poly(self.method, self.condition):
            return POLY
        branches = self.node.all("consequence") + self.node.all("alternative")
        if all(_declares(branch) for branch in branches):
            return "both branches declare classes, whose binary names would be exchanged"
        yes, no = ([token.text for token in tokenize(self.text(b).encode())] for b in branches)
        return "the branches are equal" if yes == no else None

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the negation of the condition, and the exchange."""
        yield from negate(self.method, self.condition)
        yield from swapped(self.method, self.node)


def _declares(branch: Node) -> bool:
    return any(node.type in CLASS_BODIES for node in branch.walk())
