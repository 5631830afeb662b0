"""try-catch: what a statement throws is caught and thrown again, ``s`` -> ``try { s } catch (RuntimeException e) { throw e; }``.

Relation: preserving.
Preconditions:
    - the statement is one of a block, constructor body or switch group (JLS 14.2);
    - no label precedes it (JLS 14.7), and it is no call of another constructor (JLS 8.8.7);
    - it declares no variable and no class, and introduces no pattern variable, whose scope would end with the block (JLS 6.3,
        6.3.2);
    - ``RuntimeException`` means java.lang.RuntimeException there (JLS 6.4.1, 7.5), which needs no ``throws`` clause (JLS 11.1.1)
        and may be caught wherever it is (JLS 11.2.3);
    - the exception's name differs from every identifier of the member, so it neither redeclares nor shadows (JLS 6.4);
    - no switch expression is around it: there javac 17 has values on the stack, which a handler loses (JLS 15.28);
    - no static initialiser of a local class is around it, after which javac 17 takes static fields for unassigned.
  The rest follows from the language: the same object is thrown on, with its stack trace (JLS 14.18). The handler cannot complete
    normally, so the whole can if the statement can (JLS 14.22), and what is assigned behind the statement is assigned behind the
    whole (JLS 16.2.15); the handler assigns nothing, so final variables may be assigned in the statement. Checked exceptions are
    not caught, and the parameter is effectively final, so that throwing it again brings no others (JLS 11.2.2).
Rewrite: ``try``, handler and braces go around the statement, on its line. The seed draws the exception's name.
Limits: nothing is wrapped in bare statements, and in compact constructors alone: the parameters around them are unknown. A
    statement without braces under an ``if`` or a loop is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import renaming, wrapping
from mutators.java.tools.names import NAMES
from mutators.model import Edit, Mutation
from mutators.undo.transport import parses
from parsers.java.javac import mishandles_try
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["TryCatch"]

_WISHES = ("e", "ex", "exception", "error", "failure", "problem", "cause")


class TryCatch(Mutator):
    """See the module's docstring."""

    name = "try-catch"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "void f(int n, Object o) { @ h(); }",
            "g(n); -> try { g(n); } catch (RuntimeException e) { throw e; }",
            "while (g(n)) { n--; } -> try { while (g(n)) { n--; } } catch (RuntimeException error) { throw error; }",
            "if (n > 0) return; -> try { if (n > 0) return; } catch (RuntimeException cause) { throw cause; }",
            "if (n > 0) g(n); -> !it is not directly in a block",
            "again: while (g(n)) n--; -> !a label stands before it",
            "int k = g(n); -> !it is a declaration, whose scope would end",
            "if (!(o instanceof A a)) return; -> !it may introduce a pattern variable for what follows",
            "n = switch (n) { default: yield g(n); }; -> !javac 17 may compile it wrongly there",
        ),
        *Example.rows(
            "@",
            "class A { A() { this(1); g(); } } -> !a call of another constructor must come first",
            "class A { class RuntimeException { } void f() { g(); } } -> !another class may be called RuntimeException",
            "g(n); -> !the parameters of the method around the statements are not in the text",
            "P { x = 1; } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[Statement]:
        for node in wrapping.statements(method.root):
            yield Statement(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Take the statements out of the block, whatever they are now; move the edits if the text does not parse."""
        if parses(patched):
            return wrapping.unwrapped(patched, mutant, mutation, "try_statement")
        wrapping.check_braces(patched, mutant, mutation)
        return super().restore(patched, original, mutant, mutation)


class Statement(JavaMatch):
    """A statement."""

    def obstacle(self) -> str | None:
        """Return why what the statement throws cannot be caught there, or None."""
        reason = renaming.unseen(self.method) or wrapping.obstacle(self.method, self.node)
        if reason is not None:
            return reason
        if not self.method.spelling.java_lang_at("RuntimeException", self.node):
            return "another class may be called RuntimeException"
        if mishandles_try(self.method, self.node):
            return "javac 17 may compile it wrongly there"
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the start of the block, and its end with the handler; the name of the exception drawn."""
        name = NAMES.helper_name(_WISHES, renaming.taken_names(self.method), rng)
        return wrapping.edits(self.node, "try {", f"}} catch (RuntimeException {name}) {{ throw {name}; }}")
