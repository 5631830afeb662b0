"""Undo of edits that are spread over a file, in a patched text that does not parse."""

from __future__ import annotations

from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.transport import check_not_repeated, moved
from parsers.source import SourceFile


def restored(patched: SourceFile, mutant: bytes, mutation: Mutation, name: str) -> bytes:
    """Return a patched mutant with each edit taken back where its tokens are still in place.

    Args:
        patched: The patched mutant; it need not parse, since its tree is not used.
        mutant: Mutant in UTF-8.
        mutation: Record of the mutation.
        name: Name at the places of the edits; the patch must neither add nor remove a token with it.

    Raises:
        UndoConflict: tokens of an edit are gone or changed, the patch repeats one with its neighbours, or it uses the name more or
            less often.
    """
    inverse = invert_edits(mutation.edits)
    region = (inverse[0].start, inverse[-1].end)
    alignment = Alignment(mutant, patched)
    before, after = (
        sum(token.text == name.encode() for token in tokens) for tokens in (alignment.base, alignment.theirs)
    )
    if before != after:
        raise UndoConflict(
            f"the patch does not parse, so that it is not certain what its {name!r} means", region
        )
    check_not_repeated(alignment, [place for edit in inverse for place in _with_neighbours(alignment, edit)])
    return apply_edits(
        patched.data, checked(moved(edit, alignment, mutant, patched.data) for edit in inverse)
    )


def _with_neighbours(alignment: Alignment, edit: Edit) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the byte range of an edit with the token before it, and with the one behind: a literal alone may be anywhere."""
    tokens, inside = alignment.base, alignment.inside(edit.start, edit.end)
    first, last = tokens[max(0, inside.start - 1)], tokens[min(len(tokens), inside.stop + 1) - 1]
    return (first.start, edit.end), (edit.start, last.end)
