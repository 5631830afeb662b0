"""``while (c) s`` -> ``for (; c; ) s``, and ``do s while (c);`` -> ``while (true) { s if (!c) break; }`` (JLS 14.12 to 14.14)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.java.loop_exchange.loop import LoopMatch
from mutators.java.tools import insertion
from mutators.java.tools.negation import negate
from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java.javac import BEHIND_FOR
from parsers.java.method import Method
from parsers.java.names.shadowing import declared_in, identifiers_in
from parsers.java.syntax import loops
from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY, may_be_poly
from parsers.java.values.constants import Condition


class WhileToFor(LoopMatch):
    """A while statement to exchange for a for statement; to the language they are the same (JLS 6.3.2, 14.22, 16.2)."""

    def __init__(self, method: Method, loop: Node) -> None:
        super().__init__(method, loop, "while-to-for")

    def obstacle(self) -> str | None:
        """Return why javac could not compile what follows a for statement."""
        lost = self.method.has_pattern and self.method.scopes.introduces(self.node)
        return BEHIND_FOR if lost else None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits."""
        return insertion.keeping_comments(list(_while_to_for(self.node)))


class DoToWhile(LoopMatch):
    """A do statement to exchange for a while statement with a closing test."""

    def __init__(self, method: Method, loop: Node) -> None:
        super().__init__(method, loop, "do-to-while")

    def obstacle(self) -> str | None:
        """Return why the test cannot go to the end of the body."""
        return _do_obstacle(self.method, self.node)

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits."""
        return insertion.keeping_comments(list(_do_to_while(self.method, self.node)))


def _while_to_for(loop: Node) -> Iterator[Edit]:
    condition = loop.child("condition")
    assert condition is not None
    opening, *inner, closing = condition.children
    yield Edit(loop.start, "while", "for")
    if inner[0].type == "true":  # the same as no condition (JLS 14.14.1.2)
        yield Edit(inner[0].start, "true", ";;")
        return
    yield Edit(opening.end, "", "; ")
    yield Edit(closing.start, "", "; ")


def _do_obstacle(method: Method, loop: Node) -> str | None:
    condition, body = loop.child("condition"), loop.child("body")
    assert condition is not None
    assert body is not None
    if body.type != "block" and has_pattern(body):
        return "javac lets a pattern variable out of a body without braces"
    known = method.flow.condition(condition)
    if known is Condition.UNKNOWN:
        return "it is not known whether the condition is constant"
    if known is Condition.TRUE:
        return None
    if any(jump.type == "continue_statement" for jump in method.flow.jumps_to(loop)):
        return "a continue statement goes to the condition"
    if has_pattern(condition):
        return "a pattern variable of the condition may be used behind the loop"
    if not method.flow.completes(body) or not method.flow.certain(body):
        return "the end of the body may be unreachable"
    if may_be_poly(method, condition):
        return POLY
    return None


def _do_to_while(method: Method, loop: Node) -> Iterator[Edit]:
    condition, body = loop.child("condition"), loop.child("body")
    word = loop.first("while")
    assert condition is not None
    assert body is not None
    assert word is not None
    if method.flow.condition(condition) is Condition.TRUE:
        yield Edit(loop.start, "do", "while (true)")
        yield Edit(body.end, method.source.slice(body.end, loop.end), "")
        return
    hidden = declared_in(method, body) & identifiers_in(method, condition)
    if body.type == "block" and not hidden:
        indent = insertion.indentation(method, body.end - 1)
        line = insertion.line_break(method, loops.labelled(loop)) if indent is not None else None
        yield Edit(loop.start, "do", "while (true)")
        between = method.source.slice(body.end, word.start)
        if between.strip(" \t"):  # a comment or a line end, which stays
            yield Edit(body.end - 1, "}", "")
            yield Edit(word.start, "while", "if")
        else:
            yield Edit(body.end - 1, f"}}{between}while", f"{indent or ''}if")
    else:
        line = None
        yield replacement(method.source.data, loop.start, loop.start + 2, "while (true) {")
        yield Edit(word.start, "while", "if")
    yield from negate(method, condition)
    yield Edit(loop.end - 1, ";", f" break;{line or ' '}}}")
