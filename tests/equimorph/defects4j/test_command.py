"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import equimorph as em
from equimorph import defects4j
from equimorph.rows.jsonl import encode
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.defects4j.conftest import BUGGY, DEMO, FIXED, Make
from tests.equimorph.defects4j.test_output import bytes_of

RANGE = "src/main/java/a/Range.java"
BASKET = "src/main/java/shop/Basket.java"


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the bundled bug in it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "demo")
    return tmp_path


FIX = ("demo/checkout", "--fix", "demo/fix.patch")


@pytest.mark.usefixtures("demo")
def test_faults_are_told() -> None:
    result = run("defects4j", "faults", *FIX)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"{BASKET}:38: faulty in total",
        f"{BASKET}:40: faulty in total",
        "src/main/java/shop/Item.java:28: omission in add",
    ]
    assert result.stderr == "2 faulty methods in 2 files\n"


def test_what_lies_aside_or_outside_is_told(checkout: Make) -> None:
    one = checkout({RANGE: BUGGY}, name="one")
    two = checkout(
        {RANGE: FIXED.replace("int low;", "long low;"), "src/main/java/a/New.java": "class New {}"},
        name="two",
        config=None,
    )
    result = run("defects4j", "faults", one, "--fix", two)
    assert result.stdout.splitlines()[0] == f"{RANGE}:4: faulty in no method"
    assert result.stderr.splitlines() == [
        "left aside: src/main/java/a/New.java: the fix adds it",
        f"{RANGE}: in no method: lines 4",
        "2 faulty methods in 1 files",
    ]
    assert run("defects4j", "faults", one, "--fix", two, "-q").stderr == ""


def test_mutants_as_rows_patches_and_folders(demo: Path) -> None:
    result = run(
        *(
            "defects4j",
            "mutate",
            *FIX,
            "--seed",
            "7",
            "--out",
            "mutants.jsonl",
            "--limit-per-method",
            "2",
            "--full",
        ),
        *("--patches", "patches", "--folders", "copies", "-m", "useless-cast", "-m", "reorder-condition"),
    )
    assert (result.exit_code, result.stderr) == (0, "4 mutants of 2 faulty methods\n")
    subject = defects4j.read("demo/checkout")
    wanted = list(
        defects4j.mutants(
            subject, "demo/fix.patch", ["useless-cast", "reorder-condition"], seed=7, limit_per_method=2
        )
    )
    found = rows(demo / "mutants.jsonl")
    assert len(found) == len(wanted) == 4
    for row, one in zip(found, wanted, strict=True):
        assert (demo / "patches" / row.pop("patch_file")).read_bytes() == one.patch()
        assert (demo / "copies" / row.pop("folder") / one.path).read_bytes() == one.data
        assert row == json.loads(json.dumps(one.row(full=True)))
    assert len(listed(demo / "patches")) == len(listed(demo / "copies")) == 4
    alone = run(
        "defects4j", "mutate", *FIX, "--seed", "7", "--limit-per-method", "2", "-q", "--fault", "touch"
    )
    assert all(row["fault_lines"]["touched"] for row in rows(alone.stdout_bytes))
    assert alone.stderr == ""


def test_nothing_is_left_of_a_run_that_failed(demo: Path) -> None:
    (demo / "copies").mkdir()
    (demo / "copies" / "mine").write_text("")
    result = run(
        "defects4j", "mutate", *FIX, "--out", "m.jsonl", "--patches", "patches", "--folders", "copies"
    )
    assert result.exit_code == 1
    assert "exists already, and is not an empty folder" in result.stderr
    assert listed(demo) == ["copies", "demo"]
    (demo / "demo/checkout" / BASKET).write_text("class Basket {}")
    result = run("defects4j", "mutate", *FIX, "--out", "m.jsonl")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: demo/fix.patch:5: ")
    assert listed(demo) == ["copies", "demo"]


def test_one_mutant_in_place_and_back(demo: Path) -> None:
    before = bytes_of(demo / "demo")
    assert run("defects4j", "mutate", *FIX, "--out", "mutants.jsonl", "--full").exit_code == 0
    found = rows(demo / "mutants.jsonl")
    last = found[-1]
    done = run("defects4j", "put", "demo/checkout", "mutants.jsonl", "--id", last["id"][:8])
    assert (done.exit_code, done.stderr) == (
        0,
        f"demo/checkout/{last['path']}: {last['mutator']} {last['id']}\n",
    )
    assert bytes_of(demo / "demo") == {**before, f"checkout/{last['path']}": last["mutant_file"].encode()}
    again = run("defects4j", "put", "demo/checkout", "mutants.jsonl", "--line", str(len(found)))
    assert (again.exit_code, "does not stand at byte" in again.stderr) == (1, True)
    # Another file's mutant may stand there at the same time.
    assert run("defects4j", "put", "demo/checkout", "mutants.jsonl", "--line", "1").exit_code == 0
    back = run("defects4j", "restore", "demo/checkout", "mutants.jsonl")
    assert back.exit_code == 0
    assert back.stderr.splitlines() == [
        f"demo/checkout/{found[0]['path']}: original in place of {found[0]['id']}",
        f"demo/checkout/{last['path']}: original in place of {last['id']}",
        "2 restored",
    ]
    assert bytes_of(demo / "demo") == before
    nothing = run("defects4j", "restore", "demo/checkout", "mutants.jsonl")
    assert nothing.stderr == "error: demo/checkout: holds no mutant of mutants.jsonl\n"
    assert nothing.exit_code == 1


def test_mutants_that_move_each_other_are_all_taken_out(checkout: Make, tmp_path: Path) -> None:
    folder = checkout({RANGE: BUGGY}, name="one")
    fixed = checkout({RANGE: FIXED}, name="two", config=None)
    out = tmp_path / "mutants.jsonl"
    assert run("defects4j", "mutate", folder, "--fix", fixed, "--out", out, "--quiet").exit_code == 0
    grown = [row for row in rows(out) if len(row["mutant"]) > len(row["original"])]
    above, below = (next(row for row in grown if row["method"]["name"] == name) for name in ("has", "clip"))
    out.write_bytes(encode(below) + encode(above))
    for line in ("1", "2"):
        assert run("defects4j", "put", folder, out, "--line", line).exit_code == 0
    back = run("defects4j", "restore", folder, out)
    assert back.stderr.splitlines()[-1] == "2 restored"
    assert (folder / RANGE).read_text() == BUGGY


def test_places_that_copies_would_hold(demo: Path) -> None:
    for options, told in (
        (("--patches", "new", "--folders", "./new"), "--patches and --folders are the same folder"),
        (("--folders", "new", "--out", "demo/checkout/m.jsonl"), "--out lies in the checkout"),
        (("--folders", "new", "--patches", "demo/checkout/p"), "--patches lies in the checkout"),
    ):
        result = run("defects4j", "mutate", *FIX, *options)
        assert (result.exit_code, told in " ".join(result.stderr.split())) == (2, True), result.stderr
    assert listed(demo) == ["demo"]
    assert bytes_of(demo / "demo") == bytes_of(DEMO)


def test_which_row_is_meant(demo: Path) -> None:
    run("defects4j", "mutate", *FIX, "--out", "mutants.jsonl")
    one, *_ = (demo / "mutants.jsonl").read_bytes().splitlines(keepends=True)
    (demo / "twice.jsonl").write_bytes(one + one + b"[]\n")
    (demo / "same.jsonl").write_bytes(one + one)
    edited = {**json.loads(one), "mutant": json.loads(one)["mutant"] + " "}
    (demo / "edited.jsonl").write_bytes(encode(edited))
    put = ("defects4j", "put", "demo/checkout")
    for arguments, code, told in (
        (("mutants.jsonl",), 2, "give either --id or --line"),
        (("mutants.jsonl", "--id", "a", "--line", "1"), 2, "give either --id or --line"),
        (("mutants.jsonl", "--line", "9999"), 1, "error: mutants.jsonl: has no such mutant"),
        (("same.jsonl", "--id", json.loads(one)["id"]), 1, "error: same.jsonl: has several, in lines 1, 2;"),
        (("twice.jsonl", "--line", "1"), 1, "error: twice.jsonl: line 3: not a JSON object"),
        (("edited.jsonl", "--line", "1"), 1, "error: edited.jsonl: line 1: the mutation does not make"),
    ):
        result = run(*put, *arguments)
        assert (result.exit_code, told in " ".join(result.stderr.split())) == (code, True), result.stderr
    assert bytes_of(demo / "demo") == bytes_of(DEMO)


def test_options_of_the_checkout(checkout: Make, tmp_path: Path) -> None:
    buggy, fixed = (text.replace("low;", "low; // \u00e9").encode("latin-1") for text in (BUGGY, FIXED))
    one = checkout({RANGE: buggy}, name="one", build=None)
    two = checkout({RANGE: fixed}, name="two", build=None, config=None)
    where = ("--source-dir", "src/main/java", "--test-dir", "src/test/java")
    bare = run("defects4j", "mutate", one, "--fix", two)
    assert (bare.exit_code, "give the source folder" in bare.stderr) == (1, True)
    utf8 = run("defects4j", "mutate", one, "--fix", two, *where)
    assert (utf8.exit_code, f"error: {RANGE}:4: not UTF-8 at byte" in utf8.stderr) == (1, True)
    latin = ("--encoding", "iso-8859-1")
    out = tmp_path / "mutants.jsonl"
    assert run("defects4j", "mutate", one, "--fix", two, *where, *latin, "--out", out).exit_code == 0
    assert run("defects4j", "put", one, out, "--line", "1", *latin).exit_code == 0
    mutant = em.parse_row(rows(out)[0])
    assert mutant.mutant.encode("latin-1") in (one / RANGE).read_bytes()
    assert b"\xe9" in (one / RANGE).read_bytes()
    assert run("defects4j", "restore", one, out, *latin).exit_code == 0
    assert (one / RANGE).read_bytes() == buggy


@pytest.mark.usefixtures("demo")
def test_a_choice_that_there_is_not() -> None:
    result = run("defects4j", "mutate", *FIX, "--fault", "none")
    assert result.exit_code == 2
    assert "any, avoid, touch" in " ".join(result.stderr.split())
