"""parenthesise: an expression in parentheses, ``a + b`` -> ``(a + b)``.

Relation: preserving.
Preconditions:
    - the expression is not a statement, nor the body of a lambda that may have to be one (JLS 14.8, 15.27.2);
    - it is an expression: of a qualifier, the text must show that it is not the name of a type or package (JLS 6.5.2);
    - it is not the left side of an assignment; nor ``this`` in ``this.x = 1``, which may set a final field (JLS 15.26, 16);
    - it is not the literal 2147483648 or 9223372036854775808L behind a ``-``, its only place (JLS 3.10.1);
    - it is not in a case label or an annotation, nor a variable in the place of a resource (JLS 14.11.1, 9.7.1, 14.20.3);
    - it is not a caught exception that is thrown again, which keeps its precise types only as a plain name (JLS 11.2.2);
    - javac reads the same (it takes ``yield (a, b)`` for a call), and writes the same class bytes (-g:none, JLS 13.1).
  Everything else stays as it is: the type, constants, poly expressions, definite assignment and the scope of pattern variables
  (JLS 15.8.5, 15.29, 15.2, 16.1, 6.3.1).
Rewrite: ``(`` before the expression, ``)`` behind it. Expressions in parentheses get no second pair; the parentheses of a
    statement's header are none of their own, so that ``if (a)`` becomes ``if ((a))``.
Limits: only variables and fields that the text shows count as expressions in a qualifier. A numeric ``?:`` or
    ``switch`` needs a place whose type is known, since javac converts each of its results, but only the value of
    parentheses. Undo takes out this pair; if a patch moved it, or added others so that it could be one of several, that
    is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.parenthesise import compiled, undo, where
from mutators.model import Edit, Mutation
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["Parenthesise"]


class Parenthesise(Mutator):
    """See the module's docstring."""

    name = "parenthesise"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "int f(int a, int b, int[] c, String s, boolean p, List<String> list) { @ }",
            "return a + b; -> return (a + b);",
            "return a + b; -> return a + (b);",
            "return s.length(); -> return (s).length();",
            'return"x".length(); -> return("x").length();',
            "return c[a]++; -> return c[(a)]++;",
            "c[a]++; return 0; -> (c[a])++; return 0;",
            "a = b; return 0; -> a = (b); return 0;",
            "f(a, b); return 0; -> f((a), b); return 0;",
            "if (p) f(); return 0; -> if ((p)) f(); return 0;",
            "return p ? a : b; -> return (p ? a : b);",
            "list.forEach(x->x.y); return 0; -> list.forEach(x->(x.y)); return 0;",
            "list.forEach(x->g(x)); return 0; -> list.forEach((x->g(x))); return 0;",
            "return switch (a) { case 1->b; default->0; }; -> return switch (a) { case 1->(b); default->0; };",
            "switch (a) { default->f(); }; return 0; -> switch ((a)) { default->f(); }; return 0;",
            "list.forEach(x->g(x)); return 0; -> !the body of the lambda may have to be a statement",
            "return Foo.g(); -> !it may be the name of a type or package",
            "this.x = a; return 0; -> !a final field may get its value only under its name or that name after this",
            "return -2147483648; -> !the literal may stand only behind its minus sign",
            "try { g(); } catch (Exception e) { throw e; } return 0;"
            " -> !the exception is thrown again, and keeps its precise types only under its name",
            "return non-sealed; -> !the grammar takes non-sealed for one word",
            "@Size(K + 1) int k = 2; return k; -> !an annotation asks for a constant",
            "switch (a) { case 1 + 1: return 1; } return 0; -> !a case label asks for a constant",
            "return switch (a) { default->{ yield new int[] {1, 2}.length; } };"
            " -> !javac takes yield for a method if parentheses with a comma follow",
            "if (s == null) return 1; return 0;"
            " -> !javac has an instruction for a comparison with null, so that class bytes would differ",
            'if ("" == null) { } -> !javac may know the result of a literal compared with null, so that class bytes would differ',
            "run(new B()::go); return 0;"
            " -> !javac checks for null what it does not see to be an object, so that class bytes would differ",
            "long k = p ? a : b; return 0;"
            " -> !javac widens each of several results, or their parentheses, so that class bytes would differ",
            "run(()->s.trim()); run(()->s.trim()); return 0;"
            " -> !javac makes one method of lambdas with equal bodies, so that class bytes would differ",
        ),
        *Example.rows(
            "@", "class A { B b; int f() { return b.n; } } -> class A { B b; int f() { return (b).n; } }"
        ),
    )

    def matches(self, method: Method) -> Iterator[Expression]:
        for node in method.nodes:
            if where.is_in_place(node):
                yield Expression(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Take out the parentheses, unless the patch did."""
        return undo.restore(self, patched, original, mutant, mutation)


class Expression(JavaMatch):
    """An expression without parentheses."""

    def obstacle(self) -> str | None:
        """Return why it must not have parentheses, or None."""
        return where.obstacle(self.method, self.node) or compiled.obstacle(self.method, self.node)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the parentheses."""
        yield Edit(self.start, "", "(")
        yield Edit(self.end, "", ")")
