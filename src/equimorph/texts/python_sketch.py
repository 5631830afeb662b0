"""The edits that make sketches of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from equimorph.texts.sketching import function_names, numbered
from mutators.model import Edit
from parsers import SourceFile
from parsers.python.function import Function, functions_of

_SPECIAL = re.compile(r"__\w+__\Z")
_LEFT = frozenset({"import", "class"})


def edits(source: SourceFile) -> Iterator[Edit]:
    """Yield the edits that make the sketch of a text."""
    functions = functions_of(source)
    named = [one.name for one in functions if not _SPECIAL.match(one.name)]
    variables = {
        one.start: [v for v in one.scopes.variables if not any(w.role in _LEFT for w in v.writes)]
        for one in functions
    }
    replaced = {id(o.node) for of_one in variables.values() for v in of_one for o in v.occurrences}
    kept = {
        one.start: frozenset(
            node.value for node in one.all(cst.Name) if id(node) not in replaced and node.value not in named
        )
        for one in functions
    }
    new_names = function_names(iter(named), frozenset().union(*kept.values()))
    for function in functions:
        renamed: dict[str, str] = {}
        parameters, others = (numbered(base, kept[function.start]) for base in ("arg_", "var_"))
        for variable in variables[function.start]:
            own = variable.is_parameter and variable.scope.node is function.node
            new = next(parameters if own else others)
            if own:
                renamed[variable.name] = new
            for occurrence in variable.occurrences:
                yield Edit(function.start_of(occurrence.node), occurrence.node.value, new)
        yield from _calls(function, new_names, replaced, renamed)


def _calls(
    function: Function, new_names: dict[str, str], replaced: set[int], parameters: dict[str, str]
) -> Iterator[Edit]:
    """Yield the edits of a function's own name, of the calls of functions of the text, and of keywords where it calls itself."""
    for node in function.all(cst.Name):
        if node.value not in new_names or id(node) in replaced:
            continue
        around = function.parent(node)
        if isinstance(around, cst.Attribute) and node is around.attr:
            own = isinstance(around.value, cst.Name) and around.value.value in ("self", "cls")
        else:
            own = not isinstance(around, cst.Arg) or node is not around.keyword
        if own:
            yield Edit(function.start_of(node), node.value, new_names[node.value])
    for call in function.all(cst.Call):
        called = call.func.value if isinstance(call.func, cst.Name) else None
        for argument in call.args if called == function.name else ():
            if argument.keyword is not None and argument.keyword.value in parameters:
                old = argument.keyword.value
                yield Edit(function.start_of(argument.keyword), old, parameters[old])
