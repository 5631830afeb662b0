"""Undo of a mutation whose edits lie apart, so that a patch may have changed the text between them.

Each inverse edit is moved onto the patched text by itself. Whether the text that this gives is the right one, the mutator itself
says: it must make the patched text of it again, token for token, with its precondition asked anew. So the answer is always a text
of which the patch is a mutant; blanks and comments aside, no other undo of that mutation is left to choose from.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from mutators.model import EditConflict, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.seeding import site_key
from mutators.undo.alignment import Alignment
from mutators.undo.transport import check_not_repeated, check_unique, moved, parses, transport
from parsers.language import find_language
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator

__all__ = ["remake"]


def remake(
    mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
) -> bytes:
    """Return the patched mutant without the mutation; the arguments are those of `Mutator.restore`, after the mutator.

    Where the patched text does not parse, or a member alone does not show what its file showed, nothing can be checked on it: the
    whole mutated stretch must then be unchanged.

    Raises:
        UndoConflict: the patch changed what the mutation changed, or the mutator would not make the patched text again.
    """
    inverse = invert_edits(mutation.edits)
    alignment = Alignment(mutant, patched)
    first = SourceFile(original, language=patched.language)
    seed = _Seed(first, mutation)
    if not parses(patched):
        check_not_repeated(alignment, inverse)
        return transport(inverse, mutant, patched)
    made = SourceFile(mutant, language=patched.language)
    if not _makes(mutator, first, mutation.edits[0].start, made, seed):
        return transport(inverse, mutant, patched)
    region = (inverse[0].start, inverse[-1].end)
    check_unique(alignment, region)
    other = UndoConflict("without the mutation, the text is not one that the patched one is made of", region)
    conflict = other
    # What is put back into a place that the patch changed goes before what follows it, or behind what it follows.
    for before in (True, False):
        try:
            edits = [moved(edit, alignment, mutant, patched.data, before=before) for edit in inverse]
            undone = SourceFile(apply_edits(patched.data, edits), language=patched.language)
        except UndoConflict as error:
            conflict = error
        except EditConflict:
            conflict = other
        else:
            if parses(undone) and _makes(mutator, undone, edits[0].start, patched, seed):
                return undone.data
            conflict = other
    raise conflict


class _Seed:
    """The source of a mutation's random choices."""

    def __init__(self, original: SourceFile, mutation: Mutation) -> None:
        method = original.method_at(mutation.site.start)
        assert method is not None
        self._key = int.from_bytes(site_key(mutation.seed, method, mutation.site))
        self.params = mutation.site.params

    def rng(self) -> Random:
        """Return a generator that repeats the same choices."""
        return Random(self._key)


def _makes(mutator: Mutator, undone: SourceFile, at: int, patched: SourceFile, seed: _Seed) -> bool:
    """Return whether the mutator makes the patched text of a text, at a site around a byte offset."""
    tokenize = find_language(patched.language).tokenize
    wanted = [token.text for token in tokenize(patched.data)]
    rest = undone.data[at:]
    at += len(rest) - len(rest.lstrip())  # blanks may be left of what was taken out
    around = [method for method in undone.methods if method.start <= at <= method.end]
    for site, match in chain.from_iterable(map(mutator.found, around)):
        if site.params != seed.params or not site.start <= at <= site.end or match.obstacle() is not None:
            continue
        made = apply_edits(undone.data, checked(match.edits(seed.rng())))
        if [token.text for token in tokenize(made)] == wanted:
            return True
    return False
