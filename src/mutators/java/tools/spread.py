"""Undo of edits that are spread over a file, in a patched text that does not parse."""

from __future__ import annotations

from mutators.model import Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.transport import check_not_repeated, moved
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.trust import RESERVED
from parsers.source import SourceFile

__all__ = ["restored"]


def restored(patched: SourceFile, mutant: bytes, mutation: Mutation, name: str) -> bytes:
    """Return a patched mutant with each edit taken back where its tokens are still in place.

    Args:
        patched: the patched mutant; nothing can be asked of its tree.
        mutant: UTF-8.
        mutation: its record.
        name: what names the places of the edits; the patch must neither bring nor remove such a token.

    Raises:
        UndoConflict: tokens of an edit are gone or changed, the patch repeats an edit with a name, or it uses the name that is
            given more or less often.
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
    check_not_repeated(alignment, [(edit.start, edit.end) for edit in inverse if _has_a_name(edit.old)])
    return apply_edits(
        patched.data, checked(moved(edit, alignment, mutant, patched.data) for edit in inverse)
    )


def _has_a_name(text: str) -> bool:
    words = [token.text.decode() for token in tokenize(text.encode())]
    return any(word.isidentifier() and word not in RESERVED for word in words)
