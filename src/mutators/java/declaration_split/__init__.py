"""declaration-split: take a declaration apart, ``int a = 1;`` -> ``int a; a = 1;``, ``int a, b;`` -> ``int a; int b;``, and back.

Relation: preserving.
Preconditions:
    - the declaration is in a block or switch group (JLS 14.4.2); not in the header of a ``for`` or ``try``;
    - a type that is inferred keeps its initialiser, and its declaration alone (JLS 14.4.1);
    - a final variable of a compact constructor keeps its initialiser: javac 17 takes no assignment to it (JLS 8.10.4);
    - a final variable is no constant variable in either form, since only one with an initialiser can be (JLS 4.12.4, 15.29);
    - where the assignment becomes an initialiser, a variable that is final, or must be effectively final, is set nowhere else
      (JLS 4.12.4, 16): in a later group of a switch it may count as unassigned;
    - no annotation holds for the declaration, such as ``@SuppressWarnings`` (JLS 9.6.4.5, 9.7.4);
    - where the member has pattern variables, the place is not directly in a switch group (JLS 14.11.1): javac 17 makes invalid
      code of that.
  An initialiser and the right side of an assignment are in the same context (JLS 5.2, 14.4.2), and definite assignment says the
    same behind both (JLS 16), since a declaration with an initialiser may be jumped over, too. javac writes the same class bytes,
    but for the slots of pattern variables.
Rewrite: the form is a parameter of the site. "assign": the initialiser becomes an assignment, on a line of its own if the
    declaration has one; ``{ 1 }`` becomes ``new int[] { 1 }`` (JLS 10.6). "declare": the next statement's assignment becomes the
    initialiser. "split": every variable gets a declaration. "join": two declarations of one type become one. Comments stay.
Limits: "assign" takes a declaration of one variable; split it first. "join" compares the types as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.declaration_split.forms import Declared, declared_at
from parsers.java.method import Method

__all__ = ["DeclarationSplit"]


class DeclarationSplit(Mutator):
    """See the module's docstring."""

    name = "declaration-split"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "void f(int n, Object o) { @ }",
            "int k = n; g(k); -> int k; k = n; g(k);",
            "final int k = g(n); h(k); -> final int k; k = g(n); h(k);",
            "int[] a = { 1, n }; -> int[] a; a = new int[] { 1, n };",
            "int a[] = {}, b; -> int a[] = {}; int b;",
            "List<String> l = new ArrayList<>(); -> List<String> l; l = new ArrayList<>();",
            "Runnable r = ()->g(n); -> Runnable r; r = ()->g(n);",
            "int k /* low */ = 1; -> int k; k /* low */ = 1;",
            "int k; k = n; g(k); -> int k = n; g(k);",
            "int k; /* low */ k = n; -> int k /* low */ = n;",
            "final int k; k = g(n); -> final int k = g(n);",
            "int a[]; a = new int[n]; -> int a[] = new int[n];",
            "int a = n, b = a; g(b); -> int a = n; int b = a; g(b);",
            "final int a = 1, b; b = n; -> final int a = 1; final int b; b = n;",
            "int a = n; int b = a; g(b); -> int a = n, b = a; g(b);",
            "int[] a; int[] b[]; -> int[] a, b[];",
            "int[] a; int[/* two */] b[]; -> !a comment would be lost",
            "for (int i = 0, j = 1; i < n; i++) { int a, b; } -> for (int i = 0, j = 1; i < n; i++) { int a; int b; }",
            "switch (n) { case 1: int k = n; g(k); default: k = 2; }"
            " -> switch (n) { case 1: int k; k = n; g(k); default: k = 2; }",
            "var k = n; -> !its type is inferred",
            "var k = n; var j = n; -> !its type is inferred",
            "final int k = 1; g(k); -> !it may be a constant variable",
            "final int k; k = 1; g(k); -> !it may be a constant variable",
            '@SuppressWarnings("unchecked") List<T> k = (List<T>) o; -> !an annotation may hold for all of the declaration',
            "switch (n) { case 1: int k; k = n; run(()->g(k)); break; default: k = 2; }"
            " -> !it must stay effectively final, and is set elsewhere",
            "record R(int r) { R { final int k = n; } } -> !javac takes no assignment to a final variable in a compact constructor",
            "if (o instanceof A a) switch (n) { case 1: int k = n; }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "record R(int n) { R { @ } }",
            "int k = n; g(k); -> int k; k = n; g(k);",
            "final int k = n; g(k); -> !javac takes no assignment to a final variable in a compact constructor",
        ),
        *Example.rows(
            "void f(int n) {\n\t@\n}",
            "int k = n;\n\tg(k); -> int k;\n\tk = n;\n\tg(k);",
            "int a, b; // both\n\tg(n); -> int a;\n\tint b; // both\n\tg(n);",
            "int a; // one\n\tint b; // two -> int a, // one\n\tb; // two",
        ),
    )

    def matches(self, method: Method) -> Iterator[Declared]:
        for node in method.nodes:
            if node.type == "local_variable_declaration":
                yield from declared_at(method, node)
