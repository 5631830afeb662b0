"""Names of a module that may be bound by other means than its statements: through its object or its dictionary (LR 4.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from parsers.python.names.exposure import handed_on
from parsers.python.names.mentions import Mentions, is_own, literal
from parsers.python.names.occurrences import normalised
from parsers.python.names.reflection import MODULES, NAMESPACES, RUN_TEXT, SETTERS

_READING = frozenset({"get", "items", "keys", "values", "copy", "__contains__", "__getitem__"})
"""Methods of a dictionary that do not change it."""
_ANYTHING = None


def binds_anything(mentions: Mentions, module: cst.Module) -> bool:
    """Return whether names may be bound that the text does not show."""
    return (
        not MODULES.isdisjoint(mentions.names)
        or any(isinstance(node.names, cst.ImportStar) for node in mentions.all(cst.ImportFrom))
        or any(
            node not in mentions.attribute_of for name in RUN_TEXT for node in mentions.names.get(name, ())
        )
        or any(_is_name_of_one(text) for text in mentions.strings.values())
        or any(_reaches(mentions, node) for name in NAMESPACES for node in mentions.names.get(name, ()))
        or _ANYTHING in _set_by_name(mentions)
        or bool(handed_on(mentions, module))
    )


def bound_attributes(mentions: Mentions) -> Iterator[str]:
    """Yield the names of attributes that are bound on an object that may be a module, its own or the built-in one."""
    for target in mentions.bound:
        if isinstance(target, cst.Attribute) and not is_own(target.value):
            yield normalised(target.attr.value)
    yield from (name for name in _set_by_name(mentions) if name is not _ANYTHING)


def _is_name_of_one(text: str) -> bool:
    last = text.rpartition(".")[2]
    return last != "__main__" and (last in MODULES or last in SETTERS or last in ("__dict__", "modules"))


def _reaches(mentions: Mentions, node: cst.Name) -> bool:
    """Return whether a name may mean a dictionary of a module, which may then be changed."""
    attribute = mentions.attribute_of.get(node)
    call = mentions.call_of.get(node)
    name = normalised(node.value)
    if name in ("vars", "locals"):
        if attribute is not None or call is None:
            return False  # of another object; what is handed on is asked for elsewhere
        return not (call.args and is_own(call.args[0].value))
    if attribute is None:
        return name == "modules" and any(alias.name is node for alias in mentions.all(cst.ImportAlias))
    return not is_own(attribute.value) and not _only_reads(mentions, attribute)


def _only_reads(mentions: Mentions, dictionary: cst.Attribute) -> bool:
    """Return whether a dictionary is only read: one of its items, or whether it has a key."""
    if dictionary.attr.value == "modules":
        return False  # the item is a module
    return dictionary in _read_dictionaries(mentions)


def _read_dictionaries(mentions: Mentions) -> set[cst.CSTNode]:
    found: set[cst.CSTNode] = {
        node.value for node in mentions.all(cst.Subscript) if node not in mentions.bound
    }
    found |= {node.value for node in mentions.all(cst.Attribute) if node.attr.value in _READING}
    found |= {
        node.comparator
        for node in mentions.all(cst.ComparisonTarget)
        if isinstance(node.operator, cst.In | cst.NotIn)
    }
    return found


def _set_by_name(mentions: Mentions) -> Iterator[str | None]:
    """Yield the names of attributes that are bound by a function, None for any name."""
    for name in SETTERS:
        for node in mentions.names.get(name, ()):
            call = mentions.call_of.get(node)
            if call is not None:
                yield from _set_by(call, name, mentions.attribute_of.get(node))
            elif not _is_defined(mentions, node):
                yield _ANYTHING


def _set_by(call: cst.Call, name: str, attribute: cst.Attribute | None) -> Iterator[str | None]:
    """Yield the name that a call binds, None for any; the name is the last argument, or the last but one before the value."""
    if any(argument.star or argument.keyword for argument in call.args):
        yield _ANYTHING
        return
    values = [argument.value for argument in call.args]
    at = len(values) - (1 if "del" in name else 2)
    owner = values[0] if at > 0 else attribute.value if attribute is not None else None
    if owner is not None and is_own(owner):
        return
    text = literal(values[at]) if at >= 0 else None
    yield text.rpartition(".")[2] if text is not None else _ANYTHING


def _is_defined(mentions: Mentions, node: cst.Name) -> bool:
    """Return whether a name is a method's name, given by a ``def``."""
    return any(definition.name is node for definition in mentions.all(cst.FunctionDef))
