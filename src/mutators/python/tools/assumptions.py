"""Assumptions of a proof for which only a function is given, not its module."""

from __future__ import annotations

import libcst as cst

from parsers.python.function import Function


def builtins_assumed(method: Function, *nodes: cst.BaseExpression) -> tuple[str, ...]:
    """Return the assumptions that the names of built-in functions mean these, for the record of a mutation.

    Args:
        method: a function. In the text of a whole module, the names are looked up, and nothing is assumed.
        nodes: expressions whose classes or effects are used.
    """
    if method.parsed.kind != "member":
        return ()
    names = sorted({name for node in nodes for name in method.types.builtins_used(node)})
    return tuple(f"the name {name} is the built-in one" for name in names)
