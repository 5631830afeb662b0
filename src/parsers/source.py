"""Source text with its maps (bytes, characters, lines), and the members in it, in any language.

A `SourceFile` is a whole file, members alone or statements alone (`SourceFile.kind`). Its language parses it (`parsers.language`):
the tree and the facts are computed on demand, once, and belong to `SourceFile.parsed` or to one of the members.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from parsers.encoding import declared, encoded
from parsers.errors import ParseError
from parsers.language import Kind, Parsed, Reread, Token, find_language
from parsers.member import Change, Member, Replacement
from parsers.splicing import Splice, SplicedTokens, Tokens, splice_between

__all__ = ["Kind", "LineMap", "SourceFile"]

_LINE_END = re.compile(rb"\r\n|\n|\r")
_CONTINUATION = re.compile(rb"[\x80-\xbf]")
_PATH = 60
"""Up to this many characters of a path are shown in a representation."""
_ENOUGH = 4096
"""Bytes at the start of a text in which there mostly is a token."""


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
        """Return the 1-based line of a byte offset; a line end belongs to the line it ends."""
        return bisect_right(self._starts, offset)

    def start(self, line: int) -> int:
        """Return the byte offset at which a 1-based line starts.

        Raises:
            ValueError: the line does not exist.
        """
        if not 1 <= line <= len(self._starts):
            raise ValueError(f"no line {line} in a text of {len(self._starts)} lines")
        return self._starts[line - 1]

    def end(self, line: int) -> int:
        """Return the byte offset after a 1-based line, its line end included."""
        return self._starts[line] if line < len(self._starts) else self._size

    def replaced(self, start: int, end: int, data: bytes) -> LineMap:
        """Return the lines of the text with another one in place of a byte range at whose borders no line ends.

        Args:
            start, end: the byte range.
            data: the new text, UTF-8.
        """
        lines = LineMap(data)
        first, last = bisect_right(self._starts, start), bisect_right(self._starts, end)
        grown = len(data) - (end - start)
        inner = [at + start for at in lines._starts[1:]]
        lines._starts = [*self._starts[:first], *inner, *[at + grown for at in self._starts[last:]]]
        lines._size = self._size + grown
        return lines


@dataclass(frozen=True)
class SourceFile:
    """Text of a programming language. Offsets are bytes; nothing is normalised, byte order mark and line ends included.

    A source pickles as its text, its path, its language and its encoding; the tree is made again when it is asked for.

    Args:
        data: Text in UTF-8.
        path: Origin of the text, for messages and records.
        language: Name that `parsers.language` knows, such as "java".
        encoding: Encoding of the file, as Python names it; None for what the text of a Python file declares, or else UTF-8.
            `data` is UTF-8 all the same.

    Raises:
        ParseError: the bytes are not UTF-8 (at once), its language is not known (at once), or the text is not in
            that language (when the tree is first needed).
    """

    data: bytes
    path: str | None = None
    language: str = "java"
    encoding: str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        find_language(self.language, self.path)
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise ParseError(f"not UTF-8 at byte {error.start}", path=self.path, line=line) from None

    def __repr__(self) -> str:
        return f"<SourceFile {self.place()}: {self.language}, {len(self.data):,} bytes>"

    def __reduce__(self) -> tuple[Any, ...]:
        view = {name: value for name, value in vars(self).items() if name == "_only"}
        return SourceFile, (self.data, self.path, self.language, self.encoding), view or None

    def in_file(self, data: bytes) -> bytes:
        """Return a text in UTF-8 as the bytes of this source's file, in the encoding of the file.

        Raises:
            UnicodeError: the encoding lacks a character of the text.
            ParseError: no encoding has this name.
        """
        return encoded(data, self.encoding or declared(self.data, self.language, self.path))

    def place(self, line: int | None = None) -> str:
        """Return the path, its start cut off where it is long, or what stands for it; with a 1-based line, if one is given."""
        path = "text without a path" if self.path is None else self.path
        path = path if len(path) <= _PATH else f"...{path[-_PATH:]}"
        return path if line is None else f"{path}:{line}"

    @classmethod
    def from_text(cls, text: str, path: str | None = None, language: str = "java") -> SourceFile:
        """Return a source of a string.

        Raises:
            ParseError: the string has lone surrogates, which UTF-8 cannot hold.
        """
        try:
            return cls(text.encode(), path, language)
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise ParseError("a lone surrogate, which UTF-8 cannot hold", path=path, line=line) from None

    def like(self, text: str | SourceFile) -> SourceFile:
        """Return a text as a source in the language of this one; a source as it is.

        Raises:
            ParseError: the string has lone surrogates.
            TypeError: it is no text.
        """
        if isinstance(text, SourceFile):
            return text
        if not isinstance(text, str):
            raise TypeError(f"a text is a string or a SourceFile, not {type(text).__name__}")
        return SourceFile.from_text(text, language=self.language)

    @property
    def text(self) -> str:
        """The whole text as a string, a byte order mark included."""
        return self.data.decode()

    @property
    def kind(self) -> Kind:
        """Whether the text is a whole file, class members alone, or statements alone."""
        return self.parsed.kind

    @property
    def has_error(self) -> bool:
        """Whether the grammar finds an error anywhere in the text."""
        return self.parsed.has_error

    @property
    def parses(self) -> bool:
        """Whether the text is one of its language without a syntax error, also such as the grammar does not see."""
        if find_language(self.language).is_foreign(self.data):
            return False
        if self._reread is not None and self._reread.has_error:
            return False  # all of it is not read for that
        try:
            return not self.has_error and not self.parsed.is_misread
        except ParseError:
            return False

    @property
    def error_line(self) -> int | None:
        """The 1-based line of the first syntax error; None where there is none, or where its line is not known."""
        return find_language(self.language).error_line(self)

    @cached_property
    def lines(self) -> LineMap:
        """The lines of the text."""
        return LineMap(self.data)

    def slice(self, start: int, end: int) -> str:
        """Return the text between two byte offsets."""
        return self.data[start:end].decode()

    def char_offset(self, offset: int) -> int:
        """Return the character (code point) offset of a byte offset."""
        return offset - bisect_right(self._continuations, offset) if self._continuations else offset

    def byte_offset(self, char: int) -> int:
        """Return the byte offset of a character (code point) offset."""
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
    def parsed(self) -> Parsed:
        """The text as its language has read it, an object of that language with the tree and the facts about the whole text."""
        reread = self._reread
        if reread is not None and reread.parsed is not None:
            return reread.parsed
        return find_language(self.language).read(self)

    @cached_property
    def _reread(self) -> Reread | None:
        """Facts about the text that follow from the one that it was edited from; None if there are none."""
        if self.origin is None:
            return None
        base, splice = self.origin
        try:
            return base.parsed.reread(self, splice)
        except ParseError:
            return None

    @property
    def origin(self) -> tuple[SourceFile, Splice] | None:
        """The text that this one is read as an edit of, and where it differs; None if there is none."""
        origin: tuple[SourceFile, Splice] | None = vars(self).get("_origin")
        return origin

    def edited(self, data: bytes, path: str | None = None, around: tuple[int, int] = (0, 0)) -> SourceFile:
        """Return another text in the language of this one. What both share is not read again, which is all that differs.

        Args:
            data: The other text, UTF-8, best with a single stretch that differs.
            path: Its path.
            around: Numbers of first and last bytes that are known to be shared.
        """
        source = SourceFile(data, path, self.language)
        base = self if self.origin is None or "_pinned" in vars(self) else self.origin[0]
        vars(source)["_origin"] = base, splice_between(base.data, data, *around)
        return source

    def pinned(self) -> SourceFile:
        """Return this source as one from which texts are edited even if it was edited itself: it will be the base of many."""
        vars(self)["_pinned"] = True
        return self

    @cached_property
    def methods(self) -> tuple[Member, ...]:
        """The members in which mutations may be, in order; one in another's body belongs to that."""
        found, only = self.parsed.methods, vars(self).get("_only")
        return found if only is None else tuple([method for method in found if method.start == only])

    @cached_property
    def is_derived(self) -> bool:
        """Whether its tree follows from the tree of another text, so that it was not read as a whole."""
        return False

    @cached_property
    def _method_starts(self) -> list[int]:
        return [method.start for method in self.methods]

    def methods_in(self, start: int, end: int) -> tuple[Member, ...]:
        """Return the members that have any of some bytes, in order."""
        if "methods" not in vars(self) and self.origin is not None:
            members = self.parsed.members_in(start, end)
            if members is not None:
                return members
        return tuple([member for member in self.methods if member.start < end and start < member.end])

    def method_at(self, offset: int) -> Member | None:
        """Return the method view in which a byte offset is."""
        if "methods" not in vars(self) and self.origin is not None:
            return next(iter(self.methods_in(offset, offset + 1)), None)
        at = bisect_right(self._method_starts, offset) - 1
        if at >= 0 and offset < self.methods[at].end:
            return self.methods[at]
        return None

    def tokens(self) -> Sequence[Token]:
        """Return the tokens of the text, which need not parse."""
        if self.origin is not None:
            return self.token_list
        return find_language(self.language).tokenize(self.data)

    def words(self) -> list[bytes]:
        """Return the texts of the tokens."""
        return self.token_list.texts if self.origin is not None else [token.text for token in self.tokens()]

    @cached_property
    def token_list(self) -> Tokens | SplicedTokens:
        """The tokens of the text, kept for those who look them up again and again."""
        language = find_language(self.language)
        if self.origin is not None:
            base, splice = self.origin
            tokens = language.tokenize_again(base.token_list, self.data, splice)
            if tokens is not None:
                return tokens
        return Tokens(language.tokenize(self.data))

    @cached_property
    def is_empty(self) -> bool:
        """Whether the text has no token, as one that is blank or only comments."""
        language = find_language(self.language)
        return not language.has_token(self.data[:_ENOUGH]) and not language.has_token(self.data)

    def only(self, method: Member) -> SourceFile:
        """Return this source as one in which only a method is seen; facts still rest on the whole source."""
        view = SourceFile(self.data, self.path, self.language)
        vars(view).update(parsed=self.parsed, methods=(method,), _only=method.start)
        return view

    def with_member(self, method: Member, data: bytes, edits: Iterable[Replacement]) -> Member | None:
        """Return a method with another text, in the source with that text; None if it is no method there.

        Args:
            method: Method of this source.
            data: its new text, UTF-8.
            edits: what makes the new text of the old one, in order; offsets relative to the method.
        """
        start, end = method.start, method.start + len(data)
        source = SourceFile(self.data[:start] + data + self.data[method.end :], self.path, self.language)
        found = self.parsed.changed(method, source, end, list(_changes(edits, start)))
        if found is not None:
            # Known already, so that the text need not be read for it.
            lines = self.lines.replaced(start, method.end, data)
            vars(source).update(parsed=found.parsed, lines=lines, is_derived=True)
            return found
        found = source.method_at(start)
        return found if found is not None and (found.start, found.end) == (start, end) else None


def _changes(edits: Iterable[Replacement], shift: int) -> Iterator[Change]:
    """Yield the edits as changes of the changed text, all of it moved by some bytes."""
    for edit in edits:
        old, new = len(edit.old.encode()), len(edit.new.encode())
        yield edit.start + shift, old, new
        shift += new - old
