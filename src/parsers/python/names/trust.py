"""Whether the facts about a function can be relied on: not where it may see or set its own names at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.names.occurrences import normalised
from parsers.python.names.reflection import CODE, FRAMES, REFLECTIVE
from parsers.python.names.symbols import disagreement

if TYPE_CHECKING:
    from parsers.python.function import Function

__all__ = ["distrust"]

TOO_DEEP = "it is nested too deeply"
MOST = 250
"""The maximum depth of a function's nodes: its facts are computed by recursion."""


def distrust(function: Function) -> str | None:
    """Return why no fact about a function can be relied on, or None.

    That is so if it names what sees or sets names at run time, reaches for frames or code objects, has a type parameter, if its
    module lets others do so under another name, or if Python's own compiler finds other scopes in it.
    """
    tree = function.parsed.tree
    for start, end in tree.hidden:
        if start - tree.shift < function.end and function.start < end - tree.shift:
            line = tree.data.count(b"\n", 0, start) + 1 - tree.is_wrapped
            return f"{TOO_DEEP}, at line {line}"
    if function.depth > MOST:
        return TOO_DEEP
    for name in function.all(cst.Name):
        if normalised(name.value) in REFLECTIVE:
            return f"it uses {name.value}, which sees or sets names at run time"
        if normalised(name.value) in FRAMES or normalised(name.value) in CODE:
            return f"it uses {name.value}, which shows the names or the code of a function"
    if function.all(cst.TypeParameters):
        return "it has type parameters"
    return function.parsed.names.exposed or disagreement(function)
