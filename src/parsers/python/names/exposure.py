"""Whether the text of a module lets some function read the local names of another one (Python data model, 3.2.13)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from parsers.python.names.bindings import owner_of
from parsers.python.names.mentions import Mentions
from parsers.python.names.occurrences import Collected, normalised
from parsers.python.names.reflection import BY_NAME, CALLERS, GETTERS, MODULES, READERS, RUN_TEXT

_HIDING = CALLERS | GETTERS
_WORD = re.compile(r"[^\W\d]\w*(?!\s*\(|\w)")
"""A name that is not called."""


def exposes(mentions: Mentions, module: cst.Module) -> str | None:
    """Return why no local name of a module's functions can be changed, None where the text shows no reason.

    A function that calls what works on its own frame is no reason: only its own names are seen.
    """
    reader = next((name for name in mentions.names if name in READERS), None) or _reader_in_string(mentions)
    if reader is not None:
        return f"its module uses {reader}, which shows names of other functions"
    name = min(handed_on(mentions, module), default=None) or _in_string(mentions)
    return f"its module hands on {name}, which sees the names of its caller" if name is not None else None


def handed_on(mentions: Mentions, module: cst.Module) -> frozenset[str]:
    """Return the names of built-ins that see their caller's names, where they are used as objects, and not called at once."""
    renamed = [alias for alias in mentions.all(cst.ImportAlias) if alias.asname is not None]
    found = {normalised(alias.evaluated_name) for alias in renamed} & _HIDING
    builtins_at_hand = not MODULES.isdisjoint(mentions.names)
    loose = set[cst.Name]()
    for name in _HIDING & mentions.names.keys():
        for node in mentions.names[name]:
            attribute = mentions.attribute_of.get(node)
            if node in mentions.call_of or attribute in mentions.bound:
                continue
            if attribute is None:
                loose.add(node)
            elif builtins_at_hand or name in GETTERS:
                found.add(name)
    return frozenset({*found, *_read(module, loose)}) if loose else frozenset(found)


def _read(module: cst.Module, names: set[cst.Name]) -> Iterator[str]:
    """Yield the names among these that are read, and mean no local variable."""
    collected = Collected(module)
    for one in collected.occurrences:
        name = normalised(one.node.value)
        if one.node in names and one.access == "read":
            owner = owner_of(one.scope, name, collected.scopes[0])
            if owner is None or owner.kind == "class":  # whose body falls back on the global name (4.2.2)
                yield name


def _reader_in_string(mentions: Mentions) -> str | None:
    return next((last for text in mentions.strings.values() if (last := _last(text)) in READERS), None)


def _in_string(mentions: Mentions) -> str | None:
    """Return the name of what sees names that is in a string, where strings may become names or code."""
    if BY_NAME.isdisjoint(mentions.names):
        return None
    asked = {call.args[1].value for call in mentions.all(cst.Call) if _only_asks(call)}
    runs = not RUN_TEXT.isdisjoint(mentions.names)
    for node, text in mentions.strings.items():
        if node in asked:
            continue
        if (last := _last(text)) in _HIDING:
            return last
        for found in _WORD.finditer(text) if runs else ():
            if found[0] in _HIDING | READERS:
                return found[0]
    return None


def _only_asks(call: cst.Call) -> bool:
    """Return whether a call only asks whether an object has an attribute."""
    return isinstance(call.func, cst.Name) and call.func.value == "hasattr" and len(call.args) == 2


def _last(text: str) -> str:
    return text.rpartition(".")[2]
