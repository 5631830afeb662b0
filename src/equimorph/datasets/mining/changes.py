"""Changes of Java files: the pieces of code that a commit changes, and their texts before and after."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from equimorph.diffs import Change, patch_changes, split_lines
from equimorph.pairing import Pairing
from parsers import Member, SourceFile
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tokens import Token, tokenize

__all__ = ["Code", "FilePair", "Piece", "code_changes", "line_count", "same_code"]

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
        name: of it.
        line: 1-based, in the file before the commit, where its text begins.
        buggy, fixed: its text before and after.
    """

    name: str
    line: int
    buggy: str
    fixed: str

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The changes of its code, line by line."""
        return tuple(code_changes(self.buggy.encode(), self.fixed.encode()))


@dataclass(frozen=True)
class FilePair:
    """A Java file before and after a commit.

    Attributes:
        path: of the file after it, as bytes of the repository.
        old_path: before; the same unless it is renamed.
        encoding: of the file.
        buggy, fixed: the two.
    """

    path: bytes
    old_path: bytes
    encoding: str
    buggy: SourceFile
    fixed: SourceFile

    @cached_property
    def lines(self) -> list[Change]:
        """All changes of the file, line by line, those of comments and blank lines included."""
        return list(patch_changes(split_lines(self.buggy.data), split_lines(self.fixed.data)))

    @cached_property
    def code(self) -> list[Change]:
        """The changes of its code, line by line."""
        return list(code_changes(self.buggy.data, self.fixed.data, self.lines))

    @cached_property
    def package(self) -> str:
        """The package that the file before the commit names; "" for none."""
        found = _PACKAGE.search(self.buggy.data)
        return "" if found is None else b"".join(found[1].split()).decode()

    @cached_property
    def methods(self) -> tuple[Piece, ...]:
        """The members whose code changes, in order; those that the commit adds, deletes or renames are not among them."""
        return tuple(_piece(*pair) for pair in Pairing(self.buggy, self.fixed).changed())

    def types(self) -> Iterator[Piece]:
        """Yield the top-level types whose code changes, in order; one that the commit adds, deletes or renames has no pair."""
        after = _types(self.fixed)
        for name, (start, end) in _types(self.buggy).items():
            if name in after:
                buggy, fixed = self.buggy.data[start:end], self.fixed.data[slice(*after[name])]
                if not same_code(buggy, fixed):
                    yield Piece(name, self.buggy.lines.line(start), buggy.decode(), fixed.decode())


def _piece(member: Member, fixed: Member) -> Piece:
    return Piece(member.name, member.start_line, member.text, fixed.text)


def _types(source: SourceFile) -> dict[str, tuple[int, int]]:
    """Return the byte ranges of the types of a whole file, by name."""
    found = {}
    for node in JavaParsed.of(source).tree.root_node.children:
        if node.type in _TYPES and (name := node.child_by_field_name("name")) is not None:
            found[(name.text or b"").decode()] = (node.start_byte, node.end_byte)
    return found


def same_code(buggy: bytes, fixed: bytes) -> bool:
    """Return whether two texts have the same tokens: they differ in comments and blanks at the most."""
    if buggy == fixed:
        return True
    old, new = Code(buggy), Code(fixed)
    if old.squeezed != new.squeezed:
        return False
    if _BLOCK not in buggy and _BLOCK not in fixed and old.indented == new.indented:
        return True
    return old.tokens == new.tokens


def code_changes(buggy: bytes, fixed: bytes, lines: list[Change] | None = None) -> Iterator[Change]:
    """Yield the changes from a text to another one, line by line, in which a token changes: not those of comments and blanks alone.

    Args:
        buggy, fixed: the texts, UTF-8.
        lines: all their changes, where they are known.
    """
    given = list(patch_changes(split_lines(buggy), split_lines(fixed))) if lines is None else lines
    if not given:
        return
    old, new = Code(buggy), Code(fixed)
    has_blocks = _BLOCK in buggy or _BLOCK in fixed
    for one in given:
        gone, come = old.on(one.start, one.end), new.on(one.new_start, one.new_end)
        words = gone.split()
        if words == come.split() and not has_blocks and b'"' not in gone:
            continue  # the same words between blanks, and no literal that holds a blank
        squeezed = [text.translate(None, _BLANKS) for text in (gone, come)]
        if squeezed[0] != squeezed[1] or old.tokens_on(one.start, one.end) != new.tokens_on(
            one.new_start, one.new_end
        ):
            yield one


class Code:
    """A text and its lines without comments, with its tokens where blanks alone do not decide.

    Args:
        data: the text, UTF-8.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._code = _LITERAL_OR_COMMENT.sub(_kept, data) if b"//" in data or b"/*" in data else data

    @cached_property
    def squeezed(self) -> bytes:
        """The text without comments and any blank: where two of these differ, tokens differ."""
        return self._code.translate(None, _BLANKS)

    @property
    def indented(self) -> list[bytes]:
        """The lines without blanks at both ends, blank ones aside; where no literal spans lines, equal ones have equal tokens."""
        return [line for line in map(bytes.strip, self._lines) if line]

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
        starts = [0, *(match.end() for match in _LINE_END.finditer(self._data)), len(self._data) + 1]
        first = bisect_right(self._read, starts[start], key=lambda token: token.end)
        last = bisect_left(self._read, starts[end], key=lambda token: token.start)
        return self.tokens[first:last]

    @cached_property
    def _lines(self) -> list[bytes]:
        return self._code.split(b"\n")

    @cached_property
    def _read(self) -> list[Token]:
        return tokenize(self._data)


def _kept(match: re.Match[bytes]) -> bytes:
    """Return a literal as it is, and of a comment the line ends."""
    return match[0] if match[1] is not None else b" " + b"\n" * match[0].count(b"\n")


def line_count(text: str) -> int:
    """Return how many lines a text has."""
    return text.count("\n") + (not text.endswith("\n"))
