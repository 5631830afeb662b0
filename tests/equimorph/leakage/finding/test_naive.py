"""The search agrees with a naive one on random data: at all levels, of all kinds, in both directions."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from equimorph.leakage.finding import find
from equimorph.leakage.samples import KINDS, LEVELS, Direction, Item, Sample
from tests.equimorph.conftest import rows, run
from tests.equimorph.leakage.finding.naive import as_rows, naive, random_data

DIRECTIONS: tuple[Direction, ...] = ("inside", "either")


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("least", [1, 5, 12, 30])
def test_it_finds_what_a_naive_search_finds(direction: Direction, least: int) -> None:
    seen = Counter[tuple[str, str]]()
    for seed in range(40):
        items, samples = random_data(Random(seed))
        keep = seed % 2 == 1
        wanted = list(naive(items, samples, direction, least, keep))
        seen.update((level, kind) for _, _, _, level, kind, _, _ in wanted)
        found = find(items, samples, direction=direction, min_chars=least, keep_literal_blanks=keep)
        assert as_rows(found) == wanted, seed
        _check_counts(found.summary().data, wanted)
    ways = {
        (level, kind) for level in LEVELS for kind in KINDS if kind != "contains" or direction == "either"
    }
    assert ways == seen.keys()  # the data have all of them


def _check_counts(summary: dict[str, object], wanted: list[tuple[object, ...]]) -> None:
    counts = Counter((bug, level, kind) for _, bug, _, level, kind, _, _ in wanted)
    for bug in summary["bugs"]:  # type: ignore[attr-defined]
        for level in LEVELS:
            for kind in KINDS:
                assert bug[level][kind] == counts[bug["bug_id"], level, kind]
    for level in LEVELS:
        of_level = [row for row in wanted if row[3] == level]
        total = summary["totals"][level]  # type: ignore[index]
        assert total["bugs"] == len({row[1] for row in of_level}) == sum(total[kind] for kind in KINDS)
        assert total["items"] == len({row[6] for row in of_level})


@pytest.mark.parametrize(("direction", "least"), [("inside", 1), ("either", 20)])
def test_the_command_finds_the_same_whatever_jobs_and_chunks(
    place: Path, direction: Direction, least: int
) -> None:
    items, samples = random_data(Random(7), rows=50)
    known = [item for item in items if item.buggy is not None and item.fixed is not None]
    halves = {"a.jsonl": known[:20], "b.jsonl": known[20:]}
    for name, half in halves.items():
        (place / name).write_bytes(b"".join(map(_line, half)))
    (place / "bugs.jsonl").write_bytes(b"".join(map(_bug, samples)))
    read = [
        replace(item, file=name, row=row) for name, half in halves.items() for row, item in enumerate(half, 1)
    ]
    wanted = list(naive(read, [replace(sample, benchmark="bugs") for sample in samples], direction, least))
    assert wanted
    asked = ["leakage", "find", "--train", "a.jsonl", "--train", "b.jsonl", "--benchmark", "bugs.jsonl"]
    asked += [
        "--direction",
        direction,
        "--min-chars",
        str(least),
        "--summary",
        "s.json",
        "--out",
        "leaks.jsonl",
    ]
    made = set()
    for more in ((), ("--jobs", "2"), ("--chunk-bytes", "1"), ("--jobs", "2", "--chunk-bytes", "500")):
        assert run(*asked, *more).exit_code == 0
        made.add(((place / "leaks.jsonl").read_bytes(), (place / "s.json").read_bytes()))
    assert len(made) == 1
    assert as_rows(rows(place / "leaks.jsonl")) == wanted


def _line(item: Item) -> bytes:
    assert item.buggy is not None
    assert item.fixed is not None
    return json.dumps({"buggy": item.buggy.decode(), "fixed": item.fixed.decode()}).encode() + b"\n"


def _bug(sample: Sample) -> bytes:
    buggy, fixed = (None if side is None else side.decode() for side in (sample.buggy, sample.fixed))
    id = f"{sample.bug_id}.{sample.hunk}"
    return json.dumps({"id": id, "bug": sample.bug_id, "buggy": buggy, "fixed": fixed}).encode() + b"\n"
