"""Undo of a divided expression in a patch that changed the operand.

The variable is followed by its name, which the mutation made: the patch must have one declaration of it, with one value
and the type that it had, and one use. The value returns to the use, in parentheses where it had them or needs them, if
the mutator makes the patched text again from the result.
"""

from __future__ import annotations

from random import Random

from mutators.base import Mutator
from mutators.java.tools import insertion
from mutators.java.tools.patch import JavaPatch, declaration_in
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.seeding import site_key
from mutators.undo.remake import Target
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile


def check_uses(patched: SourceFile, mutant: bytes, mutation: Mutation) -> None:
    """Check that a patch has the name of the variable as often as the mutant.

    Raises:
        UndoConflict: it has not, so the patch uses the variable elsewhere, or no more.
    """
    name = _declared(mutation)[1]
    counts = [sum(token.text == name for token in tokens) for tokens in (tokenize(mutant), patched.tokens())]
    if counts[0] != counts[1]:
        inverse = invert_edits(mutation.edits)
        raise UndoConflict("the patch uses the new variable otherwise", (inverse[0].start, inverse[-1].end))


def _declared(mutation: Mutation) -> list[bytes]:
    inserted = next(edit.new for edit in mutation.edits if "=" in edit.new)
    return [token.text for token in declaration_in(inserted)[:2]]


def restore_changed(mutator: Mutator, patch: JavaPatch, original: bytes, mutation: Mutation) -> bytes | None:
    """Return a patched mutant without the variable, None if that is not certain."""
    patched = patch.source
    if not parses(patched) or any(method.untrusted for method in patched.methods):
        return None
    type_, name = (text.decode() for text in _declared(mutation))
    found = _variables(patch, name)
    if len(found) != 1:
        return None
    method, declaration = found[0]
    statement = declaration.node.parent.parent if declaration.node.parent is not None else None
    if statement is None or statement.type != "local_variable_declaration" or declaration.value is None:
        return None
    if len(declaration.references) != 1 or len(statement.all("declarator")) != 1:
        return None
    written = statement.child("type")
    if written is None or method.node_text(written) != type_:
        return None
    use = declaration.references[0].node
    return _put_back(mutator, patched, (method, statement, declaration.value, use), (original, mutation))


def _variables(patch: JavaPatch, name: str) -> list[tuple[Method, Declaration]]:
    return [
        (method, declaration)
        for method in patch.holders()
        for declaration in method.scopes.declarations
        if declaration.name == name
    ]


def _put_back(
    mutator: Mutator,
    patched: SourceFile,
    place: tuple[Method, Node, Node, Node],
    made: tuple[bytes, Mutation],
) -> bytes | None:
    method, statement, value, use = place
    original, mutation = made
    inserted, operand = next(e.new for e in mutation.edits if "=" in e.new), mutation.edits[-1].old
    text = method.node_text(value)
    ways = [f"({text})", text] if _in_parentheses(operand) else [text, f"({text})"]
    if _words(inserted.partition(" = ")[2]) == _words(f"{text};"):
        ways = [operand]
    removal = insertion.removal(patched.data, statement.start, statement.end, inserted)
    first = known_source(original, patched.language).method_at(mutation.site.start)
    assert first is not None
    for written in ways:
        edits = checked([removal, Edit(use.start, method.node_text(use), written)])
        undone = patched.edited(apply_edits(patched.data, edits))
        at = use.start - len(removal.old.encode())
        again = undone.method_at(at)
        if again is None or not parses(undone):
            continue
        for match in mutator.matches(Method.of(again)):
            if (match.start, match.end) != (at, at + len(written.encode())) or match.obstacle() is not None:
                continue
            rng = Random(int.from_bytes(site_key(mutation.seed, first, mutation.site)))
            if Target(undone, patched).is_made_by(checked(match.edits(rng))):
                return undone.data
    return None


def _words(text: str) -> list[bytes]:
    return [token.text for token in tokenize(text.encode())]


def _in_parentheses(text: str) -> bool:
    """Return whether one pair of parentheses is around all of an expression."""
    depth = 0
    words = _words(text)
    for number, word in enumerate(words):
        depth += {b"(": 1, b")": -1}.get(word, 0)
        if not depth:
            return number > 0 and number == len(words) - 1
    return False
