"""Sources of Java and Python: read from a file, or parsed from a text."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from parsers import ParseError, SourceFile
from parsers.encoding import declared, decoded
from parsers.language import language_of

Source = SourceFile | PathLike[str] | str | bytes
"""A source; a string and bytes are Java text, a path is read."""


def read(
    path: str | PathLike[str],
    *,
    encoding: str | None = None,
    name: str | None = None,
    language: str | None = None,
) -> SourceFile:
    """Read a file, in the language that its suffix names; Java if it names none.

    Args:
        path: Path of the file.
        encoding: Encoding of the file, as Python names it; by default the one that a Python file declares, or else
            UTF-8. Texts and offsets always refer to UTF-8.
        name: Path for the source; `path` for None.
        language: Name that `parsers.language` knows, whatever the suffix.

    Raises:
        ParseError: not in that encoding, or not text of that language.
        OSError: it cannot be read.
    """
    label = str(path) if name is None else name
    data, spoken = Path(path).read_bytes(), language or language_of(label)
    coding = encoding or declared(data, spoken, label)
    source = SourceFile(decoded(data, coding, label), label, spoken, coding)
    source.kind  # noqa: B018 - asks for the tree, so that a text which its language cannot read is known here
    return source


def parse(text: str | bytes, path: str | None = None, language: str = "java") -> SourceFile:
    """Make a source from a text: a whole file, class members alone, or statements alone.

    Args:
        text: A string, or bytes in UTF-8.
        path: Origin of the text, for messages and records; it is not read.
        language: Name that `parsers.language` knows.

    Raises:
        ParseError: not text of the language, or not UTF-8.
        TypeError: not a text.
    """
    if not isinstance(text, str | bytes):
        hint = "; `em.read` reads a file" if isinstance(text, PathLike) else ""
        raise TypeError(f"a text is a string or bytes, not {type(text).__name__}{hint}")
    source = (
        SourceFile(text, path, language)
        if isinstance(text, bytes)
        else SourceFile.from_text(text, path, language)
    )
    try:
        source.kind  # noqa: B018 - as in read
    except ParseError as error:
        if not _PATH.fullmatch(source.text):
            raise
        hinted = ParseError(f"{error}; it looks like the path of a file, which `em.read` reads")
        hinted.path, hinted.line = error.path, error.line
        raise hinted from None
    return source


_PATH = re.compile(r"[\w.~:$@+ /\\-]*[./\\][\w.$@+ -]+")


def source_of(source: Source) -> SourceFile:
    """Return a source as it is, a text parsed, and a file read.

    Raises:
        ParseError, OSError: see `parse` and `read`.
        TypeError: it is none of these.
    """
    if isinstance(source, SourceFile):
        return source
    if isinstance(source, PathLike):
        return read(source)
    if isinstance(source, str | bytes):
        return parse(source)
    raise TypeError(f"a source is a text, a path or a SourceFile, not {type(source).__name__}")
