"""The commands `datasets filter`, `split` and `check`, and the chain from a repository to splits that are proved clean."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimorph.cli import app
from equimorph.datasets import check, split
from equimorph.datasets.layout import SPLITS
from equimorph.datasets.placing import fractions_of
from equimorph.rows.jsonl import encode
from tests.equimorph.conftest import rows, run
from tests.equimorph.datasets.conftest import alone, item, read_splits, write_items
from tests.equimorph.datasets.mining.conftest import History
from tests.equimorph.datasets.test_filtering import LONG, OTHER


@pytest.fixture
def items(here: Path) -> Path:
    """The working folder, with items and a benchmark of one bug in it, which two items have."""
    leaking = [item("a", LONG, "x", group="a"), item("b", "y", f"class A {{ {OTHER} }}", group="b")]
    write_items(here / "items", {"dataset_2": [*alone(30), *leaking]})
    (here / "bugs.jsonl").write_bytes(encode({"id": "B-1", "buggy": LONG, "fixed": OTHER}))
    return here


def test_filter_split_and_check_work_one_after_the_other(items: Path) -> None:
    done = run("datasets", "filter", "items", "--benchmark", "bugs.jsonl", "--out", "clean")
    assert done.exit_code == 0, done.output
    assert "bugs: items with its code: buggy 1, fixed 1, both 0" in done.stderr
    assert "items: 32 read, 30 kept, 2 dropped (benchmark: 2)" in done.stderr
    done = run("datasets", "split", "clean", "--out", "split", "--by", "group")
    assert done.exit_code == 0, done.output
    assert "dataset_2: train 24 of 24, validation 3 of 3, test 3 of 3 wanted" in done.stderr
    done = run("datasets", "check", "split", "--benchmark", "bugs.jsonl", "--json", "report.json")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "items: 30 read, 30 kept; 0 problems" in done.stderr
    assert json.loads(Path("report.json").read_text())["clean"] is True


def test_check_names_both_places_of_leaks_and_overlaps(items: Path) -> None:
    run("datasets", "split", "items", "--out", "split")
    path = Path("split/dataset_2")
    twin = rows(path / "train.jsonl")[0]
    with (path / "test.jsonl").open("ab") as stream:
        stream.write(encode({**twin, "id": "twin", "split": "test"}))
    done = run(
        "datasets", "check", "split", "--benchmark", "bugs.jsonl", "--out", "found.jsonl", "--json", "-"
    )
    assert done.exit_code == 1
    assert re.search(
        r"error: split/dataset_2/\w+\.jsonl:\d+: the buggy side leaks from benchmark bugs, bug_id B-1",
        done.stderr,
    )
    assert re.search(
        r"error: split/dataset_2/test\.jsonl:\d+: its text is also in split/dataset_2/train\.jsonl:1\n",
        done.stderr,
    )
    report = json.loads(done.stdout)
    assert report["clean"] is False
    assert report["leaks"] == {"bugs": {"buggy": 1, "fixed": 1, "both": 0}}
    found = rows(Path("found.jsonl"))
    assert len(found) == sum(report["problems"].values())
    assert {(row["problem"], row["what"]) for row in found} == {
        ("leak", "buggy"),
        ("leak", "fixed"),
        ("overlap", "group"),
        ("overlap", "text"),
        ("size", ""),
    }
    assert next(row for row in found if row["what"] == "text")["other"] == {
        "split": "train",
        "file": "split/dataset_2/train.jsonl",
        "line": 1,
        "id": twin["id"],
    }


def test_clones_are_counted_in_a_note_and_rows_but_do_not_fail(items: Path) -> None:
    clone = re.sub(r"\bsum\b", "total", LONG)
    write_items(items / "more", {"dataset_2": [*alone(3), item("c", clone, "x", group="c")]})
    run("datasets", "split", "more", "--out", "split")
    arguments = ("datasets", "check", "split", "--benchmark", "bugs.jsonl", "--form", "canonical")
    done = run(*arguments, "--out", "found.jsonl")
    assert (done.exit_code, done.stderr.count("error")) == (0, 0)
    assert "1 possible clone of benchmarks: canonical" in done.stderr
    [row] = rows(Path("found.jsonl"))
    assert (row["problem"], row["what"], row["id"], row["other"]["form"]) == (
        "clone",
        "buggy",
        "c",
        "canonical",
    )


def test_the_preset_of_the_paper_counts_short_texts(items: Path) -> None:
    write_items(items / "short", {"dataset_2": [item("s", "int sum = 0;", "x", group="g"), *alone(1)]})
    assert run("datasets", "filter", "short", "--benchmark", "bugs.jsonl", "--out", "one").exit_code == 0
    assert len(rows(Path("one/dataset_2.jsonl"))) == 2
    paper = ("--benchmark", "bugs.jsonl", "--preset", "paper")
    assert run("datasets", "filter", "short", *paper, "--out", "two").exit_code == 0
    assert len(rows(Path("two/dataset_2.jsonl"))) == 1
    run("datasets", "split", "short", "--out", "split")
    assert run("datasets", "check", "split", "--benchmark", "bugs.jsonl").exit_code == 0
    assert run("datasets", "check", "split", *paper).exit_code == 1


def test_a_file_and_standard_input_are_read_as_one_data_set(items: Path) -> None:
    lines = Path("items/dataset_2.jsonl").read_text()
    Path("mine.jsonl").write_text(lines)
    assert run("datasets", "split", "mine.jsonl", "--out", "one").exit_code == 0
    done = CliRunner().invoke(app, ["datasets", "split", "-", "--out", "two"], input=lines)
    assert done.exit_code == 0, done.output
    assert read_splits(Path("one"))["mine"] == read_splits(Path("two"))["items"]
    bad = CliRunner().invoke(app, ["datasets", "split", "-", "--out", "three"], input=lines + "{}\n")
    assert bad.exit_code == 1
    assert "error: standard input:33: none of the fields" in bad.stderr
    assert read_splits(Path("three"))["items"] == read_splits(Path("two"))["items"]


def test_bad_rows_go_on_with_exit_code_1(items: Path) -> None:
    with Path("items/dataset_2.jsonl").open("ab") as stream:
        stream.write(b"[]\n\xff\n")
    done = run("datasets", "filter", "items", "--out", "clean")
    assert done.exit_code == 1
    assert "error: items/dataset_2.jsonl:33: not a JSON object" in done.stderr
    assert "error: items/dataset_2.jsonl:34: not UTF-8" in done.stderr
    assert "items: 34 read, 32 kept, 2 dropped (bad row: 2); 2 failed" in done.stderr
    assert len(rows(Path("clean/dataset_2.jsonl"))) == 32


BAD_OPTIONS = {
    "split items --out split --by author": "no way to split 'author'",
    "split items --out split --fractions 8:1:1": "'8:1:1' is not three numbers such as 8/1/1",
    "split items --out split --fractions 8/1": "'8/1' is not three numbers",
    "split items --out split --fractions 8/1/1/0": "is not three numbers",
    "split items --out split --fractions 1/0/0/0/": "is not three numbers",
    "split nothing --out split": "no such file or folder: 'nothing'",
    "split items": "missing option '--out'",
    "filter items --out clean --min-chars 0": "--min-chars: Input should be greater than or equal to 1",
    "filter items --out clean --min-chars 5 --preset paper": "give either --preset or --min-chars",
    "filter items --out clean --preset own": "no preset 'own'",
    "filter items --out clean --unit file": "no unit 'file'",
    "filter items --out clean --benchmark nothing": "nothing",
    "filter items --out clean --benchmark items": "looks like no benchmark",
    "check nothing": "nothing",
    "check items --form text": "no form 'text'",
    "check items --json -": "rows and report cannot both go to standard output",
}


@pytest.mark.usefixtures("items")
@pytest.mark.parametrize("arguments", BAD_OPTIONS)
def test_a_bad_option_is_exit_code_2_and_nothing_is_written(arguments: str) -> None:
    done = run("datasets", *arguments.split())
    assert done.exit_code == 2, done.output
    assert BAD_OPTIONS[arguments] in " ".join(done.stderr.split())
    assert not Path("split").exists()
    assert not Path("clean").exists()


@pytest.mark.usefixtures("items")
@pytest.mark.parametrize("verb", ["split", "filter"])
def test_an_output_with_something_in_it_is_left_alone(verb: str) -> None:
    Path("out").mkdir()
    Path("out/mine").write_text("mine")
    done = run("datasets", verb, "items", "--out", "out")
    assert done.exit_code == 1
    assert "error: out: exists already, and is not an empty folder" in done.stderr
    assert [path.name for path in Path("out").iterdir()] == ["mine"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk_is_an_error(items: Path) -> None:
    run("datasets", "split", "items", "--out", "split")
    command = [sys.executable, "-m", "equimorph", "datasets", "check", "split", "--benchmark", "bugs.jsonl"]
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=120
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupt_leaves_nothing(items: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("equimorph.datasets.splitting.encode", stop)
    done = run("datasets", "split", "items", "--out", "split")
    assert done.exit_code == 130
    assert "split was not written" in done.stderr
    assert sorted(path.name for path in items.iterdir()) == ["bugs.jsonl", "items"]


def test_the_lines_of_the_issue_work_on_what_mine_writes(here: Path) -> None:
    history = History(here / "repository")
    for at in range(20):
        body = f"int sum = {at}; for (int one : all) {{ sum += one; }} return sum"
        before = f"class A{at} {{ int f{at}(int[] all) {{ {body}; }} }}"
        history.fix(before, before.replace("return sum", f"return sum + {at}"), name=f"A{at}.java")
    (here / "bugs.jsonl").write_bytes(encode({"id": "B-1", "buggy": LONG, "fixed": OTHER}))
    assert history.path.is_dir()
    done = run("datasets", "mine", "repository", "--out", "items", "--preset", "paper")
    assert done.exit_code == 0, done.output
    done = run("datasets", "split", "items", "--out", "split", "--by", "group")
    assert done.exit_code == 0, done.output
    done = run("datasets", "check", "split", "--benchmark", "bugs.jsonl")
    assert done.exit_code == 0, done.output
    found = read_splits(here / "split")
    assert set(found) == {"dataset_1", "dataset_2", "dataset_3"}
    assert all(sum(map(len, found[name].values())) == 20 for name in found)
    summary = json.loads((here / "split" / "datasets.json").read_text())
    assert summary["commits"]["kept"] == 20
    assert set(summary["splits"]["sizes"]["dataset_2"]) == set(SPLITS)


def test_the_functions_are_those_of_the_commands(items: Path) -> None:
    run("datasets", "split", "items", "--out", "one", "--seed", "7", "--fractions", "2/1/1")
    done = split(items / "items", items / "two", seed=7, fractions=fractions_of("2/1/1"))
    assert read_splits(Path("one")) == read_splits(Path("two"))
    assert done.count.kept == 32
    assert check(items / "two").clean
