"""Restoration of the old names of a member in a patch of its sketch."""

from __future__ import annotations

from collections.abc import Sequence

from mutators.java.sketch.own_name import OwnName, own_name
from mutators.java.sketch.plan import LEFT_ALONE, places_of, places_of_method
from mutators.java.tools import renaming
from mutators.java.tools.patch import JavaPatch
from mutators.lines import OffsetMap
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from parsers.java.method import Method, method_at
from parsers.java.names.bindings import Declaration
from parsers.java.names.method_uses import uses
from parsers.java.names.shadowing import in_record, in_scope_at, redeclares
from parsers.java.parsed import JavaParsed
from parsers.source import SourceFile


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Restore the old names in a patched sketch, in every reference, including references that the patch added.

    Raises:
        UndoConflict: it is not certain what a name means, or an old name means something else there.
    """
    patch = JavaPatch(mutant, patched, mutation)
    renamed = checked(mutation.edits)
    old_names = {edit.new: edit.old for edit in renamed}
    if not patch.parses:
        return patch.renamed_back(renamed)
    methods = patch.holders()
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


def _variable(patch: JavaPatch, methods: Sequence[Method], new: str) -> tuple[Method, Declaration] | None:
    """Return the variable of a new name in the patched text, None if the patch has removed it."""
    found = [
        (method, declaration)
        for method in methods
        for declaration in method.scopes.declarations
        if declaration.name == new and declaration.kind not in LEFT_ALONE
    ]
    free = [node for method in methods for node in method.scopes.free(new)]
    if free or len(found) > 1:
        at = free[0] if free else found[-1][1].node
        raise UndoConflict(f"it is not certain which {new!r} is the renamed variable", (at.start, at.end))
    known = {place for _, declaration in found for place in places_of(declaration)}
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


def _method_back(patch: JavaPatch, methods: Sequence[Method], new: str, old: str) -> list[Edit]:
    """Return the edits that give a method its name back; none if the patch has given it a name or removed it."""
    places = uses(JavaParsed.of(patch.source)).get(new, ())
    found = [method for method in methods if method.kind == "method" and method.name == new]
    own = own_name(found[0]) if len(found) == 1 else None
    known = set(places_of_method(own)) if own is not None else set()
    if own is not None:
        others = [view for view in patch.methods if view is not own.method and not view.untrusted]
        known |= {use.start for view in others for use in own.called_from(view)}
    for place in places:
        if place.start not in known:
            raise UndoConflict(
                f"it is not certain that {new!r} is the renamed method", (place.start, place.end)
            )
    for use in patch.runs([new.encode()]):
        # Such as a constructor, where the patch took the return type out.
        if patch.tokens[use].start not in known:
            raise patch.conflict(f"{new!r} is not only the renamed method", use, use)
    return [Edit(place, new, old) for place in known]


def _verified(
    patch: JavaPatch,
    methods: Sequence[Method],
    variables: list[tuple[Method, Declaration]],
    back: tuple[Edit, ...],
    own: str | None,
) -> bytes:
    """Return the patched text with the old names, if each means there what the new one meant."""
    result = apply_edits(patch.source.data, back)
    again = patch.source.edited(result, patch.source.path)
    to = OffsetMap(back).to
    for method in methods:
        after = method_at(again, to(method.start))
        if after is None or renaming.bindings(method.scopes, back) != renaming.bindings(after.scopes, ()):
            region = (method.start, method.end)
            raise UndoConflict("in the patched text an old name means something else", region)
        if own is not None and (mine := own_name(after)) is not None and after.name == own:
            _check_method(mine, {to(edit.start) for edit in back})
    for method, declaration in variables:
        after = method_at(again, to(method.start))
        assert after is not None
        _check_variable(after, to(declaration.node.start), declaration)
    return result


def _check_variable(after: Method, offset: int, before: Declaration) -> None:
    """Check that a variable which has its old name again meets no other of that name. UndoConflict: it does."""
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
    """Check that a method which has its old name again takes over no call that the patch brought. UndoConflict: it does, or may."""
    for use in (mine.declared, *mine.own, *mine.captures):
        if use.start not in restored:
            region = (use.start, use.end)
            raise UndoConflict(f"the patch has another {mine.method.name!r} than the renamed method", region)
