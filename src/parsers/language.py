"""`Language`: the interface between a source, the engine and undo, and a language; and the registry of languages.

A language of its own is a `Language`, the `Parsed` text that it reads, the `Member` class of that text, and `register`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from parsers.errors import ParseError
from parsers.prose import Prose
from parsers.splicing import Splice, SplicedTokens, Token, Tokens

if TYPE_CHECKING:
    from os import PathLike

    from parsers.excerpt import Excerpts
    from parsers.member import Change, Member
    from parsers.source import SourceFile

__all__ = [
    "Kind",
    "Language",
    "Parsed",
    "Reread",
    "Token",
    "find_language",
    "language_named",
    "language_of",
    "languages",
    "register",
]

Kind = Literal["file", "member", "statements"]
"""The kind of a text, which is a whole file, members alone, or statements alone."""

_WORD = re.compile(rb"[A-Za-z_$\x80-\xff]")
_LITERAL = re.compile(rb"[\"'`0-9]|[-+.][.0-9]")


@dataclass(frozen=True, eq=False)
class Parsed(ABC):
    """A text as its language has parsed it. A language's own class adds its tree, and the facts about the whole text.

    Attributes:
        source: the text.
        kind: what the text is.
    """

    source: SourceFile = field(repr=False)
    kind: Kind

    @property
    @abstractmethod
    def has_error(self) -> bool:
        """Whether the grammar finds an error anywhere in the text."""

    @property
    def is_misread(self) -> bool:
        """Whether the grammar finds no error where there is one; for a language that cannot say, it never does."""
        return False

    @property
    @abstractmethod
    def methods(self) -> tuple[Member, ...]:
        """The members in which mutations may be, in order; they do not overlap."""

    @abstractmethod
    def node_type(self, start: int, end: int) -> str | None:
        """Return the type of the outermost syntax node that covers exactly these bytes, or None."""

    def reread(self, source: SourceFile, splice: Splice) -> Reread | None:
        """Return another text, read as this one with one stretch changed; None, by default, where all of it must be read.

        Args:
            source: The other text.
            splice: The stretch.
        """
        return None

    def members_in(self, start: int, end: int) -> tuple[Member, ...] | None:
        """Return the members that have any of these bytes, in order; None, by default, where all members must be looked for."""
        return None

    def changed(
        self, member: Member, source: SourceFile, end: int, changes: Sequence[Change]
    ) -> Member | None:
        """Return a member in a source in which it alone is changed; None where that is not known without reading all of it.

        Args:
            member: Member of this text.
            source: The whole text after the change.
            end: End of the member in it.
            changes: The changes, in offsets of `source`.
        """
        return None


@dataclass(frozen=True)
class Reread:
    """Facts about a text that differs in one stretch from a text that has been read.

    Attributes:
        has_error: Whether the grammar finds an error in it.
        parsed: The text as its language has parsed it; None if all of it must be read for more than that.
    """

    has_error: bool
    parsed: Parsed | None


class Language(ABC):
    """A programming language.

    Attributes:
        name: Name in lower case, such as "java".
        suffixes: Suffixes of the names of its files, such as ".java".
        comment: A comment that says nothing, in UTF-8; empty if the language has none.
        negations: Words that the negation of a condition adds, drops or changes, in UTF-8.
        comment_signs: Beginnings of comments, in UTF-8; empty if `comments` finds none.
        over_lines: Beginnings of tokens and comments that may hold the end of a line, in UTF-8; empty if that is not known.
        margins: Whether the indentation of a line is part of the meaning of a text.
        function_word: Word before the name of a function, in UTF-8; empty if the language has none.
        functions_are_files: Whether functions may be in a file without a class.
        declares_encoding: Whether the files themselves say what their encoding is (`declared_encoding`).
        prose: Rules for telling prose from code; None if there are none, so that prose around code stays.
    """

    name: str
    suffixes: tuple[str, ...]
    comment: bytes
    comment_signs: tuple[bytes, ...] = ()
    over_lines: tuple[bytes, ...] = ()
    negations: frozenset[bytes] = frozenset()
    margins: bool = False
    function_word: bytes = b""
    functions_are_files: bool = False
    declares_encoding: bool = False
    prose: Prose | None = None

    @abstractmethod
    def read(self, source: SourceFile) -> Parsed:
        """Return a text with its tree and members.

        Raises:
            ParseError: the text is not one of this language.
        """

    @abstractmethod
    def tokenize(self, data: bytes) -> list[Token]:
        """Return the tokens of any text, one that does not parse included, without blanks and comments."""

    def is_foreign(self, data: bytes) -> bool:
        """Return whether a text is certainly not of this language, whatever may be around it; by default that is never known."""
        return False

    def has_token(self, data: bytes) -> bool:
        """Return whether any text has a token."""
        return bool(self.tokenize(data))

    def tokenize_again(
        self, older: Tokens | SplicedTokens, data: bytes, splice: Splice
    ) -> SplicedTokens | None:
        """Return the tokens of a text that differs from another one in one stretch; None, by default, where all of it must be read.

        Args:
            older: Tokens of the other text.
            data: The text.
            splice: The stretch.
        """
        return None

    @abstractmethod
    def joins(self, left: bytes, right: bytes) -> bool:
        """Return whether two tokens with these bytes at their ends would be read as other ones without a blank."""

    def hides_code(self, data: bytes) -> bool:
        """Return whether what `tokenize` takes for a comment or a literal may hold code; by default it never does."""
        return False

    def has_unpaired_bracket(self, data: bytes) -> bool:
        """Return whether a bracket is unpaired in every reading of a text, which so has an error; by default that is not known."""
        return False

    def has_error_in_comment(self, data: bytes) -> bool:
        """Return whether a syntax error may be in what `tokenize` leaves out; by default that is not known."""
        return True

    def is_plain_name(self, text: str) -> bool:
        """Return whether the grammar reads a text as any other name; by default that is not known."""
        return False

    def comments(self, data: bytes) -> list[Token]:
        """Return the comments of any text that does not begin inside one, without line ends; by default none is known."""
        return []

    def left_out(self, data: bytes) -> list[Token]:
        """Return the comments and statements by which a model says that code stays as it was; by default there is none."""
        return []

    def normal_form(self, source: SourceFile) -> tuple[bytes, ...]:
        """Return a text without its redundant parts; texts with the same normal form mean the same.

        By default only blanks and comments are redundant, and a text that parses never equals one that does not.
        """
        return (b"" if source.parses else b"?", *[token.text for token in source.tokens()])

    def shape(self, data: bytes) -> list[bytes]:
        """Return the tokens of any text without what copies of a member differ in.

        By default all words are alike, keywords too, and so are all numbers and quoted texts.
        """
        return [
            b"x" if _WORD.match(token.text) else b"0" if _LITERAL.match(token.text) else token.text
            for token in self.tokenize(data)
        ]

    def declared_encoding(self, data: bytes, path: str | None = None) -> str:
        """Return the encoding that a file declares; UTF-8 where it declares none, and by default.

        Args:
            data: the file.
            path: Path of the file, for messages.

        Raises:
            ParseError: no encoding has the name.
        """
        return "utf-8"

    def error_line(self, source: SourceFile) -> int | None:
        """Return the 1-based line of the first syntax error; None where there is none, or where its line is not known."""
        try:
            _ = source.parsed
        except ParseError as error:
            return error.line or 1
        return None

    @property
    def excerpts(self) -> Excerpts | None:
        """The splitter of members from a file that was written around them; None if that stays, as it does by default."""
        return None

    def spaced(self, data: bytes, start: int, end: int, new: str) -> str:
        """Return a new text for a token range, with a blank where it would run into a neighbour (``return"x"`` -> ``return x``).

        Args:
            data: the text; `start` and `end` are byte offsets in it.
            new: the new text.
        """
        encoded = new.encode()
        if start and self.joins(data[start - 1 : start], encoded[:1]):
            new = " " + new
        if self.joins(encoded[-1:], data[end : end + 1]):
            new += " "
        return new


_BUILT_IN = {"java": "parsers.java.language:JAVA", "python": "parsers.python.language:PYTHON"}
"""Names of our languages, and where they are; imported on first use."""
_SUFFIXES = {".java": "java", ".py": "python"}
_known: dict[str, Language] = {}


def register(language: Language) -> None:
    """Make a language known by its name, and its files by their suffixes, in this process.

    The module of a mutator for another language must call this, so that a worker process that loads the mutator knows the language.

    Raises:
        ValueError: another language has the name.
    """
    if language.name in _BUILT_IN or _known.get(language.name, language) is not language:
        raise ValueError(f"a language {language.name!r} exists already")
    _known[language.name] = language


def languages() -> tuple[str, ...]:
    """Return the names of all languages."""
    return tuple(sorted({*_BUILT_IN, *_known}))


def find_language(name: str, path: str | None = None) -> Language:
    """Return the language of a name.

    Args:
        name: Name, such as "java".
        path: Path of the text whose language it is, for the message.

    Raises:
        ParseError: no language has the name; the message lists the existing ones.
    """
    found = _known.get(name)
    if found is None:
        if name not in _BUILT_IN:
            raise ParseError(f"unknown language {name!r}; there are: {', '.join(languages())}", path=path)
        module, _, attribute = _BUILT_IN[name].partition(":")
        found = _known[name] = getattr(import_module(module), attribute)
    return found


def language_of(path: str | PathLike[str]) -> str:
    """Return the name of the language of a file by its suffix: "java" where no language has it."""
    return language_named(path) or "java"


def language_named(path: str | PathLike[str]) -> str | None:
    """Return the name of the language of a file by its suffix, None where no language has it."""
    suffix = PurePath(path).suffix
    for language in _known.values():
        if suffix in language.suffixes:
            return language.name
    return _SUFFIXES.get(suffix)
