"""Samples of judged rows: what became of each original and of its mutants, by model and criterion."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, NamedTuple

from equimorph.robustness.judging.judged import (
    BEHAVIOURS,
    CRITERIA,
    NO_ANSWER,
    NO_CODE,
    UNANSWERED,
    Criterion,
    JudgedRow,
    shown_criterion,
    whole_numbers,
)
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows, name_of_rows, numbered_rows
from mutators import MutationError

ALL = "all"
"""Of a split: not split."""
UNKNOWN = "unknown"
"""Of a split: the row does not say."""
_TWICE = "; if this is another model, give it another name"
_FLAKY = "flaky"
"""The status of an original whose runs differ, where a row has no field for it."""
_HITS = frozenset({"hit", "repaired"})
_MISSES = frozenset({"miss", "not_repaired", "undecided", NO_CODE, *UNANSWERED})
_CLASSES = frozenset({*BEHAVIOURS, NO_CODE, *UNANSWERED})
_WHOLE = frozenset({"compile_failure", "pass"})
"""The classes of behaviour that have no details."""
_AGREEING = frozenset(
    (criterion, status, missing)
    for criterion in CRITERIA
    for status in (_FLAKY, *(_CLASSES if criterion == "behaviour" else _HITS | _MISSES))
    for missing in (True, False)
    if status == _FLAKY or criterion == "behaviour" or (status in _HITS) is not missing
)
"""Criterion, status, and whether there is no first hit."""
_FAULT = {True: "touched", False: "untouched", None: UNKNOWN}
_NAMES = ("criterion", "model", "bug_id", "mutant_id", "mutator", "status", "touched", "same", "behaviour")
_RANKS = ("first_hit", "first_undone", "first_correct", "first_ended")
_NUMBERS = (
    "k",
    "lines",
    "nodes",
    "changed_tokens",
    "candidates",
    "undone",
    "conflicts",
    "unparsable",
    "truncated",
    "members",
)
_FIELDS = (*_NAMES, *_RANKS, *_NUMBERS, "fix_scope")
_RANK = slice(len(_NAMES), len(_NAMES) + len(_RANKS))


class Result(NamedTuple):
    """The outcome of one request, as far as scores need it; equal ones are one object.

    Attributes:
        mutator: Mutator of the mutant; "unknown" if the row does not name it.
        fault: "touched", "untouched" or "unknown".
        by: the values of further fields to split by; None where the row lacks one.
        status: see `JudgedRow`.
        first_hit: likewise.
        first_undone: likewise.
        first_correct: likewise.
        first_ended: likewise.
        same: likewise.
        changed_tokens: likewise.
        shown: the behaviour, where the row does not say whether it is the same; "" if it has no field for that at all, None if it
            says that this is unknown.
    """

    mutator: str
    fault: str
    by: tuple[str | None, ...]
    status: str
    first_hit: int | None
    first_undone: int | None
    first_correct: int | None
    first_ended: int | None
    same: bool | None
    changed_tokens: int | None
    shown: str | None


@dataclass(slots=True)
class Sample:
    """One buggy method, with the results for it and for its mutants.

    Attributes:
        original: Result for the original; None if there is no row of it.
        mutants: Results for mutants by id; the ids reveal repeated rows.
        flaky: Whether two runs of the original's answer differ.
        lines: Lines of the original method.
        nodes: Nodes of its syntax tree.
        scope: Needs of the fix, if they exceed what was asked about; None for a whole fix, and if it is not known.
    """

    original: Result | None = None
    mutants: dict[str, Result] = field(default_factory=dict)
    flaky: bool = False
    lines: int | None = None
    nodes: int | None = None
    scope: str | None = None


@dataclass
class Population:
    """The samples of one model, judged by one criterion.

    Attributes:
        model: Name of the model.
        criterion: Criterion of the judgement.
        samples: Samples by the id of the bug.
        ks: The maximum numbers of candidates that were looked at, by the rows that say it.
        words: Words of statuses that are not ours; there, the other fields decide.
        by_class: Whether there are mutants whose behaviour is compared by its class alone.
    """

    model: str
    criterion: Criterion
    samples: dict[str, Sample] = field(default_factory=dict)
    ks: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    by_class: bool = False

    def whole(self) -> Population:
        """Return the population without samples whose fix needs more than what the model was asked about.

        By the criterion exact all samples stay: it compares with the repaired text of what was asked about.
        """
        if self.criterion == "exact":
            return self
        kept = {bug: sample for bug, sample in self.samples.items() if sample.scope is None}
        return replace(self, samples=kept)

    @property
    def k(self) -> int:
        """The default number of candidates: the largest of the rows, or their last rank."""
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
        rows: A file, or rows.
        failed: Gets the bad rows; the others continue.
        count: Counts the rows.
        criterion: Criterion of rows that have none; rows of another one are dropped. None to infer it from the fields,
            or else from the model's other rows, or from all others.
        by: Fields to split by, in addition to the fields that every row has.

    Returns:
        The populations, ordered by model and criterion.

    Raises:
        OSError: the file cannot be read.
    """
    judged = Judged(criterion, tuple(by), RowCount() if count is None else count)
    added = numbered_rows(rows, judged.add, failed, judged.count)
    open_rows = [(number, data) for number, data in added if data is not None]
    known = set(judged.populations)
    for number, data in open_rows:
        try:
            judged.add({**data, "criterion": _criterion_of(data["model"], known)})
        except MutationError as error:
            judged.count.dropped["bad row"] += 1
            failed(BadRow(name_of_rows(rows), number, str(error)))
    for population in judged.populations.values():
        for sample in population.samples.values():
            population.by_class |= _compare(sample)
    return [judged.populations[key] for key in sorted(judged.populations)]


def _criterion_of(model: str, known: Set[tuple[str, Criterion]]) -> Criterion:
    """Return the criterion of a row that does not show it.

    Args:
        model: Model of the row.
        known: models and criteria of the rows that show it.

    Raises:
        MutationError: the other rows have several.
    """
    found = {criterion for name, criterion in known if name == model} or {criterion for _, criterion in known}
    if len(found) > 1:
        raise MutationError(f"no field 'criterion', and other rows have {', '.join(sorted(found))}")
    return next(iter(found), "exact")


class Judged:
    """Judged rows, put into populations one by one."""

    def __init__(self, criterion: Criterion | None, by: tuple[str, ...], count: RowCount) -> None:
        self.populations: dict[tuple[str, Criterion], Population] = {}
        self.count = count
        self._criterion, self._by = criterion, by
        self._results: dict[tuple[object, ...], Result] = {}
        self._checked: dict[tuple[type, ...], Callable[[tuple[Any, ...]], tuple[int, ...]]] = {}

    def add(self, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Add a row, and return None; or return the row if only other rows can show its criterion.

        Raises:
            MutationError: it is no judged row, or a second one of a mutant or an original.
        """
        values: tuple[Any, ...] = tuple(map(data.get, _FIELDS))
        types = tuple(map(type, values))
        numbers = self._checked.get(types)
        # Rows with fields of the same types differ in values only: these checks are all that `from_row` would make.
        if numbers is None or min(numbers(values)) < 0 or 0 in values[_RANK] or values[0] not in CRITERIA:
            data = whole_numbers(data)
            row = JudgedRow.from_row(data, self._criterion)
            if self._criterion is None and data.get("criterion") is None and shown_criterion(data) is None:
                return data
            values = (row.criterion, *map(data.get, _FIELDS[1:]))
            whole = [index for index, kind in enumerate(types) if kind is int]
            if types[0] is str and len(whole) > 1 and float not in types:
                self._checked[types] = itemgetter(*whole)
        criterion, model, bug, mutant, mutator, status, touched, same, shown, *numbered = values
        first_hit, first_undone, first_correct, first_ended, k, lines, nodes, changed, *others, scope = (
            numbered
        )
        candidates, members = others[0], others[-1]
        if self._criterion is not None and criterion != self._criterion:
            self.count.dropped[f"judged by {criterion}"] += 1
            return None
        is_ours = (criterion, status, first_hit is None) in _AGREEING
        if not is_ours:
            _check_status(criterion, status, data)
            status = _status(status, data) if criterion == "exact" else status
        if status == NO_ANSWER and candidates:  # equimorph 0.1 called both so
            status = NO_CODE
        if same is not None or criterion != "behaviour":
            shown = None
        elif shown is None and "same" not in data:
            shown = ""
        by = tuple([_split_value(name, data.get(name)) for name in self._by]) if self._by else ()
        ranks = (first_hit, first_undone, first_correct, first_ended)
        key = (mutator, touched, by, status, *ranks, same, changed, shown)
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
                raise MutationError(f"a second row of {model}, {bug}{_TWICE}")
            sample.original, sample.lines, sample.nodes = result, lines or sample.lines, nodes or sample.nodes
        elif mutant in sample.mutants:
            raise MutationError(f"a second row of {model}, {bug}, mutant {mutant}{_TWICE}")
        else:
            sample.mutants[mutant] = result
            if sample.original is None:
                sample.lines, sample.nodes = sample.lines or lines, sample.nodes or nodes
        if scope is not None and scope != "method" and not (scope == "methods" and (members or 1) > 1):
            sample.scope = scope
        if data.get("flaky") or status == _FLAKY:
            sample.flaky = True
        if k is not None:
            population.ks.add(k)
        if not is_ours:
            population.words.add(data["status"])
        return None


def _check_status(criterion: Criterion, status: str, data: Mapping[str, Any]) -> None:
    """Check a status that is not one of ours for its criterion and first hit: the other fields must say what became of the answer.

    Raises:
        MutationError: they do not, or they say something else.
    """
    if criterion == "behaviour":
        if data.get("same") is None:
            raise MutationError(f"status {status!r} is no class of behaviour: {', '.join(sorted(_CLASSES))}")
    elif status in _HITS | _MISSES:
        first_hit = json.dumps(data.get("first_hit"))
        raise MutationError(f"status {status!r} does not agree with first_hit {first_hit}")
    elif "first_hit" not in data:
        raise MutationError(f"no field 'first_hit', and status {status!r} does not say what it is")


def _status(word: str, data: Mapping[str, Any]) -> str:
    """Return a status that is not one of ours; "undecided" where only conflicts are counted."""
    judged = data.get("first_hit") is not None or data.get("undone") or data.get("unparsable")
    return "undecided" if data.get("conflicts") and not judged else word


def _compare(sample: Sample) -> bool:
    """Compare mutants with the original where their rows do not say whether the behaviour is the same.

    Returns:
        Whether nothing but classes could be compared for one of them.
    """
    original, by_class = sample.original, False
    if original is None or original.status == NO_CODE or original.status in UNANSWERED:
        return False
    for mutant, result in sample.mutants.items():
        if result.shown is not None and result.status in BEHAVIOURS:
            sample.mutants[mutant] = result._replace(same=_is_same(original, result))
            same_class = result.status == original.status and result.status not in _WHOLE
            by_class |= same_class and result.shown == original.shown == ""
    return by_class


def _is_same(one: Result, other: Result) -> bool | None:
    """Return whether two behaviours are the same: class and details (spec 3.3); None if that is unknown."""
    if one.status != other.status or one.status in _WHOLE:
        return one.status == other.status
    details = {one.shown, other.shown}
    if None in details or ("" in details and len(details) == 2):
        return None
    return len(details) == 1


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
