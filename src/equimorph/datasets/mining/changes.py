"""Changes of Java files: the pieces of code that a commit changes, and their texts before and after."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from equimorph.patches.diffs import Change, patch_changes, split_lines
from equimorph.patches.pairing import Pairing
from parsers import SourceFile
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tokens import Token, tokenize

_BLOCK = b'"""'
_BLANKS = b" \t\n\r\f\v"
_PACKAGE = re.compile(rb"^\s*package\s+([\w$.\s\x80-\xff]+?)\s*;", re.MULTILINE)
_LINE_END = re.compile(rb"\n")
_LITERAL_OR_COMMENT = re.compile(
    rb"""
    (?= ["'/] )  # passes over code fast
    (?:
        (   \"\"\" (?: [^"\\]++ | \\. | "(?!"") )*+ (?: \"\"\" | \Z )
          | " (?: [^"\\\r\n]++ | \\. )*+ "?
          | ' (?: [^'\\\r\n]++ | \\. )*+ '?
        )
      | // [^\r\n]*+
      | /\* (?: [^*]++ | \*(?!/) )*+ (?: \*/ | \Z )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A literal, as group 1, or a comment, in a text that parses."""

_TYPES = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)


@dataclass(frozen=True)
class Piece:
    """A method or a type that a commit changes.

    Attributes:
        name: Name of it.
        line: 1-based, in the file before the commit, where its text begins.
        buggy, fixed: Its text before and after.
        changes: Changes of its code, line by line, counted from its first line.
    """

    name: str
    line: int
    buggy: str
    fixed: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class FilePair:
    """A Java file before and after a commit.

    Attributes:
        path: Path of the file after the commit, as bytes of the repository.
        old_path: Path before the commit; the same unless the file is renamed.
        encoding: Encoding of the file.
        buggy, fixed: The two files.
        texts: Their lines without comments.
    """

    path: bytes
    old_path: bytes
    encoding: str
    buggy: SourceFile
    fixed: SourceFile
    texts: tuple[Code, Code]

    @cached_property
    def lines(self) -> list[Change]:
        """All changes of the file, line by line, including comments and blank lines."""
        return list(patch_changes(split_lines(self.buggy.data), split_lines(self.fixed.data)))

    @cached_property
    def code(self) -> list[Change]:
        """The changes of its code, line by line."""
        return list(code_changes(*self.texts, self.lines))

    @cached_property
    def package(self) -> str:
        """The package that the file before the commit names; "" for none."""
        match = _PACKAGE.search(self.buggy.data)
        return "" if match is None else b"".join(match[1].split()).decode()

    def methods(self) -> Iterator[Piece]:
        """Yield the members whose code changes, in order, except members that the commit adds, deletes or renames."""
        for old, new in Pairing(self.buggy, self.fixed).changed():
            changes = tuple(code_changes(Code(old.data), Code(new.data)))
            yield Piece(old.name, _line(self.buggy.data, old.start), old.text, new.text, changes)

    def types(self) -> Iterator[Piece]:
        """Yield the top-level types whose code changes, in order; one that the commit adds, deletes or renames has no pair."""
        after = _types(self.fixed)
        for name, (start, end) in _types(self.buggy).items():
            if name in after:
                first, last = after[name]
                buggy, fixed = self.buggy.data[start:end], self.fixed.data[first:last]
                if changes := self._changes_of(buggy, fixed, start, first):
                    line = _line(self.buggy.data, start)
                    yield Piece(name, line, buggy.decode(), fixed.decode(), changes)

    def _changes_of(self, buggy: bytes, fixed: bytes, start: int, new_start: int) -> tuple[Change, ...]:
        """Return the file's changes within a type's code, if the lines of the type are aligned with one another.

        Args:
            buggy, fixed: The type before and after.
            start, new_start: Start of the type in both files.
        """
        spans = [
            _Span.of(source.data, at, len(data))
            for source, at, data in ((self.buggy, start, buggy), (self.fixed, new_start, fixed))
        ]
        old, new = (text.on(*span) for text, span in zip(self.texts, spans, strict=True))
        if old.translate(None, _BLANKS) == new.translate(None, _BLANKS) and same_code(
            Code(buggy), Code(fixed)
        ):
            return ()
        kept = [span.last - span.first - span.covered(self.lines, side) for side, span in enumerate(spans)]
        if kept[0] != kept[1]:
            return tuple(code_changes(Code(buggy), Code(fixed)))
        inside = (Change(*spans[0].cut(*change[:2]), *spans[1].cut(*change[2:])) for change in self.code)
        return tuple(
            change for change in inside if change.start < change.end or change.new_start < change.new_end
        )


class _Span(NamedTuple):
    """Lines of a text: the first, and the one behind the last, from 0."""

    first: int
    last: int

    @classmethod
    def of(cls, data: bytes, start: int, size: int) -> _Span:
        first = data.count(b"\n", 0, start)
        return cls(first, first + data.count(b"\n", start, start + size) + 1)

    def cut(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of a range of lines that is here, counted from the first line here."""
        return (
            min(max(start, self.first), self.last) - self.first,
            min(max(end, self.first), self.last) - self.first,
        )

    def covered(self, changes: Iterable[Change], side: int) -> int:
        """Return the number of lines here that changes cover, on the old side (0) or the new one (1)."""
        ranges = (self.cut(*change[2 * side : 2 * side + 2]) for change in changes)
        return sum(end - start for start, end in ranges)


def _line(data: bytes, offset: int) -> int:
    """Return the 1-based line of an offset, as a patch counts lines: LF alone ends one."""
    return data.count(b"\n", 0, offset) + 1


def _types(source: SourceFile) -> dict[str, tuple[int, int]]:
    """Return the byte ranges of the types of a whole file, by name."""
    spans = {}
    for node in JavaParsed.of(source).tree.root_node.children:
        if node.type in _TYPES and (name := node.child_by_field_name("name")) is not None:
            spans[(name.text or b"").decode()] = (node.start_byte, node.end_byte)
    return spans


def same_code(buggy: Code, fixed: Code) -> bool:
    """Return whether two texts have the same tokens: they differ only in comments and blanks, if at all."""
    if buggy.data == fixed.data:
        return True
    if buggy.squeezed != fixed.squeezed:
        return False
    if not buggy.has_blocks and not fixed.has_blocks and buggy.words == fixed.words:
        return True
    return buggy.tokens == fixed.tokens


def code_changes(buggy: Code, fixed: Code, lines: list[Change] | None = None) -> Iterator[Change]:
    """Yield the changes from one text to another, line by line, in which a token changes, not only comments and blanks.

    Args:
        buggy, fixed: The texts.
        lines: All their changes, if they are known.
    """
    if lines is None:
        lines = list(patch_changes(split_lines(buggy.data), split_lines(fixed.data)))
    has_blocks = buggy.has_blocks or fixed.has_blocks
    for change in lines:
        gone, come = buggy.on(change.start, change.end), fixed.on(change.new_start, change.new_end)
        if gone.split() == come.split() and not has_blocks and b'"' not in gone:
            continue  # the same words between blanks, and no literal that holds a blank
        if gone.translate(None, _BLANKS) != come.translate(None, _BLANKS) or (
            buggy.tokens_on(change.start, change.end) != fixed.tokens_on(change.new_start, change.new_end)
        ):
            yield change


class Code:
    """A text and its lines without comments, with its tokens where blanks alone do not decide.

    Args:
        data: the text, UTF-8.

    Attributes:
        data: the text.
        has_blocks: whether it may have text blocks, in which blanks at the ends of lines count.
    """

    def __init__(self, data: bytes) -> None:
        self.data, self.has_blocks = data, _BLOCK in data
        self._code = _LITERAL_OR_COMMENT.sub(_kept, data) if b"//" in data or b"/*" in data else data

    @cached_property
    def squeezed(self) -> bytes:
        """The text without comments and blanks; where two of these differ, tokens differ."""
        return self._code.translate(None, _BLANKS)

    @property
    def words(self) -> list[bytes]:
        """The lines with one blank between words, blank ones aside; where no literal spans lines, equal ones have equal tokens."""
        texts = (line.strip() if b'"' in line else b" ".join(line.split()) for line in self._lines)
        return [line for line in texts if line]

    @cached_property
    def tokens(self) -> list[bytes]:
        """The tokens."""
        return [token.text for token in self._read]

    def on(self, start: int, end: int) -> bytes:
        """Return some lines, from 0, without their comments."""
        return b"\n".join(self._lines[start:end])

    def tokens_on(self, start: int, end: int) -> list[bytes]:
        """Return the tokens on some lines, from 0; one of several lines is on each of them."""
        if start == end:
            return []
        starts = [0, *(match.end() for match in _LINE_END.finditer(self.data)), len(self.data) + 1]
        first = bisect_right(self._read, starts[start], key=lambda token: token.end)
        last = bisect_left(self._read, starts[end], key=lambda token: token.start)
        return self.tokens[first:last]

    @cached_property
    def _lines(self) -> list[bytes]:
        return self._code.split(b"\n")

    @cached_property
    def _read(self) -> list[Token]:
        return tokenize(self.data)


def _kept(match: re.Match[bytes]) -> bytes:
    """Return a literal as it is, and of a comment the line ends."""
    return match[0] if match[1] is not None else b" " + b"\n" * match[0].count(b"\n")


def line_count(text: str) -> int:
    """Return the number of lines of a text."""
    return text.count("\n") + (not text.endswith("\n"))
