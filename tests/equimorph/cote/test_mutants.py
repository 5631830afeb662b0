"""Mutants of sentences, whatever the provider."""

from __future__ import annotations

import subprocess
import sys

import pytest

from equimorph import cote
from equimorph.cote import mutants_of
from mutators import MutationError
from tests.equimorph.cote.doubles import Listed

SENTENCE = "Return the first child of a node which has the tagName."
WORDS = {
    "first": ["second", "third"],
    "child": ["son"],
    "which": ["that", "unfit"],
    "a": ["the"],
    "node": ["entry"],
}


def texts(count: int, seed: int = 0) -> list[str]:
    return [one.text for one in mutants_of(SENTENCE, Listed(WORDS), count, seed).mutants]


def test_each_mutant_differs_in_one_word() -> None:
    found = texts(20)
    assert len(found) == len(set(found)) == 4
    for text in found:
        old, new = SENTENCE.split(), text.split()
        assert sum(one != other for one, other in zip(old, new, strict=True)) == 1


def test_what_is_refused_is_counted_by_reason() -> None:
    found = mutants_of(SENTENCE, Listed(WORDS), 20)
    assert found.refused == {"unfit": 1, "article": 1, "single letter": 1, "identifier": 1}


def test_fewer_mutants_are_the_first_ones() -> None:
    assert texts(2) == texts(20)[:2]
    assert texts(1) != texts(1, seed=3) or texts(2) != texts(2, seed=3)
    assert len({tuple(texts(20, seed)) for seed in range(10)}) > 1
    assert texts(0) == []


def test_the_same_draw_in_another_process() -> None:
    code = "from tests.equimorph.cote.test_mutants import texts\nprint(texts(3, 7))\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": ":".join(path or "." for path in sys.path)},
    )
    assert done.stdout.strip() == str(texts(3, 7))


def test_rows_name_the_word_its_place_and_the_provider() -> None:
    rows = list(cote.mutate([{"id": 7, "input": SENTENCE}], Listed({"first": ["second"]})))
    assert rows == [
        {
            "id": "7/11:second",
            "schema": 1,
            "input_id": "7",
            "input": SENTENCE,
            "provider": "listed",
            "mutant": SENTENCE.replace("first", "second"),
            "word": "first",
            "replacement": "second",
            "place": [11, 16],
            "cosines": [1.0],
            "probability": None,
        }
    ]


def test_an_input_without_a_mutant_has_a_row_that_says_why() -> None:
    (row,) = cote.mutate(["see tagName"], Listed(WORDS))
    assert (row["id"], row["mutant"], row["refused"]) == ("1", None, {"identifier": 1})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"input": "a b"}, "rows:1: no 'id'"),
        ({"id": "1"}, "rows:1: no 'input'"),
        ({"id": "1", "input": " "}, "rows:1: 'input' is empty"),
        ({"id": 1.5, "input": "a"}, "rows:1: 'id' is no text"),
        ({"id": True, "input": "a"}, "rows:1: 'id' is no text"),
        ({"id": "1", "input": ["a"]}, "rows:1: 'input' is no text"),
        ({"id": "1", "input": "\ud800"}, "rows:1: 'input' is no text"),
    ],
)
def test_a_bad_row_is_named(row: dict[str, object], message: str) -> None:
    with pytest.raises(MutationError, match=message):
        list(cote.mutate([row], Listed(WORDS)))
    failed: list[object] = []
    good = {"id": "2", "input": "the first one"}
    assert len(list(cote.mutate([row, good], Listed(WORDS), failed=failed.append))) == 2
    assert [str(one).startswith(message) for one in failed] == [True]


def test_two_rows_of_one_id_are_an_error() -> None:
    rows = [{"id": "1", "input": "the first one"}] * 2
    with pytest.raises(MutationError, match="rows:2: a second row of 1"):
        list(cote.mutate(rows, Listed(WORDS)))
