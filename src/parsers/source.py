"""Source text with its maps (bytes, characters, lines), and the methods in it.

A `SourceFile` is a whole file, class members alone (methods, constructors, initialisers) or statements alone; it knows which.
The tree and the facts are computed when asked for, once, and belong to the source or to one of its `Method` views.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java.method import Method
from parsers.java.syntax import outline
from parsers.java.syntax.outline import Kind

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.javac import Lambdas
    from parsers.java.names.classes import FileTypes

__all__ = ["Kind", "LineMap", "SourceFile"]

_LINE_END = re.compile(rb"\r\n|\n|\r")
_CONTINUATION = re.compile(rb"[\x80-\xbf]")


class LineMap:
    """Lines of a text, as JLS 3.4 ends them: LF, CR LF or CR.

    Args:
        data: the text, UTF-8.
    """

    def __init__(self, data: bytes) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(data))]
        self._size = len(data)

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset; a line end belongs to the line it ends."""
        return bisect_right(self._starts, offset)

    def start(self, line: int) -> int:
        """The byte offset at which a 1-based line starts.

        Raises:
            ValueError: there is no such line.
        """
        if not 1 <= line <= len(self._starts):
            raise ValueError(f"no line {line} in a text of {len(self._starts)} lines")
        return self._starts[line - 1]

    def end(self, line: int) -> int:
        """The byte offset after a 1-based line, its line end included."""
        return self._starts[line] if line < len(self._starts) else self._size


@dataclass(frozen=True)
class SourceFile:
    """Java text. Offsets into it are bytes; nothing of it is changed, byte order mark and line ends included.

    Args:
        data: the text in UTF-8.
        path: where it came from, for messages and records.
        language: "java".

    Raises:
        ParseError: the bytes are not UTF-8 (at once), or the text is not Java (when the tree is first asked for).
    """

    data: bytes
    path: str | None = None
    language: str = "java"

    def __post_init__(self) -> None:
        if self.language != "java":
            raise ParseError(f"unknown language {self.language!r}", path=self.path)
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise ParseError(f"not UTF-8 at byte {error.start}", path=self.path, line=line) from None

    @classmethod
    def from_text(cls, text: str, path: str | None = None) -> SourceFile:
        """A source of a string.

        Raises:
            ParseError: the string has lone surrogates, which UTF-8 cannot hold.
        """
        try:
            return cls(text.encode(), path)
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise ParseError("a lone surrogate, which UTF-8 cannot hold", path=path, line=line) from None

    @property
    def text(self) -> str:
        """The whole text as a string, a byte order mark included."""
        return self.data.decode()

    @property
    def kind(self) -> Kind:
        """Whether the text is a whole file, class members alone, or statements alone."""
        return self._parsed[0]

    @property
    def has_error(self) -> bool:
        """Whether the grammar finds an error anywhere in the text."""
        return self._parsed[1].root_node.has_error

    @cached_property
    def lines(self) -> LineMap:
        """The lines of the text."""
        return LineMap(self.data)

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets."""
        return self.data[start:end].decode()

    def char_offset(self, offset: int) -> int:
        """The character (code point) offset of a byte offset."""
        return offset - bisect_right(self._continuations, offset) if self._continuations else offset

    def byte_offset(self, char: int) -> int:
        """The byte offset of a character (code point) offset."""
        if not self._continuations:
            return char
        low, high = char, len(self.data)
        while low < high:
            middle = (low + high) // 2
            if self.char_offset(middle) < char:
                low = middle + 1
            else:
                high = middle
        return low

    @cached_property
    def _continuations(self) -> list[int]:
        if self.data.isascii():
            return []
        return [match.start() for match in _CONTINUATION.finditer(self.data)]

    @cached_property
    def _parsed(self) -> tuple[Kind, tree_sitter.Tree, int]:
        return outline.read(self.data, self.path)

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """Methods, constructors and initialisers with a body, in order; those in another's body belong to it.

        Bare statements are one view, of kind "statements".
        """
        kind, tree, shift = self._parsed
        if kind == "statements":
            return (Method(self, "", "statements", 0, len(self.data), outline.statements(tree)),)
        return tuple(
            Method(self, name, kind, node.start_byte - shift, node.end_byte - shift, node)
            for name, kind, node in outline.methods(tree)
        )

    @cached_property
    def _method_starts(self) -> list[int]:
        return [method.start for method in self.methods]

    def method_at(self, offset: int) -> Method | None:
        """The method view in which a byte offset lies."""
        at = bisect_right(self._method_starts, offset) - 1
        if at >= 0 and offset < self.methods[at].end:
            return self.methods[at]
        return None

    def exact_node(self, start: int, end: int) -> tree_sitter.Node | None:
        """The outermost tree-sitter node that covers exactly these bytes, or None."""
        _, tree, shift = self._parsed
        node = tree.root_node.descendant_for_byte_range(start + shift, end + shift)
        if node is None or (node.start_byte, node.end_byte) != (start + shift, end + shift):
            return None
        while node.parent is not None and (node.parent.start_byte, node.parent.end_byte) == (
            node.start_byte,
            node.end_byte,
        ):
            node = node.parent
        return node

    @cached_property
    def types(self) -> FileTypes:
        """The types that the file declares, with their fields and supertypes."""
        from parsers.java.names.classes import FileTypes

        kind, tree, shift = self._parsed
        return FileTypes(self.data, tree.root_node, shift, whole=kind == "file")

    @cached_property
    def lambdas(self) -> Lambdas:
        """The lambdas of the text."""
        from parsers.java.javac import Lambdas

        _, tree, shift = self._parsed
        return Lambdas(self.data, tree.root_node, shift)
