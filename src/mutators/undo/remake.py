"""Undo of a mutation with edits at several places, so that a patch may have changed the text between them.

Each inverse edit is moved onto the patched text separately. The mutator itself decides whether the result is right: it must make
the patched text from it again, token for token, with its precondition checked anew. So the patch is always a mutant of the answer;
apart from blanks and comments, there is no other undo of that mutation.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from mutators.lines import common_prefix, map_offset
from mutators.model import (
    Edit,
    EditConflict,
    Mutation,
    UndoConflict,
    apply_edits,
    checked,
    invert_edits,
)
from mutators.seeding import site_key
from mutators.undo.alignment import Alignment
from mutators.undo.texts import known_source
from mutators.undo.transport import check_not_repeated, check_unique, moved, parses, transport
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator


def remake(
    mutator: Mutator, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation
) -> bytes:
    """Return the patched mutant without the mutation; the arguments are a mutator and then `Mutator.restore`'s.

    Where the patched text does not parse, or a member alone does not show what its file showed, nothing can be checked on it: the
    whole mutated stretch must then be unchanged.

    Raises:
        UndoConflict: the patch changed what the mutation changed, or the mutator would not make the patched text again.
    """
    inverse = invert_edits(mutation.edits)
    alignment = Alignment(mutant, patched)
    first = known_source(original, patched.language)
    seed = _Seed(first, mutation)
    site = _site(alignment, mutation)
    if not parses(patched):
        check_not_repeated(alignment, [*((edit.start, edit.end) for edit in inverse), site])
        return transport(inverse, mutant, patched)
    made = known_source(mutant, patched.language)
    if not _makes(mutator, first, mutation.edits[0].start, made, seed):
        return transport(inverse, mutant, patched)
    region = (inverse[0].start, inverse[-1].end)
    check_unique(alignment, region if alignment.inside(*region) else site)
    other = UndoConflict("without the mutation, the text is not one that the patched one is made of", region)
    conflict = other
    # What is put back into a place that the patch changed goes before what follows it, or behind what it follows.
    for before in (True, False):
        try:
            edits = [moved(edit, alignment, mutant, patched.data, before=before) for edit in inverse]
            undone = patched.edited(apply_edits(patched.data, edits))
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


def _site(alignment: Alignment, mutation: Mutation) -> tuple[int, int]:
    """Return the byte range of the mutant in which the site is, with a token more on either side where it is a single one."""
    start = map_offset(mutation.edits, mutation.site.start, after=False)
    end = map_offset(mutation.edits, mutation.site.end)
    tokens, inside = alignment.base, alignment.inside(start, end)
    if len(inside) != 1:
        return start, end
    return tokens[max(0, inside[0] - 1)].start, tokens[min(len(tokens), inside[0] + 2) - 1].end


def _makes(mutator: Mutator, undone: SourceFile, at: int, patched: SourceFile, seed: _Seed) -> bool:
    """Return whether the mutator makes the patched text of a text, at a site around a byte offset."""
    target = Target(undone, patched)
    rest = undone.data[at:]
    at += len(rest) - len(rest.lstrip())  # blanks may be left of what was taken out
    around = undone.methods_in(max(0, at - 1), at + 1)
    for site, match in chain.from_iterable(map(mutator.found, around)):
        if site.params != seed.params or not site.start <= at <= site.end or match.obstacle() is not None:
            continue
        if target.is_made_by(checked(match.edits(seed.rng()))):
            return True
    return False


class Target:
    """A patched text, which edits of another text are to make, token for token.

    Args:
        undone: the text that is edited.
        patched: the patched text.
    """

    def __init__(self, undone: SourceFile, patched: SourceFile) -> None:
        self._undone = undone
        self._wanted = patched.words()
        tokens, texts = undone.tokens(), undone.words()
        head, tail = common_prefix(texts, self._wanted), common_prefix(texts[::-1], self._wanted[::-1])
        # The first edit must reach the first token that differs, and the last edit the last one.
        self._first = tokens[head].end if head < len(tokens) else len(undone.data)
        self._last = tokens[-1 - tail].start if tail < len(tokens) else 0

    def is_made_by(self, edits: Sequence[Edit]) -> bool:
        """Return whether edits, in order, make the patched text. Those that cannot are found out without making a text."""
        if edits and (edits[0].start > self._first or edits[-1].end < self._last):
            return False
        return self._undone.edited(apply_edits(self._undone.data, edits)).words() == self._wanted
