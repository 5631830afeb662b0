"""useless-cast: a cast of a variable to its own type, ``s.charAt(0)`` -> ``((String) s).charAt(0)``.

Relation: preserving.
Precondition: the variable is read (a cast is not a variable, JLS 15.16, 15.26, 15.14.2), its declared type can be written down,
    and the type's names mean at the place what they mean at the declaration (JLS 6.4.1, 8.5). A cast to the expression's own
    type is an identity conversion (JLS 5.5, 5.1.1); to a primitive type or String it keeps a constant expression constant (JLS
    15.29), and a constant variable has no other type. Not where the language asks for a name: case labels (JLS 14.11.1),
    resources (JLS 14.20.3), annotations (JLS 9.7.1); not where a caught exception is thrown again (JLS 11.2.2). The class bytes
    (javac, -g:none) stay equal: so not where javac compiles the same meaning in another way.
Rewrite: one read becomes ``((T) x)``, T without annotations, with the brackets after the name and of ``...``.
Limits: inferred types only if they are primitive, String, boxes, or arrays of these. Of fields, simple names of those that a
    class around the method declares itself, where the whole file is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site, replacement
from mutators.java.useless_cast import undo, where
from mutators.model import Mutation
from parsers.java.method import Method
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

__all__ = ["UselessCast"]


class UselessCast(Mutator):
    """See the module's docstring."""

    name = "useless-cast"
    relation = "preserving"
    examples = (
        *Example.rows(
            "int f(String s, int n, int... more) { @ }",
            "return s.length(); -> return ((String) s).length();",
            "n = n + 1; return 0; -> n = ((int) n) + 1; return 0;",
            "return more[n++]; -> return ((int[]) more)[n++];",
            "char[] c[] = g(); return h(c); -> char[] c[] = g(); return h(((char[][]) c));",
            "for (String t : g()) h(t); return 0; -> for (String t : g()) h(((String) t)); return 0;",
            "var k = 1; return k; -> var k = 1; return ((int) k);",
            "List<? extends Map.Entry<K, V>> all = g(); return h(all);"
            " -> List<? extends Map.Entry<K, V>> all = g(); return h(((List<? extends Map.Entry<K, V>>) all));",
            "if (o instanceof String t && t.isEmpty()) return 1; return 0;"
            " -> if (o instanceof String t && ((String) t).isEmpty()) return 1; return 0;",
            "try (Reader r = open()) { return r.read(); } -> try (Reader r = open()) { return ((Reader) r).read(); }",
            "n++; return 0; -> !it is assigned to",
            "var list = g(); return h(list); -> !its type is not known or cannot be written",
            "try { g(); } catch (A | B e) { log(e); } return 0; -> !its type is not known or cannot be written",
            "Reader r = open(); try (r) { return 0; } -> !a resource must be a variable",
            "try { g(); } catch (Exception e) { throw e; } return 0;"
            " -> !the exception is thrown again, and keeps its precise types only under its name",
            "final int RED = 1; switch (color) { case RED: return 1; } return 0;"
            " -> !a case label may name an enum constant",
            "final int K = 1; @Size(K) int k = 2; return k; -> !an annotation asks for a constant",
            "if (s instanceof String t) return 1; return 0;"
            " -> !javac keeps a copy of what a pattern is matched with, so that class bytes would differ",
            "run(()->s.trim()); run(()->s.trim()); return 0;"
            " -> !javac makes one method of lambdas with equal bodies, so that class bytes would differ",
            "class String { } return g(s); -> !the type's name may mean another type there",
            "run(new Task() { int g() { return h(s); } }); return 0;"
            " -> !a class body that uses it may inherit a field of that name",
        ),
        *Example.rows(
            "@",
            "class A { Map<K, V>[] all; int f() { return g(all); } }"
            " -> class A { Map<K, V>[] all; int f() { return g(((Map<K, V>[]) all)); } }",
            # What RobustNPR does to the faulty method of JacksonCore-5, a loop over the characters of a JSON pointer.
            "int digits(String str) { int n = 0; while (Character.isDigit(str.charAt(n))) n++; return n; }"
            " -> int digits(String str) { int n = 0; while (Character.isDigit(((String) str).charAt(n))) n++; return n; }",
        ),
    )

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            if method.untrusted:
                continue
            for node in method.nodes:
                if node.type == "identifier" and where.is_known_variable(method, node):
                    yield Site(self.name, node.start, node.end)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        found = self._variable(src, site)
        if found is None:
            return "not the name of a known variable"
        method, node = found
        reason = where.obstacle(method, node)
        if reason is not None:
            return reason
        type_ = where.type_of(method, node)
        if type_ is None:
            return "its type is not known or cannot be written"
        return (
            None if method.spelling.holds_at(type_, node) else "the type's name may mean another type there"
        )

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        found = self._variable(src, site)
        assert found is not None
        method, node = found
        type_ = where.type_of(method, node)
        assert type_ is not None
        yield replacement(src.data, node.start, node.end, f"(({type_.text}) {method.node_text(node)})")

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        return undo.restore(patched, mutant, mutation)

    def _variable(self, src: SourceFile, site: Site) -> tuple[Method, Node] | None:
        method = src.method_at(site.start)
        if method is None or method.untrusted:
            return None
        node = method.node_at(site.start, site.end, "identifier")
        return (method, node) if node is not None and where.is_known_variable(method, node) else None
