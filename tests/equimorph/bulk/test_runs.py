"""Runs in parts: the same rows whatever the jobs, parts and formats; kills, interrupts, other options, other input."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.equimorph.bulk.conftest import of_parts, started, texts
from tests.equimorph.conftest import listed, rows, run
from tests.killing import EQUIMORPH, killed

NAMES = [f"work{number}" if number % 7 else "broken" for number in range(90)]
MUTATE = ("mutate", "--jsonl", "in.jsonl", "-m", "reorder-condition", "-m", "variable-renaming")


@pytest.fixture
def whole(place: Path) -> bytes:
    """What comes out of the input without workers."""
    texts(place / "in.jsonl", NAMES)
    result = run(*MUTATE, "--out", "whole.jsonl")
    assert result.exit_code == 1
    assert result.stderr.endswith("; 13 failed\n")
    return (place / "whole.jsonl").read_bytes()


def test_one_file_is_the_same_with_workers(place: Path, whole: bytes) -> None:
    plain = run(*MUTATE)
    for jobs in ("1", "3"):
        found = run(*MUTATE, "--jobs", jobs, "--out", f"{jobs}.jsonl")
        assert found.exit_code == 1
        assert found.stderr == plain.stderr
        assert (place / f"{jobs}.jsonl").read_bytes() == whole
    assert run(*MUTATE, "--jobs", "2").stdout_bytes == whole
    assert listed(place) == ["1.jsonl", "3.jsonl", "in.jsonl", "whole.jsonl"]


@pytest.mark.parametrize(("jobs", "size", "parts"), [("1", "7", 13), ("2", "90", 1), ("3", "89", 2)])
def test_parts_together_are_the_file(place: Path, whole: bytes, jobs: str, size: str, parts: int) -> None:
    found = run(*MUTATE, "--jobs", jobs, "--parts", "out", "--part-rows", size)
    assert found.exit_code == 1
    assert of_parts(place / "out") == whole
    names = [f"part-{number:05}.jsonl" for number in range(parts)]
    assert listed(place / "out") == [".lock", "errors.jsonl", "manifest.json", *names, "receipts"]
    told = json.loads((place / "out" / "manifest.json").read_text())
    assert told["complete"]
    assert (told["rows"], told["made"], told["failed"]) == (90, whole.count(b"\n"), 13)
    assert [part["name"] for part in told["parts"]] == names
    assert sum(part["rows"] for part in told["parts"]) == 90
    errors = rows(place / "out" / "errors.jsonl")
    assert [error["row"] for error in errors] == list(range(1, 91, 7))
    assert all(error["reason"].startswith(f"in.jsonl: line {error['row']}: ") for error in errors)


def test_blank_lines_and_a_byte_order_mark_count_as_without_workers(place: Path) -> None:
    texts(place / "plain.jsonl", ["a", "b", "c", "broken", "d"])
    lines = (place / "plain.jsonl").read_bytes().splitlines(keepends=True)
    mark = b"\xef\xbb\xbf"
    (place / "in.jsonl").write_bytes(
        mark
        + b"\n"
        + lines[0]
        + b"\n  \n"
        + b"".join(lines[1:3])
        + mark
        + lines[3]
        + b"[]\n"
        + lines[4].strip()
    )
    plain = run(*MUTATE, "--out", "whole.jsonl")
    assert [row["input_line"] for row in rows(place / "whole.jsonl")][-1] == 9
    assert plain.stderr.count("error: in.jsonl: line ") == 2
    found = run(*MUTATE, "--parts", "out", "--part-rows", "2")
    assert found.stderr == plain.stderr
    assert of_parts(place / "out") == (place / "whole.jsonl").read_bytes()


def test_files_are_rows_too(place: Path) -> None:
    (place / "src").mkdir()
    for number in range(6):
        (place / "src" / f"A{number}.java").write_text(
            f"class A{number} {{ boolean f(int a) {{ return a < {number}; }} }}"
        )
    (place / "src" / "Latin.java").write_bytes(b"// \xe9")
    Path(os.fsdecode(os.fsencode(place) + b"/src/odd\xff.java")).write_text(
        "class B { int f(int a) { return a; } }"
    )
    arguments = ("mutate", "gone", "src")
    plain = run(*arguments, "--out", "whole.jsonl")
    found = run(*arguments, "--parts", "out", "--jobs", "2", "--part-rows", "3")
    assert (found.exit_code, found.stderr) == (1, plain.stderr)
    assert of_parts(place / "out") == (place / "whole.jsonl").read_bytes()
    [error] = rows(place / "out" / "errors.jsonl")
    assert error["row"] == 7
    (place / "src" / "A5.java").write_text("class A5 { }")
    assert "error: " in (told := run(*arguments, "--parts", "out", "--part-rows", "3").stderr)
    assert "made with other sha256" in told


def test_parquet_in_and_out(place: Path, whole: bytes) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    read = [{**row, "more": 1} for row in rows(place / "in.jsonl")]
    parquet.write_table(pa.Table.from_pylist(read), "in.parquet", row_group_size=11)
    from_table = ("mutate", "--parquet", "in.parquet", *MUTATE[3:])
    assert run(*from_table).stdout_bytes == whole
    found = run(*from_table, "--jobs", "2", "--parts", "out", "--part-rows", "25", "--format", "parquet")
    assert found.exit_code == 1
    # Parts are reported as they are done, and of errors of one kind the first few.
    assert "error: in.parquet: row " in found.stderr
    assert [error["row"] for error in rows(place / "out" / "errors.jsonl")][:3] == [1, 8, 15]
    made = [
        row
        for path in sorted((place / "out").glob("*.parquet"))
        for row in parquet.read_table(path).to_pylist()
    ]
    expected = [json.loads(line) for line in whole.splitlines()]
    assert [{**row, "mutation": json.loads(row["mutation"])} for row in made] == expected
    again = run(*from_table, "--parts", "out", "--part-rows", "25", "--format", "parquet")
    assert "4 of 4 parts are done already" in again.stderr


def test_a_killed_run_goes_on_where_it_was(
    place: Path, whole: bytes, children: Callable[[], list[int]]
) -> None:
    asked = (*MUTATE, "--jobs", "2", "--parts", "out", "--part-rows", "5")
    killed([*EQUIMORPH, *asked], "out/receipts/part-*.json", 3)
    until = time.monotonic() + 20
    while children() and time.monotonic() < until:
        time.sleep(0.05)
    done = {path.name: path.stat().st_mtime_ns for path in (place / "out").glob("part-*.jsonl")}
    assert 3 <= len(list((place / "out" / "receipts").glob("*.json"))) < 18
    assert not json.loads((place / "out" / "manifest.json").read_text())["complete"]
    # As a part that was half written when the power went.
    (place / "out" / ".part-00009.jsonl.abcd.partial").write_text("half a r")
    with (place / "out" / "part-00001.jsonl").open("ab") as stream:
        stream.write(b"\0\0\0")
    again = run(*asked)
    assert " of 18 parts are done already\n" in again.stderr
    assert again.stderr.endswith("; 13 failed\n")
    assert of_parts(place / "out") == whole
    kept = [name for name, at in done.items() if (place / "out" / name).stat().st_mtime_ns == at]
    assert len(kept) >= 2
    assert "part-00001.jsonl" not in kept
    assert [name for name in listed(place / "out") if "partial" in name] == []
    assert len(rows(place / "out" / "errors.jsonl")) == 13


@pytest.mark.parametrize("how", ["--parts", "--out"])
def test_an_interrupted_run_leaves_no_process_and_goes_on(
    place: Path, whole: bytes, children: Callable[[], list[int]], how: str
) -> None:
    asked = (*MUTATE, "--jobs", "2", how, "out", *(("--part-rows", "5") if how == "--parts" else ()))
    # A process inherits that SIGINT is ignored, as it is in what a shell runs in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = started(*asked)
    signal.signal(signal.SIGINT, before)
    with process:
        until = time.monotonic() + 60
        while len(children()) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert process.returncode not in (0, 1)
    assert b"Traceback" not in told
    assert children() == []
    assert how == "--parts" or listed(place) == ["in.jsonl", "whole.jsonl"]
    run(*asked)
    assert (of_parts(place / "out") if how == "--parts" else (place / "out").read_bytes()) == whole


def test_other_options_input_or_rows_of_parts_are_refused(place: Path, whole: bytes) -> None:
    asked = (*MUTATE, "--parts", "out", "--part-rows", "40")
    assert run(*asked).exit_code == 1
    before = {path.name: path.read_bytes() for path in (place / "out").glob("*.*")}
    for options, told in (
        (("--seed", "4"), "seed (0, now 4):"),
        (
            ("--limit-per-method", "1", "--timeout", "9"),
            "timeout (60.0, now 9.0); limit_per_method (null, now 1):",
        ),
        (("--part-rows", "41"), "part-rows (40, now 41):"),
        (("--format", "parquet"), 'format ("jsonl", now "parquet"):'),
        (("--scheme", "generic"), 'schemes (null, now ["generic"]); versions ('),
    ):
        found = run(*asked, *options)
        assert found.exit_code == 1
        assert f"out was made with other {told}" in found.stderr
        assert ": repeat the command as it was, or give another folder\n" in found.stderr
    texts(place / "in.jsonl", NAMES[:-1])
    assert "other rows (90, now 89); sha256" in run(*asked).stderr
    assert {path.name: path.read_bytes() for path in (place / "out").glob("*.*")} == before
    (place / "mine").mkdir()
    (place / "mine" / "letter.txt").touch()
    assert "holds something else than parts" in run(*MUTATE, "--parts", "mine").stderr
    assert listed(place / "mine") == ["letter.txt"]


def test_two_runs_do_not_write_the_same_parts(place: Path, whole: bytes) -> None:
    import fcntl

    asked = (*MUTATE, "--parts", "out")
    (place / "out").mkdir()
    with (place / "out" / ".lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = run(*asked)
        assert (found.exit_code, "another run writes here" in found.stderr) == (1, True)
    assert run(*asked).exit_code == 1
    assert of_parts(place / "out") == whole


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--parts", "p", "--out", "o"), "either --out or --parts"),
        (("--part-rows", "9", "--jobs", "2"), "need --parts"),
        (("--format", "parquet"), "need --parts"),
        (("--format", "csv", "--parts", "p"), "neither jsonl nor parquet"),
        (("--timeout", "9"), "need --jobs"),
        (("--timeout", "inf", "--jobs", "2"), "--timeout"),
        (("--jobs", "0"), "--jobs"),
        (("--jobs", "2", "--scheduler", "x"), "either --jobs or --scheduler"),
        (("--scheduler", "x"), "needs --parts or --out"),
        (("--parquet", "in.jsonl"), "give either paths or --jsonl or --parquet"),
    ],
)
def test_bad_usage_is_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], message: str
) -> None:
    texts(place / "in.jsonl", ["a"])
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    result = run(*MUTATE, *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert listed(place) == ["in.jsonl"]


@pytest.mark.parametrize("verb", [("mutate", "--jobs", "2"), ("mutate",), ("pairs",)])
def test_rows_from_a_pipe_are_read_as_those_of_a_file(place: Path, verb: tuple[str, ...]) -> None:
    texts(place / "in.jsonl", ["a", "b"])
    os.mkfifo(place / "pipe")
    for source, out in (("in.jsonl", "file.jsonl"), ("pipe", "pipe.jsonl")):
        feeding = threading.Thread(
            target=lambda: (place / "pipe").write_bytes((place / "in.jsonl").read_bytes())
        )
        if source == "pipe":
            feeding.start()
        found = run(*verb, "--jsonl", source, "--out", out)
        if source == "pipe":
            feeding.join()
        assert found.exit_code == 0, found.stderr
    written = (place / "pipe.jsonl").read_bytes()
    assert written == (place / "file.jsonl").read_bytes()
    assert written


def test_a_damaged_table_is_told_by_name(place: Path) -> None:
    pytest.importorskip("pyarrow")
    (place / "t.parquet").write_bytes(b"x" * 100)
    for more in ((), ("--jobs", "1"), ("--parts", "p")):
        found = run("mutate", "--parquet", "t.parquet", *more)
        assert found.exit_code == 1
        assert found.stderr.startswith("error: t.parquet: ")


def test_what_a_kill_leaves_of_a_manifest_is_no_obstacle(place: Path, whole: bytes) -> None:
    (place / "out").mkdir()
    (place / "out" / ".manifest.json.0123abcd.partial").write_bytes(b"{")
    assert run(*MUTATE, "--parts", "out").exit_code == 1
    assert of_parts(place / "out") == whole


def test_no_scheduler_is_told(place: Path) -> None:
    pytest.importorskip("distributed")
    texts(place / "in.jsonl", ["a"])
    found = run(*MUTATE, "--scheduler", "nonsense", "--parts", "p")
    assert found.exit_code == 1
    assert found.stderr.startswith("error: no scheduler at nonsense: ")
