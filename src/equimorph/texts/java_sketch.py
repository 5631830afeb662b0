"""The edits that make sketches of Java."""

from __future__ import annotations

import re
from collections.abc import Iterator

from equimorph.texts.sketching import function_names, numbered
from mutators.java.sketch.plan import LEFT_ALONE, places_of
from mutators.model import Edit
from parsers import SourceFile
from parsers.java.method import Method
from parsers.java.names.method_uses import uses
from parsers.java.parsed import JavaParsed

_RECEIVER = re.compile(rb"([\w$]+)\s*(?:\.|::)\s*\Z")
_OTHER = re.compile(rb"(?:\.|::)\s*\Z")
_TAIL = 200
"""Bytes before a call in which its receiver is looked for."""


def edits(source: SourceFile) -> Iterator[Edit]:
    """Yield the edits that make the sketch of a text."""
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
    new_names = function_names(
        (method.name for method in methods if method.kind == "method"), frozenset().union(*kept.values())
    )
    for start, name in calls.items():
        yield Edit(start, name, new_names[name])
    for method in methods:
        parameters, others = (numbered(base, kept[method.start]) for base in ("arg_", "var_"))
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
