"""Near-duplicates: against a double that compares all pairs, and against datasketch."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from datasketch import MinHash, MinHashLSH

from equimorph.leakage.forms import near
from equimorph.leakage.forms.near import Near, NearHit, grams, jaccard
from parsers.java.syntax.tokens import tokenize

WORDS = [f"w{number}" for number in range(40)]


def changed(words: list[str], rng: random.Random, share: float) -> list[str]:
    return [rng.choice(WORDS) if rng.random() < share else word for word in words]


def planted(rng: random.Random) -> tuple[list[bytes], list[bytes]]:
    """Sides and texts; most of the texts are sides with some words changed."""
    sides = [[rng.choice(WORDS) for _ in range(rng.randrange(1, 120))] for _ in range(60)]
    texts = [
        changed(rng.choice(sides), rng, rng.choice((0, 0.005, 0.01, 0.02, 0.03, 0.05, 1))) for _ in range(300)
    ]
    return [" ".join(side).encode() for side in sides], [" ".join(text).encode() for text in texts]


def runs(text: bytes) -> set[tuple[bytes, ...]]:
    words = [token.text for token in tokenize(text)]
    return {tuple(words[at : at + 5]) for at in range(max(1, len(words) - 4))} if words else set()


def compared(sides: list[bytes], texts: list[bytes]) -> dict[tuple[int, int], Fraction]:
    """The double: every text with every side, by sets of tuples and exact fractions."""
    found, others = {}, [runs(side) for side in sides]
    for at, one in enumerate(map(runs, texts)):
        for side, two in enumerate(others):
            if one | two and (index := Fraction(len(one & two), len(one | two))) >= Fraction(8, 10):
                found[at, side] = index
    return found


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_what_a_comparison_of_all_pairs_finds(seed: int) -> None:
    sides, texts = planted(random.Random(seed))
    hits = list(Near(sides).hits(texts))
    expected = compared(sides, texts)
    assert len(expected) > 100
    assert {index == 1 for index in expected.values()} == {True, False}
    assert [(hit.text, hit.side, hit.similarity) for hit in hits] == [
        (*pair, pytest.approx(float(index))) for pair, index in sorted(expected.items())
    ]


def test_it_finds_what_datasketch_finds_among_near_ones() -> None:
    sides, texts = planted(random.Random(7))

    def hashed(text: bytes) -> MinHash:
        made = MinHash(num_perm=160, seed=3)
        for run in runs(text):
            made.update(b"\0".join(run))
        return made

    index = MinHashLSH(num_perm=160, params=(32, 5))
    for side, text in enumerate(sides):
        index.insert(side, hashed(text))
    of_sides = [runs(side) for side in sides]
    theirs = {
        (at, side)
        for at, text in enumerate(texts)
        for side in index.query(hashed(text))
        if len(runs(text) & of_sides[side]) >= 0.8 * len(runs(text) | of_sides[side])
    }
    assert theirs == {(hit.text, hit.side) for hit in Near(sides).hits(texts)}
    assert theirs


METHOD = b"int sum(int[] all) { int sum = 0; for (int one : all) { sum += one; } return sum; }"


def test_a_near_member_is_found_in_its_file_and_the_whole_text_is_exact() -> None:
    file = b"package a; class A { void other() { go(); } " + METHOD.replace(b"int", b"long", 1) + b" }"
    [inside] = Near([METHOD]).hits([file])
    words = runs(METHOD), runs(METHOD.replace(b"int", b"long", 1))
    expected = len(words[0] & words[1]) / len(words[0] | words[1])
    assert 0.8 <= expected < 1
    assert inside == NearHit(0, 0, "inside", pytest.approx(expected))
    assert list(Near([METHOD]).hits([b"\xef\xbb\xbf/* c */" + METHOD + b" // end"])) == [
        NearHit(0, 0, "exact", 1.0)
    ]


def test_the_nearest_of_several_members_counts() -> None:
    file = b"class A { " + METHOD.replace(b"int", b"long", 1) + METHOD + b" }"
    assert list(Near([METHOD]).hits([file])) == [NearHit(0, 0, "inside", 1.0)]


def test_texts_without_tokens_are_near_to_nothing_and_short_ones_to_their_equals() -> None:
    assert list(Near([b"", b"a;", b"b;"]).hits([b"", b"// c", b"a ;"])) == [NearHit(2, 1, "exact", 1.0)]
    assert list(Near([]).hits([b"a"])) == []
    assert list(Near([b"a"]).hits([])) == []


def test_a_pair_of_exactly_the_least_index_counts_and_one_below_does_not() -> None:
    # 9 runs in common: of 9 + 1 + 1 no, of 9 + 2 + 0 and of 8 + 2 + 0 as it is computed by hand.
    side = b" ".join(b"w%d" % n for n in range(14))  # 10 runs
    longer = side + b" x y"  # 12 runs: 10 / 12
    shorter = b" ".join(b"w%d" % n for n in range(12))  # 8 runs: 8 / 10
    less = b" ".join(b"w%d" % n for n in range(11))  # 7 runs: 7 / 10
    hits = list(Near([side]).hits([longer, shorter, less]))
    assert [(hit.text, hit.similarity) for hit in hits] == [(0, 10 / 12), (1, 0.8)]


def test_an_index_of_sets() -> None:
    assert jaccard(grams([b"a"]), grams([])) == jaccard(grams([]), grams([])) == 0.0
    assert grams([b"a", b"b"]) == {b"a\0b"}
    assert len(grams([b"a"] * 9)) == 1
    assert near.GRAM == 5


def test_it_does_not_depend_on_the_seed_of_hashes_or_on_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import random; from tests.equimorph.leakage.forms.test_near import planted, Near;"
        "sides, texts = planted(random.Random(1)); print(*Near(sides).hits(texts), sep='\\n')"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    sides, texts = planted(random.Random(1))
    whole = list(Near(sides).hits(texts))
    assert outputs == {"".join(f"{hit}\n" for hit in whole).encode()}
    monkeypatch.setattr(near, "_BATCH", 7)
    assert list(Near(sides).hits(texts)) == whole


@pytest.mark.parametrize("text", [b"\xff\xfe", b"\0" * 50, b'"' + b"a" * 100_000, b"(" * 30_000, b"}" * 300])
def test_hostile_texts_are_near_to_themselves(text: bytes) -> None:
    assert list(Near([text]).hits([text])) == [NearHit(0, 0, "exact", 1.0)]


def test_without_rensa_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rensa", None)
    with pytest.raises(ModuleNotFoundError, match=r'need rensa: pip install "equimorph\[near\]"'):
        Near([METHOD])
