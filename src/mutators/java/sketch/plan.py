"""The renaming of all names of a member at once, as a sketch has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from mutators.java.sketch.own_name import OwnName, own_name
from mutators.java.tools import renaming
from mutators.model import Edit
from parsers.java.method import Method, methods_of
from parsers.java.names.bindings import Declaration
from parsers.java.names.method_uses import uses

LEFT_ALONE = frozenset({"field", "component"})
"""Kinds of declarations that are visible from outside of the member, or may be."""


@dataclass(frozen=True)
class Renamed:
    """A name that a sketch replaces.

    Attributes:
        places: byte offsets of the declaration and of all references.
    """

    old: str
    new: str
    places: tuple[int, ...]


def plan(method: Method) -> tuple[Renamed, ...]:
    """Return all names of a member that a sketch replaces, except names that read so already."""
    variables = [
        declaration
        for declaration in method.scopes.declarations
        if declaration.kind not in LEFT_ALONE and renaming.obstacle(method, declaration) is None
    ]
    own = own_name(method)
    if own is not None and own.stays is not None:
        own = None
    places = [places_of(declaration) for declaration in variables]
    called = places_of_method(own) if own is not None else ()
    taken = _taken(method, {place for of_name in (*places, called) for place in of_name})
    parameters, others = _numbered("arg_", taken), _numbered("var_", taken)
    found = [
        Renamed(variable.name, next(parameters if _is_parameter(variable) else others), of_name)
        for variable, of_name in zip(variables, places, strict=True)
    ]
    if own is not None:
        found.append(Renamed(method.name, _method_name(own, taken), called))
    return tuple(name for name in found if name.old != name.new)


def edits(names: Iterable[Renamed]) -> Iterator[Edit]:
    """Return the edits that replace names."""
    return (Edit(place, name.old, name.new) for name in names for place in name.places)


def assumptions(method: Method, names: Iterable[Renamed]) -> tuple[str, ...]:
    """Return the assumptions of a method's new name; nothing where it keeps its name."""
    own = own_name(method)
    renamed = next((n for n in names if own is not None and own.declared.start in n.places), None)
    if own is None or renamed is None:
        return ()
    found = [f"callers of {renamed.old} use the name {renamed.new}"]
    if not method.enclosing:
        found.append(f"{renamed.old} overrides nothing, and its class has no other method {renamed.new}")
        if own.own:
            found.append(f"{renamed.old} calls itself where it calls {renamed.old}")
    elif own.inheriting:
        found.append(f"no supertype has a method {renamed.new}")
    return tuple(found)


def _is_parameter(declaration: Declaration) -> bool:
    return declaration.kind == "parameter" and declaration.frame is None


def places_of(declaration: Declaration) -> tuple[int, ...]:
    """Return the byte offsets of a variable's declaration and of all references."""
    return (declaration.node.start, *(reference.node.start for reference in declaration.references))


def places_of_method(own: OwnName) -> tuple[int, ...]:
    """Return the byte offsets of a method's name, and of all calls of the method itself."""
    return (own.declared.start, *(use.start for use in own.own))


def _taken(method: Method, renamed: set[int]) -> frozenset[str]:
    kept = {
        method.node_text(node)
        for node in method.nodes
        if node.type in ("identifier", "type_identifier") and node.start not in renamed
    }
    unseen = renaming.taken_names(method) - method.scopes.names | method.scopes.inherited
    if method.kind == "compact-constructor" and method.enclosing:
        unseen |= method.enclosing[0].fields.keys()
    return unseen | kept


def _numbered(base: str, taken: frozenset[str]) -> Iterator[str]:
    return (name for name in (f"{base}{number}" for number in count()) if name not in taken)


def _method_name(own: OwnName, taken: frozenset[str]) -> str:
    """Return ``f``, or the next name that no method around has: the method must take over no call (JLS 15.12.1).

    The second method of a text begins with ``f_1``, the third with ``f_2``: sketches of all of them go together.
    """
    mine = {own.declared.start, *(use.start for use in own.own)}
    source = own.method.source
    others = uses(own.method.parsed)
    index = sum(method.start < own.method.start for method in methods_of(source))
    stem = f"f_{index}"
    more = (f"{stem}_{number}" for number in range(len(others) + len(taken) + 1))
    for name in ("f", stem, *more)[index > 0 :]:
        if name not in taken and all(use.start in mine for use in others.get(name, ())):
            return name
    raise AssertionError("there are more names than can be taken")
