"""The changes between two texts: a shortest script, each change of which is moved to where it reads best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from equimorph.patches.line_changes.script import mark
from equimorph.patches.line_changes.side import Side
from equimorph.patches.line_changes.sliding import slide


class Change(NamedTuple):
    """Lines that become other lines: 0-based indices of the first and of the one behind the last, in both texts."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[Change]:
    """Yield the differences of two texts, in order, each where `git diff OLD NEW` has it.

    Processor time is about proportional to the number of lines, times the number of changes up to some hundreds.

    Args:
        old, new: lines of the texts.

    Raises:
        TypeError: they are no bytes: equal lines of text would be found, and not be placed.
    """
    if not all(isinstance(lines[0], bytes) for lines in (old, new) if lines):
        raise TypeError("changes takes lines as bytes; text_changes takes them as text")
    sides = Side(old), Side(new)
    mark(*sides)
    for side, other in (sides, sides[::-1]):
        slide(side, other)
    yield from _marked(*sides)


def text_changes(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Yield the differences of two texts that are not encoded, as `changes` does; lone surrogates are characters like others."""
    before, after = ([line.encode("utf-8", "surrogatepass") for line in lines] for lines in (old, new))
    yield from changes(before, after)


def _marked(old: Side, new: Side) -> Iterator[Change]:
    i = j = 0
    while i < len(old) or j < len(new):
        start, new_start = i, j
        while old.changed[i]:
            i += 1
        while new.changed[j]:
            j += 1
        if (start, new_start) == (i, j):
            ends = [
                len(side) if (at := side.changed.find(1, line)) < 0 else at
                for side, line in ((old, i), (new, j))
            ]
            same = max(1, min(ends[0] - i, ends[1] - j))
            i, j = i + same, j + same
        else:
            yield Change(start, i, new_start, j)
