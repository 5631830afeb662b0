"""Bytes of source files in other encodings, as UTF-8 and back."""

from __future__ import annotations

import pytest

from parsers import ParseError
from parsers.encoding import check_encoding, decoded, encoded


@pytest.mark.parametrize("encoding", ["iso-8859-1", "cp1252", "utf-16", "utf-8-sig", "shift_jis", "utf-8"])
def test_there_and_back(encoding: str) -> None:
    data = "class A { } // 1 < 2\r\n".encode(encoding)
    if encoding in ("iso-8859-1", "cp1252"):
        data += b"\xe9"
    assert encoded(decoded(data, encoding), encoding) == data


def test_the_place_of_what_is_no_text() -> None:
    with pytest.raises(
        ParseError, match=r"^A\.java:2: not UTF-8 at byte 3; `encoding` \(--encoding\) says"
    ) as error:
        decoded(b"a\nb\xe9", path="A.java")
    assert error.value.line == 2
    with pytest.raises(ParseError, match=r"^1: not ascii at byte 0; "):
        decoded(b"\xe9", "ascii")


def test_an_encoding_that_loses_bytes_is_refused() -> None:
    with pytest.raises(ParseError, match="utf-7 does not give the bytes of the file back"):
        decoded(b"+AGE-", "utf-7")


def test_what_cannot_be_encoded() -> None:
    with pytest.raises(UnicodeError):
        encoded("\u0416".encode(), "iso-8859-1")


@pytest.mark.parametrize("name", ["nope", "base64", "", "a\0b"])
def test_what_is_no_encoding_of_texts(name: str) -> None:
    with pytest.raises(ParseError, match="no encoding is called"):
        check_encoding(name)
    with pytest.raises(ParseError, match="no encoding is called"):
        decoded(b"a", name)
