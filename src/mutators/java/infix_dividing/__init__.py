"""infix-dividing: an operand gets a variable of its own, ``x = a + b * c;`` -> ``int part = b * c; x = a + part;``.

Relation: preserving.
Preconditions:
    - the operand is itself a binary expression, and the statement evaluates it exactly once: it is not behind ``&&``, ``||`` or
      ``?``, nor in a lambda or class body, a loop's header, or an assertion (JLS 15.7, 15.23 to 15.25, 14.10);
    - a declaration may be before the statement: it is directly in a block or a group of a switch, without a label (JLS 14.2,
      14.7), no call of another constructor (JLS 8.8.7), and not in a group of a switch where the member has pattern variables:
      javac 17 makes invalid code of that;
    - what the statement evaluates first can be evaluated after the operand: neither changes what the other uses, no
      exception of the one can precede or replace something observable of the other, unboxing and the first use of a
      class included, and no two reads of fields change their order of which one may be volatile (JLS 15.6, 15.7.1,
      12.4.1, 17.4.4);
    - the operand sets no variable, so that definite assignment stays (JLS 16), declares no pattern variable (JLS 6.3.1), and no
      class or lambda, whose binary names javac counts (JLS 13.1);
    - its type is known, and primitive or ``String``, where that name cannot mean another class (JLS 5.6, 6.4.1);
    - it is no constant expression: narrowing, case labels and the identity of strings depend on these (JLS 5.2, 15.29);
    - a concatenation has only operands whose text cannot change, since javac 17 asks for the texts of all operands at the end;
    - the new name differs from every identifier of the member, so that it neither captures nor shadows nor obscures (JLS 6.4).
Rewrite: a declaration of the exact static type of the operand, on its own line if the statement has its own line, and the name in
    place of the operand. Parentheses around it are dropped, unless they hold comments. The seed draws the name.
    Undo puts an operand back that a patch changed, if it is certain which one it is (`mutators.java.infix_dividing.undo`).
Limits: the conditions of ``switch`` and ``synchronized`` are refused, and operands of a type that the text does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.infix_dividing.operand import Operand
from mutators.java.infix_dividing.undo import check_uses, restore_changed
from mutators.java.tools.patch import JavaPatch
from mutators.model import Mutation, UndoConflict, invert_edits
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.java.method import Method
from parsers.java.syntax.expressions import bare, in_annotation
from parsers.source import SourceFile

__all__ = ["InfixDividing", "Operand"]


class InfixDividing(Mutator):
    """See the module's docstring."""

    name = "infix-dividing"
    language = "java"
    relation = "preserving"
    by_default = False
    hint = re.compile(rb"[-+*/%<>=!&|^].*[-+*/%<>=!&|^]", re.DOTALL)
    examples = (
        *Example.rows(
            "class A { int n; volatile int w; void f(int i, int j, long k, boolean p, boolean q, String s, int[] a) { @ } }",
            "i = i + j * 2; -> int operand = j * 2; i = i + operand;",
            "i = (i + j) * 2; -> int operand = i + j; i = operand * 2;",
            "k = k + (i << 3); -> int operand = i << 3; k = k + operand;",
            "k = i + (k ^ 3); -> long term = k ^ 3; k = i + term;",
            "p = i + 1 < j; -> int part = i + 1; p = part < j;",
            "p = p & i < j; -> boolean part = i < j; p = p & part;",
            "if (p && q || i > j) run(); -> boolean part = p && q; if (part || i > j) run();",
            "s = s + i + j; -> String term = s + i; s = term + j;",
            "int c = i, d = j + 2 * i; -> int term = 2 * i; int c = i, d = j + term;",
            "int c = i, d = j + 2 * c; -> !an operand may change what the other uses",
            "run(i, j + i * 2); -> int term = i * 2; run(i, j + term);",
            "a[i + 2 * j] = 1; -> int operand = 2 * j; a[i + operand] = 1;",
            "i = run() + (j - 1); -> int part = j - 1; i = run() + part;",
            "run(()->i + j * 2); -> !it may be evaluated never, or several times",
            "p = p && i + 1 < j; -> !it may be evaluated never, or several times",
            "while (i + 1 < j) run(); -> !it may be evaluated never, or several times",
            "if (p) i = i + j * 2; -> !it is not directly in a block",
            "again: i = i + j * 2; -> !a label stands before it",
            "i = i + unseen * 2; -> !its type is not known",
            "i = i + 2 * 3; -> !it may be a constant expression",
            "i = i + (j = 2) * 3; -> !it sets a variable",
            "p = p & (o instanceof A b & q); -> !it declares a pattern variable",
            "i = i + (j + run(()->1) > 1 ? 1 : 2) * 3; -> !its type is not known",
            "p = p & q == run(()->1); -> !it declares a class or lambda, which javac counts",
            "s = s + o + i; -> !the text of an operand may change",
            "i = j++ + j * 2; -> !an operand may change what the other uses",
            "i = a[0] + i / j; -> !both operands may throw",
            "i = run() + i / j; -> !both operands may throw",
            "i = (n = 2) + i / j; -> !an operand may throw before or after the other's effect",
            "i = n + w * 2; -> !two field reads, one of which may be volatile",
            "if (o instanceof A b) switch (i) { case 1: i = i + j * 2; }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "@",
            "class A extends B { A(int i, int j) { super(i + j * 2); } }"
            " -> !a call of another constructor must come first",
            "class A {\n\tint f(int i) {\n\t\treturn 1 + i * 2;\n\t}\n}"
            " -> class A {\n\tint f(int i) {\n\t\tint part = i * 2;\n\t\treturn 1 + part;\n\t}\n}",
            "int i = 1; int j = i + i * 2; -> !the parameters of the method around the statements are not in the text",
            "P { int k = x() + 2 * y(); } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[Operand]:
        for node in method.nodes:
            if node.type == "binary_expression" and not in_annotation(node):
                for operand in (node.child("left"), node.child("right")):
                    if operand is not None and bare(operand).type == "binary_expression":
                        yield Operand(method, operand)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Put back what the patch made of the operand; move the inverse edits only where nothing can be checked."""
        check_uses(patched, mutant, mutation)
        undone = restore_changed(self, JavaPatch(mutant, patched, mutation), original, mutation)
        if undone is not None:
            return undone
        if parses(patched) and self.refuse(known_source(original, patched.language), mutation.site) is None:
            inverse = invert_edits(mutation.edits)
            region = (inverse[0].start, inverse[-1].end)
            raise UndoConflict("the patch changed the divided expression, or what it depends on", region)
        return super().restore(patched, original, mutant, mutation)
