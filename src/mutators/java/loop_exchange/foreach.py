"""``for (T x : xs) s`` -> a for with an index, or with an iterator (JLS 14.14.2).

The loop's variable is declared as the first thing in the body, so that it is fresh for each round, as before. The array
or Iterable is evaluated once: an array is stored in a new variable, unless it is a local variable that the loop does
not set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from mutators.java.loop_exchange.loop import LoopMatch
from mutators.java.tools import insertion, renaming
from mutators.java.tools.names import NAMES
from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java import table
from parsers.java.method import Method
from parsers.java.syntax import loops
from parsers.java.syntax.operators import Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.tree import Node
from parsers.java.types.types import Type

_INDICES = ("i", "j", "k", "n", "index", "idx", "pos", "at")
_ITERATORS = ("it", "iter", "iterator", "itr", "elements")
_ARRAYS = ("array", "arr", "items", "values", "elements", "all")

_VIEWS = frozenset({"keySet", "values", "entrySet"})


class Foreach(LoopMatch):
    """An enhanced for statement to exchange for one with an index (arrays) or for one with an iterator."""

    def __init__(self, method: Method, loop: Node) -> None:
        value = loop.child("value")
        indexed = value is not None and method.types.of(value).is_array
        super().__init__(method, loop, "foreach-to-indexed" if indexed else "foreach-to-iterator")

    def obstacle(self) -> str | None:
        """Return why the types that the new loop needs are not known, or cannot be written."""
        return self._plan if isinstance(self._plan, str) else None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits; new names are drawn."""
        assert isinstance(self._plan, _Plan)
        return insertion.keeping_comments(self._plan.edits(rng))

    @cached_property
    def _plan(self) -> _Plan | str:
        return _planned(self.method, self.node)


@dataclass(frozen=True)
class _Plan:
    """The change of an enhanced for, over a value, into a basic one.

    The texts are the type of an array that must be `copied` to a variable, and of another value the `element` type; else None.
    """

    method: Method
    loop: Node
    value: Node
    copied: str | None = None
    element: str | None = None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits, in no particular order; `rng` draws the new names."""
        taken = renaming.taken_names(self.method)
        if self.element is not None:
            return self._with_iterator(NAMES.helper_name(_ITERATORS, taken, rng))
        index = NAMES.helper_name(_INDICES, taken, rng)
        if self.copied is None:
            return self._with_index(index)
        return self._with_copy(index, NAMES.helper_name(_ARRAYS, taken | {index}, rng))

    def _with_index(self, index: str) -> list[Edit]:
        array = self.method.node_text(self.value)
        head = self._replaced(self._variable, f"int {index} = 0; {index} < ")
        test = Edit(self.value.end, "", f".length; {index}++")
        return insertion.joined([head, test, *self._declared(f"{array}[{index}]", "")])

    def _with_copy(self, index: str, array: str) -> list[Edit]:
        statement = loops.labelled(self.loop)
        labels = self.method.source.slice(statement.start, self.loop.start)
        line = insertion.line_break(self.method, statement) or " "
        head = self._replaced(statement.start, f"{{ {self.copied} {array} = ")
        test = f";{line}{labels}for (int {index} = 0; {index} < {array}.length; {index}++)"
        return insertion.joined(
            [head, Edit(self._closing.start, ")", test), *self._declared(f"{array}[{index}]", " }")]
        )

    def _with_iterator(self, name: str) -> list[Edit]:
        bare = binding_of(self.value) < Binding.PRIMARY
        head = self._replaced(
            self._variable, f"java.util.Iterator<{self.element}> {name} = {'(' if bare else ''}"
        )
        test = Edit(self.value.end, "", f"{')' if bare else ''}.iterator(); {name}.hasNext(); ")
        return insertion.joined([head, test, *self._declared(f"{name}.next()", "")])

    @property
    def _variable(self) -> int:
        """The byte offset at which the header declares its variable, modifiers included."""
        return next(c for c in self.loop.children if c.type == "modifiers" or c.field == "type").start

    @property
    def _closing(self) -> Node:
        return next(c for c in self.loop.children if c.type == ")")

    def _replaced(self, start: int, new: str) -> Edit:
        """Return an edit of the text from an offset up to what the loop iterates over, and of the blanks before that."""
        colon = next(c for c in self.loop.children if c.type == ":")
        blanks = self.method.source.slice(colon.end, self.value.start)
        end = colon.end if blanks.strip() else self.value.start
        return replacement(self.method.source.data, start, end, new)

    def _declared(self, value: str, closing: str) -> Iterator[Edit]:
        """Yield the declaration of the loop's variable in the body, and what closes a block around the loop."""
        last = self.loop.child("dimensions") or self.loop.child("name")
        body = self.loop.child("body")
        assert last is not None
        assert body is not None
        text = f"{self.method.source.slice(self._variable, last.end)} = {value};"
        if body.type == "block":
            yield insertion.at_start(self.method, body, text)
            yield from [Edit(body.end, "", closing)] if closing else []
        elif body.type == ";":
            gap = " " if body.start == self._closing.end else ""
            yield Edit(body.start, ";", f"{gap}{{ {text} }}{closing}")
        else:
            yield Edit(self._closing.end, "", f" {{ {text}")
            yield Edit(body.end, "", f" }}{closing}")


def _planned(method: Method, loop: Node) -> _Plan | str:
    value = loop.child("value")
    assert value is not None
    if reason := renaming.unseen(method):
        return reason
    type_ = method.types.of(value)
    if not type_.is_reference:
        return "the type of what it iterates over is not known"
    if not type_.is_array:
        return _over_iterable(method, loop, value)
    if _stays(method, loop, value):
        return _Plan(method, loop, value)
    found = method.spelling.of_value(value)
    if found is None or not method.spelling.holds_at(found, loop):
        return "the array's type cannot be written"
    return _Plan(method, loop, value, copied=found.text)


def _stays(method: Method, loop: Node, value: Node) -> bool:
    """Return whether an array is a local variable that the loop does not set."""
    reference = method.scopes.reference(value) if value.type == "identifier" else None
    if reference is None or reference.uncertain or reference.declaration.kind in ("field", "component"):
        return False
    return not any(r.access != "read" and r.node.inside(loop) for r in reference.declaration.references)


def _over_iterable(method: Method, loop: Node, value: Node) -> _Plan | str:
    if "java" in method.parsed.types.declared:
        return "the name java may mean something else"
    element = _element_text(method, value, loop)
    if element is None:
        # An Iterator<E> is an Iterator<? extends T> if E is a T; a generic T could be reached unchecked (JLS 5.1.9).
        declared = method.spelling.of_header(loop)
        if not declared or "<" in declared or Type(declared).is_primitive:
            return "the type of the elements is not known"
        element = "?" if declared in ("Object", "java.lang.Object") else f"? extends {declared}"
    return _Plan(method, loop, value, element=element)


def _element_text(method: Method, iterable: Node, place: Node) -> str | None:
    """Return the element type of an iterator over an expression, as a type argument that means the same at a place; or None.

    Known are the collections of java.util, and the three views of its maps.
    """
    view = (
        method.node_text(iterable.child("name") or iterable) if iterable.type == "method_invocation" else ""
    )
    holder = iterable.child("object") if view in _VIEWS else iterable
    if holder is None:
        return None
    type_ = method.types.of(holder)
    if type_.is_array or not type_.package or type_.name not in (table.MAPS if view else table.ITERABLES):
        return None
    found = method.spelling.of_value(holder)
    if found is None or not found.text.endswith(">") or not method.spelling.holds_at(found, place):
        return None
    arguments = found.text.partition("<")[2][:-1]
    if not view:
        return arguments or None
    key, value = _both(arguments)
    if view == "entrySet":
        return f"{'? extends ' if '?' in arguments else ''}java.util.Map.Entry<{key}, {value}>"
    return key if view == "keySet" else value


def _both(arguments: str) -> tuple[str, str]:
    depth = 0
    for at, char in enumerate(arguments):
        depth += (char == "<") - (char == ">")
        if char == "," and not depth:
            return arguments[:at], arguments[at + 1 :].strip()
    raise AssertionError(arguments)
