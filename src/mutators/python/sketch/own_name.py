"""The name of a function in its text: its own calls of itself, and why the name must stay.

Callers in other files are unknown. The name stays if the text shows a reason: the word elsewhere, a decorator, a class.
"""

from __future__ import annotations

import re

import libcst as cst

from parsers.python.function import Function
from parsers.python.names.bindings import Occurrence
from parsers.python.names.occurrences import normalised

_CALLED_BY_NAME = re.compile(
    r"__|main$|test|pytest_|load_tests$|(setup|teardown)_(module|function|method|class)$|(setUp|tearDown)Module$"
)
"""Names of functions that Python (LR 3.3.2.1), a launcher or a test runner looks up."""


def own_occurrences(function: Function) -> list[Occurrence]:
    """Return the occurrences of a function's name in its own text that are not of a variable, its declaration included."""
    name = normalised(function.node.name.value)
    return [one for one in function.scopes.globals_() if normalised(one.node.value) == name]


def calls_itself(function: Function) -> bool:
    """Return whether a function has calls of its own name."""
    return len(own_occurrences(function)) > 1


def stays(function: Function, left: frozenset[str]) -> str | None:
    """Return why a function must keep its name, or None.

    Args:
        function: the function.
        left: the words of the module that no renaming replaces, the function's own occurrences left out.
    """
    name = normalised(function.node.name.value)
    if function.kind == "method" or _looks_like_method(function):
        return "it is a method"
    if function.node.decorators:
        return "a decorator may use its name"
    if _CALLED_BY_NAME.match(name):
        return "Python, a launcher or a test runner calls it by this name"
    if function.parsed.names.is_open:
        return "the module sets or looks up names at run time"
    if function.all(cst.ClassDef):
        return "a class in it shows its name"
    if name in left:
        return "the text has the name elsewhere"
    for one in own_occurrences(function):
        if one.node is not function.node.name and not _is_call(function, one):
            return "it uses its name other than to call itself"
    return None


def _looks_like_method(function: Function) -> bool:
    """Return whether a function without its module has the first parameter that methods have."""
    params = [*function.node.params.posonly_params, *function.node.params.params]
    return function.parsed.kind == "member" and bool(params) and params[0].name.value in ("self", "cls")


def _is_call(function: Function, one: Occurrence) -> bool:
    """Return whether an occurrence is a call whose text nothing shows."""
    return (
        one.access == "read"
        and one.role == "name"
        and isinstance(function.parent(one.node), cst.Call)  # an argument is within cst.Arg
        and not any(
            isinstance(around, cst.FormattedStringExpression) and around.equal is not None
            for around in function.around(one.node)
        )
    )
