"""Problems that stand in training data."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from equimorph.bench.leaks import leaked
from equimorph.bench.training import training_items
from equimorph.leakage import Item, normalise
from tests.equimorph.bench.conftest import DOUBLE, TWICE

PYTHON = replace(
    DOUBLE,
    solution="def double(x):\n    total = 0\n    for one in range(2):\n        total = total + x // 1\n    return total\n",
)


def item(text: str, row: int = 1) -> Item:
    return Item("train.jsonl", row, None, None, text.encode())


def test_a_copy_with_other_comments_and_docstrings_is_a_leak() -> None:
    text = PYTHON.solution.replace("total = 0", '"""Twice."""\n    total = 0  # so far\n\n')
    data = [item("def other(): pass", 1), item(f"import os\n{text}\n\ndef more(): pass\n", 2)]
    assert leaked([PYTHON, TWICE], data) == {"double": "train.jsonl:2"}


def test_what_stands_behind_a_division_counts() -> None:
    text = PYTHON.solution.replace("x // 1", "x // 3")
    assert leaked([PYTHON], [item(text)]) == {}


def test_either_side_of_an_item_is_a_leak() -> None:
    both = Item("train.jsonl", 3, None, PYTHON.solution.encode(), b"def f(): pass")
    assert leaked([PYTHON], [both]) == {"double": "train.jsonl:3"}


def test_other_names_in_java_are_a_leak() -> None:
    text = (
        TWICE.solution.replace("twice", "pair")
        .replace("int x", "int number")
        .replace("x, x", "number, number")
    )
    found = leaked([TWICE], [item(f"class A {{ {text} }}")], min_chars=20)
    assert found == {"twice": "train.jsonl:1"}


def test_a_text_that_is_no_python_is_compared_as_it_is() -> None:
    assert leaked([PYTHON], [item('def f(:\n "' + PYTHON.solution)]) in ({}, {"double": "train.jsonl:1"})
    assert leaked([PYTHON], []) == {}


def test_a_short_solution_is_no_leak() -> None:
    assert leaked([DOUBLE], [item(DOUBLE.solution)]) == {}
    assert leaked([DOUBLE], [item(DOUBLE.solution)], min_chars=5) == {"double": "train.jsonl:1"}


def read(path: Path) -> dict[str, str]:
    bad = list[object]()
    found = leaked([PYTHON, TWICE], training_items(path, bad.append), min_chars=20)
    assert not bad
    return found


@pytest.mark.parametrize("side", ["anchor", "positives", "negatives"])
def test_pairs_are_training_data(tmp_path: Path, side: str) -> None:
    rows = []
    for solution in (TWICE.solution, PYTHON.solution):
        row: dict[str, object] = {"id": "a", "anchor": "x", "positives": [], "negatives": []}
        rows.append({**row, side: solution if side == "anchor" else [{"text": solution}]})
    place = tmp_path / "samples.jsonl"
    place.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read(place) == {"twice": f"{place}:1", "double": f"{place}:2"}
    assert read(tmp_path) == {"twice": "samples.jsonl:1", "double": "samples.jsonl:2"}


def test_folders_of_sources_are_training_data_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import os\n" + PYTHON.solution)
    assert read(tmp_path) == {"double": "a.py:1"}
    assert read(tmp_path / "a.py") == {"double": f"{tmp_path / 'a.py'}:1"}
    (tmp_path / "A.java").write_text(f"class A {{ {TWICE.solution} }}")
    assert read(tmp_path) == {"double": "a.py:1", "twice": "A.java:1"}
    (tmp_path / "a.py").unlink()
    assert read(tmp_path) == {"twice": "A.java:1"}


def test_a_text_of_comments_alone_has_an_empty_form() -> None:
    assert normalise(b"# only a comment\n", language="python") == b""
