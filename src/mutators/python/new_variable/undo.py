"""Restoration of the first variable in a patch of a mutant with a second."""

from __future__ import annotations

import libcst as cst

from mutators.model import Edit, Mutation, UndoConflict, apply_edits
from mutators.python.new_variable.alias import plan, reads_behind
from mutators.python.tools import declaring
from mutators.undo.patch import Patch
from parsers.python.function import Function
from parsers.python.names.bindings import Variable
from parsers.source import SourceFile


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Replace every use of the second variable in a patched mutant that parses by the first, and drop the second.

    Raises:
        UndoConflict: the two may differ in the patched text, or a name means something else there.
    """
    patch = Patch(mutant, patched, mutation)
    number, (new, old) = _names(mutation)
    uses = patch.runs([new.encode()])
    if not uses:
        if any(patch.where(index) is not None for index in patch.own(number)[1:2]):
            raise patch.lost("the patch changed the inserted statement", patch.own(number))
        return patched.data
    found = [(f, v) for f in map(Function.of, patch.holders()) for v in f.scopes.variables if v.name == new]
    if len(found) != 1 or len(found[0][1].occurrences) != len(uses):
        raise patch.conflict(f"it is not certain what {new!r} means", uses[0], uses[-1])
    [(function, second)] = found
    back = _back(function, second, old)
    if isinstance(back, str):
        raise patch.conflict(f"in the patched text {back}", uses[0], uses[-1])
    result = apply_edits(patched.data, back)
    again = SourceFile(result, patched.path, patched.language)
    after = again.method_at(function.start) if again.parses else None
    if not isinstance(after, Function) or _counts(after, (old,)) != _counts(function, (old, new), less=2):
        raise patch.conflict(f"in the patched text {old!r} means something else", uses[0], uses[-1])
    return result


def _names(mutation: Mutation) -> tuple[int, tuple[str, str]]:
    """Return the number of the edit that set the second variable, its name, and the name of the first."""
    for number, edit in enumerate(mutation.edits):
        words = edit.new.replace(";", " ").split()
        if words[1:2] == ["="]:
            return number, (words[0], words[2])
    raise UndoConflict(
        "the record has no inserted statement", (mutation.edits[0].start, mutation.edits[0].end)
    )


def _back(function: Function, second: Variable, old: str) -> list[Edit] | str:
    """Return the edits that drop the second variable, or why the two may differ."""
    if function.untrusted is not None:
        return function.untrusted
    if len(second.writes) != 1 or second.deletes or second.is_captured:
        return f"{second.name!r} is set elsewhere, or used in another scope"
    target = function.parent(second.writes[0].node)
    statement = function.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return f"{second.name!r} is set in another way"
    value = statement.value
    first = function.scopes.variable_of(value)
    if first is None or first.name != old or first.scope is not second.scope:
        return f"{old!r} means something else"
    again = plan(function, first)
    if isinstance(again, str) or all(use.node is not value for use in again.uses):
        return f"{second.name!r} and {old!r} may differ"
    moved = reads_behind(function, second, statement)
    if len(moved) != len(second.reads):
        return f"{second.name!r} is used where it may not be set"
    removal = declaring.removal(function, statement)
    if removal is None:
        return "the inserted statement is not followed by another one"
    return [removal, *(Edit(function.start_of(one.node), second.name, old) for one in moved)]


def _counts(function: Function, names: tuple[str, ...], less: int = 0) -> tuple[int, int]:
    """Return the number of variables with none of some names, and of the occurrences of the others."""
    variables = function.scopes.variables
    counted = sum(len(variable.occurrences) for variable in variables if variable.name in names)
    return sum(variable.name not in names for variable in variables), counted - less
