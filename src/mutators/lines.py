"""Correspondence between the lines of an original and of its mutant."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import Literal, NamedTuple

from mutators.model import Edit
from parsers.source import LineMap

__all__ = ["LineChain", "LineMapping", "LineStatus", "OffsetMap", "common_prefix", "map_offset"]

LineStatus = Literal["touched", "kept", "moved", "deleted"]


class OffsetMap:
    """Offsets of a text in the edited text; each is found in logarithmic time.

    Args:
        edits: Edits in order.
    """

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._shifts = [0]  # before each edit, and behind the last one
        for edit in edits:
            self._starts.append(edit.start)
            self._ends.append(edit.end)
            self._shifts.append(self._shifts[-1] + len(edit.new.encode()) - (edit.end - edit.start))

    def to(self, offset: int, *, after: bool = True) -> int:
        """Return the offset in the edited text of a byte of the original.

        Args:
            offset: Byte offset in the original.
            after: Whether the offset is behind (True) or before text that is inserted exactly here.
        """
        count = bisect_left(self._starts, offset)
        if count and offset < self._ends[count - 1]:
            # Inside replaced text: as far into the new text as it goes.
            end = self._ends[count - 1] + self._shifts[count]
            return min(offset + self._shifts[count - 1], end)
        if after and count < len(self._starts) and self._starts[count] == self._ends[count] == offset:
            count += 1
        return offset + self._shifts[count]


def map_offset(edits: Iterable[Edit], offset: int, *, after: bool = True) -> int:
    """Return the result of `OffsetMap.to` for a single offset."""
    return OffsetMap(edits).to(offset, after=after)


@dataclass(frozen=True)
class LineMapping:
    """Lines of an original and its mutant; lines are 1-based.

    A line is identified by its content, the bytes without the blanks around them: if a line is inserted before it, it has
    moved, and is not touched. A blank line can only become a blank line. Text that one edit removes and another inserts, such
    as an exchanged branch, is followed to its new place; if it is copied, to the first one.

    Args:
        original, mutant: the two texts.
        edits: what makes the mutant, in order, offsets in `original`.
        known_lines: the lines of the original, if they are known already.
        groups: how many edits belong to each of several mutations, in order; text is followed only within one mutation. If empty,
            all edits belong to one mutation.
    """

    original: bytes
    mutant: bytes
    edits: tuple[Edit, ...]
    known_lines: LineMap | None = field(default=None, compare=False)
    groups: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<LineMapping of {len(self.edits)} edits in {len(self.original):,} bytes>"

    def status(self, line: int) -> LineStatus:
        """Return the status of a line of the original.

        It is "deleted" if nothing of it is left, "touched" if its content changed, "kept" if content and number are the same,
        and "moved" if only its number changed.
        """
        return _status(self._before, self._after, line, self.to_mutant(line))

    def to_mutant(self, line: int) -> tuple[int, ...]:
        """Return the mutant's lines that hold what is left of a line of the original; empty if it was deleted."""
        return _follow(self._before, self._change, self._after, line)

    def to_original(self, line: int) -> tuple[int, ...]:
        """Return the original's lines that a line of the mutant comes from; empty if the line is all new."""
        return _follow(self._after, self._change.inverse, self._before, line)

    def touched(self, lines: Iterable[int]) -> bool:
        """Return whether any of the lines was touched or deleted."""
        return any(self.status(line) in ("touched", "deleted") for line in lines)

    @cached_property
    def _before(self) -> _Lines:
        return _Lines(self.original, self.known_lines or LineMap(self.original))

    @cached_property
    def _after(self) -> _Lines:
        return _Lines(self.mutant, LineMap(self.mutant))

    @cached_property
    def _change(self) -> _Change:
        pieces, change = iter(_pieces(self.edits)), _Change([], [])
        for count in self.groups or (len(self.edits),):
            group = list(islice(pieces, count))
            moves = _moves(group)
            change.spans.extend(_narrowed(old, new, moves) for old, new in group)
            change.moves.extend(moves)
        return change


@dataclass(frozen=True)
class LineChain:
    """Lines of an original and of its higher-order mutant; the answers mean the same as in `LineMapping`.

    Args:
        steps: the mappings from one text to the next, at least one.
    """

    steps: tuple[LineMapping, ...]

    def __repr__(self) -> str:
        return f"<LineChain of {len(self.steps)} steps>"

    def status(self, line: int) -> LineStatus:
        """Return the status of a line of the original; a line that has its content again is not touched."""
        return _status(self.steps[0]._before, self.steps[-1]._after, line, self.to_mutant(line))

    def to_mutant(self, line: int) -> tuple[int, ...]:
        """Return the mutant's lines that hold what is left of a line of the original; empty if it was deleted."""
        return _through((step.to_mutant for step in self.steps), line)

    def to_original(self, line: int) -> tuple[int, ...]:
        """Return the original's lines that a line of the mutant comes from; empty if the line is all new."""
        return _through((step.to_original for step in reversed(self.steps)), line)

    def touched(self, lines: Iterable[int]) -> bool:
        """Return whether any of the lines was touched or deleted."""
        return any(self.status(line) in ("touched", "deleted") for line in lines)


def _through(steps: Iterable[Callable[[int], tuple[int, ...]]], line: int) -> tuple[int, ...]:
    found = {line}
    for step in steps:
        found = {other for one in found for other in step(one)}
    return tuple(sorted(found))


def _status(before: _Lines, after: _Lines, line: int, found: tuple[int, ...]) -> LineStatus:
    """Return the status of a line that is found in some lines of another text."""
    if not found:
        return "deleted"
    if len(found) > 1 or before.text(line) != after.text(found[0]):
        return "touched"
    return "kept" if found == (line,) else "moved"


class _Span(NamedTuple):
    """Bytes of one text and their counterpart in the other."""

    start: int
    end: int
    new: int
    new_end: int

    @property
    def inverse(self) -> _Span:
        """The same, seen from the other text."""
        return _Span(self.new, self.new_end, self.start, self.end)


class _Change(NamedTuple):
    """The change of one text into another: replaced `spans`, outside of which the texts are equal, and `moves` inside of them."""

    spans: list[_Span]
    moves: list[_Span]

    @property
    def inverse(self) -> _Change:
        """The change back."""
        return _Change([span.inverse for span in self.spans], sorted(move.inverse for move in self.moves))


class _Piece(NamedTuple):
    """An old or new text of an edit and where it starts."""

    start: int
    text: bytes

    def places(self, text: bytes) -> Iterator[tuple[int, int]]:
        """Yield the places of a run of tokens in it."""
        for match in re.finditer(re.escape(text), self.text):
            if not any(_INSIDE_WORD.match(self.text, at - 1) for at in match.span() if at):
                yield self.start + match.start(), self.start + match.end()

    @property
    def core(self) -> bytes:
        """The text without the braces of a block and without separators at its ends; empty if that is a token or less."""
        inner = self.text.strip()
        inner = inner[1:-1] if inner[:1] == b"{" and inner[-1:] == b"}" else inner
        inner = inner.strip(_SEPARATORS)
        return inner if re.search(rb"\w", inner) and len(_TOKEN.findall(inner)) > 1 else b""


_SEPARATORS = b",; \t\f\r\n"
_TOKEN = re.compile(rb"[\w$\x80-\xff]+|\S")
_INSIDE_WORD = re.compile(rb"[\w$\x80-\xff]{2}")


class _Lines(NamedTuple):
    """A text with the places of its lines."""

    data: bytes
    map: LineMap

    def content(self, line: int) -> tuple[int, int]:
        """Return the byte range of a line without the blanks around it; of a blank line the place before its line end."""
        start, end = self.map.start(line), self.map.end(line)
        text = self.data[start:end]
        if not text.strip():
            end -= len(text) - len(text.rstrip(b"\r\n"))
            return end, end
        return end - len(text.lstrip()), start + len(text.rstrip())

    def text(self, line: int) -> bytes:
        start, end = self.content(line)
        return self.data[start:end]

    def covered(self, start: int, end: int) -> range:
        """Return the lines that hold a byte range, blanks at its ends left out."""
        text = self.data[start:end] if start < end else b""
        if not text.strip():
            return range(0)
        first, last = end - len(text.lstrip()), start + len(text.rstrip()) - 1
        return range(self.map.line(first), self.map.line(last) + 1)


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the common prefix of two sequences."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _pieces(edits: Iterable[Edit]) -> list[tuple[_Piece, _Piece]]:
    pieces, shift = [], 0
    for edit in edits:
        old, new = edit.old.encode(), edit.new.encode()
        pieces.append((_Piece(edit.start, old), _Piece(edit.start + shift, new)))
        shift += len(new) - len(old)
    return pieces


def _moves(pieces: Sequence[tuple[_Piece, _Piece]]) -> list[_Span]:
    """Return the texts that one edit removes and another inserts, longest first; text that stays within one edit is not a move."""
    olds, news = [(old, old.core) for old, _ in pieces], [(new, new.core) for _, new in pieces]
    if not any(core for _, core in (*olds, *news)):
        return []
    found = []
    for i, (old, old_core) in enumerate(olds):
        for j, (new, new_core) in enumerate(news):
            texts = [t for t, whole in ((old_core, new.text), (new_core, old.text)) if t and t in whole]
            found += [((-len(text), i != j, min(i, j), max(i, j)), text, old, new) for text in texts]
    taken, brought, moves = list[_Span](), list[_Span](), list[_Span]()
    for (_, elsewhere, *_), text, old, new in sorted(found, key=itemgetter(0)):
        source = next((p for p in old.places(text) if not _overlaps(taken, *p)), None)
        target = next((p for p in new.places(text) if not _overlaps(brought, *p)), None)
        if source is None or target is None:
            continue
        move = _widened(_Span(*source, *target), old, new)
        taken.append(move)
        brought.append(move.inverse)
        if elsewhere:
            moves.append(move)
    return sorted(moves)


def _overlaps(spans: Iterable[_Span], start: int, end: int) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def _widened(move: _Span, old: _Piece, new: _Piece) -> _Span:
    """Return a move with the separators and blanks around it that go along."""
    one, other = old.text[: move.start - old.start][::-1], new.text[: move.new - new.start][::-1]
    before = common_prefix(one, other)
    before -= len(one[:before].lstrip(_SEPARATORS))
    one, other = old.text[move.end - old.start :], new.text[move.new_end - new.start :]
    behind = common_prefix(one, other)
    behind -= len(one[:behind].lstrip(_SEPARATORS))
    return _Span(move.start - before, move.end + behind, move.new - before, move.new_end + behind)


def _narrowed(old: _Piece, new: _Piece, moves: Iterable[_Span]) -> _Span:
    """Return the edit's replaced text, without the equal ends that are not moved text."""
    one, other = old.text, new.text
    end, new_end = old.start + len(one), new.start + len(other)
    took = [m for m in moves if old.start <= m.start and m.end <= end]
    brought = [m.inverse for m in moves if new.start <= m.new and m.new_end <= new_end]
    # A line put before a replaced token (`x` -> `int u = 0;\n((T) x)`) does not belong to the token's line.
    head = common_prefix(one, other)
    for piece, there in ((old, took), (new, brought)):
        head = min([head, *(m.start - piece.start for m in there)])
    tail = common_prefix(one[head:][::-1], other[head:][::-1])
    for stop, there in ((end, took), (new_end, brought)):
        tail = min([tail, *(stop - m.end for m in there)])
    return _Span(old.start + head, end - tail, new.start + head, new_end - tail)


def _follow(here: _Lines, change: _Change, there: _Lines, line: int) -> tuple[int, ...]:
    """Return the lines of another text that hold what is left of a line of this one."""
    start, end = here.content(line)
    if start == end:
        return _follow_blank(here, change, there, line)
    found: set[int] = set()
    at, shift = start, 0
    for span in change.spans:
        if span.start >= end:
            break
        if span.end > start:
            found.update(there.covered(at + shift, span.start + shift))
            own = _gaps(change.moves, max(start, span.start), min(end, span.end))
            if any(here.data[a:b].strip() for a, b in own):  # a line that was put inside another is all new
                brought = change.inverse.moves
                for gap in _gaps(brought, *_part(span, start, end)):
                    found.update(there.covered(*gap))
            at = span.end
        shift = span.new_end - span.end
    found.update(there.covered(at + shift, end + shift))
    for move in change.moves:
        first, last = max(start, move.start), min(end, move.end)
        found.update(there.covered(first - move.start + move.new, last - move.start + move.new))
    return tuple(sorted(found))


def _gaps(moves: Iterable[_Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a byte range without moved text."""
    for move in moves:
        if start < move.end and move.start < end:
            yield start, move.start
            start = move.end
    yield start, end


def _part(span: _Span, start: int, end: int) -> tuple[int, int]:
    """Return the bytes of a span's new text that correspond to the old text between two offsets, as far as they do."""
    first = min(span.new + max(0, start - span.start), max(span.new, span.new_end - 1))
    last = span.new_end if span.end <= end else min(span.new + end - span.start, span.new_end)
    return first, last


def _follow_blank(here: _Lines, change: _Change, there: _Lines, line: int) -> tuple[int, ...]:
    """Return the same as `_follow` for a blank line, which is known by its line end."""
    place, end = here.content(line)[0], here.map.end(line)
    shift = 0
    for span in change.spans:
        if span.start > place:
            break
        if place < span.end:
            move = next((m for m in change.moves if m.start <= place < m.end), None)
            if move is not None:
                place, shift = place - move.start + move.new, 0
                break
            if end <= span.end and not there.data[span.new : span.new_end].strip():
                return ()
            place, shift = _part(span, place, place)[0], 0
            break
        shift = span.new_end - span.end
    target = there.map.line(place + shift)
    return (target,) if not there.text(target) else ()
