"""Normalised texts equal the joined tokens of the lexer, on any text, in a time that grows with its length alone."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.leakage.normalising import normalise
from parsers.java.syntax.tokens import tokenize


def joined_tokens(data: bytes, keep_literal_blanks: bool = False) -> bytes:
    """The law."""
    return b"".join(
        token.text if keep_literal_blanks and token.text[:1] in (b'"', b"'") else b"".join(token.text.split())
        for token in tokenize(data)
    )


def check(data: bytes) -> None:
    for keep in (False, True):
        assert normalise(data, keep_literal_blanks=keep) == joined_tokens(data, keep)


_HOSTILE = [
    b"",
    b'String s = "http://a"; // c',
    b"char c = '\"'; int x; // \"",
    b"char c = '\\''; // it's",
    b'"open\nint x; // c',
    b"'open\rint x; /* c */ '",
    b'"ends with \\',
    b'"over \\\n the line // no comment" // c',
    b'""" text // "block" \\""" /* */ """ // c\n int x;',
    b'"""open // block',
    b'"""open \\"""\n /* c */ x \\',
    b'x\n"""open \\"""\n" a // b \\\\\\',
    b'"" "a" // """ "',
    b"a /= b; c //= d",
    b"a =/* c */- b;",
    b"/*/ open",
    b"/**/ x /***/ y /* * / */ z /****",
    b"/* open // \n *",
    b"//\r\n//\n/",
    b"int \xff = '\xff'; // \xff\nint \0x;\0",
    b"\xef\xbb\xbfclass A { } \x0b\x0c\x1c\x85\xc2\xa0",
    '"\ud800 \udc00"; // \ud83d'.encode("utf-8", "surrogatepass"),
]


@pytest.mark.parametrize("data", _HOSTILE)
def test_hostile_texts(data: bytes) -> None:
    check(data)
    check(data + b" \\")
    check(b'"""' + data)


def test_what_a_reader_expects() -> None:
    text = 'int  x = 1; // one\nString s = "http://a b"; /* "two" */ @Ann char c = \'"\';\n'
    assert normalise(text) == 'intx=1;Strings="http://ab";@Anncharc=\'"\';'
    assert normalise(text, keep_literal_blanks=True) == 'intx=1;Strings="http://a b";@Anncharc=\'"\';'


_WORDS = [
    b'"',
    b"'",
    b'"""',
    b"\\",
    b"/",
    b"//",
    b"/*",
    b"*/",
    b"*",
    b"\n",
    b"\r",
    b" ",
    b"a",
    b"=",
    b"\xff",
    b"\0",
]


def test_random_texts_of_quotes_and_slashes() -> None:
    rng = random.Random(7)
    for number in range(6000):
        check(b"".join(rng.choices(_WORDS, k=rng.randrange(25))) + b"\\" * (number % 3))


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(st.text(st.characters(), max_size=80) | st.text("\"'\\/* \n\ud83d\ude00é", max_size=80))
def test_a_str_gives_the_same_text_as_its_bytes(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    assert normalise(text).encode("utf-8", "surrogatepass") == normalise(data)
    kept = normalise(text, keep_literal_blanks=True).encode("utf-8", "surrogatepass")
    assert kept == normalise(data, keep_literal_blanks=True)


_SUBJECTS = sorted((Path(__file__).parents[2] / "subjects").glob("*.java"))


@pytest.mark.parametrize("file", _SUBJECTS, ids=lambda file: file.stem)
def test_sources_and_every_beginning_of_them(file: Path) -> None:
    data = file.read_bytes()
    check(data)
    for end in range(0, len(data), 997):
        check(data[:end])


_LONG = {
    "a string": b'"' + b"a" * 99 + b"//",
    "escapes": b'"\\a"\\',
    "open strings": b'"\n',
    "open characters": b"'\\\n'\n",
    "quotes in a text block": b'"""a"//\n',
    "a text block that no quotes close": b'\n\\"""',
    "open text blocks": b'"""\n',
    "stars": b"/*" + b"*" * 50,
    "open comments": b"/*/",
    "slashes": b"/",
    "slashes apart": b"/ ",
    "backslashes": b"\\",
    "a line": b"int x=1;",
}


@pytest.mark.parametrize("end", [b"", b"\\"])
@pytest.mark.parametrize("begin", [b"", b'"""'])
@pytest.mark.parametrize("piece", _LONG.values(), ids=_LONG)
def test_time_is_linear(piece: bytes, begin: bytes, end: bytes) -> None:
    """Ten times the text may take forty times as long, on machines that do other work; quadratic were a hundred."""
    small, large = (begin + piece * (size // len(piece)) + b"//" + end for size in (2_000, 20_000))
    for keep in (False, True):
        assert _seconds(large, keep) < 40 * max(_seconds(small, keep), 0.0005)


def _seconds(data: bytes, keep: bool) -> float:
    rounds = []
    for _ in range(3):
        start = time.process_time()
        normalise(data, keep_literal_blanks=keep)
        rounds.append(time.process_time() - start)
    return min(rounds)


def test_ten_million_bytes_in_one_line() -> None:
    line = b'x = "a // b" + y; /* c */' * 400_000
    assert normalise(line) == b'x="a//b"+y;' * 400_000
    assert normalise(b'"' + b"a " * 5_000_000) == b'"' + b"a" * 5_000_000
