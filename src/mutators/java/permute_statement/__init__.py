"""permute-statement: swap two adjacent statements that are independent, ``a = x; b = y;`` -> ``b = y; a = x;``.

Relation: preserving.
Preconditions:
    - both are expression statements or declarations of local variables, side by side in a block or a group of a switch; so both
      complete normally, or throw, and neither jumps (JLS 14.22, 14.8, 14.4);
    - neither writes what the other reads or writes: local variables one by one, fields and array elements as one place (JLS 14.2);
    - if one may throw, the other has no effect that can be seen afterwards (JLS 11.3): no write of a field or array element, no
      call, and no write of a local variable that a catch or finally clause of the member, or what runs after it, may read (JLS
      14.20). Two statements that may throw only a NullPointerException, and have no effect of this kind, count as one
      that may throw;
    - the first use of a class counts as a call, since it may run an initialiser (JLS 12.4.1): a static field of another class, and
      a field of which the text does not show what it is;
    - if both read a field or an array element, no field among them may be volatile (JLS 17.4.4);
    - no name in the first statement can mean what the second declares (JLS 6.3, 6.4);
    - definite assignment stays (JLS 16): with the above, no variable is read by the one and set by the other. In constructors and
      initialisers, a lambda may need a blank field that the other statement sets (JLS 16.1.10);
    - not both declare a class, lambda or method reference, whose binary names javac counts (JLS 13.1);
    - neither declares a pattern variable (JLS 6.3.1), and where the member has one, a declaration in a group of a switch stays (JLS
      14.11.1): javac 17 makes invalid code there.
Rewrite: the texts of the statements change places. Comments inside a statement move with it, comments between and behind the
    statements stay where they are.
Limits: other statements, such as an ``if`` or a loop, are no candidates. Undo swaps statements back of which a patch changed one,
    if it is certain which ones they are (`mutators.java.permute_statement.undo`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from mutators.base import Example, Mutator
from mutators.java.permute_statement.order import Neighbours
from mutators.java.permute_statement.undo import restore_changed
from mutators.model import Mutation, UndoConflict
from parsers.java.method import Method
from parsers.java.syntax.statements import STATEMENT_LISTS, statements_of
from parsers.source import SourceFile

__all__ = ["Neighbours", "PermuteStatement"]

_SIMPLE = frozenset({"expression_statement", "local_variable_declaration"})


class PermuteStatement(Mutator):
    """See the module's docstring."""

    name = "permute-statement"
    language = "java"
    relation = "preserving"
    by_default = False
    hint = re.compile(rb";[^;]*;")
    examples = (
        *Example.rows(
            "class A { int n; int[] v; volatile int w; static int k; void f(int i, int j, int[] a, int[] b, Object o) { @ } }",
            "i = 1; j = 2; -> j = 2; i = 1;",
            "int c = i; int d = j; -> int d = j; int c = i;",
            "i++; go(); -> go(); i++;",
            "this.n = i; j = i; -> j = i; this.n = i;",
            "String s; boolean p = i < j; -> boolean p = i < j; String s;",
            "i = a.length; j = b.length; -> j = b.length; i = a.length;",
            "i = n; j = v[0]; -> j = v[0]; i = n;",
            "i = 1; // one\n j = 2; // two\n -> j = 2; // one\n i = 1; // two\n",
            "try { i = 1; go(); } finally { run(j); } -> try { go(); i = 1; } finally { run(j); }",
            "switch (i) { case 1: i = 1; j = 2; } -> switch (i) { case 1: j = 2; i = 1; }",
            "run(()->i); j = 1; -> j = 1; run(()->i);",
            "i = 1; j = i; -> !a statement may change what the other uses",
            "go(); run(j); -> !a statement may change what the other uses",
            "n = 1; j = v[0]; -> !a statement may change what the other uses",
            "i = a[0]; j = b[0]; -> !both statements may throw",
            "n = 1; i = i / j; -> !a statement may throw before or after an effect of the other",
            "try { i = 1; go(); } finally { run(i); } -> !a statement may throw before or after an effect of the other",
            "i = w; j = n; -> !two field reads, one of which may be volatile",
            "int c = i; int _ = run(c); -> !a statement may change what the other uses",
            "j = n; int n = 1; -> !a name in the first statement may mean what the second declares",
            "Runnable c = ()->{}; Runnable d = ()->run(j);"
            " -> !both statements declare a class, lambda or method reference, which javac counts",
            "boolean p = o instanceof String s; i = 1; -> !a statement declares a pattern variable",
            "list(i).n = B.k; i = 1; -> !a statement may change what the other uses",
            "i = 1; i = 1; -> !the statements are equal",
            "if (o instanceof A q) { } switch (i) { case 1: int c = 1; j = 2; }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "class A { final int n; A(int i) { @ } }",
            "n = i; Runnable r = ()->run(n); -> !a lambda may need the field that the other statement sets",
        ),
    )

    def matches(self, method: Method) -> Iterator[Neighbours]:
        for node in method.nodes:
            if node.type in STATEMENT_LISTS:
                for first, second in pairwise(statements_of(node)):
                    if first.type in _SIMPLE and second.type in _SIMPLE:
                        yield Neighbours(method, first, second)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Move the inverse edits, or swap back what the patch made of the statements."""
        try:
            return super().restore(patched, original, mutant, mutation)
        except UndoConflict:
            undone = restore_changed(self, patched, mutant, mutation)
            if undone is None:
                raise
            return undone
