"""Sketches of texts, as CodeScore-R compares them: plain names for functions, parameters and variables (paper 004, 3.1.1).

A sketch names the functions of a text ``f``, ``f_1``, ..., the parameters of each ``arg_0``, ``arg_1``, ..., and its other
variables ``var_0``, ``var_1``, ..., in the order in which they appear. The names of types, fields, attributes, imports, and of
what is called but not declared in the text, stay.

It takes the variables and their occurrences from the same analysis as the mutator `sketch`, so that two variables of one name in
two scopes have two names. It differs from the mutator in that it refuses nothing: it serves only a comparison of texts, and
nobody runs it. So it also renames the parameters that a caller in another file may pass by name, a method that may override
another one, and every call that is written as one of a function of the text. Where the mutator refuses nothing, both give the
same text, but for the names of functions in Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING

from mutators.model import Edit, apply_edits
from parsers import ParseError, SourceFile
from parsers.language import find_language

if TYPE_CHECKING:
    from parsers.python.function import Function

__all__ = ["Sketch", "sketch", "words"]


@dataclass(frozen=True)
class Sketch:
    """The sketch of a text.

    Attributes:
        text: the sketch; the text as it was if there is a reason.
        reason: why there is no sketch, or None.
    """

    text: str
    reason: str | None = None


def sketch(text: str, language: str = "java") -> Sketch:
    """Return the sketch of a text; where it does not parse, the text as it is, with the reason.

    Args:
        text: a file, members of a class, functions, or statements.
        language: "java" or "python".
    """
    try:
        source = SourceFile.from_text(text, language=language)
        if not source.parses:
            return Sketch(text, "it does not parse")
        edits = tuple(_edits(source, language))
        return Sketch(apply_edits(source.data, edits).decode())
    except ParseError as error:
        return Sketch(text, str(error))
    except RecursionError:
        return Sketch(text, "nested too deep")


def words(text: str, language: str = "java") -> tuple[str, ...]:
    """Return the tokens of a text as the encoder reads them: without blanks and comments, those of Python's layout by names.

    A text need not parse.
    """
    data = text.encode("utf-8", "replace")
    return tuple(
        _LAYOUT.get(token.text) or token.text.decode() for token in find_language(language).tokenize(data)
    )


_LAYOUT = {b"\n": "<line>", b"\n\t": "<block>", b"\n\x08": "<end>"}
"""The tokens that stand for ends of lines, and for where blocks begin and end, of `parsers.python`."""


def _edits(source: SourceFile, language: str) -> Iterator[Edit]:
    if language == "java":
        return _java_edits(source)
    if language == "python":
        return _python_edits(source)
    raise ParseError(f"there are no sketches of {language}")


def _function_names(names: Iterator[str], taken: frozenset[str]) -> dict[str, str]:
    """Return the new names of functions; those of one name, as overloads are, share one."""
    fresh = (name for name in chain(("f",), _numbered("f_", taken, 1)) if name not in taken)
    found: dict[str, str] = {}
    for name in names:
        if name not in found:
            found[name] = next(fresh)
    return found


def _numbered(base: str, taken: frozenset[str], start: int = 0) -> Iterator[str]:
    return (name for name in (f"{base}{number}" for number in count(start)) if name not in taken)


# -- Java ----------------------------------------------------------------------------------------------------------------------

_RECEIVER = re.compile(rb"([\w$]+)\s*(?:\.|::)\s*\Z")
_OTHER = re.compile(rb"(?:\.|::)\s*\Z")
_TAIL = 200
"""Bytes before a call in which its receiver is looked for."""


def _java_edits(source: SourceFile) -> Iterator[Edit]:
    from mutators.java.sketch.plan import LEFT_ALONE, places_of
    from parsers.java.method import Method
    from parsers.java.names.method_uses import uses
    from parsers.java.parsed import JavaParsed

    methods = [Method.of(member) for member in source.methods]
    parsed = JavaParsed.of(source)
    all_uses = uses(parsed)
    declared = {method.name for method in methods if method.kind == "method"}
    owners = {info.name.encode() for method in methods for info in method.enclosing} | {b"this"}
    calls = {
        use.start: name
        for name in declared
        for use in all_uses.get(name, ())
        if use.kind == "declaration" or _is_own(source.data, use.start, owners)
    }
    variables = {
        method.start: [one for one in method.scopes.declarations if one.kind not in LEFT_ALONE]
        for method in methods
    }
    places = {place for of_method in variables.values() for one in of_method for place in places_of(one)}
    kept = {
        method.start: frozenset(
            method.node_text(node)
            for node in method.nodes
            if node.type in ("identifier", "type_identifier")
            and node.start not in places
            and node.start not in calls
        )
        for method in methods
    }
    new_names = _function_names(
        (method.name for method in methods if method.kind == "method"), frozenset().union(*kept.values())
    )
    for start, name in calls.items():
        yield Edit(start, name, new_names[name])
    for method in methods:
        parameters, others = (_numbered(base, kept[method.start]) for base in ("arg_", "var_"))
        for one in variables[method.start]:
            own = one.kind == "parameter" and one.frame is None
            new = next(parameters if own else others)
            for place in dict.fromkeys(places_of(one)):
                yield Edit(place, one.name, new)


def _is_own(data: bytes, start: int, owners: set[bytes]) -> bool:
    """Return whether a call is written as one of the text's own methods: without a receiver, on ``this``, or on its class."""
    before = data[max(0, start - _TAIL) : start]
    if not _OTHER.search(before):
        return True
    receiver = _RECEIVER.search(before)
    if receiver is None or receiver[1] not in owners:
        return False
    return not _OTHER.search(before[: receiver.start()])


# -- Python --------------------------------------------------------------------------------------------------------------------

_SPECIAL = re.compile(r"__\w+__\Z")
_LEFT = frozenset({"import", "class"})


def _python_edits(source: SourceFile) -> Iterator[Edit]:
    import libcst as cst

    from parsers.python.function import functions_of

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
    new_names = _function_names(iter(named), frozenset().union(*kept.values()))
    for function in functions:
        renamed: dict[str, str] = {}
        parameters, others = (_numbered(base, kept[function.start]) for base in ("arg_", "var_"))
        for variable in variables[function.start]:
            own = variable.is_parameter and variable.scope.node is function.node
            new = next(parameters if own else others)
            if own:
                renamed[variable.name] = new
            for occurrence in variable.occurrences:
                yield Edit(function.start_of(occurrence.node), occurrence.node.value, new)
        yield from _python_calls(function, new_names, replaced, renamed)


def _python_calls(
    function: Function, new_names: dict[str, str], replaced: set[int], parameters: dict[str, str]
) -> Iterator[Edit]:
    """Yield the edits of a function's own name, of the calls of functions of the text, and of keywords where it calls itself."""
    import libcst as cst

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
