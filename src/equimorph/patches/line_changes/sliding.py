"""The place of a change that fits several places, since the lines at its ends are alike.

Changes of both texts that can be beside each other are. Else the place is the one that `git diff` takes for the one that
reads best, by the indentation and blank lines around it (`diff.indentHeuristic`, the default since Git 2.14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from equimorph.patches.line_changes.side import Side


def slide(side: Side, other: Side) -> None:
    """Move all changes of a text."""
    _Slider(side, other).slide()


class _Slider:
    """A move of each run of changed lines of a text to one of the places where it may be."""

    def __init__(self, side: Side, other: Side) -> None:
        self._lines, self._changed, self._others = side.lines, side.changed, other.changed
        # The run, and the lines between the same unchanged lines of the other text, perhaps none.
        self._start = self._end = self._other_start = self._other_end = 0

    def slide(self) -> None:
        self._start, self._end = _run(self._changed, 0)
        self._other_start, self._other_end = _run(self._others, 0)
        while True:
            if self._start < self._end:
                self._place()
            if self._end >= len(self._lines):
                return
            ahead = self._unchanged_in_both()
            self._start, self._end = _run(self._changed, self._end + 1 + ahead)
            self._other_end += ahead
            self._next_other()

    def _unchanged_in_both(self) -> int:
        """Return the number of next lines that can be passed over: neither text has a change before them."""
        distances = []
        for changed, end in ((self._changed, self._end), (self._others, self._other_end)):
            at = changed.find(1, end + 1)
            distances.append((len(changed) - 1 if at < 0 else at) - end - 1)
        return max(0, min(distances))

    def _place(self) -> None:
        earliest, beside = self._to_last_place()
        length = self._end - self._start
        if beside:
            while self._other_start == self._other_end:
                self._up()
        elif self._end > earliest:
            first = max(earliest, self._end - length - 1, self._end - _FARTHEST)
            best = self._best(range(first, self._end + 1), length)
            while self._end > best:
                self._up()

    def _to_last_place(self) -> tuple[int, bool]:
        """Move the run to its last place, merging it with the runs that it meets.

        Return its first end, and whether it passed a change of the other text.
        """
        while True:
            length = self._end - self._start
            while self._can_move_up():
                self._up()
            earliest, beside = self._end, self._other_start < self._other_end
            while self._can_move_down():
                self._down()
                beside = beside or self._other_start < self._other_end
            if length == self._end - self._start:
                return earliest, beside

    def _can_move_up(self) -> bool:
        return self._start > 0 and self._lines[self._start - 1] == self._lines[self._end - 1]

    def _can_move_down(self) -> bool:
        return self._end < len(self._lines) and self._lines[self._start] == self._lines[self._end]

    def _up(self) -> None:
        self._start, self._end = self._start - 1, self._end - 1
        self._changed[self._start], self._changed[self._end] = True, False
        while self._start > 0 and self._changed[self._start - 1]:
            self._start -= 1
        self._other_end = self._other_start - 1
        self._other_start = self._other_end
        while self._other_start > 0 and self._others[self._other_start - 1]:
            self._other_start -= 1

    def _down(self) -> None:
        self._changed[self._start], self._changed[self._end] = False, True
        self._start, self._end = self._start + 1, self._end + 1
        while self._changed[self._end]:
            self._end += 1
        self._next_other()

    def _next_other(self) -> None:
        self._other_start, self._other_end = _run(self._others, self._other_end + 1)

    def _best(self, ends: range, length: int) -> int:
        """Return the end at which a run reads best; the last one if several are equal."""
        best, badness = ends.stop, (0, 0)
        for end in ends:
            splits = _Split.at(self._lines, end), _Split.at(self._lines, end - length)
            here = sum(split.depth for split in splits), sum(split.badness() for split in splits)
            deeper = (here[0] > badness[0]) - (here[0] < badness[0])
            if best == ends.stop or _DEPTH * deeper + here[1] - badness[1] <= 0:
                best, badness = end, here
        return best


def _run(changed: bytearray, start: int) -> tuple[int, int]:
    end = start
    while changed[end]:
        end += 1
    return start, end


_FARTHEST = 100
_MOST_BLANKS = 20
_MOST_INDENT = 200
_TAB = 8
# Weights that the authors of Git found by judging changes by hand (its commit 433860f3d0be).
_DEPTH = 60
_FILE_START, _FILE_END = 1, 21
_BLANK, _BLANK_BEHIND = -30, 6
_DEEPER, _DEEPER_BY_BLANKS = -4, 10
_OUT_AND_IN, _OUT_AND_IN_BY_BLANKS = 24, 17
_OUT, _OUT_BY_BLANKS = 23, 17


class _Split(NamedTuple):
    """A place between two lines at which a change would begin or end.

    Attributes:
        indent, before, behind: indentation of the line at the place, and of the next ones before and behind it that are not
            blank; -1 where there is none.
        blanks_before, blanks_behind: blank lines in between.
        is_end: whether the text ends at the place.
    """

    indent: int
    before: int
    behind: int
    blanks_before: int
    blanks_behind: int
    is_end: bool

    @classmethod
    def at(cls, lines: Sequence[bytes], place: int) -> _Split:
        is_end = place >= len(lines)
        indent = -1 if is_end else _indent(lines[place])
        blanks_before, before = _next_indent(lines, range(place - 1, -1, -1))
        blanks_behind, behind = _next_indent(lines, range(place + 1, len(lines)))
        blanks_behind = blanks_behind + 1 if indent < 0 else 0
        return cls(indent, before, behind, blanks_before, blanks_behind, is_end)

    @property
    def depth(self) -> int:
        """The indentation of the first line behind the place that is not blank."""
        return self.behind if self.indent < 0 else self.indent

    def badness(self) -> int:
        """Rate a change that begins or ends there, apart from the depth; a higher value reads worse."""
        blanks = self.blanks_before + self.blanks_behind
        bad = _BLANK * blanks + _BLANK_BEHIND * self.blanks_behind + _FILE_END * self.is_end
        if self.before < 0 and self.blanks_before == 0:
            bad += _FILE_START
        if self.depth < 0 or self.before < 0 or self.depth == self.before:
            return bad
        if self.depth > self.before:
            return bad + (_DEEPER_BY_BLANKS if blanks else _DEEPER)
        if self.behind > self.depth:
            return bad + (_OUT_AND_IN_BY_BLANKS if blanks else _OUT_AND_IN)
        return bad + (_OUT_BY_BLANKS if blanks else _OUT)


def _next_indent(lines: Sequence[bytes], places: range) -> tuple[int, int]:
    """Return the number of leading blank lines, and the indentation of the line behind them, -1 if there is none."""
    for blanks, at in enumerate(places):
        indent = _indent(lines[at])
        if indent >= 0:
            return blanks, indent
        if blanks + 1 == _MOST_BLANKS:
            return _MOST_BLANKS, 0
    return len(places), -1


def _indent(line: bytes) -> int:
    """Return the columns before the text of a line, -1 if it is blank."""
    text = line.lstrip(b" \t\n\v\f\r")
    if not text:
        return -1
    columns = 0
    for byte in line[: len(line) - len(text)]:
        columns += _TAB - columns % _TAB if byte == 0x09 else byte == 0x20
    return min(columns, _MOST_INDENT)
