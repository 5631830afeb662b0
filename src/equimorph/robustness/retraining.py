"""Retraining: a model is trained with pairs, and again with mutated pairs besides; what it repairs before and after.

An extension of both papers: the leakage study trains again with clean data (its section 4.4), RobustNPR does not train again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.defects4j.methods.placing import bug_reader, bug_row
from equimorph.models import Answer, Endpoint, Request
from equimorph.robustness.augmenting import AugmentCount, AugmentOptions, augment
from equimorph.robustness.baselines.memory import Memory
from equimorph.robustness.baselines.training import Trained, train
from equimorph.robustness.examples import Examples
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.judging.writing import judge
from equimorph.robustness.mutants import MutantOptions, mutants
from equimorph.robustness.pairs import Pair
from equimorph.robustness.requests import requests
from equimorph.robustness.scoring.cells import Cell
from equimorph.robustness.scoring.score import Score, score
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import Failed, RowCount, Rows, lines_in, raised, read_rows
from mutators import MutationError

SCHEMA = 1


@dataclass(frozen=True)
class RetrainOptions:
    """Options for training and measuring.

    Attributes:
        augment: Numbers of mutated pairs made of each pair, one for each training in turn; the first is the "before" of
            each comparison.
        pairs: Mutators and seed for the mutated pairs; `per_item` does not count.
        mutants: Options for the mutants of the bugs.
        k: Number of candidates to ask for.
        examples: Maximum pairs in a request to a model that is given pairs as examples.

    Raises:
        ValueError: there are not at least two numbers in `augment`, two are the same, or `k` is less than 1.
    """

    augment: tuple[int, ...] = (0, 1, 3)
    pairs: AugmentOptions = field(default_factory=lambda: AugmentOptions(0))
    mutants: MutantOptions = field(default_factory=MutantOptions)
    k: int = 1
    examples: int = 3

    def __post_init__(self) -> None:
        """Check the numbers."""
        if len(self.augment) < 2 or len(set(self.augment)) < len(self.augment) or min(self.augment) < 0:
            raise ValueError("give two different numbers of mutated pairs or more, such as 0,1,3")
        if self.k < 1:
            raise ValueError(f"k is {self.k}: it counts from 1")


@dataclass(frozen=True)
class Training:
    """A model that was trained, and what it repairs.

    Attributes:
        augment: how many mutated pairs were wanted of each pair.
        augmented: what became of them.
        trained: what became of all pairs.
        score: Score of the model on the bugs and their mutants.
        repaired: the ids of the bugs that it repairs.
    """

    augment: int
    augmented: AugmentCount
    trained: Trained
    score: Score
    repaired: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        count = self.trained.count
        return {
            "augment": self.augment,
            "augmented": {"wanted": self.augmented.wanted, "kept": self.augmented.kept}
            | {"dropped": dict(sorted(self.augmented.dropped.items()))},
            "pairs": {"read": count.read, "kept": count.kept, "dropped": dict(sorted(count.dropped.items()))},
            "edits": self.trained.edits,
            "repaired": list(self.repaired),
            "score": self.score.to_dict(),
        }


@dataclass(frozen=True)
class Change:
    """The difference between two trainings.

    Attributes:
        before, after: the two.
    """

    before: Training
    after: Training

    @property
    def lost(self) -> tuple[str, ...]:
        """The bugs that only the first one repairs."""
        return tuple(id for id in self.before.repaired if id not in set(self.after.repaired))

    @property
    def gained(self) -> tuple[str, ...]:
        """The bugs that only the second one repairs."""
        return tuple(id for id in self.after.repaired if id not in set(self.before.repaired))

    def cells(self) -> Iterator[tuple[Cell | None, Cell | None]]:
        """Yield the cells of both that differ only in their numbers; None if one lacks the cell."""
        before, after = (
            {_place(cell): cell for cell in one.score.cells} for one in (self.before, self.after)
        )
        for place in dict.fromkeys(chain(before, after)):
            yield before.get(place), after.get(place)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "before": self.before.augment,
            "after": self.after.augment,
            "lost": list(self.lost),
            "gained": list(self.gained),
            "cells": [_compared(*both) for both in self.cells()],
        }


def _place(cell: Cell) -> tuple[str, ...]:
    return cell.metric, cell.mutator, cell.fault, cell.group


def _compared(before: Cell | None, after: Cell | None) -> dict[str, Any]:
    known = before or after
    assert known is not None
    head = dict(zip(("metric", "mutator", "fault", "group"), _place(known), strict=True))
    both = {"before": before, "after": after}
    return {**head, **{name: None if cell is None else _numbers(cell) for name, cell in both.items()}}


def _numbers(cell: Cell) -> dict[str, Any]:
    names = ("numerator", "denominator", "value", "percent", "ci", "ci_method", "repaired")
    data = cell.to_dict()
    return {name: data[name] for name in names}


@dataclass(frozen=True)
class Retrained:
    """The results of all trainings.

    Attributes:
        model: Name of the model.
        k: Number of candidates that were asked for.
        pairs: Counts of the rows of pairs.
        trainings: Trainings in the order of the numbers.
    """

    model: str
    k: int
    pairs: RowCount
    trainings: tuple[Training, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The first training and each other one."""
        first, *others = self.trainings
        return tuple(Change(first, other) for other in others)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "schema": SCHEMA,
            "model": self.model,
            "k": self.k,
            "pairs": {"read": self.pairs.read, "kept": self.pairs.kept},
            "trainings": [one.to_dict() for one in self.trainings],
            "changes": [one.to_dict() for one in self.changes],
        }


def retrain(
    pairs: Rows,
    bugs: Rows,
    options: RetrainOptions | None = None,
    *,
    model: str | Endpoint = Memory.name,
    failed: Failed | None = None,
    reporter: Reporter = SILENT,
) -> Retrained:
    """Train a model several times, with more and more mutated pairs, and measure each time what it repairs (criterion `exact`).

    Pairs and bugs may be the same: then the model has seen all bugs. All is done in this process; it does not continue
    after a kill.

    Args:
        pairs: what it is trained with: rows with `id`, `buggy` and `fixed`.
        bugs: what it is asked: rows of ``bugs.jsonl``.
        options: the defaults for None.
        model: "memory", which is trained; or any other model, whose requests have the nearest pairs as examples.
        failed: gets the bad rows; without it, the first one is raised.
        reporter: shows how many trainings are done.

    Raises:
        MutationError: the model cannot be trained; a row is bad, and there is no `failed`; a mutator is not known.
        OSError: something cannot be read or written.
    """
    asked, bad, count = options or RetrainOptions(), failed or raised, RowCount()
    if isinstance(model, str) and model != Memory.name:
        raise MutationError(f"the model {model!r} cannot be trained here; there is: {Memory.name}")
    with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
        work = _Work(Path(folder), asked, bad, None if isinstance(model, str) else model)
        good = read_rows(pairs, Pair.from_row, bad, count, key=lambda pair: pair.id)
        _write(work.pairs, (vars(pair) for pair in good))
        found = read_rows(bugs, bug_reader(bugs), bad, key=lambda bug: bug.id)
        _write(work.bugs, (bug_row(bug, work.bugs) for bug in found))
        _write(work.mutants, work.made())
        with reporter.bar(len(asked.augment), "trainings") as advance:
            done = list[Training]()
            for number in asked.augment:
                done.append(work.training(number))
                advance()
        name = model if isinstance(model, str) else done[-1].score.model
        return Retrained(name, asked.k, count, tuple(done))


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("wb") as stream:
        stream.writelines(map(encode, rows))


@dataclass(frozen=True)
class _Work:
    """The files of the trainings.

    Attributes:
        folder: holds them.
        options: how to train, and how to measure.
        failed: gets the bad rows.
        model: Model that is given examples; None for a memory, which is trained.
    """

    folder: Path
    options: RetrainOptions
    failed: Failed
    model: Endpoint | None

    @property
    def pairs(self) -> Path:
        """The pairs, without bad rows."""
        return self.folder / "pairs.jsonl"

    @property
    def bugs(self) -> Path:
        """The bugs, without bad rows."""
        return self.folder / "bugs.jsonl"

    @property
    def mutants(self) -> Path:
        """The mutants of the bugs."""
        return self.folder / "mutants.jsonl"

    def made(self) -> Iterator[dict[str, Any]]:
        """Yield the mutants of the bugs."""
        how = self.options.mutants
        return mutants(
            self.bugs,
            how.mutators() if how.preset is None else None,
            preset=how.preset,
            seed=how.seed,
            limit_per_method=how.limit_per_method,
            limit_per_mutator=how.limit_per_mutator,
            failed=self.failed,
        )

    def training(self, number: int) -> Training:
        """Train with a number of mutated pairs of each pair, and measure."""
        how, augmented = self.options.pairs, AugmentCount(number)
        more = augment(self.pairs, number, how.choice.mutators(), seed=how.seed, count=augmented)
        folder, pairs = self.folder / f"model{number}", self.folder / f"pairs{number}.jsonl"
        _write(pairs, chain((line.data for line in lines_in(self.pairs)), more))
        trained = train(pairs, folder, self.failed)
        judged = self._judged(
            number, Memory(folder).repair if self.model is None else self._learning(pairs, self.model)
        )
        found = score(judged, criterion="exact")
        return Training(number, augmented, trained, found, tuple(_repaired(judged)))

    def _learning(self, pairs: Path, model: Endpoint) -> Callable[[Iterable[Request], int], Iterator[Answer]]:
        """Return a function that asks a model with examples."""
        examples = Examples(read_rows(pairs, Pair.from_row, self.failed), self.options.examples)
        return lambda requests, k: model.repair(examples.added(requests), k)

    def _judged(self, number: int, repair: Callable[[Iterable[Request], int], Iterator[Answer]]) -> Path:
        """Ask the model, judge its answers, and return the file of the judged rows."""
        answers, judged = (self.folder / f"{name}{number}.jsonl" for name in ("answers", "judged"))
        k = self.options.k
        asked = requests(self.bugs, self.mutants, k=k, failed=self._unknown)
        _write(answers, (answer.to_row() for answer in repair(asked, k)))
        found = judge(self.bugs, self.mutants, answers, Exact(k), failed=self.failed)
        _write(judged, (row.to_row() for row in found))
        return judged

    def _unknown(self, bad: object) -> None:
        raise MutationError(str(bad))


def _repaired(judged: Path) -> Iterator[str]:
    """Yield the ids of the bugs whose original is repaired, in the order of the bugs."""
    for line in lines_in(judged):
        row = JudgedRow.from_row(line.data)
        if row.mutant_id is None and row.first_hit is not None:
            yield row.bug_id
