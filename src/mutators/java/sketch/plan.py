"""Renaming all names of a member at once, as a sketch has them, and back again in a text that somebody has edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from mutators.java.sketch.own_name import OwnName, own_name
from mutators.java.tools import renaming
from mutators.lines import map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from mutators.undo.patch import Patch
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.names.method_uses import uses
from parsers.java.names.shadowing import in_record, in_scope_at, redeclares
from parsers.source import SourceFile

__all__ = ["Renamed", "assumptions", "edits", "plan", "restore"]

_LEFT = frozenset({"field", "component"})
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


@lru_cache(maxsize=4)
def plan(method: Method) -> tuple[Renamed, ...]:
    """All names of a member that a sketch replaces, those left out that read so already."""
    variables = [
        declaration
        for declaration in method.scopes.declarations
        if declaration.kind not in _LEFT and renaming.obstacle(method, declaration) is None
    ]
    own = own_name(method)
    if own is not None and own.stays is not None:
        own = None
    places = [_places(declaration) for declaration in variables]
    called = _own_places(own) if own is not None else ()
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
    """The edits that replace names."""
    return (Edit(place, name.old, name.new) for name in names for place in name.places)


def assumptions(method: Method, names: Iterable[Renamed]) -> tuple[str, ...]:
    """What the new name of a method takes for granted; nothing where it keeps its name."""
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


def _places(declaration: Declaration) -> tuple[int, ...]:
    return (declaration.node.start, *(reference.node.start for reference in declaration.references))


def _own_places(own: OwnName) -> tuple[int, ...]:
    return (own.declared.start, *(use.start for use in own.own))


def _taken(method: Method, renamed: set[int]) -> frozenset[str]:
    """The names that a renamed variable must not get: those which mean something else once all are renamed (JLS 6.4)."""
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
    """``f``, or the next name that no method around has: the method must take over no call (JLS 15.12.1).

    The second method of a text begins with ``f_1``, the third with ``f_2``: sketches of all of them go together.
    """
    mine = {own.declared.start, *(use.start for use in own.own)}
    source = own.method.source
    others = uses(source)
    index = sum(method.start < own.method.start for method in source.methods)
    stem = f"f_{index}"
    more = (f"{stem}_{number}" for number in range(len(others) + len(taken) + 1))
    for name in ("f", stem, *more)[index > 0 :]:
        if name not in taken and all(use.start in mine for use in others.get(name, ())):
            return name
    raise AssertionError("there are more names than can be taken")


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Puts the old names back into a patched sketch, in every reference that the patch has, its own included.

    Raises:
        UndoConflict: it is not certain what a name means, or an old name means something else there.
    """
    patch = Patch(mutant, patched, mutation)
    renamed = checked(mutation.edits)
    old_names = {edit.new: edit.old for edit in renamed}
    if not patch.parses:
        return _restore_tokens(patch, renamed)
    methods = renaming.same_member(patch)
    for method in methods:
        if method.untrusted is not None:
            raise UndoConflict(f"in the patched text {method.untrusted}", (method.start, method.end))
    own = patch.method.name if patch.method is not None and patch.method.kind == "method" else None
    back: list[Edit] = []
    variables: list[tuple[Method, Declaration]] = []
    renamed_back = None
    for new, old in old_names.items():
        if new == own:
            back += (edits_back := _method_back(patch, methods, new, old))
            renamed_back = old if edits_back else None
        elif (found := _variable(patch, methods, new)) is not None:
            variables.append(found)
            back += renaming.edits(found[1], old)
    return _verified(patch, methods, variables, checked(back), renamed_back)


def _variable(patch: Patch, methods: list[Method], new: str) -> tuple[Method, Declaration] | None:
    """The variable of a new name in the patched text, None if the patch has removed it."""
    found = [
        (method, declaration)
        for method in methods
        for declaration in method.scopes.declarations
        if declaration.name == new and declaration.kind not in _LEFT
    ]
    free = [node for method in methods for node in method.scopes.free(new)]
    if free or len(found) > 1:
        at = free[0] if free else found[-1][1].node
        raise UndoConflict(f"it is not certain which {new!r} is the renamed variable", (at.start, at.end))
    known = {place for _, declaration in found for place in _places(declaration)}
    for use in patch.runs([new.encode()]):
        if patch.tokens[use].start not in known:
            raise patch.conflict(f"{new!r} is not only the renamed variable", use, use)
    if not found:
        return None
    [(method, declaration)] = found
    reason = renaming.unresolved(method, declaration)
    if reason is not None:
        raise UndoConflict(f"in the patched text {reason}", (declaration.node.start, declaration.node.end))
    return method, declaration


def _method_back(patch: Patch, methods: list[Method], new: str, old: str) -> list[Edit]:
    """The edits that give a method its name back; none if the patch has given it a name or removed it."""
    places = uses(patch.source).get(new, ())
    found = [method for method in methods if method.kind == "method" and method.name == new]
    own = own_name(found[0]) if len(found) == 1 else None
    known = set(_own_places(own)) if own is not None else set()
    if own is not None:
        others = [view for view in patch.source.methods if view is not own.method and not view.untrusted]
        known |= {use.start for view in others for use in own.called_from(view)}
    for place in places:
        if place.start not in known:
            raise UndoConflict(
                f"it is not certain that {new!r} is the renamed method", (place.start, place.end)
            )
    return [Edit(place, new, old) for place in known]


def _verified(
    patch: Patch,
    methods: list[Method],
    variables: list[tuple[Method, Declaration]],
    back: tuple[Edit, ...],
    own: str | None,
) -> bytes:
    """The patched text with the old names, if each means there what the new one meant."""
    result = apply_edits(patch.source.data, back)
    again = SourceFile(result, patch.source.path)
    for method in methods:
        after = again.method_at(map_offset(back, method.start))
        if after is None or renaming.bindings(method, back) != renaming.bindings(after, ()):
            region = (method.start, method.end)
            raise UndoConflict("in the patched text an old name means something else", region)
        if own is not None and (mine := own_name(after)) is not None and after.name == own:
            _check_method(mine, {map_offset(back, edit.start) for edit in back})
    for method, declaration in variables:
        after = again.method_at(map_offset(back, method.start))
        assert after is not None
        _check_variable(after, map_offset(back, declaration.node.start), declaration)
    return result


def _check_variable(after: Method, offset: int, before: Declaration) -> None:
    """Makes sure that a variable which has its old name again meets no other of that name.

    Raises:
        UndoConflict: it does.
    """
    restored = after.scopes.declared_at(offset)
    assert restored is not None
    old, region = restored.name, (before.node.start, before.node.end)
    if any(redeclares(other, restored) for other in after.scopes.declarations):
        raise UndoConflict(f"the patch declares another {old!r}", region)
    if any(in_scope_at(node.start, restored) for node in after.scopes.free(old)):
        raise UndoConflict(f"after the renaming of {old!r} its name is used where it cannot be", region)
    reason = renaming.unresolved(after, restored)
    if reason is None and restored.kind == "parameter" and in_record(after):
        reason = renaming.obstacle(after, restored)
    if reason is not None:
        raise UndoConflict(f"after the renaming of {old!r} {reason}", region)


def _check_method(mine: OwnName, restored: set[int]) -> None:
    """Makes sure that a method which has its old name again takes over no call that the patch brought.

    Raises:
        UndoConflict: it does, or may.
    """
    for use in (mine.declared, *mine.own, *mine.captures):
        if use.start not in restored:
            region = (use.start, use.end)
            raise UndoConflict(f"the patch has another {mine.method.name!r} than the renamed method", region)


def _restore_tokens(patch: Patch, renamed: tuple[Edit, ...]) -> bytes:
    """The known places, found by position, where names cannot be resolved."""
    alignment = patch.alignment
    back: list[Edit] = []
    for edit in renamed:
        place = map_offset(renamed, edit.start)
        width = len(edit.new.encode())
        target = alignment.to(alignment.inside(place, place + width).start)
        if target is None:
            raise UndoConflict("the patch does not parse, and changed a renamed name", (place, place + width))
        back.append(Edit(alignment.theirs[target].start, edit.new, edit.old))
    names = {name.encode() for edit in renamed for name in (edit.old, edit.new)}
    same = {alignment.to(i) for i, token in enumerate(alignment.base) if token.text in names}
    for index, token in enumerate(alignment.theirs):
        if token.text in names and index not in same:
            text, region = token.text.decode(), (token.start, token.end)
            raise UndoConflict(f"the patch does not parse, so what its {text!r} means is unknown", region)
    return apply_edits(patch.source.data, back)
