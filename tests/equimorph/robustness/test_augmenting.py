"""Mutated pairs: the same mutation in the faulty method and in its repair."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph.bulk.working import Target
from equimorph.robustness.augmenting import AugmentCount, AugmentOptions, augment, write_augmented
from equimorph.robustness.counterparts import Counterparts
from equimorph.rows.tables import BadRow
from mutators import MutationError
from parsers.oracles.jdk import Jdk
from tests.equimorph.conftest import rows, run

BUGGY = """\
int f(int[] values, String name) {
    int total = 0;
    for (int i = 0; i <= values.length; i++) {
        total += values[i];
    }
    if (name == null) { return -1; }
    return total;
}"""
LOOP = {"id": "loop", "buggy": BUGGY, "fixed": BUGGY.replace("<=", "<"), "fault_lines": [3]}
GUARD = {
    "id": "guard",
    "buggy": "int g(String text) {\n    int size = text.length();\n    return size - 1;\n}",
    "fixed": "int g(String text) {\n    if (text == null) {\n        return 0;\n    }\n    int size = text.length();\n"
    "    return size;\n}",
    "fault_lines": [2, 3],
}
PAIRS = [LOOP, GUARD]


def made(pairs: list[dict[str, Any]], per_item: int, *mutators: str, seed: int = 0) -> list[dict[str, Any]]:
    return list(augment(pairs, per_item, mutators or None, seed=seed))


def test_the_undo_of_every_mutated_fix_gives_the_fix() -> None:
    found = made(PAIRS, 20)
    parents = {pair["id"]: pair for pair in PAIRS}
    assert {row["parent"] for row in found} == set(parents)
    assert len({row["mutator"] for row in found}) >= 7
    for row in found:
        parent = parents[row["parent"]]
        record = em.Mutation.from_dict(row["mutation"])
        assert row["id"] == f"{row['parent']}/{record.id}"
        assert record.apply(parent["buggy"].encode()).decode() == row["buggy"] != parent["buggy"]
        undone = em.undo(row["fixed"], record, parent["buggy"])
        assert undone.verdict == "undone"
        assert em.same_tokens(undone, parent["fixed"])
        assert not em.same_tokens(row["fixed"], parent["fixed"])


def test_every_mutated_pair_compiles_as_the_pair_does(jdk: Jdk) -> None:
    found = made(PAIRS, 20)
    texts = {
        f"{name.title()}{number}": row[name]
        for number, row in enumerate(found)
        for name in ("buggy", "fixed")
    }
    done = jdk.compile(
        {f"{name}.java": f"class {name} {{ {text} }}".encode() for name, text in texts.items()}
    )
    assert done.ok, done.errors


def test_renaming_takes_the_references_that_only_the_fix_has() -> None:
    found = [row for row in made([GUARD], 20, "variable-renaming") if "String text" not in row["buggy"]]
    assert found
    for row in found:
        assert "text" not in row["fixed"]
        assert row["fixed"].count(row["buggy"].split("String ")[1].split(")")[0]) >= 3


def test_the_mutation_is_at_the_same_place() -> None:
    twice = "int f(int a) {\n  g(a < 1);\n  g(a < 1);\n  g(a < 1);\n  return %s;\n}"
    pair = {"id": "a", "buggy": twice % "a", "fixed": twice % "-a"}
    found = made([pair], 3, "reorder-condition")
    assert len(found) == 3
    for row in found:
        assert row["fixed"] == row["buggy"].replace("return a", "return -a")


def test_fault_lines_are_those_of_the_mutant() -> None:
    for row in made([LOOP], 20):
        lines = row["buggy"].splitlines()
        assert any("<=" in lines[line - 1] or ">=" in lines[line - 1] for line in row["fault_lines"])
    assert made([{**LOOP, "fault_lines": None}], 1)[0]["fault_lines"] is None


def test_fewer_wanted_are_the_first_of_more() -> None:
    many = made(PAIRS, 5)
    for parent in ("loop", "guard"):
        ids = [row["id"] for row in many if row["parent"] == parent]
        assert [row["id"] for row in made(PAIRS, 2) if row["parent"] == parent] == ids[:2]
    assert made(PAIRS, 0) == []


def test_the_seed_decides() -> None:
    assert made(PAIRS, 3) == made(PAIRS, 3)
    assert made(PAIRS, 3) != made(PAIRS, 3, seed=1)


def test_kept_and_dropped_are_all_that_were_wanted() -> None:
    pairs = [
        LOOP,
        {**LOOP, "id": "open", "fixed": None},
        {"id": "empty", "buggy": "int f() { return 1; }", "fixed": "int f() { return 2; }"},
        {"id": "odd", "buggy": "}} not java {{", "fixed": "x"},
        {
            "id": "anew",
            "buggy": "boolean f(int a, int b, int c, int d) { return a < b; }",
            "fixed": "boolean f(int a, int b, int c, int d) { return c < d; }",
        },
        LOOP,
        {"id": 1},
    ]
    count, bad = AugmentCount(0), list[BadRow]()
    found = list(augment(pairs, 40, ["reorder-condition"], failed=bad.append, count=count))
    assert [row.line for row in bad] == [6, 7]
    assert count.wanted == 40 * 7 == count.kept + count.dropped.total()
    assert count.kept == len(found) == 2
    assert count.dropped["undo does not give the fix"] == 1
    assert count.dropped["no fix"] == 40
    assert count.dropped["bad row"] == 80
    with pytest.raises(MutationError, match="a second row of loop"):
        list(augment(pairs, 1))
    with pytest.raises(ValueError, match="negative"):
        augment(pairs, -1)


def test_a_site_that_the_fix_takes_away_is_dropped() -> None:
    pair = {
        "id": "a",
        "buggy": "boolean f(int a) { return a < 1; }",
        "fixed": "boolean f(int a) { return g(a); }",
    }
    count = AugmentCount(1)
    assert list(augment([pair], 1, ["reorder-condition"], count=count)) == []
    assert count.dropped == Counter({"the fix has no such site": 1})


def test_a_new_name_that_the_fix_uses_itself_is_not_taken() -> None:
    buggy = "int f(String s) { return s.length(); }"
    fixed = "int f(String s) { String string = g(s); return string.length(); }"
    source = em.parse(buggy)
    for seed in range(8):
        for mutant in em.mutate(source, ["variable-renaming"], seed=seed):
            other, _ = Counterparts(source, em.parse(fixed)).of(mutant)
            if "string)" in mutant.text:
                assert other is None
            elif other is not None:
                assert "String string = g(s)" not in other.text


def test_a_type_that_the_fix_changes_is_not_that_of_the_faulty_method() -> None:
    buggy = "boolean f(Object o) {\n    String a = g(o);\n    if (a == null) { a = g(a); }\n    return a != null;\n}"
    pair = {"id": "a", "buggy": buggy, "fixed": buggy.replace("String", "Object")}
    found = made([pair], 20, "new-variable", "useless-cast")
    assert found
    assert not any("String" in row["fixed"] for row in found)


def written(folder: Path, jobs: int) -> tuple[bytes, AugmentCount]:
    out = folder / f"out{jobs}.jsonl"
    target = Target(out, jobs=jobs)
    count = write_augmented(target, folder / "pairs.jsonl", AugmentOptions(3), lambda row: None)
    assert sorted(path.name for path in folder.iterdir() if "partial" in path.name) == []
    return out.read_bytes(), count


def test_the_same_bytes_whatever_the_jobs(tmp_path: Path) -> None:
    pairs = [{**pair, "id": f"{pair['id']}{n}"} for n in range(4) for pair in PAIRS]
    lines = [json.dumps(pair) for pair in [*pairs, {**LOOP, "id": "open", "fixed": None}]]
    (tmp_path / "pairs.jsonl").write_text("\n".join([*lines[:2], "", "{}", *lines[2:]]) + "\n")
    one, count = written(tmp_path, 1)
    two, again = written(tmp_path, 2)
    assert one == two
    assert count == again
    assert rows(one) == json.loads(json.dumps(made(pairs, 3)))
    assert count.read == 10
    assert count.kept == len(rows(one)) == 24
    assert count.dropped == Counter({"no fix": 3, "bad row": 3})


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in [*PAIRS, {}]))
    done = run("robustness", "augment", "pairs.jsonl", "--per-item", 2, "--seed", 7, "--out", "more.jsonl")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "error: pairs.jsonl:3: no field 'id'",
        "4 pairs of 3 rows: 6 wanted, 4 kept, 2 dropped (bad row: 2); 1 failed",
    ]
    assert rows(Path("more.jsonl")) == json.loads(json.dumps(made(PAIRS, 2, seed=7)))
    one = run("robustness", "augment", "pairs.jsonl", "--per-item", 1, "-m", "loop-exchange", "-q")
    assert [row["mutator"] for row in rows(one.stdout)] == ["loop-exchange"]
    assert run("robustness", "augment", "pairs.jsonl", "--per-item", -1).exit_code == 2
    assert run("robustness", "augment", "pairs.jsonl").exit_code == 2
    assert (
        run(
            "robustness",
            "augment",
            "pairs.jsonl",
            "--per-item",
            1,
            "-m",
            "loop-exchange",
            "--purity",
            "proven",
        ).exit_code
        == 2
    )
    loud = run("robustness", "augment", "pairs.jsonl", "--per-item", 1, "-m", "operator-mutation")
    assert "operator-mutation breaks behaviour" in loud.stderr
    loud = run("robustness", "augment", "pairs.jsonl", "--per-item", 1, "-m", "log-statement")
    assert "log-statement prints: a test that reads the output may fail" in loud.stderr


class Stopping:
    """A reporter that stops the run after the second pair."""

    def failed(self, message: object, reason: str = "") -> None:
        raise AssertionError(message)

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        pass

    def failed_earlier(self, count: int) -> None:
        pass

    def note(self, message: str) -> None:
        pass

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        done = 0

        def advance(count: int = 1) -> None:
            nonlocal done
            done += count
            if done >= 2:
                raise KeyboardInterrupt

        yield advance


def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    pairs = [{**pair, "id": f"{pair['id']}{n}"} for n in range(3) for pair in PAIRS]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    whole, count = written(tmp_path, 1)

    (tmp_path / "out1.jsonl").unlink()
    target = Target(tmp_path / "out1.jsonl", jobs=1, reporter=Stopping())
    with pytest.raises(KeyboardInterrupt):
        write_augmented(target, tmp_path / "pairs.jsonl", AugmentOptions(3), lambda row: None)
    assert (tmp_path / "out1.jsonl.partial").is_dir()
    assert not (tmp_path / "out1.jsonl").exists()
    assert written(tmp_path, 1) == (whole, count)
