"""Java property files, as `java.util.Properties` reads them: comments, `=`, `:` or a blank between key and value, escapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from parsers import ParseError

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANKS = " \t\f"
_KEY = re.compile(r"(?:\\.|[^\\=: \t\f])*", re.DOTALL)
_SEPARATOR = re.compile(r"[ \t\f]*[=:]?[ \t\f]*")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


@dataclass(frozen=True)
class Properties:
    """The contents of a property file.

    Attributes:
        path: Path of the file.
        values: Values by key; the last one counts.
        lines: 1-based line of each key.
    """

    path: Path
    values: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def get(self, key: str) -> str | None:
        """Return a value without blanks at its ends; None if it is missing or empty."""
        return self.values.get(key, "").strip() or None

    def items(self, key: str) -> tuple[str, ...]:
        """Return the parts of a value between commas."""
        return tuple(part.strip() for part in self.values.get(key, "").split(",") if part.strip())

    def error(self, key: str, message: str) -> ParseError:
        """Return an error that names the file and the key's line."""
        return ParseError(message, path=str(self.path), line=self.lines.get(key))


def read_properties(path: Path) -> Properties:
    """Read a property file. Bytes that are not UTF-8 stay what they are, as in names of files (PEP 383).

    Raises:
        ParseError: an escape is not one; names the line.
        OSError: it cannot be read.
    """
    text = path.read_bytes().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, line in _logical_lines(text):
        key = _KEY.match(line)
        assert key is not None  # it matches the empty text, too
        separator = _SEPARATOR.match(line, key.end())
        assert separator is not None
        try:
            name, value = _unescaped(key[0]), _unescaped(line[separator.end() :])
        except ValueError as error:
            raise ParseError(str(error), path=str(path), line=number) from None
        values[name], lines[name] = value, number
    return Properties(path, values, lines)


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines joined with their continuations, blanks at their starts and comments left out, each with its number."""
    begun: list[str] = []
    first = 0
    for number, natural in enumerate(_LINE_END.split(text), 1):
        line = natural.lstrip(_BLANKS)
        if not begun:
            if not line or line[0] in "#!":
                continue
            first = number
        # An odd number of backslashes at the end: the last one is no escaped backslash.
        if (len(line) - len(line.rstrip("\\"))) % 2:
            begun.append(line[:-1])
            continue
        yield first, "".join([*begun, line])
        begun = []
    if begun:
        yield first, "".join(begun)


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        escape = match[1]
        if len(escape) == 5:
            return chr(int(escape[1:], 16))
        if escape == "u":
            raise ValueError(r"\u without four hex digits")
        return _CONTROL.get(escape, escape)

    return _ESCAPE.sub(character, text)
