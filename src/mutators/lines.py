"""Which line of the original is which line of the mutant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from mutators.model import Edit
from parsers.source import LineMap

__all__ = ["LineMapping", "LineStatus", "common_prefix", "map_offset"]

LineStatus = Literal["touched", "kept", "moved", "deleted"]


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

    A line is known by its content, the bytes without the blanks around them: a line before which a line is inserted has
    moved, it is not touched. A blank line can only become a blank line.

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
        """What happened to a line of the original.

        It is deleted where nothing of it is left, touched where its content changed, kept with the same content and number,
        and moved with the same content under another number.
        """
        found = self.to_mutant(line)
        if not found:
            return "deleted"
        if len(found) > 1 or self._before.text(line) != self._after.text(found[0]):
            return "touched"
        return "kept" if found == (line,) else "moved"

    def to_mutant(self, line: int) -> tuple[int, ...]:
        """The mutant's lines that hold what is left of a line of the original; none if it was deleted."""
        return _follow(self._before, self._spans, self._after, line)

    def to_original(self, line: int) -> tuple[int, ...]:
        """The original's lines that a line of the mutant comes from; none if the line is all new."""
        back = [_Span(new, new_end, start, end) for start, end, new, new_end in self._spans]
        return _follow(self._after, back, self._before, line)

    def touched(self, lines: Iterable[int]) -> bool:
        """Whether any of the lines was touched or deleted."""
        return any(self.status(line) in ("touched", "deleted") for line in lines)

    @cached_property
    def _before(self) -> _Lines:
        return _Lines(self.original, self.known_lines or LineMap(self.original))

    @cached_property
    def _after(self) -> _Lines:
        return _Lines(self.mutant, LineMap(self.mutant))

    @cached_property
    def _spans(self) -> list[_Span]:
        found, shift = [], 0
        for edit in self.edits:
            old, new = edit.old.encode(), edit.new.encode()
            # A line put before a replaced token (`x` -> `int u = 0;\n((T) x)`) does not belong to the token's line.
            head = common_prefix(old, new)
            tail = common_prefix(old[head:][::-1], new[head:][::-1])
            start = edit.start + head
            found.append(
                _Span(
                    start, edit.start + len(old) - tail, start + shift, edit.start + shift + len(new) - tail
                )
            )
            shift += len(new) - len(old)
        return found


class _Span(NamedTuple):
    """Bytes of one text and what stands for them in the other; outside of all spans the texts are equal."""

    start: int
    end: int
    new: int
    new_end: int


class _Lines(NamedTuple):
    """A text and where its lines are."""

    data: bytes
    map: LineMap

    def content(self, line: int) -> tuple[int, int]:
        """The byte range of a line without the blanks around it; of a blank line the place before its line end."""
        start, end = self.map.start(line), self.map.end(line)
        text = self.data[start:end]
        if not text.strip():
            end -= len(text) - len(text.rstrip(b"\r\n"))
            return end, end
        return end - len(text.lstrip()), start + len(text.rstrip())

    def text(self, line: int) -> bytes:
        """The content of a line."""
        start, end = self.content(line)
        return self.data[start:end]

    def covered(self, start: int, end: int) -> range:
        """The lines that hold a byte range, blanks at its ends left out."""
        text = self.data[start:end] if start < end else b""
        if not text.strip():
            return range(0)
        first, last = end - len(text.lstrip()), start + len(text.rstrip()) - 1
        return range(self.map.line(first), self.map.line(last) + 1)


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two sequences have in common from their starts on."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _follow(here: _Lines, spans: list[_Span], there: _Lines, line: int) -> tuple[int, ...]:
    """The lines of another text that hold what is left of a line of this one."""
    start, end = here.content(line)
    if start == end:
        return _follow_blank(here, spans, there, line)
    found: set[int] = set()
    at, shift = start, 0
    for span in spans:
        if span.start >= end:
            break
        if span.end > start:
            found.update(there.covered(at + shift, span.start + shift))
            if span.start < span.end:  # a line that was put inside another is all new
                found.update(there.covered(*_part(span, start, end)))
            at = span.end
        shift = span.new_end - span.end
    found.update(there.covered(at + shift, end + shift))
    return tuple(sorted(found))


def _part(span: _Span, start: int, end: int) -> tuple[int, int]:
    """Which bytes of a span's new text stand for those of its old text between two offsets: as far as it goes."""
    first = min(span.new + max(0, start - span.start), max(span.new, span.new_end - 1))
    last = span.new_end if span.end <= end else min(span.new + end - span.start, span.new_end)
    return first, last


def _follow_blank(here: _Lines, spans: list[_Span], there: _Lines, line: int) -> tuple[int, ...]:
    """The same for a blank line, which is known by its line end."""
    place, end = here.content(line)[0], here.map.end(line)
    shift = 0
    for span in spans:
        if span.start > place:
            break
        if place < span.end:
            if end <= span.end and not there.data[span.new : span.new_end].strip():
                return ()
            place, shift = _part(span, place, place)[0], 0
            break
        shift = span.new_end - span.end
    target = there.map.line(place + shift)
    return (target,) if not there.text(target) else ()
