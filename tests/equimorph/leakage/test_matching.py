"""The engine against a loop over all texts and sides with ``==`` and ``in``."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence

import pytest
from ahocorasick_rs import BytesAhoCorasick
from hypothesis import given
from hypothesis import strategies as st

from equimorph.leakage.matching import Found, Matcher, automaton, compare
from equimorph.leakage.samples import Direction, Kind

_DIRECTIONS: tuple[Direction, ...] = ("inside", "either")


def naive(
    texts: Sequence[bytes], sides: Sequence[bytes], direction: Direction, least: int
) -> Iterator[tuple[int, int, Kind, int]]:
    for i, text in enumerate(texts):
        for j, side in enumerate(sides):
            if min(len(text), len(side)) < least:
                continue
            if text == side:
                yield i, j, "exact", 0
            elif side and side in text:
                yield i, j, "inside", text.index(side)
            elif text and text in side and direction == "either":
                yield i, j, "contains", side.index(text)


# Few letters, so that much is found; a separator, a NUL, half a surrogate, and pieces of several lengths.
_LETTERS = (
    [b"a", b"b", b"ab", b"\xff", b"\0", b"a" * 20],
    [b"a", b"b", b"abcdefgh"],
    [b"\xed\xa0\x80", b"\xff", b"}"],
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("direction", _DIRECTIONS)
def test_random_texts_and_sides_as_the_naive_loop(
    seed: int, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    found = 0
    for _ in range(25):
        # Small limits, so that each case beyond them occurs too.
        monkeypatch.setattr(automaton, "_HEAD", rng.choice([3, 8, 2048]))
        monkeypatch.setattr(automaton, "_WINDOW", rng.choice([1, 7, 131_072]))
        monkeypatch.setattr(automaton, "_DEPTH", rng.choice([1, 2, 4]))
        monkeypatch.setattr(automaton, "_COMPARED", rng.choice([1, 2, 8]))
        monkeypatch.setattr(automaton, "_BYTES", rng.choice([5, 131_072]))
        letters = rng.choice(_LETTERS)
        texts, sides = (
            [
                b"".join(rng.choices(letters, k=rng.randrange(most)))
                for most in rng.choices((2, 6, 20), k=size)
            ]
            for size in (30, 8)
        )
        texts.append(sides[0])
        sides.append(texts[0][1:])
        least = rng.choice([0, 1, 2, 12])
        matcher = Matcher(sides, direction, least)
        wanted = list(naive(texts, sides, direction, least))
        assert list(matcher.hits(texts)) == wanted
        assert list(pickle.loads(pickle.dumps(matcher)).hits(tuple(texts))) == wanted
        assert matcher.short == {number for number, side in enumerate(sides) if len(side) < least}
        found += len(wanted)
    assert found > 500


_TEXTS = st.lists(st.binary(max_size=40) | st.text("ab}", max_size=40).map(str.encode), max_size=6)


@given(_TEXTS, _TEXTS, st.sampled_from(_DIRECTIONS), st.sampled_from([0, 1, 12]))
def test_any_bytes_as_the_naive_loop(
    texts: list[bytes], sides: list[bytes], direction: Direction, least: int
) -> None:
    joined = [*texts, *sides, b"".join(sides)]
    assert list(Matcher(sides, direction, least).hits(joined)) == list(naive(joined, sides, direction, least))


def test_an_empty_side_equals_only_an_empty_text() -> None:
    assert list(Matcher([b"", b"a"], "either", 0).hits([b"", b"a", b"ab"])) == [
        Found(0, 0, "exact", 0),
        Found(1, 1, "exact", 0),
        Found(2, 1, "inside", 0),
    ]
    assert list(Matcher([], "either", 0).hits([b"", b"a"])) == []


def test_a_side_is_not_found_across_two_texts() -> None:
    sides = [b"public\xffprivate", b"publicprivate"]
    # The first batches are small.
    texts = [b"x"] * 9 + [b"int a=1;public", b"private"]
    assert list(Matcher(sides, "either").hits(texts)) == []


def test_texts_of_every_length_at_every_place_in_a_side() -> None:
    side = bytes(random.Random(1).choices(range(65, 91), k=120))
    places = [(start, end) for start in range(120) for end in range(start + 1, 121) if end - start < 120]
    found = list(Matcher([b"x" * 7, side], "either", 1).hits([side[start:end] for start, end in places]))
    assert len(found) == len(places)
    for (start, end), (_, number, kind, offset) in zip(places, found, strict=True):
        assert (number, kind, offset) == (1, "contains", side.index(side[start:end]))


class _Spy:
    """An automaton that remembers the longest list of hits it made."""

    def __init__(self, automaton: BytesAhoCorasick) -> None:
        self._automaton = automaton
        self.longest = 0

    def find_matches_as_indexes(self, data: memoryview, overlapping: bool) -> list[tuple[int, int, int]]:
        found = self._automaton.find_matches_as_indexes(data, overlapping=overlapping)
        self.longest = max(self.longest, len(found))
        return found


def test_a_line_of_one_letter_makes_no_long_list_of_hits() -> None:
    sides = [b"a" * size for size in (50, 51, 52, 53, 54, 60, 1000, 3000)]
    matcher = Matcher(sides)
    spy = matcher._automaton._automaton = _Spy(matcher._automaton._automaton)
    assert list(matcher.hits([b"a" * 300_000 + b"b"])) == [Found(0, side, "inside", 0) for side in range(8)]
    assert 400_000 < spy.longest < 540_000


def test_the_first_place_of_a_long_side_after_many_of_its_beginning() -> None:
    side = b"begin" * 800 + b"end"
    text = (b"begin" * 790 + b";") * 20 + side + side
    assert list(Matcher([side]).hits([b"x" * 50, text])) == [Found(1, 0, "inside", 20 * 3951)]
    assert list(Matcher([side]).hits([text[:-1].replace(b"end", b"")])) == []


def test_many_tiny_texts_between_large_ones() -> None:
    texts = [b"int x=%d;" % number for number in range(20_000)]
    texts[5000] = b"y" * 300_000 + b"int x=7777;"
    found = list(Matcher([b"int x=7777;", b"int x=12345;", b"t x=999"], least=7).hits(texts))
    assert [(each.text, each.side) for each in found if each.side < 2] == [(5000, 0), (7777, 0), (12345, 1)]
    assert len(found) == 3 + 11


def test_compare_looks_at_short_sides_too() -> None:
    matcher = Matcher([b"}", b"return x;}"], least=5)
    assert matcher.short == {0}
    assert [each.side for each in matcher.hits([b"return x;}"])] == [1]
    assert compare(b"return x;}", b"}") == ("inside", 9)
    assert compare(b"}", b"return x;}") is None
    assert compare(b"}", b"return x;}", "either") == ("contains", 9)
    assert compare(b"", b"}", "either") is None
    assert compare(b"}", b"", "either") is None
    assert compare(b"", b"") == ("exact", 0)
