"""The verb `leakage summarise`: the same counts as `find`, of rows alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from equimorph.leakage import find, summarise
from equimorph.leakage.samples import LEVELS
from mutators import MutationError
from tests.equimorph.conftest import rows, run
from tests.equimorph.leakage.finding.made import BUGS, FIND, TRAIN, put
from tests.equimorph.leakage.finding.naive import random_data


@pytest.fixture
def data(place: Path) -> Path:
    """The working folder with leaks, and the summary of `find`."""
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN)
    asked = ("--form", "text", "--form", "renamed", "--out", "leaks.jsonl", "--summary", "found.json")
    assert run(*FIND, *asked).exit_code == 0
    return place


def summary(place: Path, *asked: str) -> dict[str, Any]:
    result = run("leakage", "summarise", *asked, "--summary", "again.json")
    assert result.exit_code == 0, result.stderr
    made: dict[str, Any] = json.loads((place / "again.json").read_text())
    return made


def _known(totals: dict[str, Any]) -> dict[str, Any]:
    return {
        level: {name: count for name, count in totals[level].items() if name != "too_short"}
        for level in LEVELS
    }


def test_with_the_benchmark_the_counts_are_those_of_find(data: Path) -> None:
    before, again = (
        json.loads((data / "found.json").read_text()),
        summary(data, "leaks.jsonl", "--benchmark", "bugs.jsonl"),
    )
    assert _known(again["totals"]) == _known(before["totals"])
    for form in ("text", "renamed"):
        assert _known(again["by_form"][form]["totals"]) == _known(before["by_form"][form]["totals"])
        assert again["by_form"][form]["bugs"] == before["by_form"][form]["bugs"]
    assert [[bug[level] for level in LEVELS] for bug in again["bugs"]] == [
        [bug[level] for level in LEVELS] for bug in before["bugs"]
    ]
    assert again["cut"] == []


def test_without_it_only_bugs_that_leak_are_known(data: Path) -> None:
    again = summary(data, "leaks.jsonl")
    assert {bug["bug_id"] for bug in again["bugs"]} == {leak["bug_id"] for leak in rows(data / "leaks.jsonl")}
    assert again["train"]["items"] is None
    assert again["totals"]["pair"]["too_short"] is None
    assert again["bugs"][0]["too_short"] is None


def test_a_leak_in_two_files_counts_once(data: Path) -> None:
    one, two = (
        summary(data, *files)["totals"] for files in (["leaks.jsonl"], ["leaks.jsonl", "leaks.jsonl"])
    )
    assert one == two


def test_bugs_of_which_rows_may_be_missing_are_listed(data: Path) -> None:
    of_bug = sum(leak["bug_id"] == "Sum-1" for leak in rows(data / "leaks.jsonl"))
    asked = ("leakage", "summarise", "leaks.jsonl", "--max-hits", str(of_bug), "--summary", "again.json")
    result = run(*asked)
    assert "may be missing" in result.stderr
    assert ["bugs", "Sum-1"] in json.loads((data / "again.json").read_text())["cut"]
    assert summary(data, "leaks.jsonl", "--max-hits", str(of_bug + 1))["cut"] == []


def test_bad_rows_and_those_of_no_bug_are_reported(data: Path) -> None:
    [leak, *_] = rows(data / "leaks.jsonl")
    others: list[Any] = [
        {**leak, "bug_id": "Sum-9"},
        {**leak, "level": "both"},
        {**leak, "hunk": True},
        {"schema": 2},
    ]
    put(data, "bad.jsonl", [leak, *others, "["])
    result = run("leakage", "summarise", "bad.jsonl", "--benchmark", "bugs.jsonl")
    assert result.exit_code == 1
    told = result.stderr.splitlines()
    assert told[:4] == [
        "error: bad.jsonl:2: Sum-9 of bugs, piece 1, is not in the benchmark",
        "error: bad.jsonl:3: field 'level' is 'both', none of pair, buggy, fixed",
        "error: bad.jsonl:4: field 'hunk' has a wrong type",
        "error: bad.jsonl:5: field 'schema' is 2, not 1: no row of `leakage find`",
    ]
    assert told[-1].startswith(
        "6 read, 1 kept, 5 dropped (bad row: 4, not in the benchmark: 1); 1 of 3 bugs found"
    )


def test_patches_say_which_bugs_are_repaired(data: Path) -> None:
    put(data, "patches.jsonl", [{"bug_id": "Sum-1", "fixed": BUGS[0]["fixed"]}])
    named = ("--benchmark-name", "bugs", "--benchmark-format", "bugs", "--unit", "method")
    again = summary(data, "leaks.jsonl", "--benchmark", "bugs.jsonl", "--patches", "patches.jsonl", *named)
    assert [bug["repaired"] for bug in again["bugs"]] == [True, False, False]


@pytest.mark.parametrize(
    "option", [("--patches", "bugs.jsonl"), ("--unit", "method"), ("--benchmark-name", "b")]
)
def test_options_of_the_benchmark_need_it(data: Path, option: tuple[str, str]) -> None:
    result = run("leakage", "summarise", "leaks.jsonl", *option)
    assert result.exit_code == 2
    assert "are for --benchmark" in " ".join(result.stderr.split())


def test_a_summary_goes_to_standard_output_and_replaces_no_input(data: Path) -> None:
    result = run("leakage", "summarise", "leaks.jsonl", "--summary", "-", "--quiet")
    assert json.loads(result.stdout)["schema"] == 1
    assert result.stderr == ""
    assert run("leakage", "summarise", "leaks.jsonl", "--summary", "leaks.jsonl").exit_code == 2


def test_rows_of_random_data_give_the_counts_of_the_search() -> None:
    for seed in range(10):
        items, samples = random_data(Random(seed))
        found = find(items, samples, min_chars=5, direction="either", max_hits=10**6)
        rows_of = [leak.to_row() for leak in found]
        again = summarise(rows_of, samples=samples)
        assert _known(again.data["totals"]) == _known(found.summary().data["totals"])


def test_no_leaks_and_no_benchmark_are_an_error() -> None:
    with pytest.raises(MutationError, match="give the benchmark"):
        summarise([])
    assert summarise([], samples=random_data(Random(1))[1]).data["totals"]["pair"]["bugs"] == 0
