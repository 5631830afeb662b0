"""The verbs with a plugged-in mutator that crashes and hangs; pairs and trees by workers are those without."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.contrastive import check
from tests.equimorph.bulk.conftest import finished, of_parts, texts
from tests.equimorph.conftest import SAMPLE, listed, rows, run
from tests.equimorph.contrastive.conftest import SHOP, numbered
from tests.equimorph.contrastive.test_output import FEW, methods_file
from tests.equimorph.trees.test_rewriting import listing, tree
from tests.killing import EQUIMORPH, killed

__all__ = ["tree"]

ODD = ["one", "segfault", "two", "hangs", "three", "exits", "four"]
LOST = {
    "segfault": "the process died of SIGSEGV",
    "hangs": "it took longer than 2 seconds of processor time",
    "exits": "the process ended with exit code 3",
}
FAULTY = ("-m", "faulty", "-m", "reorder-condition", "--timeout", "2")


def test_mutate_loses_only_the_rows_that_crash_or_hang(place: Path, plugged: dict[str, str]) -> None:
    texts(place / "in.jsonl", ODD)
    texts(place / "good.jsonl", [name for name in ODD if name not in LOST])
    _, good, _ = finished("mutate", "--jsonl", "good.jsonl", *FAULTY[:4], env=plugged)
    code, out, told = finished("mutate", "--jsonl", "in.jsonl", *FAULTY, "--jobs", "2", env=plugged)
    assert code == 1
    assert [json.loads(line)["mutant"] for line in out.splitlines()] != []
    named = [row["path"] for row in rows(out)]
    assert list(dict.fromkeys(named)) == ["one.java", "two.java", "three.java", "four.java"]
    assert len(named) == good.count(b"\n")
    expected = [f"error: in.jsonl: line {ODD.index(name) + 1}: {reason}" for name, reason in LOST.items()]
    assert [line for line in told if line.startswith("error: ")] == expected
    assert told[-1] == f"{len(named)} mutants; 3 failed"
    finished("mutate", "--jsonl", "in.jsonl", *FAULTY, "--parts", "out", "--part-rows", "3", env=plugged)
    assert of_parts(place / "out") == out
    assert [(error["row"], error["lost"]) for error in rows(place / "out" / "errors.jsonl")] == [
        (row, True) for row in (2, 4, 6)
    ]


def test_rewrite_copies_files_that_crash_or_hang(place: Path, plugged: dict[str, str]) -> None:
    (place / "src" / "deep").mkdir(parents=True)
    for name in ODD:
        (place / "src" / "deep" / f"{name}.java").write_text(
            f"class A {{ {numbered(3).replace('work3', name)} }}"
        )
    # The mutator alone: a site that is not drawn is not judged, and does no harm.
    code, _, told = finished(
        "rewrite", "src", "--out", "out", *FAULTY[:2], *FAULTY[4:], "--jobs", "2", env=plugged
    )
    assert code == 1
    expected = [f"error: copied as it is: deep/{name}.java: {LOST[name]}" for name in sorted(LOST)]
    assert [line for line in told if line.startswith("error: ")] == expected
    changed = {
        name
        for name in ODD
        if (place / "out" / "deep" / f"{name}.java").read_bytes()
        != (place / "src" / "deep" / f"{name}.java").read_bytes()
    }
    assert changed == set(ODD) - set(LOST)
    assert {row["path"] for row in rows(place / "out" / "mutations.jsonl")} == {
        f"deep/{name}.java" for name in changed
    }
    assert told[-1].startswith("7 files, 4 of 4 methods mutated: ")
    assert finished("invert", "out", "--records", "out/mutations.jsonl", "--out", "back", env=plugged)[0] == 0
    assert listing(place / "back") == listing(place / "src")
    assert listed(place) == ["back", "out", "src"]


def test_a_tree_with_all_that_is_odd_is_rewritten_as_without_workers(tree: Path, tmp_path: Path) -> None:
    asked = ("rewrite", tree, "--seed", "4", "--per-method", "2")
    plain = run(*asked, "--out", tmp_path / "plain")
    found = run(*asked, "--out", tmp_path / "found", "--jobs", "2")
    assert (found.exit_code, found.stderr) == (plain.exit_code, plain.stderr)
    assert listing(tmp_path / "found") == listing(tmp_path / "plain")
    assert listed(tmp_path) == ["found", "plain", "source"]


def test_pairs_are_settled_as_if_one_had_come_after_the_other(place: Path) -> None:
    methods_file(place / "methods.jsonl", 150)
    with (place / "methods.jsonl").open("a") as stream:  # rows like texts that were made of earlier ones
        run("pairs", *FEW, "--out", "first.jsonl")
        for row in rows(place / "first.jsonl")[:40:3]:
            for variant in [*row["positives"], *row["negatives"]]:
                stream.write(
                    json.dumps({"source": f"class A {{ {variant['text']} {numbered(500)} }}"}) + "\n"
                )
    plain = run("pairs", *FEW, "--out", "plain.jsonl")
    assert "duplicates left out" in plain.stderr
    expected = (place / "plain.jsonl").read_bytes()
    found = run("pairs", *FEW, "--out", "found.jsonl", "--jobs", "2")
    assert (found.exit_code, found.stderr) == (1, plain.stderr)
    assert (place / "found.jsonl").read_bytes() == expected
    for size in ("13", "1000"):
        parts = run("pairs", *FEW, "--parts", size, "--jobs", "2", "--part-rows", size)
        assert parts.stderr == plain.stderr
        assert of_parts(place / size) == expected
    run("pairs", *FEW, "--out", "whole.parquet")
    run("pairs", *FEW, "--parts", "table", "--part-rows", "40", "--format", "parquet")
    from pyarrow import parquet

    made = [
        row
        for path in sorted((place / "table").glob("*.parquet"))
        for row in parquet.read_table(path).to_pylist()
    ]
    assert made == parquet.read_table("whole.parquet").to_pylist()
    for row in made:
        check(row)


def test_a_method_that_came_as_a_variant_has_its_file_drawn_again(place: Path) -> None:
    (place / "src").mkdir()
    (place / "src" / "Cart.java").write_text(SHOP)
    run("pairs", "src", "--out", "one.jsonl")
    [first] = [row for row in rows(place / "one.jsonl") if row["method"] == "add"]
    [last] = [row for row in rows(place / "one.jsonl") if row["method"] == "most"]
    # Two that came before, one of which the variants of "most" would collide with what stands there already.
    texts_of = [*first["positives"], last["negatives"][0]]
    (place / "src" / "Again.java").write_text("class Again { " + " ".join(v["text"] for v in texts_of) + " }")
    (place / "src" / "Zoo.java").write_text(SHOP.replace("Cart", "Zoo") + SAMPLE.replace("package shop;", ""))
    plain = run("pairs", "src", "gone", "--out", "plain.jsonl")
    found = run("pairs", "src", "gone", "--out", "found.jsonl", "--jobs", "2")
    assert (found.exit_code, found.stderr) == (1, plain.stderr)
    assert (place / "found.jsonl").read_bytes() == (place / "plain.jsonl").read_bytes()
    run("pairs", "src", "gone", "--parts", "out", "--part-rows", "1")
    assert of_parts(place / "out") == (place / "plain.jsonl").read_bytes()


def test_pairs_lose_the_method_and_not_its_file(place: Path, plugged: dict[str, str]) -> None:
    names = ["one", "segfault", "two", "hangs", "three"]
    for folder, kept in (("src", names), ("good", [name for name in names if name not in LOST])):
        (place / folder).mkdir()
        methods = "\n".join(
            numbered(3 + at).replace(f"work{3 + at}(", f"{name}(")
            for at, name in enumerate(names)
            if name in kept
        )
        (place / folder / "A.java").write_text(f"class A {{\n{methods}\n}}\n")
    asked = ("--negatives", "0", *FAULTY, "--jobs", "1", "--out")
    code, _, told = finished("pairs", "src", *asked, "found.jsonl", env=plugged)
    assert (code, told[-1]) == (
        1,
        "3 samples with 6 positives and 0 negatives, 0 of them with both kinds, 2 failed",
    )
    found = rows((place / "found.jsonl").read_bytes())
    assert [(row["method"], row["status"], row["error"]) for row in found] == [
        (name, "error" if name in LOST else "ok", LOST.get(name, "")) for name in names
    ]
    finished("pairs", "good", *asked, "good.jsonl", env=plugged)
    texts_of = [(row["anchor"], row["positives"]) for row in rows((place / "good.jsonl").read_bytes())]
    assert [(row["anchor"], row["positives"]) for row in found if row["status"] == "ok"] == texts_of


def test_pairs_tell_of_rows_that_crash_in_a_row(place: Path, plugged: dict[str, str]) -> None:
    texts(place / "in.jsonl", ODD)
    asked = ("pairs", "--jsonl", "in.jsonl", "--negatives", "0", *FAULTY, "--jobs", "2")
    code, _, told = finished(*asked, "--out", "out.jsonl", env=plugged)
    assert code == 1
    found = rows(place / "out.jsonl")
    by_line = {row["input_line"]: (row["status"], row["error"]) for row in found}
    assert [by_line[number][0] for number in range(1, 8)] == [
        "error" if name in LOST else "ok" for name in ODD
    ]
    assert by_line[2][1] == "the process died of SIGSEGV"
    assert "error: in.jsonl: line 4: it took longer than 2 seconds of processor time" in told
    finished(*asked, "--parts", "out", "--part-rows", "3", env=plugged)
    assert of_parts(place / "out") == (place / "out.jsonl").read_bytes()


@pytest.mark.parametrize("how", ["--parts", "--out"])
def test_pairs_that_were_killed_go_on(place: Path, children: Callable[[], list[int]], how: str) -> None:
    methods_file(place / "methods.jsonl", 250)
    run("pairs", *FEW, "--out", "whole.jsonl")
    asked = ("pairs", *FEW, how, "out", "--jobs", "2", *(("--part-rows", "10") if how == "--parts" else ()))
    work = "out" if how == "--parts" else "out.partial"
    killed([*EQUIMORPH, *asked], f"{work}/receipts/part-*.json", 3)
    until = time.monotonic() + 20
    while children() and time.monotonic() < until:
        time.sleep(0.05)
    again = run(*asked)
    assert again.exit_code == 1
    assert f" of {25 if how == '--parts' else 84} parts are done already" in again.stderr
    made = of_parts(place / "out") if how == "--parts" else (place / "out").read_bytes()
    assert made == (place / "whole.jsonl").read_bytes()
    if how == "--parts":
        last = run(*asked)
        assert "25 of 25 parts are done already" in last.stderr
        assert last.stderr.splitlines()[-1] == again.stderr.splitlines()[-1]


@pytest.mark.usefixtures("jdk")
def test_workers_ask_javac_too(place: Path, children: Callable[[], list[int]]) -> None:
    (place / "src").mkdir()
    (place / "src" / "Cart.java").write_text(SHOP)
    asked = ("pairs", "src", "--positives", "0", "--equivalence")
    run(*asked, "--out", "plain.jsonl")
    assert run(*asked, "--out", "found.jsonl", "--jobs", "2").exit_code == 0
    assert (place / "found.jsonl").read_bytes() == (place / "plain.jsonl").read_bytes()
