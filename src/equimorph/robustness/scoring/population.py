"""Samples of judged rows: what became of each original and of its mutants, by model and criterion."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from equimorph.robustness.judging.judged import BEHAVIOURS, CRITERIA, Criterion, JudgedRow
from equimorph.rows.tables import Failed, RowCount, Rows, read_rows
from mutators import MutationError

__all__ = ["ALL", "NO_ANSWER", "UNKNOWN", "Judged", "Population", "Result", "Sample", "read"]

ALL = "all"
"""Of a split: not split."""
UNKNOWN = "unknown"
"""Of a split: the row does not say."""
NO_ANSWER = "no_answer"
"""The status of a request that has no answer, by any criterion."""
_STATUSES = {
    "exact": frozenset({"hit", "miss", "undecided", NO_ANSWER}),
    "repaired": frozenset({"repaired", "not_repaired", NO_ANSWER}),
    "behaviour": frozenset({*BEHAVIOURS, NO_ANSWER}),
}
_HITS = {"exact": "hit", "repaired": "repaired"}
_AGREEING = frozenset(
    (criterion, status, missing)
    for criterion, statuses in _STATUSES.items()
    for status in statuses
    for missing in (True, False)
    if criterion not in _HITS or (status == _HITS[criterion]) is not missing
)
"""Criterion, status, and whether there is no first hit."""
_FAULT = {True: "touched", False: "untouched", None: UNKNOWN}
_NAMES = ("criterion", "model", "bug_id", "mutant_id", "mutator", "status", "touched", "same", "behaviour")
_RANKS = ("first_hit", "first_undone", "first_correct")
_NUMBERS = ("k", "lines", "nodes", "changed_tokens", "candidates", "undone", "conflicts", "unparsable")
_FIELDS = (*_NAMES, *_RANKS, *_NUMBERS)
_RANK = slice(len(_NAMES), len(_NAMES) + len(_RANKS))


class Result(NamedTuple):
    """What became of one request, as far as scores need it; equal ones are one object.

    Attributes:
        mutator: of the mutant; "unknown" if the row does not name it.
        fault: "touched", "untouched" or "unknown".
        by: the values of further fields to split by; None where the row lacks one.
        status: as in `JudgedRow`.
        first_hit: likewise.
        first_undone: likewise.
        first_correct: likewise.
        same: likewise.
        changed_tokens: likewise.
    """

    mutator: str
    fault: str
    by: tuple[str | None, ...]
    status: str
    first_hit: int | None
    first_undone: int | None
    first_correct: int | None
    same: bool | None
    changed_tokens: int | None


@dataclass(slots=True)
class Sample:
    """One buggy method, with what became of it and of its mutants.

    Attributes:
        original: None if there is no row of it.
        mutants: by id; the ids find rows that come twice.
        flaky: whether two runs of the original's answer differ.
        lines: of the original method.
        nodes: of its syntax tree.
    """

    original: Result | None = None
    mutants: dict[str, Result] = field(default_factory=dict)
    flaky: bool = False
    lines: int | None = None
    nodes: int | None = None


@dataclass
class Population:
    """The samples of one model, judged by one criterion.

    Attributes:
        model: its name.
        criterion: how its answers were judged.
        samples: by the id of the bug.
        ks: how many candidates were looked at, at the most, by the rows that say it.
    """

    model: str
    criterion: Criterion
    samples: dict[str, Sample] = field(default_factory=dict)
    ks: set[int] = field(default_factory=set)

    @property
    def k(self) -> int:
        """How many candidates the scores are about unless asked otherwise: the largest of the rows, or their last rank."""
        if self.criterion == "behaviour":
            return 1
        return max(self.ks, default=0) or max(
            (max(_ranks(result)) for sample in self.samples.values() for result in _results(sample)),
            default=1,
        )


def _results(sample: Sample) -> list[Result]:
    return [*sample.mutants.values(), *([] if sample.original is None else [sample.original])]


def _ranks(result: Result) -> tuple[int, ...]:
    return result.first_hit or 1, result.first_undone or 1, result.first_correct or 1


def read(
    rows: Rows,
    failed: Failed,
    count: RowCount | None = None,
    criterion: Criterion | None = None,
    by: Sequence[str] = (),
) -> list[Population]:
    """Read judged rows, in any order; memory grows with the ids of bugs and mutants.

    Args:
        rows: a file, or rows.
        failed: gets the bad rows; the others go on.
        count: counts the rows.
        criterion: of rows that have none; rows of another one are dropped. None for what the fields speak of.
        by: fields to split by, besides those that every row has.

    Returns:
        The populations, ordered by model and criterion.

    Raises:
        OSError: the file cannot be read.
    """
    judged = Judged(criterion, tuple(by), RowCount() if count is None else count)
    for _ in read_rows(rows, judged.add, failed, judged.count):
        pass
    return [judged.populations[key] for key in sorted(judged.populations)]


class Judged:
    """Judged rows, put into populations one by one."""

    def __init__(self, criterion: Criterion | None, by: tuple[str, ...], count: RowCount) -> None:
        self.populations: dict[tuple[str, Criterion], Population] = {}
        self.count = count
        self._criterion, self._by = criterion, by
        self._results: dict[tuple[object, ...], Result] = {}
        self._checked: dict[tuple[type, ...], Callable[[tuple[Any, ...]], tuple[int, ...]]] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Add a row.

        Raises:
            MutationError: it is no judged row, or a second one of a mutant or an original.
        """
        values: tuple[Any, ...] = tuple(map(data.get, _FIELDS))
        types = tuple(map(type, values))
        numbers = self._checked.get(types)
        # Rows with fields of the same types differ in values only: these checks are all that `from_row` would make.
        if numbers is None or min(numbers(values)) < 0 or 0 in values[_RANK] or values[0] not in CRITERIA:
            row = JudgedRow.from_row(data, self._criterion)
            values = (row.criterion, *values[1:])
            whole = [index for index, kind in enumerate(types) if kind is int]
            if types[0] is str and len(whole) > 1:
                self._checked[types] = itemgetter(*whole)
        criterion, model, bug, mutant, mutator, status, touched, same, _, *numbered = values
        first_hit, first_undone, first_correct, k, lines, nodes, changed, *_ = numbered
        if (criterion, status, first_hit is None) not in _AGREEING:
            raise MutationError(_disagreement(criterion, status, first_hit))
        if self._criterion is not None and criterion != self._criterion:
            self.count.dropped[f"judged by {criterion}"] += 1
            return
        by = tuple([_split_value(name, data.get(name)) for name in self._by]) if self._by else ()
        key = (mutator, touched, by, status, first_hit, first_undone, first_correct, same, changed)
        result = self._results.get(key)
        if result is None:
            if mutator == ALL:
                raise MutationError(f"a mutator cannot be named {ALL!r}: that stands for no split")
            result = Result(UNKNOWN if mutator is None else mutator, _FAULT[touched], *key[2:])
            self._results[key] = result
        population = self.populations.get((model, criterion))
        if population is None:
            population = self.populations[model, criterion] = Population(model, criterion)
        sample = population.samples.get(bug)
        if sample is None:
            sample = population.samples[bug] = Sample()
        if mutant is None:
            if sample.original is not None:
                raise MutationError(f"a second row of {model}, {bug}")
            sample.original, sample.lines, sample.nodes = result, lines or sample.lines, nodes or sample.nodes
        elif mutant in sample.mutants:
            raise MutationError(f"a second row of {model}, {bug}, mutant {mutant}")
        else:
            sample.mutants[mutant] = result
            if sample.original is None:
                sample.lines, sample.nodes = sample.lines or lines, sample.nodes or nodes
        if data.get("flaky"):
            sample.flaky = True
        if k is not None:
            population.ks.add(k)


def _disagreement(criterion: str, status: str, first_hit: int | None) -> str:
    """Return what is wrong with the status of a row."""
    if status in _STATUSES[criterion]:
        return f"status {status!r} does not agree with first_hit {json.dumps(first_hit)}"
    known = ", ".join(sorted(_STATUSES[criterion]))
    return f"status {status!r} is none of criterion {criterion!r}: {known}"


def _split_value(name: str, value: object) -> str | None:
    """Return the text of a value to split by.

    Raises:
        MutationError: it is a list or an object, or the word for no split.
    """
    if isinstance(value, list | dict):
        raise MutationError(f"field {name!r} is no single value to split by")
    if value == ALL:
        raise MutationError(f"field {name!r} is {ALL!r}: that stands for no split")
    return value if isinstance(value, str | None) else json.dumps(value)
