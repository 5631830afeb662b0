"""Scores of rows: from Python and by the command."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from equimorph import metrics
from equimorph.metrics import Asked, pair_of, scored
from tests.equimorph.conftest import run
from tests.equimorph.metrics.pairs import OPERATOR, REFERENCE, piped, random_pairs

ROW = {"id": "a", "lang": "java", "candidate": OPERATOR, "reference": REFERENCE, "passed": False}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows))
    return path


def test_the_line_of_the_issue_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "pairs.jsonl", [ROW, {**ROW, "id": "b", "lang": "python", "note": [1]}])
    command = "metrics score pairs.jsonl --metric bleu --metric rouge-l --metric ed --tokens split --out scored.jsonl"
    done = run(*command.split())
    assert done.exit_code == 0, done.output
    found = lines(tmp_path / "scored.jsonl")
    assert [row["scores"] for row in found] == [
        {"bleu": pytest.approx(0.815355, abs=1e-6), "rouge-l": 0.9375, "ed": 0.9375}
    ] * 2
    assert found[1]["note"] == [1]
    assert found[0]["undefined"] == {}


def test_rows_are_scored_as_by_hand_whatever_the_jobs(tmp_path: Path) -> None:
    rows = [
        {"id": n, "lang": "java", "candidate": own, "reference": other, "passed": None}
        for n, (own, other) in enumerate([("( ) ;", "x = 1 ;"), *random_pairs(60)])
    ]
    path, options = write(tmp_path / "pairs.jsonl", rows), ("-m", "bleu", "-m", "crystalbleu", "-m", "chrf")
    outs = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, out in enumerate(outs, 1):
        assert (
            run("metrics", "score", str(path), *options, "--jobs", str(jobs), "--out", str(out)).exit_code
            == 0
        )
    assert outs[0].read_bytes() == outs[1].read_bytes()
    asked = Asked(("bleu", "crystalbleu", "chrf"), {})
    assert lines(outs[0]) == [json.loads(json.dumps(row)) for row in scored(rows, asked)]
    for row in lines(outs[0]):
        for name, score in row["scores"].items():
            assert score == metrics.score(name, row["candidate"], row["reference"])
            assert (name in row["undefined"]) == (score is None)


def test_scores_are_added_to_those_that_are_there() -> None:
    old = {**ROW, "scores": {"own": 0.5, "bleu": None}, "undefined": {"bleu": "why", "own2": "x"}}
    [row] = scored([old], Asked(("bleu",), {}))
    assert row["scores"] == {"own": 0.5, "bleu": pytest.approx(0.815355, abs=1e-6)}
    assert row["undefined"] == {"own2": "x"}
    [row] = scored([{**ROW, "candidate": "( ) ;"}], Asked(("crystalbleu",), {}))
    assert row["undefined"] == {"crystalbleu": "all n-grams of the candidate are common ones"}


BAD: list[tuple[Any, str]] = [
    ({**ROW, "lang": "c"}, "no language 'c'"),
    ({**ROW, "lang": None}, "no 'lang'"),
    ({**ROW, "candidate": 3}, "'candidate' is no text"),
    ({key: value for key, value in ROW.items() if key != "reference"}, "no 'reference'"),
    ({**ROW, "passed": "yes"}, "'passed' is neither"),
    ({**ROW, "passed": 2}, "'passed' is neither"),
    ({**ROW, "passed": 0.5}, "'passed' is neither"),
    ({**ROW, "passed": float("nan")}, "not JSON"),
    ({**ROW, "scores": [1]}, "'scores' is no object"),
    ({**ROW, "undefined": "all"}, "'undefined' is no object"),
    ({**ROW, "id": None}, "no 'id'"),
    ({**ROW, "id": True}, "'id' is no text"),
    ({**ROW, "id": 1.5}, "'id' is no text"),
    ({**ROW, "id": "first"}, "a second row of first"),
    ("[1]", ""),
    ("{", ""),
]


@pytest.mark.parametrize(
    ("given", "passed"),
    [(True, True), (1, True), (1.0, True), (False, False), (0, False), (0.0, False), (None, None)],
)
def test_a_label_may_be_a_number_as_pandas_makes_of_it(given: object, passed: object) -> None:
    found = pair_of({**ROW, "passed": given}).passed
    assert found is passed


def test_bad_rows_are_named_and_the_others_go_on(tmp_path: Path) -> None:
    rows = [{**ROW, "id": "first"}, *(row for row, _ in BAD), {**ROW, "id": "last", "passed": 1}]
    path, out = write(tmp_path / "pairs.jsonl", rows), tmp_path / "out.jsonl"
    done = run("metrics", "score", str(path), "-m", "ed", "--out", str(out))
    assert done.exit_code == 1
    assert [row["id"] for row in lines(out)] == ["first", "last"]
    for number, (_, reason) in enumerate(BAD, 2):
        assert f"pairs.jsonl:{number}: {reason}" in done.output
    assert f"{len(rows)} read, 2 kept, {len(BAD)} dropped" in done.output


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("-m", "blue"), "did you mean bleu?"),
        (("-m", "ed", "--smooth", "none"), "no option 'smooth'"),
        (("-m", "ed", "--tokens", "words"), "words"),
        (("-m", "bleu", "--smooth", "add2"), "add1"),
        ((), "metric"),
    ],
)
def test_bad_options_are_usage_errors(tmp_path: Path, options: tuple[str, ...], reason: str) -> None:
    path = write(tmp_path / "pairs.jsonl", [ROW])
    done = run("metrics", "score", str(path), *options)
    assert done.exit_code == 2
    assert reason in done.output


def test_compressed_tables_and_pipes(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    with gzip.open(tmp_path / "pairs.jsonl.gz", "wt") as stream:
        stream.write(json.dumps(ROW) + "\n")
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([ROW]), tmp_path / "pairs.parquet")
    found = []
    for name in ("pairs.jsonl.gz", "pairs.parquet"):
        done = run("metrics", "score", str(tmp_path / name), "-m", "ed", "--quiet")
        assert done.exit_code == 0, done.output
        found.append(json.loads(done.stdout))
    done = piped(json.dumps(ROW), "metrics", "score", "-", "-m", "ed", "--quiet")
    assert found == [json.loads(done.stdout)] * 2


def test_the_input_is_never_replaced_and_a_full_disk_is_said(tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.jsonl", [ROW])
    assert run("metrics", "score", str(path), "-m", "ed", "--out", str(path)).exit_code == 2
    assert lines(path) == [ROW]
    done = run("metrics", "score", str(path), "-m", "ed", "--out", "/dev/full")
    assert done.exit_code == 1
    assert "No space left" in done.output


def test_line_ends_blank_lines_and_lone_surrogates_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    texts = [json.dumps(ROW), "", json.dumps({**ROW, "id": "\ud800", "candidate": "\udc80 x"}), ""]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(texts).encode())
    out = tmp_path / "out.jsonl"
    done = run("metrics", "score", str(path), "-m", "bleu", "-m", "ed", "-m", "chrf", "--out", str(out))
    assert done.exit_code == 0, done.output
    assert [row["id"] for row in lines(out)] == ["a", "\ud800"]
    path.write_bytes(b"")
    again = tmp_path / "none.jsonl"
    assert run("metrics", "score", str(path), "-m", "ed", "--out", str(again)).exit_code == 0
    assert again.read_bytes() == b""


def test_the_reason_of_a_data_flow_that_takes_too_long_says_so() -> None:
    loops = f"void f(int a) {{ {'while (a > 0) ' * 40}a = a - 1; }}"
    row = {"id": "a", "lang": "java", "candidate": loops, "reference": "int f(int a) { return a; }"}
    [found] = metrics.scored([row], metrics.Asked(("dataflow-match",), {}))
    assert found["scores"] == {"dataflow-match": None}
    assert "takes too long" in found["undefined"]["dataflow-match"]
