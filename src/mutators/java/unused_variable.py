"""unused-variable: a declaration that nothing uses, ``foo();`` -> ``int unusedInt = 0; foo();``.

Relation: preserving.
Precondition: the place takes a declaration: right before a statement of a block, constructor body or switch group (JLS 14.2,
    14.4, 14.11.1), which is reachable since the statement behind it is (JLS 14.22), or in an empty block; not before a call of
    another constructor (JLS 8.8.7), behind a label (JLS 14.7), or where a statement stands alone; nor directly in a switch group
    where the member has pattern variables, since javac 17 makes invalid code of that. The name differs from every
    identifier of the member, so that it neither shadows nor obscures nor is captured (JLS 6.4).
Rewrite: a declaration with a constant as its value, on a line of its own if the place has one. The seed draws the type (the
    eight primitive types and ``String``, the latter only where the name cannot mean another class) and the name.
Limits: in bare statements and compact constructors alone the parameters around them are unseen, and nothing is inserted.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site
from mutators.java.tools import insertion, renaming
from mutators.java.tools.names import unused_name
from mutators.java.tools.patch import JavaPatch, declaration_in
from mutators.model import Mutation, apply_edits
from parsers.java.method import Method, method_at, methods_of
from parsers.java.syntax import insertion_points
from parsers.java.syntax.statements import is_statement
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

__all__ = ["UnusedVariable"]

_VALUES = {
    "int": "0",
    "boolean": "false",
    "char": "'0'",
    "float": "0.0f",
    "double": "0.0",
    "long": "0L",
    "byte": "0",
    "short": "0",
    "String": '""',
}


class UnusedVariable(Mutator):
    """See the module's docstring."""

    name = "unused-variable"
    language = "java"
    relation = "preserving"
    examples = (
        *Example.rows(
            "void f(int n) { @ }",
            "g(n); -> char c = '0'; g(n);",
            "if (n > 0) g(n); -> float var0 = 0.0f; if (n > 0) g(n);",
            "again: while (g(n)) n--; -> boolean var0 = false; again: while (g(n)) n--;",
            "switch (n) { case 1: g(n); } -> switch (n) { case 1: char charValue = '0'; g(n); }",
            "Runnable r = ()->{}; -> Runnable r = ()->{ boolean dummy = false; };",
            "if (n > 0) g(n); -> !it is not directly in a block",
            "again: while (g(n)) n--; -> !a label stands before it",
            "if (o instanceof A a) switch (n) { case 1: g(n); }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "@",
            "class A { A() { super(1); g(); } } -> class A { A() { super(1); long var0 = 0L; g(); } }",
            "class A { A() { super(1); g(); } } -> !a call of another constructor must come first",
            "class A {\n\tvoid f() {\n\t\tg();\n\t}\n}"
            " -> class A {\n\tvoid f() {\n\t\tlong unused = 0L;\n\t\tg();\n\t}\n}",
            "g(n); -> !the parameters of the method around the statements are not in the text",
            "P { x = 1; } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in methods_of(src):
            if not method.untrusted:
                for node in insertion_points.candidates(method.root):
                    yield Site(self.name, node.start, node.end)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        found = self._place(src, site)
        if found is None:
            return "not a statement"
        return renaming.unseen(found[0]) or insertion_points.obstacle(found[1])

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        found = self._place(src, site)
        assert found is not None
        method, node = found
        types = [t for t in _VALUES if t != "String" or method.spelling.string_at(node)]
        type_ = rng.choice(types)
        name = unused_name(type_, renaming.taken_names(method), rng)
        insert = insertion.into if insertion_points.is_empty_block(node) else insertion.before
        yield insert(method, node, f"{type_} {name} = {_VALUES[type_]};")

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        patch, inserted = JavaPatch(mutant, patched, mutation), mutation.edits[0].new
        words = [token.text for token in declaration_in(inserted)]
        runs = patch.declarations(inserted, 0)
        name = words.index(b"=") - 1
        for use in patch.runs(words[name : name + 1]):
            if use - name not in runs:
                raise patch.conflict("the patch uses the unused variable", use, use)
        return apply_edits(patched.data, [patch.removal(run, inserted) for run in runs])

    def _place(self, src: SourceFile, site: Site) -> tuple[Method, Node] | None:
        method = method_at(src, site.start)
        if method is None or method.untrusted:
            return None
        node = method.node_at(site.start, site.end)
        return (method, node) if node is not None and is_statement(node) else None
