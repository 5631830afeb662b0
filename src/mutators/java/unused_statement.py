"""unused-statement: an assignment that is never reached, ``foo();`` -> ``if (false) { n = n; } foo();``.

Relation: preserving.
Preconditions:
    - the place is right before a statement of a block, constructor body or switch group, or in an empty block
        (JLS 14.2); that statement is reachable, so the new one is, and so is the code that it guards, since here
        ``if (false)`` is an ``if`` (JLS 14.22);
    - no label precedes it (JLS 14.7), and no call of another constructor follows (JLS 8.8.7);
    - the name of the variable means it there: it is in scope (JLS 6.3), and of the lambda or class body of the place;
    - the variable is definitely assigned before the place (JLS 16), so it is afterwards what it was before, as all others are;
    - it may be assigned: it is not final, and nothing asks for it to be effectively final, which it no longer is (JLS 4.12.4):
        no lambda and no class body captures it (JLS 8.1.3, 15.27.2), and it is no resource (JLS 14.20.3). Exception parameters
        are left out: thrown again, they keep their precise types only if they are effectively final (JLS 11.2.2);
    - the value that it gets is of its type: the variable itself, or a literal, or one more or less, where the type is known to be
        primitive or known to be a reference type (JLS 5.2, 15.14);
    - no lambda with an equal body exists, of which javac would make one method, and it is no empty block of a ``try`` or
        ``finally``, which javac leaves out.
Rewrite: the statement, on its own line if the statement behind it has its own line. The seed draws the variable and the assignment,
    which the member does not have yet. The class bytes stay the same: javac leaves out what ``if (false)`` guards.
Limits: fields and pattern variables are not assigned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import insertion
from mutators.java.tools.patch import JavaPatch
from mutators.model import Edit, Mutation, apply_edits
from mutators.undo.matching import find
from parsers.java.javac import TWIN_LAMBDA, in_twin_lambda
from parsers.java.method import Method
from parsers.java.names import insertion_points
from parsers.java.names.assignable import assignable_at
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.statements import TRIES
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.language import Token
from parsers.source import SourceFile


class UnusedStatement(Mutator):
    """See the module's docstring."""

    name = "unused-statement"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "void f(int n, boolean b, String s) { @ }",
            "g(b); -> if (false) { s = s; } g(b);",
            "h(n); -> if (false) { n--; } h(n);",
            "return; -> if (false) { s = null; } return;",
            "if (n > 0) g(n); -> !it is not directly in a block",
            "again: while (g(n)) n--; -> !a label stands before it",
            "try { g(n); } finally { }"
            " -> !javac leaves out a try or finally whose block is empty, so that class bytes would differ",
            "Runnable r = ()->{ g(n, b, s); }; -> !no variable there may be assigned",
            "Runnable r = ()->{ int k = 0; g(k); }, q = ()->{ int k = 1; g(k); };"
            " -> !javac makes one method of lambdas with equal bodies, so that class bytes would differ",
        ),
        *Example.rows(
            "@",
            "void f(final int n) { g(n); } -> !no variable there may be assigned",
            "class A { A(int n) { super(n); g(n); } } -> class A { A(int n) { super(n); if (false) { n = 0; } g(n); } }",
            "class A { A(int n) { super(n); g(n); } } -> !a call of another constructor must come first",
        ),
    )

    def matches(self, method: Method) -> Iterator[Place]:
        words = tokenize(method.data)
        for node in insertion_points.candidates(method.root):
            yield Place(method, node, words)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the statement and its copies."""
        patch, inserted = JavaPatch(mutant, patched, mutation), mutation.edits[0].new
        runs = patch.statements(inserted, 0)
        return apply_edits(patched.data, patch.removals(runs, inserted, tokenize(inserted.encode())))


class Place(JavaMatch):
    """A statement before which another one is possible, or an empty block."""

    def __init__(self, method: Method, node: Node, words: Sequence[Token]) -> None:
        super().__init__(method, node)
        self._words = words

    def obstacle(self) -> str | None:
        """Return why no statement is possible there, or why none can be made of the variables in scope."""
        reason = insertion_points.misplaced(self.node)
        if reason is None and in_twin_lambda(self.method, self.node):
            return TWIN_LAMBDA
        if reason is None and _is_left_out(self.node):
            return "javac leaves out a try or finally whose block is empty, so that class bytes would differ"
        if reason is None and not any(self._statements()):
            return "no variable there may be assigned"
        return reason

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the insertion, variable and assignment drawn."""
        insert = insertion.into if insertion_points.is_empty_block(self.node) else insertion.before
        yield insert(self.method, self.node, rng.choice(list(self._statements())))

    def _statements(self) -> Iterator[str]:
        """Yield the statements of which the member has no copy: so every copy in a patch comes from the mutation."""
        for declaration in assignable_at(self.method, self.node):
            for assignment in _assignments(self.method, declaration):
                text = f"if (false) {{ {assignment} }}"
                if not find(self._words, [token.text for token in tokenize(text.encode())]):
                    yield text


def _is_left_out(node: Node) -> bool:
    """Return whether a node is an empty block of which javac writes no code, nor of what is around it."""
    around = node.parent.type if node.parent is not None else ""
    return insertion_points.is_empty_block(node) and (around in TRIES or around == "finally_clause")


def _assignments(method: Method, declaration: Declaration) -> Iterator[str]:
    """Yield assignments of a variable that compile whatever its value is."""
    name, type_ = declaration.name, method.types.of_declaration(declaration)
    yield f"{name} = {name};"
    if type_.is_boolean:
        yield f"{name} = !{name};"
    elif type_.is_numeric:
        yield from (f"{name}++;", f"{name}--;", f"{name} = 0;")
    elif type_.is_reference:
        yield f"{name} = null;"
