"""Whether the facts about a function can be relied on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from parsers.python.function import Function

__all__ = ["distrust"]

_REFLECTIVE = frozenset({"locals", "vars", "dir", "eval", "exec", "globals"})


def distrust(function: Function) -> str | None:
    """Return why no fact about a function can be relied on, or None."""
    for name in function.all(cst.Name):
        if name.value in _REFLECTIVE:
            return f"it uses {name.value}, which sees or sets names at run time"
    return None
