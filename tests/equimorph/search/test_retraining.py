"""A retraining: what is learnt from, the same steps for all, figures from the rows, stopped and continued to the same bytes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.bulk.reporting import SILENT
from equimorph.cli import app
from equimorph.search import SearchError, retraining
from equimorph.search.matrix import KINDS, TESTS, TRAININGS
from equimorph.search.retraining import RetrainOptions, retrain
from equimorph.search.tasks import TrainingOptions
from mutators import MutationError
from tests.equimorph.search.studies import Remembering, rows, written
from tests.killing import EQUIMORPH, killed

OPTIONS = RetrainOptions(
    task="naming", seeds=2, training=TrainingOptions(steps=7, seed=4, device="cpu"), draws=20
)


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> Remembering:
    found = Remembering()
    monkeypatch.setattr(retraining, "task_of", lambda name: found)
    return found


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Stopped(Exception):
    """The run is killed."""


class Stops:
    """A reporter that kills the run after so many trainings."""

    def __init__(self, after: int) -> None:
        self.left = after

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        assert (total, what) == (8, "trainings")
        yield self.advance

    def advance(self, count: int = 1) -> None:
        self.left -= 1
        if not self.left:
            raise Stopped

    def __getattr__(self, name: str) -> object:
        return getattr(SILENT, name)


def test_each_training_has_the_same_steps_and_adversarials_of_train_roots_alone(
    task: Remembering, tmp_path: Path
) -> None:
    retrain(rows(), tmp_path / "study", OPTIONS)
    assert [options.seed for _, options in task.asked] == [4] * 4 + [5] * 4
    assert {(options.steps, options.batch) for _, options in task.asked} == {(7, 32)}
    sets = read(tmp_path / "study" / "sets.jsonl")
    test = {one["root"] for one in sets if one["side"] == "test"}
    for training, (texts, _) in zip(TRAININGS * 2, task.asked, strict=True):
        learnt = Counter(one.root for one in texts)
        assert not test & set(learnt)
        assert set(learnt.values()) == ({1} if training == "original" else {2})
    assert len(test) == 3


def test_nothing_that_is_asked_about_was_learnt(task: Remembering, tmp_path: Path) -> None:
    # The model remembers all that it has seen, and knows no test root by it.
    found = retrain(rows(), tmp_path / "study", OPTIONS).to_dict()
    assert {cell["value"] for cell in found["cells"]} == {0}
    assert found["sets"]["test_roots"] == 3


def test_the_figures_are_those_of_the_judged_rows(tmp_path: Path) -> None:
    options = RetrainOptions(seeds=2, training=TrainingOptions(steps=30, batch=8, device="cpu"), draws=20)
    found = retrain(rows(9), tmp_path / "study", options)
    figures = json.loads((tmp_path / "study" / "figures.json").read_text())
    assert figures == found.to_dict()
    judged = read(tmp_path / "study" / "judged.jsonl")
    assert len(judged) == 2 * 4 * 4 * figures["sets"]["test_roots"]
    values = {}
    for training in TRAININGS:
        for test in TESTS:
            mine = [one for one in judged if (one["training"], one["test"]) == (training, test)]
            pairs = [(one["predicted"].split(), one["true"].split()) for one in mine]
            right = sum((Counter(predicted) & Counter(true)).total() for predicted, true in pairs)
            words = sum(len(predicted) + len(true) for predicted, true in pairs)
            values[training, test] = Fraction(2 * right, words)
    for cell in figures["cells"]:
        if cell["figure"] == "f1":
            assert cell["value"] == pytest.approx(float(values[cell["training"], cell["test"]]))
            assert len(cell["by_seed"]) == 2
    names = {one["true"] for one in judged}
    originals = [one for one in read(tmp_path / "study" / "sets.jsonl") if one["set"] in ("clean", "train")]
    assert names <= {one["name"] for one in originals}
    manifest = json.loads((tmp_path / "study" / "manifest.json").read_text())
    assert set(manifest["steps"].values()) == {30}
    assert manifest["device"] == "cpu"
    assert {manifest["learnt_from"][kind] for kind in KINDS} == {2 * manifest["learnt_from"]["original"]}


def test_a_run_that_was_killed_goes_on_to_the_same_bytes(task: Remembering, tmp_path: Path) -> None:
    retrain(rows(), tmp_path / "whole", OPTIONS)
    asked = len(task.asked)
    for after in (1, 5):
        with pytest.raises(Stopped):
            retrain(rows(), tmp_path / "study", OPTIONS, reporter=Stops(after))
        assert not (tmp_path / "study").exists()
    retrain(rows(), tmp_path / "study", OPTIONS)
    # No training is done twice.
    assert len(task.asked) == 2 * asked
    assert contents(tmp_path / "study") == contents(tmp_path / "whole")
    assert not (tmp_path / "study.partial").exists()


def test_a_killed_process_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    found = written(tmp_path / "found.jsonl", rows())
    few = ["--task", "method-names", "--seeds", 1, "--steps", 4, "--draws", 9, "--device", "cpu", "--quiet"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    verb(found, *few, "--out", whole)
    for _ in "12":
        line = [*EQUIMORPH, "search", "retrain", found, *map(str, few), "--out", parts]
        killed(line, tmp_path / "parts.partial" / "judged-*.jsonl")
        assert not parts.exists()
    verb(found, *few, "--out", parts)
    assert contents(parts) == contents(whole)
    assert not (tmp_path / "parts.partial").exists()


def test_changed_options_are_refused_by_name(task: Remembering, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        retrain(rows(), tmp_path / "study", OPTIONS, reporter=Stops(2))
    changed = RetrainOptions(
        task="naming", seeds=2, training=TrainingOptions(steps=8, seed=4, device="cpu"), draws=20
    )
    with pytest.raises(
        SearchError, match=r"other steps \(7, now 8\): repeat the command as it was, or give --restart"
    ):
        retrain(rows(), tmp_path / "study", changed)
    with pytest.raises(SearchError, match=r'other input \("[0-9a-f]{59}\.\.\., now "[0-9a-f]{59}\.\.\.\)'):
        retrain(rows(mutant="value"), tmp_path / "study", OPTIONS)
    retrain(rows(), tmp_path / "study", changed, restart=True)
    assert json.loads((tmp_path / "study" / "manifest.json").read_text())["options"]["steps"] == 8


def test_no_folder_is_written_over_and_bad_rows_are_raised(task: Remembering, tmp_path: Path) -> None:
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "mine").touch()
    with pytest.raises(FileExistsError):
        retrain(rows(), tmp_path / "study", OPTIONS)
    with pytest.raises(MutationError, match="rows:1: field 'text' is not a text"):
        retrain([{**rows()[0], "text": 1}], tmp_path / "other", OPTIONS)
    with pytest.raises(SearchError, match="seeds is 1 or more, not 0"):
        RetrainOptions(seeds=0)
    with pytest.raises(SearchError, match="draws is 0 or more, not -1"):
        RetrainOptions(draws=-1)


def test_further_methods_come_of_the_files_that_rows_name_or_of_sources(
    task: Remembering, tmp_path: Path
) -> None:
    named, other = tmp_path / "Named.java", tmp_path / "Other.java"
    named.write_text("class A { int height() { return high; } }")
    other.write_text("class A { int width() { return wide; } }")
    given = [{**one, "path": str(named)} if one["root"] in ("r1", "r2") else one for one in rows()]
    options = RetrainOptions(task="naming", seeds=1, draws=0)
    sides = set()
    for number, sources in enumerate((None, [other], [])):
        retrain(given, tmp_path / f"study{number}", options, sources=sources)
        found = read(tmp_path / f"study{number}" / "sets.jsonl")
        is_asked = any(one["root"] == "r1" for one in found if one["side"] == "test")
        names = {one["name"] for one in found if one["set"] == "train" and ":" in one["id"]}
        wanted = [set() if is_asked else {"height"}, {"width"}, set()][number]
        assert names == wanted
        sides.add(is_asked)
    assert sides == {False}


def verb(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(app, ["search", "retrain", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done


def test_the_verb_writes_a_study(tmp_path: Path) -> None:
    found = written(tmp_path / "found.jsonl", [*rows(9), {"id": 1}])
    done = verb(
        found,
        "--out",
        tmp_path / "study",
        "--steps",
        2,
        "--seeds",
        1,
        "--draws",
        5,
        "--device",
        "cpu",
        code=1,
    )
    assert f"{found}:10: field 'id' is not a text" in done.stderr
    assert "1 seed, 6 train roots, 3 test roots; rows: 10 read, 9 kept" in done.stderr
    assert sorted(contents(tmp_path / "study")) == [
        "figures.json",
        "judged.jsonl",
        "manifest.json",
        "sets.jsonl",
        "table.md",
    ]
    assert (tmp_path / "study" / "table.md").read_text().startswith("# Retraining: method-names\n")


def test_wrong_options_of_the_verb(tmp_path: Path) -> None:
    found = written(tmp_path / "found.jsonl", rows(2))
    out = ("--out", tmp_path / "study")
    assert "no task 'method-name'; did you mean method-names?" in " ".join(
        verb(found, *out, "--task", "method-name", code=2).output.replace("│", "").split()
    )
    verb(found, *out, "--test-share", 1, code=2)
    verb(tmp_path / "none.jsonl", *out, code=2)
    assert "two at least are needed" in " ".join(verb(found, *out, code=1).output.split())
