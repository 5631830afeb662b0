"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph import defects4j
from equimorph.patches.diffs import unified_diff
from equimorph.rows.jsonl import encode
from equimorph.rows.row import parse_row
from parsers.oracles.jdk import Jdk
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.defects4j.conftest import BUGGY, DEMO, FIXED, Make, applied
from tests.equimorph.defects4j.test_output import bytes_of

RANGE = "src/main/java/a/Range.java"
BASKET = "src/main/java/shop/Basket.java"


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the bundled bug in it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "demo")
    return tmp_path


def piped(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What the command makes of its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "equimorph", *arguments], input=data, capture_output=True, check=False
    )


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
        f"{RANGE}: in no method: line 4",
        "2 faulty methods in 1 file",
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
    there = f"holds mutant {last['id']} (line {len(found)} of mutants.jsonl) already"
    assert (again.exit_code, there in again.stderr) == (1, True)
    # Another file's mutant may stand there at the same time.
    assert run("defects4j", "put", "demo/checkout", "mutants.jsonl", "--line", "1").exit_code == 0
    back = run("defects4j", "restore", "demo/checkout", "mutants.jsonl")
    assert back.exit_code == 0
    assert back.stderr.splitlines() == [
        f"demo/checkout/{found[0]['path']}: original in place of {found[0]['id']}",
        f"demo/checkout/{last['path']}: original in place of {last['id']}",
        "2 originals restored",
    ]
    assert bytes_of(demo / "demo") == before
    nothing = run("defects4j", "restore", "demo/checkout", "mutants.jsonl")
    assert nothing.stderr == "error: demo/checkout: holds no mutant of mutants.jsonl\n"
    assert nothing.exit_code == 1


def test_a_mutant_in_place_of_another_one(demo: Path) -> None:
    before = bytes_of(demo / "demo")
    run("defects4j", "mutate", *FIX, "--out", "mutants.jsonl", "--full")
    first, second = rows(demo / "mutants.jsonl")[:2]
    put = ("defects4j", "put", "demo/checkout", "mutants.jsonl", "--line")
    assert run(*put, "1").exit_code == 0
    refused = run(*put, "2")
    assert (refused.exit_code, refused.stderr) == (
        1,
        f"error: demo/checkout/{BASKET}: holds mutant {first['id']} (line 1 of mutants.jsonl) already; "
        "take it out with `restore`, or give --replace\n",
    )
    assert bytes_of(demo / "demo") == {**before, f"checkout/{BASKET}": first["mutant_file"].encode()}
    done = run(*put, "2", "--replace")
    assert done.exit_code == 0
    assert f"original in place of {first['id']}" in done.stderr
    assert bytes_of(demo / "demo") == {**before, f"checkout/{BASKET}": second["mutant_file"].encode()}


def test_mutants_on_standard_input_or_compressed(demo: Path) -> None:
    before = bytes_of(demo / "demo")
    run("defects4j", "mutate", *FIX, "--out", "mutants.jsonl", "--full")
    data = (demo / "mutants.jsonl").read_bytes()
    (demo / "mutants.jsonl.gz").write_bytes(gzip.compress(data))
    first = rows(data)[0]
    put = piped(data, "defects4j", "put", "demo/checkout", "-", "--line", "1")
    assert (put.returncode, put.stderr.decode()) == (
        0,
        f"demo/checkout/{BASKET}: new-variable {first['id']}\n",
    )
    assert bytes_of(demo / "demo") == {**before, f"checkout/{BASKET}": first["mutant_file"].encode()}
    twice = run("defects4j", "put", "demo/checkout", "mutants.jsonl.gz", "--line", "2")
    assert "(line 1 of mutants.jsonl.gz) already" in twice.stderr
    assert run("defects4j", "restore", "demo/checkout", "mutants.jsonl.gz").exit_code == 0
    assert bytes_of(demo / "demo") == before
    nothing = piped(data, "defects4j", "restore", "demo/checkout", "-")
    assert nothing.stderr == b"error: demo/checkout: holds no mutant of standard input\n"
    bad = piped(data + b"[]\n", "defects4j", "restore", "demo/checkout", "-")
    line = len(data.splitlines()) + 1
    assert bad.stderr.decode() == f"error: standard input: line {line}: not a JSON object\n"


def test_answers_and_mutants_cannot_both_be_standard_input(demo: Path) -> None:
    refused = run("defects4j", "undo", "demo/checkout", "-", "--mutants", "-", "--field", "mutant")
    assert refused.exit_code == 2
    assert "cannot both be standard input" in refused.stderr


def test_at_most_so_many_of_each_mutator(demo: Path) -> None:
    every = rows(run("defects4j", "mutate", *FIX).stdout)
    few = rows(run("defects4j", "mutate", *FIX, "--limit-per-mutator", "1").stdout)
    kinds = [(row["path"], row["method"]["name"], row["mutator"]) for row in few]
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) == {(row["path"], row["method"]["name"], row["mutator"]) for row in every}


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
    assert back.stderr.splitlines()[-1] == "2 originals restored"
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


def test_many_files_and_lines_are_summed_up(checkout: Make) -> None:
    fields = "".join(f"    int field{number};\n" for number in range(4))
    buggy = BUGGY.replace("    int low;\n", f"    int low;\n{fields}")
    fixed = FIXED.replace("    int low;\n", f"    int low;\n{fields.replace('int', 'long')}")
    more = {f"src/main/java/a/More{number}.java": "class A {}\n" for number in range(5)}
    build = (
        "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\n"
        "d4j.classes.modified=a.More0,a.More1\n"
    )
    one = checkout({RANGE: buggy, **more}, name="one", build=build)
    two = checkout(
        {RANGE: fixed, "src/main/java/a/More0.java": "class A {}\n"}, "two", config=None, build=None
    )
    result = run("defects4j", "faults", one, "--fix", two)
    assert result.exit_code == 0
    whole = f"not in {two}, which does not look like a whole checkout"
    assert result.stderr.splitlines() == [
        f"left aside: src/main/java/a/More2.java: {whole}",
        f"left aside: src/main/java/a/More3.java: {whole}",
        f"left aside: src/main/java/a/More4.java: {whole}",
        "src/main/java/a/More1.java: the fix deletes it, so that all its lines are faulty",
        f"{RANGE}: the fix changes it, but d4j.classes.modified does not name it",
        "src/main/java/a/More0.java: d4j.classes.modified names it, but the fix does not change it",
        "src/main/java/a/More1.java: in no method: line 1",
        f"{RANGE}: in no method: lines 5-8",
        "2 faulty methods in 2 files",
    ]
    (one / "src/main/java/a/More5.java").write_text("class A {}\n")
    result = run("defects4j", "faults", one, "--fix", two)
    assert f"left aside: src/main/java/a/More2.java and 3 other files: {whole}" in result.stderr


@pytest.mark.usefixtures("demo")
def test_no_mutants_are_a_result_that_is_told(checkout: Make) -> None:
    result = run("defects4j", "mutate", *FIX, "--mutator", "loop-exchange", "--fault", "touch")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines() == [
        "no mutants of demo/checkout: `equimorph sites --why` says why none can be made",
        "0 mutants of 2 faulty methods",
    ]
    one = checkout({RANGE: BUGGY}, name="one")
    two = checkout({RANGE: BUGGY.replace("int low", "long low")}, name="two", config=None)
    result = run("defects4j", "mutate", one, "--fix", two)
    assert f"no mutants of {one}: the fix changes no method" in result.stderr.splitlines()


def answers(demo: Path, full: bool = False) -> list[dict[str, Any]]:
    """Mutants of the bundled bug, with answers that change nothing but a name."""
    options = ["--full"] if full else []
    assert run("defects4j", "mutate", *FIX, "--out", "mutants.jsonl", "--quiet", *options).exit_code == 0
    return [
        {**row, "answer": row["mutant"].replace("pieces", "parts")} for row in rows(demo / "mutants.jsonl")
    ]


def test_answers_are_undone_in_the_files_of_the_checkout(demo: Path) -> None:
    found = answers(demo)
    (demo / "answers.jsonl").write_bytes(b"".join(map(encode, found)))
    done = run(
        "defects4j", "undo", "demo/checkout", "answers.jsonl", "--field", "answer", "--out", "undone.jsonl"
    )
    assert (done.exit_code, done.stderr) == (0, f"{len(found)} rows\n")
    by_row = rows(demo / "undone.jsonl")
    # The same as of rows that have the whole file.
    whole = b"".join(
        encode({**row, "mutant_file": full["mutant_file"]})
        for row, full in zip(found, answers(demo, True), strict=True)
    )
    (demo / "whole.jsonl").write_bytes(whole)
    assert run("undo", "whole.jsonl", "--field", "answer", "--out", "known.jsonl").exit_code == 0
    known = [
        {name: value for name, value in row.items() if name != "mutant_file"}
        for row in rows(demo / "known.jsonl")
    ]
    assert by_row == known
    # Answers that name their mutants.
    short = [{"id": row["id"], "path": row["path"], "answer": row["answer"]} for row in found]
    (demo / "short.jsonl").write_bytes(b"".join(map(encode, short)))
    options = ("--mutants", "mutants.jsonl", "--field", "answer", "--out", "joined.jsonl")
    assert run("defects4j", "undo", "demo/checkout", "short.jsonl", *options).exit_code == 0
    assert [row["undone"] for row in rows(demo / "joined.jsonl")] == [row["undone"] for row in by_row]


def test_answers_that_are_empty_or_a_diff(demo: Path) -> None:
    [first, *_] = answers(demo)
    patch = unified_diff("x", first["mutant"].encode(), first["answer"].encode()).decode()
    (demo / "answers.jsonl").write_bytes(encode({**first, "answer": "", "diff": patch}))
    for field, verdict in (("--field=answer", "empty"), ("--diff=diff", "undone")):
        done = run("defects4j", "undo", "demo/checkout", "answers.jsonl", field)
        assert (done.exit_code, json.loads(done.stdout)["verdict"]) == (0, verdict)


def test_a_cast_of_a_field_is_undone_only_with_the_file(checkout: Make, tmp_path: Path) -> None:
    """Alone the member does not say which type a field has."""
    folder = checkout({RANGE: BUGGY}, name="one")
    fixed = checkout({RANGE: FIXED}, name="two", config=None)
    out = tmp_path / "mutants.jsonl"
    run("defects4j", "mutate", folder, "--fix", fixed, "--mutator", "useless-cast", "--out", out, "--quiet")
    casts = [row for row in rows(out) if "(int) low" in row["mutant"]]
    assert casts
    out.write_bytes(b"".join(encode({**row, "answer": row["mutant"].replace(">", ">=")}) for row in casts))
    alone, whole = tmp_path / "alone.jsonl", tmp_path / "whole.jsonl"
    assert run("undo", out, "--field", "answer", "--out", alone).exit_code == 0
    assert {row["verdict"] for row in rows(alone)} == {"conflict"}
    assert run("defects4j", "undo", folder, out, "--field", "answer", "--out", whole).exit_code == 0
    assert [row["undone"] for row in rows(whole)] == [row["original"].replace(">", ">=") for row in casts]


def test_answers_for_another_checkout(demo: Path) -> None:
    [first, *_] = answers(demo)
    (demo / "answers.jsonl").write_bytes(encode(first))
    undo = ("defects4j", "undo", "demo/checkout", "answers.jsonl", "--field", "answer")
    file = demo / "demo/checkout" / BASKET
    text = file.read_text()
    for changed, told in (
        (text.replace("int total = 0;", "int total = 1;"), "the original does not stand at byte"),
        (text.replace("class Basket", "class Basket "), "the original does not stand at byte"),
        (f"{text}// more\n", "has changed since the mutant was made, outside of its method"),
        (answers(demo, True)[0]["mutant_file"], "holds the mutant; take it out"),
    ):
        file.write_text(changed)
        result = run(*undo)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"error: answers.jsonl: line 1: demo/checkout/{BASKET}: {told}"), (
            result.stderr
        )
        file.write_text(text)
    config = demo / "demo/checkout/.defects4j.config"
    config.write_text(config.read_text().replace("vid=1b", "vid=2b"))
    assert "the row is of Shop-1b; the checkouts are of: Shop-2b" in run(*undo).stderr
    config.write_text(config.read_text().replace("vid=2b", "vid=1b"))
    assert run(*undo).exit_code == 0
    for answer, told in (
        ({"answer": "x"}, "no field 'id'"),
        ({"id": "0" * 12, "answer": "x"}, "no mutant 000000000000"),
        ({"id": first["id"], "mutant": "x", "answer": "x"}, "field 'mutant' is not that of mutant"),
    ):
        (demo / "answers.jsonl").write_bytes(encode(answer))
        result = run(*undo, "--mutants", "mutants.jsonl")
        assert (result.exit_code, told in result.stderr) == (1, True), result.stderr


def test_compact_rows_are_read_as_others(demo: Path) -> None:
    found = answers(demo)
    assert run("defects4j", "mutate", *FIX, "--out", "compact.jsonl", "--compact").exit_code == 0
    compact = rows(demo / "compact.jsonl")
    assert not any("original" in row for row in compact)
    assert [parse_row(row).original for row in compact] == [row["original"] for row in found]
    tests = ["shop.BasketTest::discountIsByPieces", "shop.BasketTest::noPiecesAreRefused"]
    assert [row["trigger_tests"] for row in compact] == [tests] * len(found)
    checked = run("verify", "compact.jsonl", "--checkout", "demo/checkout")
    assert (checked.exit_code, f"record: {len(found)} passed" in checked.stdout) == (0, True)


def test_javac_gets_the_files_of_a_checkout(demo: Path, jdk: Jdk) -> None:
    found = answers(demo)
    alone = run("verify", "mutants.jsonl", "--javac")
    assert f"javac: {len(found)} no opinion" in alone.stdout
    checked = run("verify", "mutants.jsonl", "--javac", "--checkout", "demo/checkout")
    assert (checked.exit_code, f"javac: {len(found)} passed" in checked.stdout) == (0, True)
    (demo / "demo/checkout" / BASKET).write_text("class Basket {}\n")
    failed = run("verify", "mutants.jsonl", "--javac", "--equivalence", "--checkout", "demo/checkout")
    assert failed.exit_code == 1
    assert (
        "record: demo/checkout/src/main/java/shop/Basket.java: the original does not stand" in failed.stderr
    )


def test_a_checkout_that_may_be_fixed_already(demo: Path) -> None:
    fixed = demo / "1.src.patch"
    fixed.write_bytes((demo / "demo/fix.patch").read_bytes())
    asked = "is it fixed already?"
    held = defects4j.read_fix(defects4j.read(demo / "demo/checkout"), fixed).held
    assert (asked in run("defects4j", "faults", "demo/checkout", "--fix", fixed).stderr) == (held == "old")
    applied(
        ("patch", "-p1", "-s", *(["-R"] if held == "new" else [])), demo / "demo/checkout", fixed.read_bytes()
    )
    assert (asked in run("defects4j", "faults", "demo/checkout", "--fix", fixed).stderr) == (held == "new")
    assert asked not in run("defects4j", "faults", "demo/checkout", "--fix", "demo/fix.patch").stderr


@pytest.mark.parametrize("kind", ["windows", "latin-1", "blanks"])
def test_odd_checkouts_all_the_way(checkout: Make, tmp_path: Path, kind: str) -> None:
    path = "src/main/java/a/Range.java" if kind != "blanks" else "src/main java/a b/Range.java"
    build = f"d4j.dir.src.classes={Path(path).parents[1]}\n"
    buggy, fixed = (
        (
            text.replace("int found", "int /* \u00e9 */ found").replace(
                "\n", "\r\n" if kind == "windows" else "\n"
            )
        ).encode("latin-1" if kind == "latin-1" else "utf-8")
        for text in (BUGGY, FIXED)
    )
    one, two = checkout({path: buggy}, "one a", build=build), checkout({path: fixed}, "two", None, build)
    encoding = ("--encoding", "latin-1") if kind == "latin-1" else ()
    out, undone = tmp_path / "out.jsonl", tmp_path / "undone.jsonl"
    assert run("defects4j", "mutate", one, "--fix", two, "--out", out, *encoding).exit_code == 0
    found = rows(out)
    assert {row["method"]["name"] for row in found} == {"has", "clip"}
    assert run("defects4j", "put", one, out, "--line", str(len(found)), *encoding).exit_code == 0
    assert (one / path).read_bytes() != buggy
    assert run("defects4j", "restore", one, out, *encoding).exit_code == 0
    assert (one / path).read_bytes() == buggy
    out.write_bytes(
        b"".join(
            encode({**row, "answer": row["mutant"].replace("return", "return /* \u00e9 */", 1)})
            for row in found
        )
    )
    assert run("defects4j", "undo", one, out, "--field", "answer", "--out", undone, *encoding).exit_code == 0
    assert {row["verdict"] for row in rows(undone)} <= {"undone", "conflict"}
    for row in rows(undone):
        expected = row["original"].replace("return", "return /* \u00e9 */", 1)
        assert row["verdict"] == "conflict" or row["undone"] == expected
    assert sum(row["verdict"] == "undone" for row in rows(undone)) > 0.8 * len(found)
    checked = run("verify", out, "--javac", "--checkout", one, *encoding)
    assert (checked.exit_code, f"javac: {len(found)} passed" in checked.stdout) == (0, True), checked.stdout
