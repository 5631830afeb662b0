"""Texts that differ in one stretch: the stretch, its lines, and runs of tokens in spliced texts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutators.undo.matching import find
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile
from parsers.splicing import Splice, SplicedTokens, Tokens, lines_apart, runs_of, splice_between

TEXTS = st.text(alphabet="ab\n\r \u00e9\u4e2d", max_size=30)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_splice_is_all_that_differs(head: str, old: str, new: str, tail: str) -> None:
    one, other = (head + old + tail).encode(), (head + new + tail).encode()
    splice = splice_between(one, other)
    assert one[: splice.start] == other[: splice.start]
    assert one[splice.end :] == other[splice.new_end :]
    assert splice.start <= min(splice.end, splice.new_end)
    for text, end in ((one, splice.end), (other, splice.new_end)):
        parts = (text[: splice.start], text[splice.start : end], text[end:])
        assert "".join(part.decode() for part in parts) == text.decode()
    known = splice_between(one, other, len(head.encode()), len(tail.encode()))
    assert known.start >= len(head.encode())
    assert one[: known.start] + other[known.start : known.new_end] + one[known.end :] == other


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 5000])
def test_a_splice_is_as_short_as_it_can_be(size: int) -> None:
    one, other = b"x" * size + b"old" + b"y" * size, b"x" * size + b"new" + b"y" * size
    assert splice_between(one, other) == Splice(size, size + 3, size + 3)
    assert splice_between(one, one) == Splice(2 * size + 3, 2 * size + 3, 2 * size + 3)


def test_a_splice_does_not_cut_a_character() -> None:
    assert splice_between("\u00e9".encode(), "\u00e8".encode()) == Splice(0, 2, 2)
    assert splice_between("a\u4e2d".encode(), "a\u4e2ea".encode()) == Splice(1, 4, 5)


def _surplus(one: bytes, other: bytes) -> Counter[bytes]:
    found = Counter(one.splitlines())
    found.subtract(other.splitlines())
    return Counter({line: count for line, count in found.items() if count})


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_lines_apart_have_the_same_surplus(head: str, old: str, new: str, tail: str) -> None:
    one, other = (head + old + tail).encode(), (head + new + tail).encode()
    assert _surplus(*lines_apart(one, other)) == _surplus(one, other)


def test_lines_apart_leave_out_what_both_have() -> None:
    assert lines_apart(b"a\nxb\nc\n", b"a\nxd\nc\n") == (b"xb\n", b"xd\n")


WORDS = st.lists(st.sampled_from("abc"), max_size=12)


@given(WORDS, WORDS, WORDS, WORDS, st.lists(st.sampled_from("abc"), min_size=1, max_size=3))
def test_a_run_is_found_wherever_it_is(
    head: list[str], old: list[str], new: list[str], tail: list[str], run: list[str]
) -> None:
    words = [word.encode() for word in run]
    base = SourceFile.from_text(" ".join([*head, *old, *tail]))
    text = " ".join([*head, *new, *tail])
    spliced = base.edited(text.encode()).token_list
    again = base.edited(text.encode()).pinned().edited(f"{text} a b".encode()).token_list
    for tokens, data in (
        (base.token_list, base.data),
        (spliced, text.encode()),
        (again, f"{text} a b".encode()),
    ):
        plain = tokenize(data)
        assert [(t.text, t.start, t.end) for t in tokens] == [(t.text, t.start, t.end) for t in plain]
        assert [tokens[at].start for at in range(len(tokens))] == [token.start for token in plain]
        assert find(tokens, words) == runs_of(tokens, words) == find(plain, words)
        assert tokens.times(words[0]) == sum(token.text == words[0] for token in plain)


def test_a_run_of_too_many_places_is_looked_for_token_by_token() -> None:
    tokens = Tokens(tokenize(b"a " * 2000))
    assert runs_of(tokens, [b"a"] * 100) is None
    assert find(tokens, [b"a"] * 100) == list(range(1901))


def test_tokens_from_the_end_and_beyond_it() -> None:
    tokens = SourceFile(b"a b c").edited(b"a x b c").token_list
    assert isinstance(tokens, SplicedTokens)
    assert (tokens[-1].text, tokens[-1].start) == (b"c", 6)
    assert [token.text for token in tokens[1:3]] == [b"x", b"b"]
    with pytest.raises(IndexError):
        tokens[4]
