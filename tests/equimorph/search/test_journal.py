"""Runs that are stored: killed and continued to the same bytes, refused with other options, and what they leave."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from equimorph.search import ModelError, NamedModel, SearchError, guided, once, times
from equimorph.search.results import Result
from tests.equimorph.search.planted import BOX, Counting, constant, lengths
from tests.killing import EQUIMORPH, environment, killed_by_itself

Search = Callable[..., Result]
MODEL = """
import os, signal
ASKED = os.environ["ASKED"]

def model(texts):
    with open(ASKED, "a+") as log:
        log.write("x\\n" * len(texts))
        log.flush()
        log.seek(0)
        asked = log.read().count("x")
    if asked >= int(os.environ.get("LAST", "1000")):
        os.kill(os.getpid(), signal.SIGKILL)
    return [[1.0, len(text) / 300, 0.1 + 0.2] for text in texts]
"""
OPTIONS = [
    "--mutants",
    "3",
    "--budget",
    "400",
    "--methods",
    "3",
    "--generations",
    "30",
    "--seed",
    "4",
    "--quiet",
]


class Stopped(Exception):
    """What stands for a kill."""


class Failing:
    """A model that stops after so many calls."""

    def __init__(self, calls: int) -> None:
        self.left, self.asked = calls, list[str]()

    def __call__(self, texts: Sequence[str]) -> list[int]:
        if not self.left:
            raise Stopped
        self.left -= 1
        self.asked += texts
        return lengths(texts)


@pytest.mark.parametrize("search", [guided, once, times])
@pytest.mark.parametrize("calls", [1, 2, 4, 7])
def test_a_stopped_run_goes_on_to_the_same_bytes_and_asks_nothing_twice(
    search: Search, calls: int, tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    mutants = [constant]
    search(BOX, NamedModel(Counting(), "m", "m"), mutants, out=whole, budget=60, seed=1)
    first = Failing(calls)
    with pytest.raises(ModelError):
        search(BOX, NamedModel(first, "m", "m"), mutants, out=parts, budget=60, seed=1)
    assert not parts.exists()
    second = Counting()
    search(BOX, NamedModel(second, "m", "m"), mutants, out=parts, budget=60, seed=1)
    assert parts.read_bytes() == whole.read_bytes()
    assert manifest(parts) == manifest(whole)
    assert second.asked
    assert set(first.asked).isdisjoint(second.asked)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}{end}" for name in ("parts.jsonl", "whole.jsonl") for end in ("", ".manifest.json")
    ]


def manifest(out: Path) -> object:
    return json.loads(out.with_name(f"{out.name}.manifest.json").read_text())


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def test_a_line_that_was_cut_off_is_forgotten(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    guided(BOX, lengths, 2, out=whole, budget=60)
    with pytest.raises(ModelError):
        guided(BOX, NamedModel(Failing(5), "lengths", "lengths"), 2, out=parts, budget=60)
    said = parts.with_name("parts.jsonl.partial") / "said.jsonl"
    assert said.read_bytes().count(b"\n") >= 2
    said.write_bytes(said.read_bytes()[:-7])
    guided(BOX, lengths, 2, out=parts, budget=60)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_killed_process_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(BOX)
    (tmp_path / "counting.py").write_text(MODEL)
    asked = ["guided", tmp_path / "Box.java", "--model", f"{tmp_path}/counting.py:model", *OPTIONS]
    whole, parts, log = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl", tmp_path / "parts.log"
    line = [*EQUIMORPH, "search", *asked, "--out"]
    subprocess.run([*line, whole], env=environment(ASKED=str(tmp_path / "whole.log")), check=True)
    all_asked = lines(tmp_path / "whole.log")
    for last in ("30", "90"):
        killed_by_itself([*line, parts], environment(ASKED=str(log), LAST=last))
        assert not parts.exists()
    subprocess.run([*line, parts], env=environment(ASKED=str(log)), check=True)
    assert parts.read_bytes() == whole.read_bytes()
    assert manifest(parts) == manifest(whole)
    # At each kill at most the call that was under way is asked again.
    assert lines(log) <= all_asked + 2 * 3 * 4
    assert not (tmp_path / "parts.jsonl.partial").exists()


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"seed": 9}, r"seed \(1, now 9\)"),
        ({"elite": 2}, r"elite \(0.1, now 2\)"),
        ({"operators": ("if-enhance",)}, "operators"),
    ],
)
def test_other_options_are_refused_by_name(changed: dict[str, object], named: str, tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    stop(out)
    with pytest.raises(SearchError, match=named):
        guided(BOX, lengths, [constant], out=out, **{"budget": 60, "seed": 1, **changed})
    guided(BOX, lengths, [constant], out=out, restart=True, **{"budget": 60, "seed": 1, **changed})
    assert out.exists()


def stop(out: Path) -> None:
    """Leaves an unfinished run."""
    with pytest.raises(ModelError):
        guided(BOX, NamedModel(Failing(3), "lengths", "lengths"), [constant], out=out, budget=60, seed=1)


def test_another_input_another_model_and_another_verb_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl"
    stop(out)
    with pytest.raises(SearchError, match=r"input \("):
        guided(BOX.replace("title", "titles"), lengths, [constant], out=out, budget=60, seed=1)
    with pytest.raises(SearchError, match=r"model \("):
        guided(BOX, constant, [constant], out=out, budget=60, seed=1)
    with pytest.raises(SearchError, match=r"method \("):
        times(BOX, lengths, [constant], out=out, budget=60, seed=1)
    with pytest.raises(SearchError, match=r"mutants \("):
        guided(BOX, lengths, [constant, lengths], out=out, budget=60, seed=1)


def test_the_manifest_says_what_was_done(tmp_path: Path) -> None:
    out = tmp_path / "found.jsonl.gz"
    result = guided([BOX, "class B { void f() { int = 1; } }"], lengths, 2, out=out, budget=80, seed=3)
    found = manifest(out)
    assert isinstance(found, dict)
    assert found["methods"] == {"read": 4, "kept": len(result.originals), "left": found["methods"]["left"]}
    assert found["methods"]["read"] == found["methods"]["kept"] + sum(found["methods"]["left"].values())
    assert found["run"]["seed"] == 3
    assert found["run"]["operators"][0] == "local-variable-renaming"
    assert len(found["run"]["input"]) == 64
    assert (found["calls"], found["reason"], found["rule"]) == (result.calls, result.reason, "equal")
    assert found["history"] == list(result.history)
    with gzip.open(out, "rt") as stream:
        rows = [json.loads(line) for line in stream]
    assert rows == list(result.rows())
    assert found["rows"] == len(rows) > 0


def test_rows_name_each_mutant_and_why_it_is_kept() -> None:
    result = guided(BOX, lengths, 2, generations=3)
    rows = list(result.rows())
    ids = {row["id"] for row in rows}
    assert {one.id for one in result.adversarials} <= ids
    assert {one.id for one in result.best.values() if one.mutations} <= ids
    assert {one.id for one in result.population if one.mutations} <= ids
    for row in rows:
        assert row["kept"]
        assert row["schema"] == 1
        assert row["killed"] == row["score"]["numerator"]
        assert row["said"]["original"] == lengths([row["original"]])[0]
        assert row["said"]["text"] == lengths([row["text"]])[0]
        assert row["changed"] is (row["said"]["original"] != row["said"]["text"])
        assert len(row["operators"]) == len(row["mutations"]) == row["generation"] or row["generation"] > 0
