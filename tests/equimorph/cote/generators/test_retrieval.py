"""The retrieval against a double of ten lines, and its corner cases."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from equimorph.cote import GeneratorError
from equimorph.cote.generators import Pair, Retrieval
from tests.equimorph.cote.generators.conftest import twenty

_WORDS = st.lists(st.sampled_from(["a", "b", "c", "dd", "E", "e", "_", "7"]), max_size=6).map(" ".join)


def double(pairs: Sequence[Pair], text: str) -> tuple[str, float]:
    bags = [Counter(re.findall(r"\w+", one.text.lower())) for one in pairs]
    asked = Counter(re.findall(r"\w+", text.lower()))
    having = Counter(word for bag in bags for word in bag)
    idf = {word: math.log((1 + len(pairs)) / (1 + having[word])) + 1 for word in {*asked, *having}}
    length = lambda bag: math.sqrt(math.fsum((bag[word] * idf[word]) ** 2 for word in bag))  # noqa: E731
    dots = [math.fsum(asked[word] * bag[word] * idf[word] ** 2 for word in asked) for bag in bags]
    cosines = [
        round(dot / length(bag) / length(asked), 9) if dot else 0.0
        for dot, bag in zip(dots, bags, strict=True)
    ]
    best = max(range(len(pairs)), key=lambda at: (cosines[at], -at))
    return (pairs[best].code, cosines[best]) if cosines[best] else ("", 0.0)


@given(st.lists(_WORDS, min_size=1, max_size=12), _WORDS)
@example(["a a b"], "b")  # 1 / sqrt(5), which rounds in two ways
def test_it_says_what_its_double_says(texts: list[str], asked: str) -> None:
    pairs = [Pair(str(at), text, f"code {at}") for at, text in enumerate(texts)]
    code, score = Retrieval(pairs)(asked)
    other, cosine = double(pairs, asked)
    assert code == other
    assert score == pytest.approx(cosine, abs=1e-8)


def test_a_worked_value() -> None:
    found = Retrieval([Pair("a", "read line", "x"), Pair("b", "read file", "y")])
    # Both sentences have "read", 1 + ln(3 / 3); one has "file", 1 + ln(3 / 2); none has "twice", 1 + ln(3 / 1).
    read, file, twice = 1.0, 1 + math.log(1.5), 1 + math.log(3)
    length = math.hypot(read, file) * math.hypot(read, file, 2 * twice)
    code, score = found("Read FILE twice twice!")
    assert code == "y"
    assert score == pytest.approx((read**2 + file**2) / length, abs=1e-12)


def test_each_sentence_finds_its_own_method() -> None:
    found = Retrieval(twenty())
    assert [found(one.text) for one in twenty()] == [(one.code, 1.0) for one in twenty()]


def test_of_equal_sentences_the_first_pair_counts() -> None:
    texts = ("close the file", "open the file", "the open file", "Open, the FILE")
    found = Retrieval([Pair(str(at), text, str(at)) for at, text in enumerate(texts)])
    assert found("the file open") == ("1", 1.0)
    # "close" and "read" are equally rare.
    found = Retrieval([Pair("a", "read it", "a"), Pair("b", "close it", "b")])
    assert found("close read")[0] == "a"


def test_an_unknown_word_lowers_the_score_alone() -> None:
    found = Retrieval(twenty())
    code, score = found("Returns the name of this node.")
    other, lower = found("Returns the zebra name of this node.")
    assert other == code
    assert 0 < lower < score == 1.0


@pytest.mark.parametrize("text", ["", "  \n", "zebra quagga", "\ud800", "!?", "zebra " * 100_000])
def test_an_input_that_shares_no_word_has_no_answer(text: str) -> None:
    assert Retrieval(twenty())(text) == ("", 0.0)


def test_odd_inputs_and_odd_pairs() -> None:
    found = Retrieval([Pair("a", "", "none"), Pair("b", "\ud800 ...", "odd"), *twenty()])
    assert found("the \ud800 name of this node returns")[0] == twenty()[0].code
    code, score = found("name " * 100_000)
    assert code == twenty()[0].code
    assert 0 < score < 1


def test_no_pairs_are_an_error() -> None:
    with pytest.raises(GeneratorError, match="no pairs"):
        Retrieval([])


def test_a_retrieval_of_a_folder_says_the_same(retrieval_folder: Path, tmp_path: Path) -> None:
    loaded, made = Retrieval.load(retrieval_folder), Retrieval(twenty())
    assert loaded.pairs == made.pairs
    made.save(tmp_path / "again")
    assert sorted(one.name for one in retrieval_folder.iterdir()) == ["generator.json", "pairs.jsonl"]
    for one in retrieval_folder.iterdir():
        assert one.read_bytes() == (tmp_path / "again" / one.name).read_bytes()
