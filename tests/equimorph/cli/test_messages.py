"""What is told of bad input: the place, what is wrong, and a hint where one is possible."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.equimorph.conftest import listed, rows, run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("mutate", "Cart.java", "-m", "varible-renaming"),
            "'varible-renaming'; did you mean variable-renaming?",
        ),
        (("sites", "Cart.java", "-m", "nope"), "no mutator 'nope'; there are: variable-renaming, "),
        (("rewrite", ".", "-o", "out", "--scheme", "sinonym"), "'sinonym'; did you mean synonym?"),
        (("mutate", "Cart.java", "--operators", "shfit"), "'shfit'; did you mean shift?"),
        (("mutate", "Cart.java", "--purity", "prven"), "'prven'; did you mean proven?"),
        (("pairs", ".", "-o", "p", "--breaking", "operator-mutatio"), "did you mean operator-mutation?"),
        (("pairs", ".", "-o", "p", "--weight", "loop-exchang=2"), "did you mean loop-exchange?"),
        (("pairs",), "give either paths or --jsonl or --parquet"),
        (("mutate", "Cart.java", "--lines", "5-3"), "'5-3' is no range of lines; did you mean 3-5?"),
        (("verify", "Cart.java", "--javac", "--sourcepath", "gone"), "'gone' does not exist"),
        (("lst",), "Did you mean 'list'?"),
    ],
)
def test_what_is_misspelt_is_told_with_what_may_be_meant(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 200)  # TERMINAL_WIDTH is read once
    monkeypatch.setenv("NO_COLOR", "1")
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
    assert listed(folder) == ["Cart.java"]


def test_a_folder_without_java_files_is_told(folder: Path) -> None:
    (folder / "empty").mkdir()
    note = "empty: no file named *.java in this folder\n"
    assert run("sites", "empty").stderr == f"{note}0 sites\n"
    assert run("mutate", "empty").stderr == f"{note}0 mutants\n"
    assert run("rewrite", "empty", "--out", "out").stderr.startswith(note)
    assert run("mutate", "empty", "-q").stderr == ""


def test_a_syntax_error_is_told_with_its_line(folder: Path) -> None:
    (folder / "Bad.java").write_text(
        "class A {\n  boolean f(int a) { return a < 1; }\n  int g( { return 1; }\n}\n"
    )
    result = run("sites", "Bad.java", "-m", "reorder-condition")
    assert result.exit_code == 0
    assert "Bad.java:2:29: reorder-condition in f: a < 1" in result.stdout
    assert (
        result.stderr.splitlines()[0] == "Bad.java:3: g skipped: the grammar finds a syntax error at line 3"
    )


def test_without_mutants_it_is_told_where_the_reasons_are(folder: Path) -> None:
    (folder / "Cart.java").write_text("class A { boolean f(int[] a) { return a[0] < a[1]; } }")
    told = run("mutate", "Cart.java", "-m", "reorder-condition").stderr.splitlines()
    assert told == [
        "no mutants: `equimorph sites --why` shows the places that were refused, with reasons",
        "0 mutants",
    ]


def test_a_field_that_is_not_there_is_told_with_those_that_are(folder: Path) -> None:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "same", "--out", "rows.jsonl")
    [row] = rows(folder / "rows.jsonl")
    there = ", ".join(row)
    for options, name in ((("--field", "patch"), "patch"), (("--hunk", "mutant", "--at-lines", "at"), "at")):
        told = run("undo", "rows.jsonl", *options).stderr.splitlines()
        assert told[0] == f"error: rows.jsonl: line 1: no field {name!r}; there are: {there}"


def test_a_folder_that_is_not_there_is_told_by_its_name(folder: Path) -> None:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--out", "rows.jsonl")
    (folder / "src").mkdir()
    (folder / "src" / "A.java").write_text("class A { }")
    where = f"error: {folder / 'nowhere'}: no such folder; make it first\n"
    for arguments in (
        ("mutate", "Cart.java", "-m", "reorder-condition"),
        ("rewrite", "src"),
        ("invert", "rows.jsonl"),
    ):
        result = run(*arguments, "--out", "nowhere/out")
        assert (result.exit_code, result.stderr) == (1, where)


def test_a_folder_without_a_file_that_is_read_is_not_to_be_made(folder: Path) -> None:
    (folder / ".defects4j.config").write_text("pid=Lang\nvid=1b\n")
    run("mutate", "Cart.java", "-m", "reorder-condition", "--out", "rows.jsonl")
    text = (folder / "rows.jsonl").read_text().replace("Cart.java", "src/Cart.java")
    (folder / "rows.jsonl").write_text(text)
    told = run("defects4j", "put", ".", "rows.jsonl", "--line", "1").stderr
    assert told == "error: src/Cart.java: No such file or directory\n"


def test_a_folder_in_which_nothing_may_be_written_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def denied(path: Path, *arguments: str) -> object:
        if path.name.endswith(".partial"):  # chmod would not stop root, as whom tests may run
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *arguments)

    monkeypatch.setattr(Path, "open", denied)
    result = run("mutate", "Cart.java", "--out", "rows.jsonl")
    assert (result.exit_code, result.stderr) == (1, f"error: {folder}: Permission denied\n")


def test_records_of_another_tree_are_told(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "Cart.java").rename(folder / "src" / "Cart.java")
    for seed in ("1", "2"):
        run("rewrite", "src", "--out", f"out{seed}", "--seed", seed, "-m", "variable-renaming")
    result = run("invert", "out1", "--records", "out2/mutations.jsonl", "--out", "back")
    assert result.exit_code == 1
    [told] = result.stderr.splitlines()
    assert told.startswith("error: out2/mutations.jsonl: Cart.java: line ")
    assert told.endswith("; are these the records of out1?")
    assert not (folder / "back").exists()


def test_a_row_that_is_none_is_told_once(folder: Path) -> None:
    (folder / "rows.jsonl").write_text(json.dumps({"a": 1}) + "\n[1]\n")
    assert run("verify", "rows.jsonl", "-q").stderr.splitlines() == [
        "error: rows.jsonl: line 1: record: no field 'mutant'",
        "error: rows.jsonl: line 2: record: not a JSON object",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_leaves_nothing_behind(folder: Path) -> None:
    os.mkfifo("wait.java")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    arguments = [sys.executable, "-m", "equimorph", "mutate", "wait.java", "--out", "rows.jsonl"]
    # A shell may have started the tests with the signal ignored.
    start = "import os, signal, sys; signal.signal(2, signal.default_int_handler); os.execv(sys.argv[1], sys.argv[1:])"
    with (
        subprocess.Popen(
            [sys.executable, "-c", start, *arguments], stderr=subprocess.PIPE, env=env
        ) as process,
        Path("wait.java").open("wb"),
    ):  # opens when the command does
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = process.stderr.read()
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert listed(folder) == ["Cart.java", "wait.java"]
