"""Samples of all mutants of an input: uniform, and the same for all orders of files, jobs and parts."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import equimorph as em
from equimorph.bulk.job import Record
from equimorph.bulk.run import DRAWN
from equimorph.bulk.sampling import Reservoir, Sample, place_of, untagged
from tests.equimorph.conftest import SAMPLE, listed, rows, run

METHODS = "\n".join(f"    int f{n}(int a, int b) {{ return a < b ? {n} : b; }}" for n in range(4))
FILES = {f"{name}.java": f"class {name} {{\n{METHODS}\n}}\n" for name in "ABCDEFG"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with files of which many methods are equal."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps({"source": SAMPLE}) + "\n" for _ in range(9)))
    return tmp_path


def chosen(*arguments: str) -> list[bytes]:
    result = run("mutate", *arguments)
    assert result.exit_code == 0
    return result.stdout_bytes.splitlines()


@pytest.mark.parametrize("source", [tuple(FILES), ("--jsonl", "texts.jsonl")], ids=["files", "rows"])
@pytest.mark.parametrize("size", ["17", "20%"])
def test_a_sample_is_the_same_for_all_jobs_and_parts(place: Path, source: tuple[str, ...], size: str) -> None:
    every = chosen(*source)
    expected = chosen(*source, "--sample", size, "--seed", "3")
    assert len(expected) == 17 if size == "17" else 0 < len(expected) < len(every) / 2
    # In the order of the input.
    whole = chosen(*source, "--seed", "3")
    assert [line for line in whole if line in set(expected)] == expected
    assert chosen(*source, "--sample", size, "--seed", "3", "--jobs", "2") == expected
    for part_rows in ("2", "100"):
        folder = f"parts-{part_rows}"
        result = run(
            *("mutate", *source, "--sample", size, "--seed", "3"),
            *("--parts", folder, "--part-rows", part_rows),
        )
        assert result.stderr == f"{len(expected)} mutants\n"
        parts = sorted((place / folder).glob("part-*.jsonl"))
        assert b"".join(part.read_bytes() for part in parts).splitlines() == expected
        manifest = json.loads((place / folder / "manifest.json").read_text())
        assert (manifest["made"], manifest["rows"]) == (len(expected), 7 if source == tuple(FILES) else 9)
        assert DRAWN not in listed(place / folder)
        again = run(
            *("mutate", *source, "--sample", size, "--seed", "3", "--parts", folder), "--part-rows", part_rows
        )
        assert (
            again.stderr == f"{len(parts)} of {len(parts)} parts are done already\n{len(expected)} mutants\n"
        )


def test_the_order_and_the_spelling_of_paths_change_nothing(place: Path) -> None:
    expected = set(chosen(*FILES, "--sample", "12"))
    names = list(FILES)
    Random(1).shuffle(names)
    assert set(chosen(*names, "--sample", "12")) == expected
    other = [json.loads(line) for line in chosen(".", "--sample", "12")]
    assert {(Path(row["path"]).name, row["id"]) for row in other} == {
        (row["path"], row["id"]) for row in map(json.loads, expected)
    }
    assert set(chosen(*names, "--sample", "12", "--seed", "1")) != expected


def test_a_part_that_is_gone_is_made_again(place: Path) -> None:
    command = ("mutate", *FILES, "--sample", "10", "--parts", "parts", "--part-rows", "2", "-q")
    run(*command)
    before = {path.name: path.read_bytes() for path in (place / "parts").glob("part-*")}
    (place / "parts/part-00002.jsonl").unlink()
    assert run(*command).exit_code == 0
    assert {path.name: path.read_bytes() for path in (place / "parts").glob("part-*")} == before


def test_failures_of_files_are_reported_with_a_sample(place: Path) -> None:
    (place / "B.java").write_bytes(b"\xff")
    for how in ((), ("--jobs", "1"), ("--parts", "parts")):
        result = run("mutate", *FILES, "--sample", "5", *how)
        assert result.exit_code == 1
        assert result.stderr.startswith("error: B.java:1: not UTF-8")
        assert result.stderr.endswith("5 mutants; 1 failed\n")
    errors = rows(place / "parts/errors.jsonl")
    assert [error["row"] for error in errors] == [2]


def test_parquet_parts_with_a_sample(place: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    run("mutate", *FILES, "--sample", "9", "--parts", "p", "--format", "parquet", "--part-rows", "3", "-q")
    tables = [parquet.read_table(path) for path in sorted((place / "p").glob("part-*"))]
    found = [id for table in tables for id in table.column("id").to_pylist()]
    assert found == [json.loads(line)["id"] for line in chosen(*FILES, "--sample", "9")]


def test_the_limit_of_methods_comes_before_the_sample(place: Path) -> None:
    limited = chosen(*FILES, "--limit-per-method", "1")
    found = chosen(*FILES, "--limit-per-method", "1", "--sample", "8")
    assert len(found) == 8
    assert set(found) < set(limited)


def test_a_sample_of_shown_diffs_is_that_of_the_rows(place: Path) -> None:
    shown = run("mutate", *FILES, "--sample", "6", "--show").stdout
    headers = [line.rpartition(" ")[2] for line in shown.splitlines() if " in f" in line]
    assert headers == [json.loads(line)["id"] for line in chosen(*FILES, "--sample", "6")]


def test_more_than_there_are_is_all(place: Path) -> None:
    assert chosen("A.java", "--sample", "1000") == chosen("A.java")
    assert chosen("A.java", "--sample", "100%") == chosen("A.java")


@pytest.mark.parametrize("text", ["0", "-1", "x", "0%", "101%", "1e2", "", "5 %"])
def test_what_is_no_sample_is_refused(place: Path, text: str) -> None:
    result = run("mutate", "A.java", "--sample", text)
    assert result.exit_code == 2
    assert "--sample" in result.stderr


@pytest.fixture(scope="module")
def five() -> list[em.Mutant]:
    return list(em.mutate(SAMPLE, ["variable-renaming", "reorder-condition"]))[:5]


def _tags(five: list[em.Mutant], sample: Sample, seed: int) -> list[bytes | None]:
    """Those of 50 mutants: the same five at ten places."""
    return [sample.tag(mutant, seed, f"row {row}") for row in range(10) for mutant in five]


def test_a_sample_is_uniform(five: list[em.Mutant]) -> None:
    seeds, size = 1000, 10
    counts: Counter[int] = Counter()
    both = 0
    for seed in range(seeds):
        reservoir = Reservoir(size, io.BytesIO())
        for number, tag in enumerate(_tags(five, Sample(count=size), seed)):
            assert tag is not None
            reservoir.add(tag + b"%d" % number)
        found = [int(untagged(line)) for lines in reservoir.groups().values() for line in lines]
        assert len(found) == size
        counts.update(found)
        # The same mutant at two places.
        both += 0 in found and 5 in found
    expected = seeds * size / 50
    statistic = sum((counts[n] - expected) ** 2 / expected for n in range(50)) * 49 / 40
    assert statistic < 85.4  # 49 degrees of freedom, the 0.999 quantile
    assert abs(both / seeds - (10 * 9) / (50 * 49)) < 0.02


def test_a_share_is_uniform(five: list[em.Mutant]) -> None:
    seeds = 400
    counts = Counter(
        n
        for seed in range(seeds)
        for n, tag in enumerate(_tags(five, Sample(share=0.25), seed))
        if tag is not None
    )
    expected = seeds * 0.25
    # Each count is binomial, with a variance of 3/4 of what is expected; 50 degrees of freedom, the 0.999 quantile.
    assert sum((counts[n] - expected) ** 2 / (0.75 * expected) for n in range(50)) < 86.7


def test_equal_ranks_go_by_the_order_of_the_input() -> None:
    reservoir = Reservoir(2, io.BytesIO())
    for text in (b"b1", b"b2", b"b3", b"a1"):
        rank = b"%016x" % text[0]
        reservoir.add(rank + text)
    out = io.BytesIO()
    assert reservoir.write(out) == 2
    assert out.getvalue() == b"b1a1"


def test_places() -> None:
    assert place_of(Record(3, b"./src//A.java"), None) == "src/A.java"
    assert place_of(Record(3, b"{}"), "source") == "row 3"
