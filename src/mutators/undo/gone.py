"""Whether a patch has taken out what a mutation changed, with what stood around it: then nothing is left to undo."""

from __future__ import annotations

import re
from collections import Counter

from mutators.lines import map_offset
from mutators.model import Mutation, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.matching import find
from mutators.undo.transport import parses
from parsers.source import SourceFile

_NAME = re.compile(rb"[A-Za-z_$\x80-\xff]")
_WORD = re.compile(rb"[\w$\"'\x80-\xff]")
_PUNCTUATION = frozenset({b"(", b")", b"[", b"]", b"{", b"}", b";", b",", b".", b":", b"="})
"""Tokens of almost any code."""


def is_gone(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bool:
    """Return whether an edited text that parses has nothing of the stretch that a mutation changed, its site included.

    No word or operator of the stretch is where it was, whatever the patch has in its place; a stretch without words must be gone
    without anything in its place. A name that the mutation brought must not occur anywhere. A stretch that the text has twice
    could be the other one.
    """
    if not parses(patched):
        return False
    alignment = Alignment(mutant, patched)
    inverse = invert_edits(mutation.edits)
    start = min(inverse[0].start, map_offset(mutation.edits, mutation.site.start, after=False))
    end = max(*(edit.end for edit in inverse), map_offset(mutation.edits, mutation.site.end))
    inside = alignment.inside(start, end)
    if not inside:
        return False
    texts = [alignment.base[index].text for index in inside]
    if len(find(alignment.base, texts)) != 1 or find(alignment.theirs, texts):
        return False
    words = {text for text in texts if _WORD.match(text)}
    before, behind = _kept(alignment, inside.start - 1, -1), _kept(alignment, inside.stop, 1)
    there = {token.text for token in alignment.theirs[before + 1 : behind] if token.text.strip()}
    if there if not words else there.intersection(texts) - _PUNCTUATION:
        return False
    return not any(find(alignment.theirs, [word]) for word in _brought(alignment, mutation))


def _kept(alignment: Alignment, index: int, step: int) -> int:
    """Return the place of the first kept token, from a token of the mutant on; the place beyond the end for none."""
    while 0 <= index < len(alignment.base):
        found = alignment.to(index)
        if found is not None:
            return found
        index += step
    return -1 if step < 0 else len(alignment.theirs)


def _brought(alignment: Alignment, mutation: Mutation) -> set[bytes]:
    """Return the words of the mutation that occur nowhere else in the mutant: new names, above all."""
    own = {index for edit in invert_edits(mutation.edits) for index in alignment.inside(edit.start, edit.end)}
    words = Counter(alignment.base[index].text for index in own)
    return {
        word for word, times in words.items() if _NAME.match(word) and times == alignment.base.times(word)
    }
