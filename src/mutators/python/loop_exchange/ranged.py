"""``for i in range(a, b, c)`` as a `while` that counts (Python language reference, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

import libcst as cst

from mutators.model import Edit
from mutators.python.loop_exchange.loop import (
    CLASS_BODY,
    has_line_of_its_own,
    in_class_body,
    line_end,
    margin,
)
from mutators.python.match import PythonMatch
from mutators.python.tools.assumptions import builtins_assumed
from mutators.python.tools.declaring import before
from mutators.python.tools.names import NAMES
from mutators.python.tools.renaming import QUOTED
from parsers.python.function import Function
from parsers.python.names.bindings import Variable

_WISHES = ("stop", "limit", "bound", "end")


def ranged_loops(function: Function) -> Iterator[PythonMatch]:
    """Yield the loops over a range."""
    for loop in function.all(cst.For):
        call = loop.iter
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Name) and call.func.value == "range":
            yield Ranged(function, loop, direction="for-to-while")


class Ranged(PythonMatch):
    """``for i in range(n)`` -> ``i = 0; while i < n: ...; i += 1``."""

    node: cst.For

    @cached_property
    def _arguments(self) -> tuple[cst.BaseExpression, ...]:
        call = self.node.iter
        assert isinstance(call, cst.Call)
        if any(argument.star or argument.keyword is not None for argument in call.args):
            return ()
        return tuple([argument.value for argument in call.args])

    @property
    def _start(self) -> cst.BaseExpression | None:
        return self._arguments[0] if len(self._arguments) > 1 else None

    @property
    def _stop(self) -> cst.BaseExpression:
        return self._arguments[0] if len(self._arguments) == 1 else self._arguments[1]

    @property
    def _step(self) -> int | None:
        """The step, None where it is no literal other than 0."""
        if len(self._arguments) < 3:
            return 1
        node, sign = self._arguments[2], 1
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
            node, sign = node.expression, -1
        return sign * node.evaluated_value if isinstance(node, cst.Integer) and node.evaluated_value else None

    @cached_property
    def _variable(self) -> Variable | None:
        return self.method.scopes.variable_of(self.node.target)

    def refusal(self) -> str | None:
        """Return why a `while` might not do the same."""
        return self._obstacle_of_head() or self._obstacle_of_variable() or self._obstacle_of_body()

    def _obstacle_of_head(self) -> str | None:
        call = self.node.iter
        assert isinstance(call, cst.Call)
        if self.node.asynchronous is not None or not self.method.scopes.is_builtin(call.func):
            return "range may mean something else"
        if in_class_body(self.method, self.node):
            return CLASS_BODY
        if not 1 <= len(self._arguments) <= 3 or self._step is None:
            return "the step is not a literal"
        ends = [self._stop] if self._start is None else [self._start, self._stop]
        if any(self.method.types.of(end) != "int" for end in ends):
            return "a bound is not proved to be of class int"
        if self._start is not None and not isinstance(self._start, cst.Integer | cst.Name):
            return "the start is neither a literal nor a variable"
        if self._start is not None and self.method.effects.commute(self._start, self._stop) is not None:
            return "the stop, which would be evaluated first, may change the start"
        return None

    def _obstacle_of_variable(self) -> str | None:
        variable = self._variable
        if variable is None or variable.scope.kind != "function":
            return "the loop's variable is not a local one"
        if variable.is_captured or variable.deletes:
            return "another function uses the loop's variable, or it is deleted"
        if any(
            self.node in self.method.around(one.node)
            for one in variable.writes
            if one.node is not self.node.target
        ):
            return "the body changes the loop's variable"
        if any(
            one.node is not self.node.target and self._in_bounds(one.node) for one in variable.occurrences
        ):
            return "a bound uses the loop's variable"
        if self.method.flow.used_after(variable, self.node):
            return "the loop's variable may be used after the loop"
        if variable.name in self.method.scopes.quoted:
            return QUOTED
        return None

    def _in_bounds(self, node: cst.CSTNode) -> bool:
        return self.node.iter in self.method.around(node)

    def _obstacle_of_body(self) -> str | None:
        if not has_line_of_its_own(self.node) or margin(self.method, self.node).strip():
            return "the body has no line of its own"
        for jump in self._continues:
            for around in self.method.around(jump):
                if around is self.node:
                    break
                if isinstance(around, cst.Try | cst.TryStar | cst.With):
                    return "a continue leaves a try or with"
        return None

    @cached_property
    def _continues(self) -> tuple[cst.Continue, ...]:
        return tuple([node for node in self.method.all(cst.Continue) if self._of_this_loop(node)])

    def _of_this_loop(self, node: cst.Continue) -> bool:
        inner: cst.CSTNode = node
        for around in self.method.around(node):
            if isinstance(around, cst.For | cst.While) and inner is around.body:
                return around is self.node
            inner = around
        return False

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions that the names of built-ins mean these, where the module is not known."""
        if self.method.parsed.kind != "member":
            return ()
        own = "the name range is the built-in one"
        return tuple(sorted({own, *builtins_assumed(self.method, *self._arguments)}))

    def _text_of_stop(self) -> str:
        """Return the text of the stop, in parentheses if it needs them outside of the call."""
        text = self.method.outer_text(self._stop)
        bare = not self._stop.lpar and (isinstance(self._stop, cst.NamedExpr) or "\n" in text or "\r" in text)
        return f"({text})" if bare else text

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the declarations before the loop, its head, and the steps at the end of the body and before each `continue`."""
        name = self.text(self.node.target)
        step = self._step or 1
        stop = self._text_of_stop()
        lead = line_end(self.method) + margin(self.method, self.node)
        lines = []
        if not isinstance(self._stop, cst.Integer):
            bound = NAMES.helper_name(_WISHES, self.method.scopes.identifiers, rng)
            lines, stop = [f"{bound} = {stop}"], bound
        first = "0" if self._start is None else self.method.outer_text(self._start)
        lines.append(f"{name} = {first}")
        start, end = self.method.start_of(self.node), self.method.outer(self.node.iter)[1]
        head = f"while {name} {'<' if step > 0 else '>'} {stop}"
        yield Edit(start, self.method.source.slice(start, end), lead.join([*lines, head]))
        more = f"{name} += {step}" if step > 0 else f"{name} -= {-step}"
        for jump in self._continues:
            yield before(self.method, jump, more)
        last = self.node.body.body[-1]
        end = self.method.end_of(last)
        inner = last.body[0] if isinstance(last, cst.SimpleStatementLine) else last
        gap = line_end(self.method) + margin(self.method, inner)
        yield Edit(end, "", gap + more)
