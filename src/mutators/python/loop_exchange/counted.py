"""``for x in xs`` and ``for n, x in enumerate(xs)`` with a counter that nothing uses (Python library reference, 2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import libcst as cst

from mutators.model import Edit
from mutators.python.loop_exchange.loop import CLASS_BODY, in_class_body, is_built_in
from mutators.python.match import PythonMatch
from mutators.python.tools.names import NAMES
from mutators.python.tools.renaming import QUOTED
from parsers.python.function import Function

_WISHES = ("index", "number", "position", "counter")


def counted_loops(function: Function) -> Iterator[PythonMatch]:
    """Yield the matches of both forms."""
    for loop in function.all(cst.For):
        if counter_of(loop) is not None:
            yield Uncounted(function, loop, direction="enumerate-to-for")
        else:
            yield Counted(function, loop, direction="for-to-enumerate")


def counter_of(loop: cst.For) -> cst.Name | None:
    """Return the counter of ``for n, x in enumerate(xs)``, None for another loop."""
    target, call = loop.target, loop.iter
    if (
        not isinstance(call, cst.Call)
        or not isinstance(call.func, cst.Name)
        or call.func.value != "enumerate"
    ):
        return None
    plain = len(call.args) == 1 and not call.args[0].star and call.args[0].keyword is None
    if not plain or call.lpar or not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return None
    first, second = target.elements
    if isinstance(second, cst.StarredElement) or not isinstance(first.value, cst.Name):
        return None
    return None if isinstance(first, cst.StarredElement) else first.value


class Counted(PythonMatch):
    """``for x in xs`` -> ``for n, x in enumerate(xs)``."""

    node: cst.For

    def refusal(self) -> str | None:
        """Return why the loop cannot be counted."""
        if self.node.asynchronous is not None:
            return "enumerate does not iterate asynchronously"
        if not is_built_in(self.method, "enumerate"):
            return "enumerate may mean something else"
        if in_class_body(self.method, self.node):
            return CLASS_BODY
        return _dropped(self.method, self.node)

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumption that `enumerate` is the built-in one, where the module is not known."""
        return ("the name enumerate is the built-in one",) if self.method.parsed.kind == "member" else ()

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the target and of what is iterated over."""
        name = NAMES.helper_name(_WISHES, self.method.scopes.identifiers, rng)
        target, values = self.node.target, self.node.iter
        start, end = self.method.outer(target)
        if isinstance(target, cst.Tuple) and not target.lpar:
            yield Edit(start, "", f"{name}, (")
            yield Edit(end, "", ")")
        else:
            yield self.replace_range(start, start, f"{name}, ")
        start, end = self.method.outer(values)
        bare = not getattr(values, "lpar", ()) and isinstance(values, cst.Tuple | cst.NamedExpr | cst.Yield)
        yield self.replace_range(start, start, "enumerate((" if bare else "enumerate(")
        yield self.replace_range(end, end, "))" if bare else ")")


class Uncounted(PythonMatch):
    """``for n, x in enumerate(xs)`` -> ``for x in xs``."""

    node: cst.For

    def refusal(self) -> str | None:
        """Return why the counter has to stay."""
        if self.node.asynchronous is not None:
            return "enumerate does not iterate asynchronously"
        if not is_built_in(self.method, "enumerate"):
            return "enumerate may mean something else"
        counter = counter_of(self.node)
        variable = self.method.scopes.variable_of(counter) if counter is not None else None
        if variable is None or variable.scope.kind != "function" or len(variable.occurrences) != 1:
            return "the counter is used"
        if variable.name in self.method.scopes.quoted:
            return QUOTED
        return _dropped(self.method, self.node)

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumption that `enumerate` is the built-in one, where the module is not known."""
        return ("the name enumerate is the built-in one",) if self.method.parsed.kind == "member" else ()

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the target and of what is iterated over."""
        target, call = self.node.target, self.node.iter
        assert isinstance(target, cst.Tuple)
        assert isinstance(call, cst.Call)
        data = self.method.source
        start, end = self.method.outer(target)
        inner = self.method.outer(target.elements[1].value)
        yield Edit(start, data.slice(start, inner[0]), "")
        yield Edit(inner[1], data.slice(inner[1], end), "")
        start, end = self.method.start_of(call), self.method.end_of(call)
        argument = call.args[0].value
        text = data.slice(*self.method.outer(argument))
        bare = isinstance(argument, cst.NamedExpr | cst.GeneratorExp) and not argument.lpar
        kept = f"({text})" if bare or "\n" in text or "\r" in text else text
        yield self.replace_range(start, end, kept)


def _dropped(function: Function, loop: cst.For) -> str | None:
    """Return why an element may live longer in the pair that `enumerate` keeps, or None."""
    for name in _names(loop.target):
        variable = function.scopes.variable_of(name)
        if variable is None:
            continue
        for one in (*variable.writes, *variable.deletes):
            if one.node is not name and loop in function.around(one.node):
                return "the body gives the loop's variable up, and enumerate would keep the value"
    return None


def _names(target: cst.CSTNode) -> Iterator[cst.Name]:
    if isinstance(target, cst.Name):
        yield target
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from _names(element.value)
