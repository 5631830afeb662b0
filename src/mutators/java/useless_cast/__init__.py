"""useless-cast: a cast of a variable to its own type, ``s.charAt(0)`` -> ``((String) s).charAt(0)``.

Relation: preserving.
Preconditions:
    - the variable is read, not assigned to: a cast is not a variable (JLS 15.16);
    - its declared type can be written, and a cast to it is an identity conversion (JLS 5.1.1);
    - the type's names have the same meaning at the place and at the declaration (JLS 6.4.1);
    - a constant expression stays constant: a constant variable has a primitive type or String (JLS 15.29);
    - the place is not a case label, which may name an enum constant (JLS 14.11.1);
    - the place is not a resource, which must be a variable (JLS 14.20.3);
    - the place is not in an annotation (JLS 9.7.1);
    - the place does not throw a caught exception again, which keeps its precise types only under its name (JLS 11.2.2);
    - javac does not compile the same meaning in another way there, so that the class bytes (-g:none) stay equal (JLS 13.1).
Rewrite: one read becomes ``((T) x)``. T has no annotations; it includes brackets that are after the name or come from ``...``.
Limits: inferred types only if they are primitive, String, boxes, or arrays of these. Fields only by their simple name, in a whole
    file, if a class around the method declares them itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.useless_cast import undo, where
from mutators.model import Edit, Mutation
from parsers.java.method import Method
from parsers.java.types.spelling import SpelledType
from parsers.source import SourceFile

__all__ = ["UselessCast"]


class UselessCast(Mutator):
    """See the module's docstring."""

    name = "useless-cast"
    language = "java"
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
            'final String k = "x"; if (k == null) return 1; return 0;'
            " -> !javac may know the result of a constant compared with null, so that class bytes would differ",
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

    def matches(self, method: Method) -> Iterator[VariableRead]:
        for node in method.nodes:
            if node.type == "identifier" and where.is_known_variable(method, node):
                yield VariableRead(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the cast and its copies."""
        return undo.restore(patched, mutant, mutation)


class VariableRead(JavaMatch):
    """The name of a known variable."""

    def obstacle(self) -> str | None:
        """Return why no cast is possible there, or why its type cannot be written there."""
        reason = where.obstacle(self.method, self.node)
        if reason is not None:
            return reason
        if self._type is None:
            return "its type is not known or cannot be written"
        holds = self.method.spelling.holds_at(self._type, self.node)
        return None if holds else "the type's name may mean another type there"

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the cast."""
        assert self._type is not None
        yield self.replace(self.node, f"(({self._type.text}) {self.text(self.node)})")

    @cached_property
    def _type(self) -> SpelledType | None:
        return where.type_of(self.method, self.node, self.method.scopes.reference(self.node))
