"""``for (int i = 0; i < n; i++) s += i;`` -> ``int i = 0; while (i < n) { s += i; i++; }`` (JLS 14.14.1, 14.12).

The update moves to the end of the body, if that can be reached, and before each ``continue`` of the loop (JLS 14.16).
There no other variable may have a name that it uses, and it must not run before a finally block that ran before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mutators.comments import not_kept
from mutators.java.loop_exchange.loop import LoopMatch
from mutators.java.tools import insertion
from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java.effects.model import Throws
from parsers.java.method import Method
from parsers.java.names.shadowing import declared_in, identifiers_in, outlives_loop
from parsers.java.syntax import loops
from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.loops import ForHeader
from parsers.java.syntax.statements import STATEMENT_LISTS
from parsers.java.syntax.tree import Node


class ForToWhile(LoopMatch):
    """A for statement to exchange."""

    def __init__(self, method: Method, loop: Node) -> None:
        super().__init__(method, loop, "for-to-while")

    def obstacle(self) -> str | None:
        """Return why the update cannot go to the end of the body."""
        return self._plan if isinstance(self._plan, str) else not_kept(self)

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits."""
        assert isinstance(self._plan, _Plan)
        return insertion.keeping_comments(self._plan.edits())

    @cached_property
    def _plan(self) -> _Plan | str:
        return _planned(self.method, self.node)


@dataclass(frozen=True)
class _Plan:
    """The change of a for statement into a while statement.

    The update is put before the continue statements in `jumps`, and `at_end` of the body. The body then needs a block of its own
    (`inner`), or the initialisation one around the loop (`outer`).
    """

    method: Method
    loop: Node
    header: ForHeader
    jumps: list[Node]
    at_end: bool
    inner: bool
    outer: bool

    def edits(self) -> list[Edit]:
        update = " ".join(f"{self.method.node_text(node)};" for node in self.header.update)
        found = list(self._head())
        for jump in self.jumps:
            found += self._before(jump, update)
        # What a brace-less body ends with comes before what is put behind the body.
        return insertion.joined([*found, *self._tail(update if self.at_end else "")])

    def _head(self) -> Iterator[Edit]:
        source, header, opening = self.method.source, self.header, "while ("
        start, end = self.loop.start, header.first + 1
        if header.init:
            statement = loops.labelled(self.loop)
            first = header.init[0].start
            yield replacement(source.data, statement.start, first, "{ " if self.outer else "")
            for comma in self.loop.children:
                if comma.type == "," and comma.start < header.first:
                    yield Edit(comma.start, ",", ";")
            # The loop goes to the next line, its labels with it.
            labels = source.slice(statement.start, start)
            opening = f"{insertion.line_break(self.method, statement) or ' '}{labels}{opening}"
            start = end
        condition = header.condition
        if condition is None:
            yield Edit(start, source.slice(start, header.closing), f"{opening}true")
            return
        blanks = source.slice(end, condition.start)
        end = end if blanks.strip() else condition.start
        yield Edit(start, source.slice(start, end), opening)
        yield Edit(header.second, source.slice(header.second, header.closing), "")

    def _before(self, jump: Node, update: str) -> Iterator[Edit]:
        if jump.parent is not None and jump.parent.type in STATEMENT_LISTS:
            yield insertion.before(self.method, jump, update)
        else:
            yield Edit(jump.start, "", f"{{ {update} ")
            yield Edit(jump.end, "", " }")

    def _tail(self, update: str) -> Iterator[Edit]:
        body = self.loop.child("body")
        assert body is not None
        closing = " }" if self.outer else ""
        if not update:
            yield from [Edit(body.end, "", closing)] if closing else []
        elif body.type == "block" and not self.inner:
            yield insertion.into(self.method, body, update)
            yield from [Edit(body.end, "", closing)] if closing else []
        elif body.type == ";":
            gap = " " if body.start == self.header.closing + 1 else ""
            yield Edit(body.start, ";", f"{gap}{{ {update} }}{closing}")
        else:
            # A statement alone may introduce a pattern variable, which then reaches to the end of the new block (JLS 6.3.2).
            head, tail = (" { {", " }") if self.inner and body.type != "block" else (" {", "")
            yield Edit(self.header.closing + 1, "", head)
            yield Edit(body.end, "", f"{tail} {update} }}{closing}")


def _planned(method: Method, loop: Node) -> _Plan | str:
    header, body = ForHeader.of(loop), loop.child("body")
    assert body is not None
    statement = loops.labelled(loop)
    listed = statement.parent is not None and statement.parent.type in STATEMENT_LISTS
    outer = not listed and bool(header.init)
    if header.declares:
        names = frozenset(d.name for d in method.scopes.declared_within(header.init[0]))
        outer = outlives_loop(method, statement, names)
    if outer and header.condition is not None and has_pattern(header.condition):
        return "a pattern variable of the condition may be used behind the loop"
    jumps = [j for j in method.flow.jumps_to(loop) if j.type == "continue_statement"] if header.update else []
    at_end = method.flow.completes(body)
    if reason := _obstacle(method, loop, header, jumps, at_end):
        return reason
    hidden = bool(declared_in(method, body) & identifiers_in(method, *header.update))
    if hidden and jumps:
        return "the body declares a name that the update uses"
    return _Plan(method, loop, header, jumps, at_end and bool(header.update), hidden, outer)


def _obstacle(method: Method, loop: Node, header: ForHeader, jumps: list[Node], at_end: bool) -> str | None:
    if not header.update:
        return None
    body = loop.child("body")
    assert body is not None
    if loops.declares_class_or_label(*header.update):
        return "the update declares a class or a label"
    if not method.flow.certain(body):
        return "it is not known whether the body can complete normally"
    if not at_end and not jumps:
        return "the update is never reached"
    for jump in jumps:
        runs, covers = method.flow.handlers_between(jump, loop)
        if runs:
            return "a finally block or a resource would come after the update"
        if covers and not _harmless(method, header.update):
            return "an exception or effect of the update would come inside a try or synchronized statement"
    return None


def _harmless(method: Method, update: list[Node]) -> bool:
    """Return whether a handler or another thread cannot observe an update."""
    effects = [method.effects.of(node) for node in update]
    return not any(e.throws > Throws.NONE or e.reads_fields or e.writes_heap for e in effects)
