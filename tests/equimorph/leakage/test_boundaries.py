"""A hit is of whole tokens if the text's own tokens there are those of the side."""

from __future__ import annotations

import random

import pytest

from equimorph.leakage.matching import boundary
from equimorph.leakage.normalising import normalise
from parsers.java.syntax.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "side", "wanted"),
    [
        ("int x = 1;", "int x=1;", "token"),
        ("int x = 1;", "intx = 1;", "cut"),
        ("intx = 1;", "int x = 1;", "cut"),
        ("foobar();", "bar()", "cut"),
        ("foo.bar();", "bar()", "token"),
        ("foo(1234);", "foo(12", "cut"),
        ("a + +b", "a ++b", "cut"),
        ('f("a b", /* c */ 1)', 'f( "ab",1)', "token"),
        ('f("int x")', "int x", "cut"),
        ("List<List<String>> a", "List<List<String> > a", "token"),
        ("", "", "token"),
        ("return é;", "é", "token"),
    ],
)
def test_a_hit(text: str, side: str, wanted: str) -> None:
    raw, sought = text.encode(), side.encode()
    assert boundary(raw, sought, normalise(raw).index(normalise(sought))) == wanted


def test_hits_far_behind_in_a_large_text() -> None:
    raw = b'int x = f ( "a b" ) ; // c\n' * 3000 + b"last = foo ( y ) ;"
    for side, wanted in (
        (b"foo(y)", "token"),
        (b"oo(y)", "cut"),
        (b";last=foo", "token"),
        (b"=foo(", "token"),
    ):
        assert boundary(raw, side, normalise(raw).index(side)) == wanted


@pytest.mark.parametrize("keep", [False, True])
def test_random_hits_have_the_tokens_of_the_text(keep: bool) -> None:
    rng = random.Random(3)
    words = ["a", "1", " ", "+", "=", '"', "\\", "/", "*", "'", "\n", ">"]
    seen = set()
    for _ in range(4000):
        text, side = ("".join(rng.choices(words, k=rng.randrange(1, most))).encode() for most in (12, 4))
        within = normalise(text, keep_literal_blanks=keep)
        if (offset := within.find(normalise(side, keep_literal_blanks=keep))) < 0:
            continue
        own, wanted = (_tokens(data, keep) for data in (text, side))
        places = [len(b"".join(own[:number])) for number in range(len(own) + 1)]
        is_whole = offset in places and own[places.index(offset) :][: len(wanted)] == wanted
        found = boundary(text, side, offset, keep_literal_blanks=keep)
        assert found == ("token" if is_whole else "cut"), (text, side)
        seen.add(found)
    assert seen == {"token", "cut"}


def _tokens(data: bytes, keep: bool) -> list[bytes]:
    return [
        token.text if keep and token.text[:1] in (b'"', b"'") else b"".join(token.text.split())
        for token in tokenize(data)
    ]
