"""``while c`` and ``while True`` with ``if not c: break`` as its first statement (Python language reference, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.model import Edit
from mutators.python.loop_exchange.loop import first_of, has_line_of_its_own, line_end, margin, only_break
from mutators.python.match import PythonMatch
from mutators.python.tools.declaring import before, start_of
from mutators.python.tools.negation import is_negation
from parsers.python.function import Function
from parsers.python.syntax.expressions import is_loose


def tested_loops(function: Function) -> Iterator[PythonMatch]:
    """Yield the matches of both forms."""
    for loop in function.all(cst.While):
        if not isinstance(loop.test, cst.Name | cst.Integer) or loop.test.lpar:
            yield TestInBody(function, loop, direction="while-to-endless")
        elif isinstance(loop.test, cst.Name) and loop.test.value == "True":
            if only_break(first_of(loop)) is not None:
                yield TestInHead(function, loop, direction="endless-to-while")
        elif isinstance(loop.test, cst.Name):
            yield TestInBody(function, loop, direction="while-to-endless")


def _opposite(match: PythonMatch, test: cst.BaseExpression) -> str:
    """Return the text of the negation of a test."""
    if isinstance(test, cst.UnaryOperation) and is_negation(test) and not test.lpar:
        return match.method.outer_text(test.expression)
    text = match.method.outer_text(test)
    return f"not ({text})" if is_loose(test) else f"not {text}"


class TestInBody(PythonMatch):
    """``while c`` -> ``while True: if not c: break``."""

    __test__ = False
    node: cst.While

    def refusal(self) -> str | None:
        """Return why the test has to stay in the head."""
        if self.node.orelse is not None:
            return "a break skips the else of the loop"
        if not has_line_of_its_own(self.node):
            data, body = self.method.source.data, self.method.start_of(self.node.body)
            head = data[self.method.outer(self.node.test)[1] : body]
            if b"\\" in head or margin(self.method, self.node).strip():
                return "the body has no line of its own"
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the head and of the body."""
        yield self.replace_outer(self.node.test, "True")
        leave = f"if {_opposite(self, self.node.test)}: break"
        first = first_of(self.node)
        if has_line_of_its_own(self.node):
            yield before(self.method, first, leave)
            return
        start = self.method.source.data.index(b":", self.method.outer(self.node.test)[1]) + 1
        end = start_of(self.method, first)
        line = line_end(self.method) + margin(self.method, self.node) + "    "
        yield Edit(start, self.method.source.slice(start, end), f"{line}{leave}{line}")


class TestInHead(PythonMatch):
    """``while True: if c: break`` -> ``while not c``."""

    __test__ = False
    node: cst.While

    def refusal(self) -> str | None:
        """Return why the test cannot move to the head."""
        if self.node.orelse is not None:
            return "a break skips the else of the loop"
        statements = self.node.body.body
        if len(statements) < 2 or not isinstance(self.node.body, cst.IndentedBlock):
            return "nothing would be left of the body"
        return None

    def _span(self) -> tuple[int, int]:
        """Return the byte range from the first statement to the second one."""
        first, second = self.node.body.body[:2]
        second = second.body[0] if isinstance(second, cst.SimpleStatementLine) else second
        return self.method.start_of(first), start_of(self.method, second)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the head and of the body."""
        leave = only_break(first_of(self.node))
        assert leave is not None
        yield self.replace_outer(self.node.test, _opposite(self, leave.test))
        start, end = self._span()
        yield Edit(start, self.method.source.slice(start, end), "")
