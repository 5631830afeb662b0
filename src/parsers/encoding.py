"""Source files in other encodings than UTF-8: texts, offsets and records always refer to the UTF-8 text."""

from __future__ import annotations

import codecs

from parsers.errors import ParseError
from parsers.language import find_language

__all__ = ["UTF_8", "check_encoding", "declared", "decoded", "encoded", "encoding_of"]

UTF_8 = "utf-8"


def check_encoding(name: str) -> None:
    """Check that Python knows an encoding of texts.

    Raises:
        ParseError: it does not.
    """
    try:
        "a".encode(name)
    except (LookupError, ValueError):  # UnicodeError is a ValueError; so is a NUL in the name
        raise ParseError(f"no encoding is called {name!r}") from None


def declared(data: bytes, language: str, path: str | None = None) -> str:
    """Return the encoding that a file of a language declares; else UTF-8.

    Raises:
        ParseError: no encoding has the name, or no language.
    """
    return find_language(language, path).declared_encoding(data, path)


def encoding_of(data: bytes, language: str, default: str, path: str | None = None) -> str:
    """Return the encoding of a file: what the file declares, or a default for a language whose files declare none.

    Raises:
        ParseError: no encoding has the declared name, or no language has its name.
    """
    return declared(data, language, path) if find_language(language, path).declares_encoding else default


def decoded(data: bytes, encoding: str = UTF_8, path: str | None = None) -> bytes:
    """Return the bytes of a source file as UTF-8.

    Args:
        data: the file.
        encoding: Encoding of the file.
        path: Path of the file, for messages.

    Raises:
        ParseError: the bytes are not in that encoding, or encoding the text again would not give them back.
    """
    try:
        text = data.decode(encoding)
        if _is_utf_8(encoding):
            return data
        same = text.encode(encoding) == data
        made = text.encode()
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line = data.count(b"\n", 0, start) + 1
        name = "UTF-8" if _is_utf_8(encoding) else encoding
        hint = f"not {name} at byte {start}; `encoding` (--encoding) says what it is, such as iso-8859-1"
        raise ParseError(hint, path=path, line=line) from None
    except (LookupError, ValueError):
        raise ParseError(f"no encoding is called {encoding!r}", path=path) from None
    if not same:
        raise ParseError(f"{encoding} does not give the bytes of the file back", path=path)
    return made


def encoded(data: bytes, encoding: str) -> bytes:
    """Return a text in UTF-8 as the bytes of a source file.

    Raises:
        UnicodeError: the encoding lacks a character of the text.
    """
    return data if _is_utf_8(encoding) else data.decode().encode(encoding)


def _is_utf_8(encoding: str) -> bool:
    return codecs.lookup(encoding).name == UTF_8
