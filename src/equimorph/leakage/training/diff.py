"""Unified diffs, as in Megadiff: a hunk is an item; removed lines are the buggy side, added ones the fixed side.

The columns that `fields` can name are `removed` and `added`, and `old` and `new`, which are the hunk with its context.
A row's number is the line of the hunk's head in the diff, its name the changed file. A diff is a file, compressed with
gzip or xz or not, of one commit or of many, as `git log -p` writes them; or a folder of diffs.

Confirmed from ASSERT-KTH/megadiff: folders by number of changed lines, in them a file COMMIT.diff.xz a commit, which may
change several files.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.files import cut_files, hash_next, opened, with_packed_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import LONGEST, Cut, Line, TooLong, lines
from equimorph.leakage.training.reading import Span, span_lines, spans
from equimorph.leakage.training.sides import Fields, item_of
from equimorph.patches.diffs import FileDiff, Hunk, parse_diff
from equimorph.rows.tables import BadRow
from parsers import ParseError

_is_file = with_packed_suffix(".diff", ".patch")
_HEAD = re.compile(rb"@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@")


@dataclass(slots=True)
class _Piece:
    """The diff of one file, or what is before the first one; of too many lines, `lines` keeps the last two alone.

    `begun`, `named` and `hunks` say what was read of it, `left` how many lines of either file the hunk still has.
    """

    first: int
    lines: list[bytes] = field(default_factory=list)
    size: int = 0
    begun: bool = False
    named: bool = False
    hunks: bool = False
    left: tuple[int, int] = (0, 0)

    def add(self, line: Line) -> None:
        """Take a line."""
        data = line.data
        if isinstance(data, TooLong):
            self.size += data.size
            data = b""
        self.size += len(data)
        self.lines.append(data)
        if not self._in_hunk(data):
            self._outside(data)
        if self.size > LONGEST:
            del self.lines[:-2]

    def _in_hunk(self, data: bytes) -> bool:
        """Return whether the line is one of the hunk, whatever it looks like, and count it."""
        old, new = self.left
        if old <= 0 and new <= 0:
            return False
        sign = data[:1]
        if sign not in (b" ", b"+", b"-", b"\\", b"\n", b"\r"):
            self.left = (0, 0)
            return False
        if sign != b"\\":
            self.left = (old - (sign != b"+"), new - (sign != b"-"))
        return True

    def _outside(self, data: bytes) -> None:
        if (head := _HEAD.match(data)) is not None:
            self.hunks = True
            old, new = (1 if count is None else int(count) for count in head.groups())
            self.left = (old, new)
        elif data.startswith(b"diff "):
            self.begun = True
        elif data.startswith(b"+++ ") and len(self.lines) > 1 and self.lines[-2].startswith(b"--- "):
            self.named = True

    def ends_before(self, data: bytes) -> bool:
        """Return whether a line begins the next piece; in a hunk no line looks like that."""
        return data.startswith(b"diff ")

    def ends_before_names(self, data: bytes) -> bool:
        """Return whether a line and the last one are the names of the next piece's file, and not lines of a hunk."""
        if not (self.named and data.startswith(b"+++ ") and self.lines[-1].startswith(b"--- ")):
            return False
        return self.left[0] <= 0 and self.left[1] <= 0


def _pieces(source_lines: Iterable[Line]) -> Iterator[_Piece]:
    """Yield the diffs of files, one after the other; `parse_diff` may begin anew with each.

    Within a hunk nothing begins, whatever its lines look like: they are counted, as its head says.
    """
    piece: _Piece | None = None
    for line in source_lines:
        data = line.data if isinstance(line.data, bytes) else b""
        if piece is None:
            piece = _Piece(line.number)
        elif piece.ends_before(data):
            yield piece
            piece = _Piece(line.number)
        elif piece.ends_before_names(data):
            names = piece.lines.pop()
            piece.size -= len(names)
            yield piece
            piece = _Piece(line.number - 1)
            piece.add(Line(line.number - 1, names))
        piece.add(line)
    if piece is not None:
        yield piece


def _cuts(path: Path, size: int) -> Iterator[Cut]:
    """Yield the pieces of a file: each ends with the diff of a file with which it reaches `size` bytes.

    The text before the first diff is included in its piece.
    """
    start, at, first, hasher, diffs = 0, 0, 1, hashlib.sha256(), False
    with opened(path) as stream, opened(path) as again:
        for piece in _pieces(lines(stream, 1)):
            if diffs and at - start >= size:
                yield Cut(start, at, first, piece.first - first, hasher.hexdigest())
                start, first, hasher, diffs = at, piece.first, hashlib.sha256(), False
            hash_next(again, piece.size, hasher)
            at += piece.size
            diffs = diffs or piece.begun or piece.named
        if at > start:
            yield Cut(start, at, first, 0, hasher.hexdigest())


def _read(chunk: Chunk) -> Iterator[Read]:
    for span in spans(chunk):
        number, diffs, text = span.first - 1, span.first > 1, False
        try:
            with span_lines(chunk, span) as source_lines:
                for piece in _pieces(source_lines):
                    number = piece.first
                    diffs = diffs or piece.begun or piece.named
                    text = text or any(line.strip() for line in piece.lines)
                    yield from _hunks(piece, chunk.origin.fields, span)
        except OSError as error:
            yield BadRow(span.name, number + 1, error.strerror or str(error))
        else:
            if text and not diffs:
                yield BadRow(span.name, 1, "no unified diff")


def _hunks(piece: _Piece, fields: Fields, span: Span) -> Iterator[Read]:
    """Yield the results for the hunks of a file; one in which only line ends change is none."""
    if piece.size > LONGEST:
        reason = f"the diff of a file has {piece.size:,} bytes; the most that is read are {LONGEST:,}"
        yield BadRow(span.name, piece.first, reason)
        return
    if not (piece.named or piece.hunks):
        return
    try:
        diffs = parse_diff(b"".join(piece.lines), span.name, renames=True)
    except ParseError as error:
        line = piece.first + (error.line or 1) - 1
        reason = str(error).removeprefix(f"{span.name}:").removeprefix(f"{error.line}:").strip()
        yield BadRow(span.name, line, reason)
        return
    for diff in diffs:
        for hunk in diff.hunks:
            if hunk.changes:
                number = piece.first + hunk.line - 1
                yield item_of(_columns(diff, hunk), fields, span.short, number)


def _columns(diff: FileDiff, hunk: Hunk) -> dict[str, bytes | str | None]:
    removed = [line for change in hunk.changes for line in hunk.old[change.start : change.end]]
    added = [line for change in hunk.changes for line in hunk.new[change.new_start : change.new_end]]
    texts = {"removed": removed, "added": added, "old": hunk.old, "new": hunk.new}
    return {"file": diff.new or diff.old} | {name: b"\n".join(text) for name, text in texts.items()}


DIFF = Format(
    "diff",
    "unified diffs, .diff or .patch, also .gz or .xz",
    _is_file,
    lambda origin, size: cut_files(origin, _is_file, _cuts, size),
    _read,
    Fields("removed", "added", "file"),
)
