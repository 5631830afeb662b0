"""The renaming of all names of a function at once, as a sketch has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from mutators.model import Edit
from mutators.python.sketch.own_name import calls_itself, own_occurrences, stays
from mutators.python.tools import renaming
from parsers.python.function import Function
from parsers.python.names.bindings import Occurrence, Variable
from parsers.python.names.mentions import words
from parsers.python.names.occurrences import normalised


@dataclass(frozen=True)
class Replaced:
    """A name that a sketch replaces.

    Attributes:
        new: the new name.
        occurrences: all of the old one.
        variable: what has it, None for the function itself.
    """

    new: str
    occurrences: tuple[Occurrence, ...]
    variable: Variable | None


def plan(function: Function) -> tuple[Replaced, ...]:
    """Return all names of a function that a sketch replaces, except names that read so already."""
    variables = [one for one in renaming.declared_in(function) if renaming.obstacle(function, one) is None]
    replaced = [occurrence for variable in variables for occurrence in variable.occurrences]
    own = own_occurrences(function)
    text = function.source.data
    left = words(_without(text, function, [*replaced, *own], 0, len(text)))
    if stays(function, left) is not None:
        own = []
    taken = words(_without(text, function, [*replaced, *own], function.start, function.end))
    parameters, others = _numbered("arg_", taken), _numbered("var_", taken)
    found = [
        Replaced(next(parameters if _is_parameter(function, one) else others), one.occurrences, one)
        for one in variables
    ]
    if own:
        found.append(Replaced(_function_name(function, left), tuple(own), None))
    return tuple(one for one in found if any(o.node.value != one.new for o in one.occurrences))


def edits(function: Function, names: Iterable[Replaced]) -> Iterator[Edit]:
    """Return the edits that replace names."""
    return (
        Edit(function.start_of(one.node), one.node.value, name.new)
        for name in names
        for one in name.occurrences
    )


def assumptions(function: Function, names: Iterable[Replaced]) -> tuple[str, ...]:
    """Return the assumptions made when names are replaced, about the function's own name and about built-in ones."""
    found: dict[str, None] = {}
    for name in names:
        if name.variable is not None:
            found.update(dict.fromkeys(renaming.assumed(function, name.variable)))
            continue
        old = function.node.name.value
        found[f"callers in other files use {name.new} for {old}, and nothing looks {old} up by its name"] = (
            None
        )
        if function.parsed.kind == "member":
            found[f"its module has nothing else of the name {name.new}"] = None
            if calls_itself(function):
                found[f"{old} calls itself where it calls {old}"] = None
    return tuple(found)


def _without(text: bytes, function: Function, gone: Iterable[Occurrence], start: int, end: int) -> str:
    """Return a range of the module's text with a blank for each of some occurrences."""
    parts, at = [], start
    for place, node_end in sorted((function.start_of(one.node), function.end_of(one.node)) for one in gone):
        parts.append(text[at:place])
        at = node_end
    return b" ".join([*parts, text[at:end]]).decode()


def _is_parameter(function: Function, variable: Variable) -> bool:
    return variable.is_parameter and variable.scope.node is function.node


def _numbered(base: str, taken: frozenset[str]) -> Iterator[str]:
    return (name for name in (f"{base}{number}" for number in count()) if name not in taken)


def _function_name(function: Function, left: frozenset[str]) -> str:
    """Return ``f``, or the next name that the module does not have.

    The second function of a text begins with ``f_1``, the third with ``f_2``: sketches of all of them go together.
    """
    index = sum(other.start < function.start for other in function.parsed.methods)
    stem = f"f_{index}"
    names = ("f", stem, *(f"{stem}_{number}" for number in range(len(left) + 1)))[index > 0 :]
    taken = left | {normalised(other.name) for other in function.parsed.methods if other is not function}
    return next(name for name in names if name not in taken)
