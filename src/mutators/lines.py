"""Which line of the original is which line of the mutant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mutators.model import Edit, invert_edits
from parsers.source import LineMap

__all__ = ["LineMapping", "LineStatus", "map_offset"]

LineStatus = Literal["touched", "kept", "moved", "deleted"]

_BLANK = re.compile(rb"\s*")


def map_offset(edits: Iterable[Edit], offset: int, *, after: bool = True) -> int:
    """The offset in the edited text of a byte of the original.

    Args:
        edits: in order.
        offset: byte offset in the original.
        after: where text is inserted exactly here: stay behind it (True) or before it.
    """
    shift = 0
    for edit in edits:
        if edit.start > offset or (edit.start == offset and not (after and edit.end == offset)):
            break
        grown = len(edit.new.encode())
        if offset < edit.end:  # inside replaced text: as far into the new text as it goes
            return edit.start + shift + min(offset - edit.start, grown)
        shift += grown - (edit.end - edit.start)
    return offset + shift


@dataclass(frozen=True)
class LineMapping:
    """Lines of an original and its mutant; lines are 1-based.

    A line is known by its content, the bytes without the blanks around them: a line before which something is inserted has
    moved, it is not touched.

    Args:
        original, mutant: the two texts.
        edits: what makes the mutant, in order, offsets in `original`.
        known_lines: the lines of the original, if they are known already.
    """

    original: bytes
    mutant: bytes
    edits: tuple[Edit, ...]
    known_lines: LineMap | None = None

    def status(self, line: int) -> LineStatus:
        """What happened to a line of the original: touched, kept (same number), moved (other number) or deleted."""
        start, end = self._content(line)
        for edit in self.edits:
            inside = edit.start < end and start < edit.end
            if inside or start < edit.start < end:
                gone = edit.start <= start and end <= edit.end and not edit.new.strip()
                return "deleted" if gone else "touched"
        return "kept" if self.to_mutant(line) == (line,) else "moved"

    def to_mutant(self, line: int) -> tuple[int, ...]:
        """The mutant's lines that hold what is left of a line of the original; none if it was deleted."""
        start, end = self._content(line)
        return self._lines(self.edits, start, end, self._mutant_lines)

    def to_original(self, line: int) -> tuple[int, ...]:
        """The original's lines that a line of the mutant comes from; none if the line is all new."""
        start, end = _content(self.mutant, self._mutant_lines, line)
        return self._lines(invert_edits(self.edits), start, end, self._original_lines)

    def touched(self, lines: Iterable[int]) -> bool:
        """Whether any of the lines was touched or deleted."""
        return any(self.status(line) in ("touched", "deleted") for line in lines)

    @cached_property
    def _original_lines(self) -> LineMap:
        return self.known_lines or LineMap(self.original)

    @cached_property
    def _mutant_lines(self) -> LineMap:
        return LineMap(self.mutant)

    def _content(self, line: int) -> tuple[int, int]:
        return _content(self.original, self._original_lines, line)

    def _lines(self, edits: tuple[Edit, ...], start: int, end: int, lines: LineMap) -> tuple[int, ...]:
        if any(e.start <= start and end <= e.end and start < end and not e.new.strip() for e in edits):
            return ()
        first = map_offset(edits, start)
        last = map_offset(edits, end, after=False) if end > start else first
        return tuple(range(lines.line(first), lines.line(max(first, last - 1)) + 1))


def _content(data: bytes, lines: LineMap, line: int) -> tuple[int, int]:
    text = data[lines.start(line) : lines.end(line)]
    blank = len(text) if not text.strip() else _BLANK.match(text).end()  # type: ignore[union-attr]
    start = lines.start(line) + (0 if blank == len(text) else blank)
    return start, max(start, lines.start(line) + len(text.rstrip()))
