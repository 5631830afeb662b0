"""Unified diffs: a reader for `git diff`, `diff -u` and `svn diff`, and a writer for `git apply` and `patch`.

Everything is bytes, and lines end with LF alone: patches are of files of any encoding, and the tools do the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from equimorph.patches.line_changes import Change, changes
from parsers import ParseError

__all__ = [
    "Change",
    "FileDiff",
    "Hunk",
    "changes",
    "parse_diff",
    "patch_changes",
    "split_lines",
    "unified_diff",
]

_CONTEXT = 3
_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_RENAME = re.compile(rb"(rename|copy) (from|to) |(similarity|dissimilarity) index ")
_BINARY = re.compile(rb"Binary files (.+) and (.+) differ")
_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_CONTROL = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


@dataclass(frozen=True)
class Hunk:
    """A hunk of a diff.

    Attributes:
        line: 1-based line of its head in the diff.
        old_start, new_start: 0-based index of its first line in either file.
        old, new: its lines on either side, without line ends; the two line ends of Windows and Unix are one.
        changes: what changes in it, indices in `old` and `new`.
    """

    line: int
    old_start: int
    new_start: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class FileDiff:
    """The diff of one file.

    Attributes:
        line: 1-based line of its head in the diff.
        old, new: the file's names as they are there, None for /dev/null.
        hunks: none where the file is binary.
    """

    line: int
    old: str | None
    new: str | None
    hunks: tuple[Hunk, ...]


def split_lines(data: bytes) -> list[bytes]:
    """Return the lines of a text without their ends, LF or CR LF."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix(b"\r") for line in lines] if b"\r" in data else lines


def parse_diff(data: bytes, path: str, *, renames: bool = False) -> tuple[FileDiff, ...]:
    """Parse a unified diff of one or more files; text around them is skipped.

    Args:
        path: Path of the diff, for messages.
        renames: accept a diff that renames or copies files; one that changes nothing else has no `FileDiff`.

    Raises:
        ParseError: this is no diff, it is cut short, or it renames or copies a file without `renames`; names the line.
    """
    diffs = tuple(_Reader(split_lines(data), path, renames).files())
    if not diffs:
        raise ParseError("no unified diff", path=path)
    return diffs


class _Reader:
    """A reader of the lines of a diff; `at` is the 0-based index of the next one."""

    def __init__(self, lines: list[bytes], path: str, renames: bool) -> None:
        self._lines = lines
        self._path = path
        self._renames = renames
        self._at = 0

    def files(self) -> Iterator[FileDiff]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            following = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else b""
            if line.startswith(b"--- ") and following.startswith(b"+++ "):
                yield self._file()
                continue
            if _RENAME.match(line) and not self._renames:
                raise self._error(
                    "a rename or copy of a file; give a diff without them (git diff --no-renames)"
                )
            if line.startswith((b"@@ -", b"@@@ ")):
                raise self._error("a hunk without the names of its file (--- and +++) before it")
            if binary := _BINARY.fullmatch(line):
                yield FileDiff(self._at + 1, *self._names(binary[1], binary[2]), ())
            self._at += 1

    def _file(self) -> FileDiff:
        line = self._at + 1
        old, new = self._names(self._lines[self._at][4:], self._lines[self._at + 1][4:])
        self._at += 2
        hunks = []
        while self._at < len(self._lines) and self._lines[self._at].startswith(b"@@"):
            hunks.append(self._hunk())
        if not hunks:
            raise ParseError("no hunk behind the names of a file", path=self._path, line=line)
        return FileDiff(line, old, new, tuple(hunks))

    def _names(self, old: bytes, new: bytes) -> tuple[str | None, str | None]:
        names = _name(old), _name(new)
        if names == (None, None):
            raise self._error("a diff of no file: both names are /dev/null")
        return names

    def _hunk(self) -> Hunk:
        head, line = _HUNK.match(self._lines[self._at]), self._at + 1
        if head is None:
            raise self._error("no head of a hunk, @@ -LINE,COUNT +LINE,COUNT @@")
        counts = tuple(1 if count is None else int(count) for count in (head[2], head[4]))
        # A side without lines names the line after which it is.
        starts = [int(start) - (count > 0) for start, count in zip((head[1], head[3]), counts, strict=True)]
        if min(starts) < 0:
            raise self._error("lines count from 1")
        self._at += 1
        old, new = list[bytes](), list[bytes]()
        runs: list[Change] = []
        while len(old) < counts[0] or len(new) < counts[1]:
            sign, text = self._line_of_hunk(line)
            if sign == b"\\":
                continue
            if sign != b" ":
                _add(runs, Change(len(old), len(old) + (sign == b"-"), len(new), len(new) + (sign == b"+")))
            if sign != b"+":
                old.append(text)
            if sign != b"-":
                new.append(text)
        if (len(old), len(new)) != counts:
            raise ParseError(
                "the hunk has other numbers of lines than its head says", path=self._path, line=line
            )
        if self._at < len(self._lines) and self._lines[self._at].startswith(b"\\"):
            self._at += 1
        real = (change for run in runs for change in _differing(run, old, new))
        return Hunk(line, starts[0], starts[1], tuple(old), tuple(new), tuple(real))

    def _line_of_hunk(self, head: int) -> tuple[bytes, bytes]:
        if self._at == len(self._lines):
            raise ParseError("the diff ends within this hunk", path=self._path, line=head)
        line = self._lines[self._at]
        if line[:1] not in (b" ", b"+", b"-", b"\\", b""):
            raise self._error("within a hunk, a line that begins with none of blank, +, -")
        self._at += 1
        return line[:1] or b" ", line[1:]  # editors and mail drop the blank of an empty line

    def _error(self, message: str) -> ParseError:
        return ParseError(message, path=self._path, line=self._at + 1)


def _add(runs: list[Change], line_change: Change) -> None:
    """Add a line to the change that it follows, or begin another one."""
    if runs and (runs[-1].end, runs[-1].new_end) == (line_change.start, line_change.new_start):
        runs[-1] = Change(runs[-1].start, line_change.end, runs[-1].new_start, line_change.new_end)
    else:
        runs.append(line_change)


def _differing(run: Change, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[Change]:
    """Yield the differences in a run of changed lines, without lines that are equal but for their ends."""
    for change in changes(old[run.start : run.end], new[run.new_start : run.new_end]):
        yield Change(
            change.start + run.start,
            change.end + run.start,
            change.new_start + run.new_start,
            change.new_end + run.new_start,
        )


def patch_changes(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[Change]:
    """Yield the differences of two texts as `parse_diff` reads them from what `git diff OLD NEW` writes.

    Args:
        old, new: lines without their ends.
    """
    for run in changes(old, new):
        yield from _differing(run, old, new)


def _name(field: bytes) -> str | None:
    """Return a file's name in a head: quoted as git does, or up to a tab (a time or revision follows)."""
    quoted = _QUOTED.match(field)
    name = _ESCAPE.sub(_unescaped, quoted[1]) if quoted else field.partition(b"\t")[0].rstrip(b" ")
    return None if name == b"/dev/null" else os.fsdecode(name)


def _unescaped(match: re.Match[bytes]) -> bytes:
    escape = match[1]
    return bytes([int(escape, 8) & 255]) if len(escape) == 3 else _CONTROL.get(escape, escape)


def unified_diff(path: str, before: bytes, after: bytes) -> bytes:
    """Return a patch of one file for `git apply` and `patch -p1`; empty if nothing changes.

    Args:
        path: Path of the file, relative to where the patch is applied, with slashes.
        before, after: the file's bytes; line ends, and a last line without one, are kept.
    """
    old, new = _whole_lines(before), _whole_lines(after)
    groups = _grouped(list(changes(old, new)))
    if not groups:
        return b""
    name = os.fsencode(path)
    parts = [b"--- ", _quoted(b"a/" + name), b"\n+++ ", _quoted(b"b/" + name), b"\n"]
    for group in groups:
        parts += _hunk_lines(old, new, group)
    return b"".join(parts)


def _whole_lines(data: bytes) -> list[bytes]:
    """Return lines with their ends; LF alone ends one."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _grouped(differences: Sequence[Change]) -> list[list[Change]]:
    """Group changes into hunks: those whose context would touch make one."""
    groups: list[list[Change]] = []
    for difference in differences:
        if groups and difference.start - groups[-1][-1].end <= 2 * _CONTEXT:
            groups[-1].append(difference)
        else:
            groups.append([difference])
    return groups


def _hunk_lines(old: Sequence[bytes], new: Sequence[bytes], group: Sequence[Change]) -> Iterator[bytes]:
    first, last = group[0], group[-1]
    before = min(_CONTEXT, first.start)
    after = min(_CONTEXT, len(old) - last.end)
    start, end = first.start - before, last.end + after
    new_start, new_end = first.new_start - before, last.new_end + after
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n".encode()
    at = start
    for change in group:
        yield from _signed(b" ", old[at : change.start])
        yield from _signed(b"-", old[change.start : change.end])
        yield from _signed(b"+", new[change.new_start : change.new_end])
        at = change.end
    yield from _signed(b" ", old[at:end])


def _range(start: int, end: int) -> str:
    # A side without lines names the line after which it is.
    return f"{start + (end > start)},{end - start}"


def _signed(sign: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line if line.endswith(b"\n") else sign + line + b"\n\\ No newline at end of file\n"


def _quoted(name: bytes) -> bytes:
    """Return a name as it is in a head: quoted if it has to be, with a tab at the end if it holds a blank."""
    if re.search(rb'[\x00-\x1f"\\\x7f]', name):
        return b'"' + re.sub(rb'[\x00-\x1f"\\\x7f]', lambda c: b"\\%03o" % c[0][0], name) + b'"'
    return name + b"\t" if b" " in name else name
