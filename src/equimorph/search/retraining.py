"""Retraining: models learn from originals, and again with adversarials; their scores on clean and mutated methods.

The matrix is {original, +1-time, +k-times, +GM} x {clean, 1-time, k-times, GM test}. All four trainings of a seed take
the same number of steps of the same size, and adversarials are taken from train roots only. A run keeps each finished
training; a killed run continues there, on a CPU to the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.rows.jsonl import encode, rows_hash
from equimorph.rows.tables import Failed, RowCount, Rows, lines_in, raised, read_rows
from equimorph.runs.declared import Option, Panel, check_values
from equimorph.runs.manifests import package_versions, write_manifest
from equimorph.runs.partial import partial
from equimorph.runs.whole import check_new, whole_file, whole_folder
from equimorph.search.errors import SearchError
from equimorph.search.found import FoundRow
from equimorph.search.matrix import TESTS, TRAININGS, Matrix
from equimorph.search.matrix_table import table_of
from equimorph.search.resampling import DRAWS, Counts
from equimorph.search.study_sets import SetOptions, Sets, sets_of
from equimorph.search.tasks import TASKS, Judged, Task, TaskText, TrainingOptions, methods_in, task_of

SCHEMA = 1
"""Version of the folder of a study."""
_FIGURES, _JUDGED, _SETS, _TABLE, _MANIFEST = (
    *("figures.json", "judged.jsonl", "sets.jsonl"),
    *("table.md", "manifest.json"),
)


@dataclass(frozen=True, kw_only=True)
class RetrainOptions:
    """The options of a retraining.

    Attributes:
        task: Task of the models: method-names, javadoc, javadoc-single, naming.
        seeds: Number of seeds, from --seed on.
        training: Options for training each model.
        sets: Options for the sets of train and test roots.
        draws: Bootstrap draws; 0 for no intervals.

    Raises:
        SearchError: a number is out of its range.
    """

    task: Annotated[str, Option(choices=TASKS)] = "method-names"
    seeds: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1)] = 5
    training: TrainingOptions = field(default_factory=TrainingOptions)
    sets: SetOptions = field(default_factory=SetOptions)
    draws: Annotated[int, Option(panel=Panel.SAMPLES, minimum=0)] = DRAWS

    def __post_init__(self) -> None:
        check_values(self, SearchError)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, flat, so that a changed option can be named."""
        own = {"task": self.task, "seeds": self.seeds, "draws": self.draws}
        sets = {"test_share": self.sets.test_share, "k": self.sets.k, "split_seed": self.sets.seed}
        return {**own, **sets, **self.training.to_dict()}


@dataclass(frozen=True)
class Retrained:
    """The results of a retraining."""

    task: str
    seeds: tuple[int, ...]
    rows: RowCount
    sets: Mapping[str, Any]
    matrix: Matrix

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "schema": SCHEMA,
            "task": self.task,
            "seeds": list(self.seeds),
            "rows": {"read": self.rows.read, "kept": self.rows.kept},
            "sets": dict(self.sets),
            "cells": [cell.to_dict() for cell in self.matrix.cells()],
            "changes": [change.to_dict() for change in self.matrix.changes()],
        }


def retrain(
    found: Rows,
    out: str | PathLike[str],
    options: RetrainOptions | None = None,
    *,
    once: Rows | None = None,
    times: Rows | None = None,
    sources: Sequence[str | PathLike[str]] | None = None,
    failed: Failed = raised,
    reporter: Reporter = SILENT,
    restart: bool = False,
) -> Retrained:
    """Train the models of a task with and without adversarials, judge them, and write a study to a folder.

    ``OUT.partial`` beside it keeps what is done, until the study is written; the same call continues there.

    Args:
        found: Rows of a guided search, or their file.
        out: A new or empty folder.
        options: Options of the retraining; the defaults for None.
        once, times: Rows of the baselines for the same roots; for None these mutants are made here, without a budget.
        sources: Files and folders of Java, with further methods to learn from; the files that the rows name for None.
        failed: Gets the bad rows; without it, the first one is raised.
        reporter: Shows how many trainings are done, and receives reading errors.
        restart: Discard an unfinished run (OUT.partial) and start over.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        SearchError: too few roots have a mutant and a label; or what is done was made with other options, which the message names.
        ModuleNotFoundError: torch is not installed, or rapidfuzz for the task `naming`.
        FileExistsError: the folder is not empty.
        OSError: something cannot be read or written.
    """
    chosen = options or RetrainOptions()
    task, target, count = task_of(chosen.task), Path(out), RowCount()
    check_new(target)
    given = {"guided": found, "once": once or (), "times": times or ()}
    rows = {kind: list(read_rows(one, FoundRow.from_row, failed, count)) for kind, one in given.items()}
    paths = _named(rows["guided"]) if sources is None else [Path(one) for one in sources]
    sets = sets_of(rows, task, chosen.sets, methods_in(paths, lambda error: reporter.failed(error)))
    run = {**chosen.to_dict(), "input": rows_hash(sets.rows()), "versions": package_versions("torch")}
    with partial(target, run, SearchError, restart) as work:
        study = _Study(task, chosen, sets, work)
        with reporter.bar(chosen.seeds * len(TRAININGS), "trainings") as advance:
            study.train(advance)
        made = Retrained(chosen.task, study.seeds, count, sets.to_dict(), study.matrix())
        _write(target, made, study)
    return made


def _named(rows: Iterable[FoundRow]) -> list[Path]:
    return [path for path in map(Path, sorted({row.path for row in rows if row.path})) if path.is_file()]


@dataclass(frozen=True)
class _Study:
    """The trainings of a study on sets of texts, and their results; `work` is the folder with the progress."""

    task: Task
    options: RetrainOptions
    sets: Sets
    work: Path

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the trainings."""
        first = self.options.training.seed
        return tuple(range(first, first + self.options.seeds))

    def train(self, advance: Callable[[], object]) -> None:
        """Do all trainings that are not done."""
        for seed in self.seeds:
            for training in TRAININGS:
                path = self._path(seed, training)
                if not path.is_file():
                    self._train(seed, training, path)
                advance()

    def judged(self) -> Iterator[dict[str, Any]]:
        """Yield the output of each model for each text, in the order of the trainings."""
        for seed in self.seeds:
            for training in TRAININGS:
                yield from (dict(line.data) for line in lines_in(self._path(seed, training)))

    def matrix(self) -> Matrix:
        counts: dict[tuple[str, str], dict[int, list[list[float]]]] = {
            (training, test): {} for training in TRAININGS for test in TESTS
        }
        names = self.task.measure.counts
        for row in self.judged():
            of_cell = counts[row["training"], row["test"]].setdefault(row["seed"], [])
            of_cell.append([row["counts"][name] for name in names])
        cells: dict[tuple[str, str], Counts] = {place: list(one.values()) for place, one in counts.items()}
        return Matrix(self.task.measure, cells, self.options.draws, self.options.training.seed)

    def _path(self, seed: int, training: str) -> Path:
        return self.work / f"judged-{seed}-{training}.jsonl"

    def _train(self, seed: int, training: str, path: Path) -> None:
        learnt: list[TaskText] = self.sets.learnt_by(training)
        model = self.task.train(learnt, replace(self.options.training, seed=seed))
        with whole_file(path) as stream:
            for test in TESTS:
                for one in model.judged(self.sets.tests[test]):
                    stream.write(encode(_row(seed, training, test, one, self.task)))


def _row(seed: int, training: str, test: str, one: Judged, task: Task) -> dict[str, Any]:
    return {
        "seed": seed,
        "training": training,
        "test": test,
        "root": one.root,
        "id": one.id,
        "predicted": one.predicted,
        "true": one.true,
        "counts": dict(zip(task.measure.counts, one.counts, strict=True)),
    }


def _write(target: Path, made: Retrained, study: _Study) -> None:
    with whole_folder(target) as folder:
        figures = made.to_dict()
        write_manifest(folder / _FIGURES, figures)
        (folder / _TABLE).write_text(table_of(figures), encoding="utf-8")
        _write_rows(folder / _JUDGED, study.judged())
        _write_rows(folder / _SETS, study.sets.rows())
        manifest = {
            "schema": SCHEMA,
            "options": study.options.to_dict(),
            "input": rows_hash(study.sets.rows()),
            "versions": package_versions("torch"),
            "device": _device(study.options.training.device),
            "steps": {training: study.options.training.steps for training in TRAININGS},
            "learnt_from": {training: len(study.sets.learnt_by(training)) for training in TRAININGS},
        }
        write_manifest(folder / _MANIFEST, manifest, sort_keys=True)


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("wb") as stream:
        stream.writelines(map(encode, rows))


def _device(name: str | None) -> str:
    from equimorph.codescore.model import device_of

    return str(device_of(name))
