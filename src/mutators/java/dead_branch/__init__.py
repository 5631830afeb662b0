"""dead-branch: a statement in a branch that is always taken, ``foo();`` -> ``if (true) { foo(); }``.

Relation: preserving.
Preconditions:
    - the statement is one of a block, constructor body or switch group (JLS 14.2), so that no ``else`` follows it (JLS 14.5);
    - no label precedes it (JLS 14.7), and it is no call of another constructor (JLS 8.8.7);
    - it declares no variable and no class, and introduces no pattern variable, whose scope would end with the block (JLS 6.3,
        6.3.2);
    - an ``if`` can always complete normally (JLS 14.22). So the statement can, too; or something around it can anyway;
        or the body around it belongs to a method without a result, a constructor or an initialiser, whose end may be
        reached. A lambda's kind depends on this (JLS 15.27.2), a switch expression must not complete (JLS 15.28.1), and
        whether an ``if`` introduces a pattern variable rests on how its branches end (JLS 6.3.2.2);
    - the statement is in no lambda that has the body of another one, since javac would make one method of the two;
    - javac cannot declare a pattern variable at another place because of the block: outside of a ``switch``, or of an ``if``
        with an ``else if``.
  Definite assignment and unassignment stay the same, since before the statement they are as before the ``if``, and
    behind the constant condition, when false, everything is assigned and unassigned (JLS 16.1.1, 16.2.7).
Rewrite: condition and braces go around the statement, on its line. The class bytes stay the same: javac leaves out the condition.
Limits: a statement without braces under an ``if`` or a loop is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import wrapping
from mutators.model import Edit, Mutation
from mutators.undo.transport import parses
from parsers.java.flow.bodies import may_get_to_end
from parsers.java.javac import TWIN_LAMBDA, in_twin_lambda, moves_pattern_variable
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["DeadBranch"]


class DeadBranch(Mutator):
    """See the module's docstring."""

    name = "dead-branch"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "void f(int n, Object o) { @ h(); }",
            "g(n); -> if (true) { g(n); }",
            "while (g(n)) { n--; } -> if (true) { while (g(n)) { n--; } }",
            "if (n > 0) return; -> if (true) { if (n > 0) return; }",
            "if (n > 0) g(n); -> !it is not directly in a block",
            "again: while (g(n)) n--; -> !a label stands before it",
            "int k = g(n); -> !it is a declaration, whose scope would end",
            "if (!(o instanceof A a)) return; -> !it may introduce a pattern variable for what follows",
            "switch (n) { case 1: if (!(o instanceof A a)) break; g(a); }"
            " -> !javac may declare a pattern variable elsewhere then, so that class bytes would differ",
            "if (n > 0) g(n); else if (!(o instanceof A a)) g(1);"
            " -> !javac may declare a pattern variable elsewhere then, so that class bytes would differ",
            "Runnable r = ()->{ g(n); }, q = ()->{ g(n); };"
            " -> !javac makes one method of lambdas with equal bodies, so that class bytes would differ",
        ),
        *Example.rows(
            "@",
            "void f() { return; } -> void f() { if (true) { return; } }",
            "int f() { return 1; } -> !it cannot complete normally, but would",
            "int f(int n) { if (n > 0) { return 1; } return 2; }"
            " -> int f(int n) { if (n > 0) { if (true) { return 1; } } return 2; }",
            "int f(Object o) { if (o == null) g(); else if (!(o instanceof A a)) { return 0; } return 1; }"
            " -> !javac may declare a pattern variable elsewhere then, so that class bytes would differ",
            "class A { A() { this(1); g(); } } -> !a call of another constructor must come first",
        ),
    )

    def matches(self, method: Method) -> Iterator[Statement]:
        for node in wrapping.statements(method.root):
            yield Statement(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Take the statements out of the branch, whatever they are now; move the edits if the text does not parse."""
        if parses(patched):
            return wrapping.unwrapped(patched, mutant, mutation, "if_statement")
        wrapping.check_braces(patched, mutant, mutation)
        return super().restore(patched, original, mutant, mutation)


class Statement(JavaMatch):
    """A statement."""

    def obstacle(self) -> str | None:
        """Return why the statement cannot be in a branch, or None."""
        reason = wrapping.obstacle(self.method, self.node)
        if reason is None and in_twin_lambda(self.method, self.node):
            return TWIN_LAMBDA
        if reason is None and moves_pattern_variable(self.method, self.node):
            return "javac may declare a pattern variable elsewhere then, so that class bytes would differ"
        if reason is None and not may_get_to_end(self.method, self.node):
            return "it cannot complete normally, but would"
        return reason

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the condition with a brace, and the other brace."""
        return wrapping.edits(self.node, "if (true) {", "}")
