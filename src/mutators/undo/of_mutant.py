"""Undo in a patch of a mutant whose source is known: the patch of the whole source, or of the member alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mutators.model import UndoConflict
from mutators.undo.transport import Undone
from parsers.errors import ParseError
from parsers.language import find_language
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.mutant import Mutant

__all__ = ["undo_of"]


def undo_of(mutant: Mutant, patched: str | SourceFile) -> Undone:
    """Return the patched text without the mutation; the arguments are those of `Mutant.undo`, after the mutant.

    Raises:
        UndoConflict: the patch changed what the mutation changed.
        ParseError: the patched text cannot be encoded.
    """
    theirs = (
        patched
        if isinstance(patched, SourceFile)
        else SourceFile.from_text(patched, language=mutant.source.language)
    )
    if _is_whole(theirs, mutant):
        return mutant.made_by.undo(theirs, mutant.source.data, mutant.mutation)
    if mutant.source.kind == "file":
        return _undo_in_file(theirs, mutant)
    return mutant.made_by.undo(theirs, mutant.method.data, mutant.local)


def _undo_in_file(patched: SourceFile, mutant: Mutant) -> Undone:
    """Undo in a patched member, put into its file, so that as much is known as when the mutation was made.

    Comments on both sides keep apart what is whose: with a line go the blanks around it, but none of the file's.
    """
    source, method = mutant.source.data, mutant.method
    comment = find_language(patched.language).comment
    head, tail = source[: method.start] + comment, comment + source[method.end :]
    base = head + method.data + tail
    record = mutant.local.rebase(len(head), base, head + mutant.mutant_data + tail)
    try:
        undone = mutant.made_by.undo(
            SourceFile(head + patched.data + tail, patched.path, patched.language), base, record
        )
    except UndoConflict as conflict:
        start, end = conflict.region
        raise UndoConflict(conflict.reason, (start - len(head), end - len(head))) from None
    whole = undone.encode()
    return Undone.of(whole[len(head) : len(whole) - len(tail)], patched.language)


def _is_whole(patched: SourceFile, mutant: Mutant) -> bool:
    """Return whether a patched text is that of the whole source, not of the member."""
    try:
        if patched.kind == "file" or mutant.source.kind == "file":
            return patched.kind == mutant.source.kind
    except ParseError:
        pass
    size = len(patched.data)
    return abs(size - len(mutant.data)) < abs(size - len(mutant.mutant_data))
