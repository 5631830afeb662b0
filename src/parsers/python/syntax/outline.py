"""The logical lines of a function, of which only the changed ones are read again in a mutant.

A lexer that is at the beginning of a logical line, outside of all brackets, reads the rest of a text whatever is before it. So the
lines of a mutant equal its original's, but for the ones from a line before a change up to a line end that both share.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from parsers.python.syntax.tokens import Line, lines, width_of

if TYPE_CHECKING:
    from parsers.member import Change

__all__ = ["Outline", "Patch"]

_CLAUSES = frozenset({b"else", b"elif", b"except", b"finally"})
"""Words that continue the statement before."""
_REMOTE = re.compile(rb"\b(?:global|nonlocal|yield)\b")
"""Words whose statements the compiler holds against other statements of the function."""


class Patch(NamedTuple):
    """Logical lines of a mutant in place of some of its original.

    Attributes:
        first, last: The first line that is replaced, and the one after the last.
        lines: The new lines.
        start, end: Byte range in the mutant, from the end of the line before.
    """

    first: int
    last: int
    lines: list[Line]
    start: int
    end: int


class Outline:
    """The logical lines of a function, and the statements that they belong to.

    Args:
        data: The text of the function.
        margin: The blanks before its first line, which are not in `data`.
    """

    def __init__(self, data: bytes, margin: bytes) -> None:
        self._data = data
        self._margin = margin
        self.lines = list(lines(data))
        self._ends = [line.end for line in self.lines]
        self._widths = [width_of(line.blank) for line in self.lines]
        self._widths[:1] = [width_of(margin)]
        joined = any(
            b"\\" in line.blank for line in self.lines
        )  # lines whose indentation Python counts in a way of its own
        self._is_opaque = joined or _REMOTE.search(data) is not None
        self._parents, self._heads = self._structure()
        self._children = dict[int, list[int]]()
        for at, parent in enumerate(self._parents):
            self._children.setdefault(parent, []).append(at)
        self._groups = dict[int, list[int]]()
        for at, head in enumerate(self._heads):
            self._groups.setdefault(head, []).append(at)

    def _structure(self) -> tuple[list[int], list[int]]:
        """Return the line that opens the block of each line, -1 for none, and the first line of the statement of each line.

        All cases of a `match` count as one statement, and so do a definition and its decorators.
        """
        parents, heads = list[int](), list[int]()
        around, last = [-1], [-1]  # the lines that open blocks, and the line before in each block
        widths = [self._widths[0]] if self._widths else []
        for at, width in enumerate(self._widths):
            if width > widths[-1]:
                widths.append(width)
                around.append(at - 1)
                last.append(-1)
            while width < widths[-1]:
                del widths[-1], around[-1], last[-1]
            parent, before = around[-1], last[-1]
            word = self.lines[at].tokens[0].text
            joined = word in _CLAUSES or (parent >= 0 and self.lines[parent].tokens[0].text == b"match")
            joined = joined or (before >= 0 and self.lines[before].tokens[0].text == b"@")
            parents.append(parent)
            heads.append(heads[before] if joined and before >= 0 else at)
            last[-1] = at
        return parents, heads

    def patches(self, mutant: bytes, changes: Sequence[Change]) -> list[Patch]:
        """Return the lines of a mutant that differ from the function's.

        Args:
            mutant: The changed text.
            changes: The changes, in order, in offsets of `mutant`.
        """
        patches, at, shift = list[Patch](), 0, 0
        while at < len(changes):
            first = bisect_left(self._ends, changes[at][0] - shift)
            start = self._ends[first - 1] + shift if first else 0
            patch, last, end = list[Line](), len(self.lines), len(mutant)
            for line in lines(mutant, start):
                patch.append(line)
                while at < len(changes) and changes[at][0] <= line.end:
                    begin, old, new = changes[at]
                    at, shift, reach = at + 1, shift + new - old, begin + new
                if reach > line.end:
                    continue
                same = bisect_left(self._ends, line.end - shift)
                if same < len(self.lines) and self._ends[same] == line.end - shift:
                    last, end = same + 1, line.end
                    break
            else:
                at = len(changes)
            patches.append(Patch(first, last, patch, start, end))
        return patches

    def pruned(self, mutant: bytes, patches: Sequence[Patch]) -> bytes | None:
        """Return a part of a mutant that compiles only if all of it does; None if that is not certain of any part.

        Statements without a change are left out. The first lines of the blocks around a change stay. Whether a statement
        compiles depends only on what is around it, but for the words of `_REMOTE` (LR 7.12, 7.13, 6.2.9.3).
        """
        if self._is_opaque or any(_REMOTE.search(mutant, patch.start, patch.end) for patch in patches):
            return None
        whole = list[
            tuple[int, int, bytes]
        ]()  # lines that are kept with all lines between them, and their new text
        for patch in patches:
            unit = self._unit(patch)
            if unit is None or (whole and unit[0] < whole[-1][1]):
                return None
            shift = patch.start - self._before(patch.first)
            start = patch.start if unit[0] == patch.first else self._start(unit[0]) + shift
            end = self._ends[unit[1] - 1] + patch.end - self._ends[patch.last - 1]
            whole.append((*unit, mutant[start:end]))
        return b"".join(self._text(whole))

    def _before(self, line: int) -> int:
        return self._ends[line - 1] if line else 0

    def _start(self, line: int) -> int:
        """Return the byte at which a line begins, its indentation included."""
        return self.lines[line].tokens[0].start - len(_margin(self.lines[line]))

    def _unit(self, patch: Patch) -> tuple[int, int] | None:
        """Return the lines, from one up to another, to be kept with all between them for a patch; None if that is not certain."""
        old, new = self.lines[patch.first : patch.last], patch.lines
        if len(old) == len(new) == 1 and old[0].blank == new[0].blank:
            return (patch.first, patch.last) if _alike(old[0], new[0]) else None
        blanks = b"".join([line.blank for line in (*old, *new)])
        if (
            not old or not new or b"\t" in blanks or b"\\" in blanks
        ):  # a tab may be inconsistent with lines left out
            return None
        return self._statements(patch, [width_of(line.blank) for line in new])

    def _statements(self, patch: Patch, widths: Sequence[int]) -> tuple[int, int] | None:
        """Return the lines of the statements of one block that have all lines of a patch."""
        ways = [self._way(at) for at in range(patch.first, patch.last)]
        depth = 0
        while all(depth < len(way) - 1 and way[depth] == ways[0][depth] for way in ways):
            depth += 1
        heads = [self._heads[way[depth]] for way in ways]
        first, last = min(heads), self._behind(max(heads))
        base = self._widths[first]
        level = [line for line, width in zip(patch.lines, widths, strict=True) if width == base]
        if min(widths) < base or first == 0 or any(line.tokens[0].text == b"@" for line in level):
            return None
        if patch.first == first and (widths[0] != base or patch.lines[0].tokens[0].text in _CLAUSES):
            return None
        return first, last

    def _way(self, line: int) -> list[int]:
        """Return the lines that open the blocks around a line, outermost first, and the line."""
        way = [line]
        while (above := self._parents[way[-1]]) >= 0:
            way.append(above)
        return way[::-1]

    def _behind(self, head: int) -> int:
        """Return the line after a statement."""
        at = self._groups[head][-1]
        while at in self._children:
            at = self._children[at][-1]
        return at + 1

    def _text(self, whole: Sequence[tuple[int, int, bytes]]) -> Iterator[bytes]:
        """Yield the pieces of the pruned text."""
        texts = {first: (last, text) for first, last, text in whole}
        kept, waiting = set[int](), [first for first, _, _ in whole]
        while waiting:
            for at in self._groups[self._heads[waiting.pop()]]:
                if at in kept:
                    continue
                kept.add(at)
                if self._parents[at] >= 0:
                    waiting.append(self._parents[at])
                if self.lines[at].tokens[0].text == b"match" and at in self._children:
                    waiting.append(self._children[at][0])
        inside = {at for first, last, _ in whole for at in range(first + 1, last)}
        for at in sorted(kept - inside):
            last, text = texts.get(at, (at + 1, self._data[self._start(at) : self._ends[at]]))
            yield text
            if last == at + 1 and at in self._children and kept.isdisjoint(self._children[at]):
                yield self._blank(at) + b" pass\n"

    def _blank(self, line: int) -> bytes:
        """Return the indentation of a line; for the first one the margin, which its text lacks."""
        return _margin(self.lines[line]) if line else self._margin


def _margin(line: Line) -> bytes:
    """Return the blanks before a line's first token in its own physical line."""
    blank = line.blank
    return blank[max(blank.rfind(b"\n"), blank.rfind(b"\r"), blank.rfind(b"\f")) + 1 :]


def _alike(old: Line, new: Line) -> bool:
    """Return whether a line may stand for another one without the lines in its block."""
    words, others = [token.text for token in old.tokens[:2]], [token.text for token in new.tokens[:2]]
    special = _CLAUSES | {b"@", b"async", b"case", b"match"}
    if words[0] != others[0]:
        return not special.intersection((words[0], others[0])) and not _opens(old)
    if words[0] == b"except":  # the body of `except*` must not jump out of it
        return (b"*" in words) == (b"*" in others)
    return words[0] != b"async" or words == others


def _opens(line: Line) -> bool:
    return line.tokens[-1].text == b":"
