"""unused-variable: a declaration that nothing uses, ``foo();`` -> ``int unusedInt = 0; foo();``.

Relation: preserving.
Preconditions:
    - the place is right before a statement of a block, constructor body or switch group, or in an empty block (JLS 14.2);
    - the place is reachable, since the statement after it is (JLS 14.22);
    - no label precedes it (JLS 14.7);
    - no call of another constructor follows (JLS 8.8.7);
    - where the member has pattern variables, the place is not directly in a switch group (JLS 14.11.1): javac 17 makes invalid
      code of that;
    - the name differs from every identifier of the member, so that it neither shadows nor obscures nor is captured (JLS 6.4).
Rewrite: a declaration with a constant as its value, on its own line if the statement has its own line. The seed draws the type (one
    of the eight primitive types, or ``String`` if that name cannot mean another class) and the name.
Limits: nothing is inserted in bare statements, and in compact constructors alone: the parameters around them are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import insertion, renaming
from mutators.java.tools.names import NAMES
from mutators.java.tools.patch import JavaPatch, declaration_in
from mutators.model import Edit, Mutation, apply_edits
from parsers.java.method import Method
from parsers.java.names import insertion_points
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

    def matches(self, method: Method) -> Iterator[Place]:
        for node in insertion_points.candidates(method.root):
            yield Place(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the declaration and its copies; a use of the variable is a conflict."""
        patch, inserted = JavaPatch(mutant, patched, mutation), mutation.edits[0].new
        words = [token.text for token in declaration_in(inserted)]
        runs = patch.declarations(inserted, 0)
        name = words.index(b"=") - 1
        own = {patch.tokens[run + name].start for run in runs}
        for use in patch.runs(words[name : name + 1]):
            is_own = patch.is_apart(use, words[:name]) or (runs and patch.declares(use, own))
            if use - name not in runs and not is_own:
                raise patch.conflict("the patch uses the unused variable", use, use)
        return apply_edits(patched.data, patch.removals(runs, inserted))


class Place(JavaMatch):
    """A statement before which a declaration is possible, or an empty block."""

    def obstacle(self) -> str | None:
        """Return why no declaration is possible there, or why not every name in scope is known."""
        return renaming.unseen(self.method) or insertion_points.obstacle(self.method, self.node)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the insertion, its type and name drawn."""
        types = [t for t in _VALUES if t != "String" or self.method.spelling.string_at(self.node)]
        type_ = rng.choice(types)
        name = NAMES.unused_name(type_, renaming.taken_names(self.method), rng)
        insert = insertion.into if insertion_points.is_empty_block(self.node) else insertion.before
        yield insert(self.method, self.node, f"{type_} {name} = {_VALUES[type_]};")
