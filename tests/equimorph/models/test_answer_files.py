"""Answers that were made elsewhere."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from equimorph.models import Answer, Candidate, Request, answer_file
from equimorph.rows.tables import BadRow
from mutators import MutationError

IDS = ["A", "B", "C"]
REQUESTS = [Request(id, "x", (), 1) for id in IDS]


def row(id: str, **more: object) -> dict[str, Any]:
    return {"id": id, "model": "m", "candidates": [{"text": f"{id}1"}, {"text": f"{id}2"}], **more}


def written(path: Path, *rows: object) -> Path:
    text = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def read(path: Path, name: str | None = None) -> tuple[list[Answer], list[BadRow]]:
    bad: list[BadRow] = []
    with answer_file(path, bad.append, IDS, name) as found:
        return list(found.repair(REQUESTS, 1)), bad


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_answers_come_in_the_order_of_the_requests(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name, row("C"), row("A"), row("B", candidates=None, error="none"))
    answers = [
        Answer("A", "m", (Candidate("A1"),)),
        Answer("B", "m", (), "none"),
        Answer("C", "m", (Candidate("C1"),)),
    ]
    assert read(path) == (answers, [])


def test_a_missing_answer_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", row("B"))
    assert [one.error for one in read(path)[0]] == [f"no answer in {path}", None, f"no answer in {path}"]


def test_bad_rows_are_reported_with_file_and_line(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.jsonl", row("A"), "{", "", row("A"), row("Z"), {"id": "B", "model": "m"}, row("C")
    )
    answers, bad = read(path)
    assert [str(one) for one in bad] == [
        f"{path}:2: not JSON: expecting property name enclosed in double quotes at character 3",
        f"{path}:4: a second answer to 'A'",
        f"{path}:5: no request 'Z'",
        f"{path}:6: field 'candidates' is not a list",
    ]
    assert [one.error is None for one in answers] == [True, False, True]


def test_a_row_without_a_model_has_the_name_of_the_file(tmp_path: Path) -> None:
    bare = {"id": "A", "candidates": []}
    assert read(written(tmp_path / "mine.jsonl", bare))[0][0].model == "mine"
    assert {one.model for one in read(written(tmp_path / "mine.jsonl", bare), "given")[0]} == {"given"}


def test_several_models_need_a_name(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", row("A"), row("A", model="n", candidates=[]), row("B", model="n"))
    with pytest.raises(MutationError, match="has answers of several models: m, n; name one"):
        read(path)
    answers, bad = read(path, "n")
    assert ([len(one.candidates) for one in answers], bad) == ([0, 1, 0], [])
    assert {one.model for one in answers} == {"n"}


def test_an_empty_file_has_no_answers(tmp_path: Path) -> None:
    answers, bad = read(written(tmp_path / "a.jsonl"))
    assert ([one.model for one in answers], bad) == (["a"] * 3, [])
