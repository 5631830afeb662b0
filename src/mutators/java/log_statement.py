"""log-statement: a statement that prints a text, ``foo();`` -> ``System.out.println("here"); foo();``.

Relation: preserving-but-for-output.
Preconditions:
    - the place is right before a statement of a block, constructor body or switch group, or in an empty block (JLS 14.2);
    - the place is reachable, since the statement after it is (JLS 14.22);
    - no label precedes it (JLS 14.7), and no call of another constructor follows (JLS 8.8.7);
    - ``System`` means java.lang.System there: no class, type variable or import has the name (JLS 6.4.1, 7.5), and no
        variable, which would have priority (JLS 6.4.2, 6.5.2).
Rewrite: the statement, on its own line if the statement behind it has its own line. The seed draws the text, which the member does
    not have yet.
Limits: nothing is inserted in bare statements, in compact constructors alone, and in a class with a supertype or static import on
    demand that the text does not show: they may have a variable of that name. What ``System.out`` is at run time is left aside: if
    a program replaces it by a stream that calls the mutated member, or that throws, the mutant does something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import insertion, renaming
from mutators.java.tools.patch import JavaPatch
from mutators.model import Edit, Mutation, apply_edits
from parsers.java.method import Method
from parsers.java.names import insertion_points
from parsers.source import SourceFile

_WORDS = ("here", "reached", "entered", "checkpoint", "step", "trace", "debug", "running", "state", "mark")
_NUMBERS = 100


class LogStatement(Mutator):
    """See the module's docstring."""

    name = "log-statement"
    language = "java"
    relation = "preserving-but-for-output"
    by_default = False
    examples = (
        *Example.rows(
            "void f(int n) { @ }",
            'g(n); -> System.out.println("here 19"); g(n);',
            'while (g(n)) { } -> while (g(n)) { System.out.println("step 51"); }',
            'switch (n) { case 1: g(n); } -> switch (n) { case 1: System.out.println("reached"); g(n); }',
            "if (n > 0) g(n); -> !it is not directly in a block",
            "again: while (g(n)) n--; -> !a label stands before it",
        ),
        *Example.rows(
            "@",
            "class A { A() { super(1); g(); } } -> !a call of another constructor must come first",
            "class A { int System; void f() { g(); } } -> !a variable or another class may be called System",
            "class A extends Unseen { void f() { g(); } } -> !a variable or another class may be called System",
            "g(n); -> !the parameters of the method around the statements are not in the text",
            "P { x = 1; } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[Place]:
        for node in insertion_points.candidates(method.root):
            yield Place(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the statement and its copies."""
        patch, inserted = JavaPatch(mutant, patched, mutation), mutation.edits[0].new
        runs = patch.statements(inserted, 0)
        return apply_edits(patched.data, patch.removals(runs, inserted))


class Place(JavaMatch):
    """A statement before which another one is possible, or an empty block."""

    def obstacle(self) -> str | None:
        """Return why no statement is possible there, or why `System` may be something else."""
        reason = renaming.unseen(self.method) or insertion_points.misplaced(self.node)
        if reason is None and not _means_system(self):
            return "a variable or another class may be called System"
        return reason

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the insertion, its text drawn."""
        insert = insertion.into if insertion_points.is_empty_block(self.node) else insertion.before
        yield insert(self.method, self.node, f'System.out.println("{_text(self.method.data, rng)}");')


def _means_system(place: Place) -> bool:
    method, node = place.method, place.node
    return method.spelling.java_lang_at("System", node) and method.types.names.free_for_class("System", node)


def _text(member: bytes, rng: Random) -> str:
    """Return a text that a member does not print yet: so every copy in a patch comes from the mutation."""
    word, number = rng.choice(_WORDS), rng.randrange(_NUMBERS)
    texts = ([word] if number % 4 == 0 else []) + [f"{word} {number + more}" for more in range(len(member))]
    return next(text for text in texts if f'"{text}"'.encode() not in member)
