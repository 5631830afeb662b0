"""Methods of files in any encoding: UTF-8, or else Latin-1, of which any bytes are a text."""

from __future__ import annotations

from collections.abc import Iterator

from equimorph.patches.pairing import Pairing
from parsers import Member, ParseError, SourceFile
from parsers.encoding import UTF_8, decoded

LATIN_1 = "iso-8859-1"


def methods_of(data: bytes, path: str) -> Iterator[tuple[Member, bytes]]:
    """Yield the methods of a file, each with its bytes in the file."""
    source, encoding = _source(data, path)
    for member in source.methods:
        yield member, member.text.encode(encoding)


def changed_methods(buggy: bytes, fixed: bytes, path: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the methods that differ in more than comments and blanks between two versions of a file; bytes of the file.

    A method that only one version has is left out, as in `Pairing.changed`.
    """
    (before, encoding), (after, other) = (_source(data, path) for data in (buggy, fixed))
    for member, counterpart in Pairing(before, after).changed():
        yield member.text.encode(encoding), counterpart.text.encode(other)


def _source(data: bytes, path: str) -> tuple[SourceFile, str]:
    try:
        return SourceFile(decoded(data, UTF_8, path), path), UTF_8
    except ParseError:
        return SourceFile(decoded(data, LATIN_1, path), path), LATIN_1
