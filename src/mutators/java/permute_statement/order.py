"""Two adjacent statements: why they cannot change places (JLS 6.3, 11.3, 12.4.1, 14.20, 16), and what is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.effects.model import VOLATILE, Effects, Throws, ordered_reads
from parsers.java.effects.moving import declares_class, effects_of_statement
from parsers.java.flow.throwing import outlives_throw
from parsers.java.javac import declaring_beside
from parsers.java.method import Method
from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node


class Neighbours(JavaMatch):
    """Two adjacent expression statements or declarations; the site reaches from the first to the end of the second."""

    def __init__(self, method: Method, first: Node, second: Node) -> None:
        super().__init__(method, first)
        self.second = second

    @property
    def end(self) -> int:
        """Byte offset in the source after the site."""
        return self.second.end

    def obstacle(self) -> str | None:
        """Return why the statements cannot change places, or why that would change nothing."""
        return _obstacle(self.method, self.node, self.second)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the exchange of the texts."""
        yield self.replace(self.node, self.text(self.second))
        yield self.replace(self.second, self.text(self.node))


def _obstacle(method: Method, first: Node, second: Node) -> str | None:
    one, other = ([t.text for t in tokenize(method.node_text(s).encode())] for s in (first, second))
    if one == other:
        return "the statements are equal"
    if has_pattern(first) or has_pattern(second):
        return "a statement declares a pattern variable"
    declaring = "local_variable_declaration" in (first.type, second.type)
    if declaring and (reason := declaring_beside(method, first)):
        return reason
    if declares_class(first) and declares_class(second):
        return "both statements declare a class, lambda or method reference, which javac counts"
    if _uses_name(method, first, second):
        return "a name in the first statement may mean what the second declares"
    return _conflict(method, first, second)


def _conflict(method: Method, first: Node, second: Node) -> str | None:
    one, other = effects_of_statement(method, first), effects_of_statement(method, second)
    for a, b in ((one, other), (other, one)):
        if a.writes & (b.reads | b.writes) or (a.writes_heap and (b.reads_fields or b.writes_heap)):
            return "a statement may change what the other uses"
    if ordered_reads(one, other):
        return VOLATILE
    if method.kind != "method" and _sets_what_a_lambda_reads(one, second, other, first):
        return "a lambda may need the field that the other statement sets"
    one, other = _seen_later(one, first), _seen_later(other, second)
    if one.throws and other.throws:
        # Two NullPointerExceptions are the same behaviour, unless something happens between them.
        same = one.throws == other.throws == Throws.NPE
        if not same or one.writes_anything or other.writes_anything:
            return "both statements may throw"
    elif (one.throws and other.writes_anything) or (other.throws and one.writes_anything):
        return "a statement may throw before or after an effect of the other"
    return None


def _seen_later(effects: Effects, statement: Node) -> Effects:
    """Return the effects of a statement with those local variables only that are read after an exception."""
    return replace(effects, writes=frozenset(d for d in effects.writes if outlives_throw(d, statement)))


def _sets_what_a_lambda_reads(one: Effects, second: Node, other: Effects, first: Node) -> bool:
    """Return whether a statement writes a field beside a lambda, where fields may be blank (JLS 16.1.10)."""
    return (one.writes_heap and declares_class(second)) or (other.writes_heap and declares_class(first))


def _uses_name(method: Method, first: Node, second: Node) -> bool:
    """Return whether the first statement uses or declares a name that the second declares (JLS 6.3, 6.4)."""
    if second.type != "local_variable_declaration":
        return False
    scopes = method.scopes
    names = (declarator.child("name") for declarator in second.all("declarator"))
    declared = {method.node_text(name) for name in names if name is not None}
    own = {declaration.name for declaration in scopes.declared_within(first)}
    used = (node for node in first.walk() if scopes.is_expression_name(node))
    return not declared.isdisjoint(own | {method.node_text(node) for node in used})
