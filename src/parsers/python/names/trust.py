"""Whether the facts about a function can be relied on: not where it may see or set its own names at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.names.occurrences import normalised
from parsers.python.names.symbols import disagreement

if TYPE_CHECKING:
    from parsers.python.function import Function

__all__ = ["distrust"]

_REFLECTIVE = frozenset(
    {
        "locals",
        "vars",
        "dir",
        "eval",
        "exec",
        "globals",
        "breakpoint",
        "__builtins__",
        "settrace",
        "setprofile",
    }
)
_FRAMES = frozenset(
    {
        "_getframe",
        "_current_frames",
        "currentframe",
        "getargvalues",
        "getframeinfo",
        "getinnerframes",
        "getouterframes",
        "getsource",
        "getsourcelines",
        "f_back",
        "f_code",
        "f_globals",
        "f_locals",
        "tb_frame",
        "gi_frame",
        "gi_code",
        "cr_frame",
        "cr_code",
        "ag_frame",
        "ag_code",
        "__code__",
        "co_varnames",
        "__closure__",
        "getclosurevars",
        "getcallargs",
        "getfullargspec",
        "signature",
        "co_consts",
        "co_code",
        "co_names",
        "co_freevars",
        "co_cellvars",
    }
)


def distrust(function: Function) -> str | None:
    """Return why no fact about a function can be relied on, or None.

    That is so if it names what sees or sets names at run time, reaches for frames or code objects, has a type parameter, or if
    Python's own compiler finds other scopes in it.
    """
    for name in function.all(cst.Name):
        if normalised(name.value) in _REFLECTIVE:
            return f"it uses {name.value}, which sees or sets names at run time"
        if normalised(name.value) in _FRAMES:
            return f"it uses {name.value}, which shows the names or the code of a function"
    if function.all(cst.TypeParameters):
        return "it has type parameters"
    return disagreement(function)
