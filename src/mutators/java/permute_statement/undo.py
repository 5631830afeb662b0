"""Undo of swapped statements in a patch that changed one of them.

The place is certain if the tokens right before and behind the two statements are still there, in one run each. Between them must
be two statements, of which one is unchanged, and the other has kept half of its tokens. They are swapped back, if the mutator makes
the patched text again from the result.
"""

from __future__ import annotations

from random import Random

from mutators.base import Mutator
from mutators.java.permute_statement.order import Neighbours
from mutators.model import Edit, Mutation, apply_edits, checked, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.matching import find
from mutators.undo.remake import Target
from mutators.undo.transport import parses
from parsers.java.method import Method
from parsers.source import SourceFile

_AROUND = 3
"""So many tokens on either side must be unchanged, if the text has them."""


def restore_changed(mutator: Mutator, patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes | None:
    """Return a patched mutant without the mutation, None if that is not certain.

    Args:
        mutator: The mutator permute-statement.
        patched: A patched mutant in which the two statements are not unchanged.
        mutant, mutation: See `Mutator.restore`.
    """
    if not parses(patched) or any(method.untrusted for method in patched.methods):
        return None
    alignment = Alignment(mutant, patched)
    first, second = (alignment.inside(e.start, e.end) for e in invert_edits(mutation.edits))
    place = _place(alignment, range(first.start, second.stop))
    if place is None:
        return None
    words = [token.text for token in alignment.base]
    swapped = [words[first.start : first.stop], words[second.start : second.stop]]
    if any(len(find(alignment.base, each)) != 1 for each in swapped):
        return None
    match = _match_at(mutator, patched, alignment, place)
    if match is None:
        return None
    ends = [(match.node.start, match.node.end), (match.second.start, match.second.end)]
    parts = [range(*_indices(alignment, start, end)) for start, end in ends]
    if not _are_the_same(alignment, (first, second), parts, swapped):
        return None
    return _swapped_back(mutator, patched, ends)


def _place(alignment: Alignment, both: range) -> range | None:
    before = [alignment.to(i) for i in range(max(0, both.start - _AROUND), both.start)]
    behind = [alignment.to(i) for i in range(both.stop, min(len(alignment.base), both.stop + _AROUND))]
    for run in (before, behind):
        if not run or run[0] is None or run != list(range(run[0], run[0] + len(run))):
            return None
    start, stop = before[-1], behind[0]
    if start is None or stop is None or start >= stop:
        return None
    kept = (alignment.to(i) for i in both)
    inside = all(i is None or start < i < stop for i in kept)
    return range(start + 1, stop) if inside else None


def _indices(alignment: Alignment, start: int, end: int) -> tuple[int, int]:
    inside = [i for i, token in enumerate(alignment.theirs) if start <= token.start < end]
    return inside[0], inside[-1] + 1


def _match_at(mutator: Mutator, patched: SourceFile, alignment: Alignment, place: range) -> Neighbours | None:
    start, end = alignment.theirs[place.start].start, alignment.theirs[place.stop - 1].end
    method = patched.method_at(start)
    matches = mutator.matches(Method.of(method)) if method is not None else ()
    pairs = (match for match in matches if isinstance(match, Neighbours))
    return next((pair for pair in pairs if (pair.start, pair.end) == (start, end)), None)


def _are_the_same(
    alignment: Alignment, mine: tuple[range, range], parts: list[range], swapped: list[list[bytes]]
) -> bool:
    """Return whether one statement is unchanged, and the other still has half of its tokens and has none of the first one's."""
    texts = [[alignment.theirs[i].text for i in part] for part in parts]
    same = [text == old for text, old in zip(texts, swapped, strict=True)]
    if sum(same) != 1:
        return False
    kept = [[alignment.to(i) for i in each] for each in mine]
    at_home = all(i is None or i in part for each, part in zip(kept, parts, strict=True) for i in each)
    changed = kept[same.index(False)]
    return at_home and 2 * sum(i is not None for i in changed) >= len(changed)


def _swapped_back(mutator: Mutator, patched: SourceFile, ends: list[tuple[int, int]]) -> bytes | None:
    """Return the patched text with the two statements swapped, if the mutator makes the patched text of it."""
    texts = [patched.data[start:end].decode() for start, end in ends]
    edits = [Edit(start, old, new) for (start, _), old, new in zip(ends, texts, texts[::-1], strict=True)]
    undone = patched.edited(apply_edits(patched.data, checked(edits)))
    method = undone.method_at(ends[0][0])
    if not parses(undone) or method is None:
        return None
    target = Target(undone, patched)
    for match in mutator.matches(Method.of(method)):
        if (match.start, match.end) == (ends[0][0], ends[1][1]) and match.obstacle() is None:
            return undone.data if target.is_made_by(checked(match.edits(Random(0)))) else None
    return None
