"""Predictions of models in the formats of the field, as rows of the bench."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.functions import normal_form
from equimorph.bench.problems import Problem
from equimorph.bench.samples import SAMPLES, Sample
from equimorph.rows.formats import PREDICTIONS, FormatError, recognised
from equimorph.rows.jsonl import JsonLine
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows, lines_in, name_of_rows
from mutators import MutationError

__all__ = ["AS_THEY_ARE", "Names", "Predictions", "in_normal_form"]

AS_THEY_ARE = "programs"
"""The format whose candidates are whole programs, which are run without looking for a function in them."""
_BY_PLACE, _FILTERED = PREDICTIONS["bigcode"], PREDICTIONS["lm-eval"]
_NUMBERED = ("MBPP/", "APPS/")
"""The sets whose problems other tools name by a number alone."""
_TRANSLATED = "HumanEval/"
"""The set whose problems HumanEval-X names by language and number."""


class Predictions:
    """The predictions in a file, as rows of the bench: `id`, `problem`, `sample`, `candidate`, and their other fields.

    Args:
        rows: Rows in one of the formats `equimorph.rows.formats.PREDICTIONS`.
        problems: Problems by their ids, in their order.
        failed: Gets bad rows, for example of unknown problems.
        format: Name of the format; None to detect it from the fields.

    Attributes:
        format: The format.
        count: The number of samples that were read, kept or dropped; complete at the end.
        repeated: Number of samples with the text of an earlier one of their problem.

    Raises:
        FormatError: the rows are in no format, do not belong to the problems, or are none.
        OSError: the rows cannot be read.
    """

    def __init__(
        self, rows: Rows, problems: Mapping[str, Problem], failed: Failed, format: str | None = None
    ) -> None:
        self.name = name_of_rows(rows)
        self.format, self._rows = recognised(rows, PREDICTIONS, name=format)
        if isinstance(rows, str | PathLike) and Path(rows).is_file() and next(lines_in(rows), None) is None:
            raise FormatError(f"{self.name}: it has no rows")
        self.count, self.repeated = RowCount(), 0
        self._problems, self._failed, self._names = problems, failed, Names(problems.values())
        self._filter: object = None

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows, each with the number of its line."""
        numbers, ids, texts = Counter[str](), set[str](), set[bytes]()
        for line in self._lines():
            for sample in self._samples(line):
                self.count.read += 1
                try:
                    problem, text = self._names.problem(sample.task), _text(sample)
                    row = _row(sample, problem, numbers[problem.id])
                    if row["id"] in ids:
                        raise ProblemError(f"a second row of {row['id']}")
                except MutationError as error:
                    self._bad(line, error)
                    continue
                numbers[problem.id] += 1
                ids.add(row["id"])
                key = sha256(f"{problem.id}\0{text}".encode("utf-8", "surrogatepass")).digest()[:12]
                self.repeated += key in texts
                texts.add(key)
                yield line.number, row

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Yield the rows with `candidate`, the function of each, and `reference`, the solution of its problem."""
        for _, row in self:
            yield in_normal_form(self._problems[row["problem"]], row, self.format.name == AS_THEY_ARE)

    def summary(self) -> str:
        """Return the counts as a line."""
        repeated = f"; {self.repeated:,} with the text of an earlier one" if self.repeated else ""
        return f"predictions: {self.count.summary()}{repeated}"

    def _lines(self) -> Iterator[JsonLine]:
        """Yield the rows of the file, in a format without names of problems with the name of each.

        Raises:
            FormatError: there are more or fewer places than problems.
        """
        if self.format is not _BY_PLACE:
            yield from lines_in(self._rows)
            return
        lines, names = list(lines_in(self._rows)), list(self._problems)
        if len(lines) != len(names):
            raise FormatError(
                f"{self.name}: {len(lines):,} lists of samples for {len(names):,} problems: give --problems that it was made for"
            )
        for line, name in zip(lines, names, strict=True):
            yield line._replace(data={"task": name, **line.data})

    def _samples(self, line: JsonLine) -> list[Sample]:
        """Return the samples of a row; none of a bad one, which is reported."""
        try:
            if line.error is not None:
                raise ProblemError(line.error)
            if self.format.missing(line.data):
                self._check_format(line.data)
            if self.format is _FILTERED and self._is_filtered(line.data.get("filter")):
                self.count.read += 1
                self.count.dropped["the same answers, filtered again"] += 1
                return []
            return list(SAMPLES[self.format.name](line.data))
        except MutationError as error:
            self.count.read += 1
            self._bad(line, error)
            return []

    def _check_format(self, data: Mapping[str, Any]) -> None:
        """Raise a `ProblemError` for a row in another format than the file's."""
        for other in PREDICTIONS.values():
            if not other.missing(data):
                raise ProblemError(f"the row is in the format {other}, the file in {self.format}")

    def _is_filtered(self, name: object) -> bool:
        """Return whether a row of lm-evaluation-harness has answers that the first filter has, too."""
        self._filter = self._filter or name
        return name is not None and name != self._filter

    def _bad(self, line: JsonLine, error: MutationError) -> None:
        self.count.dropped["bad row"] += 1
        self._failed(BadRow(self.name, line.number, str(error)))


class Names:
    """The problems by the names that other tools have for them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._exact = dict[str, Problem]()
        self._loose = defaultdict[str, list[Problem]](list)
        for problem in problems:
            self._exact[problem.id] = problem
            number = problem.group.rpartition("/")[2]
            names = {_loose(problem.id)}
            if problem.group.startswith(_TRANSLATED):
                names.add(f"{problem.lang}/{number}")
            if problem.id.startswith(_NUMBERED):
                names.add(number)
            for name in names:
                self._loose[name].append(problem)

    def problem(self, task: object) -> Problem:
        """Return the problem with a name or number; case, and what separates the parts of the name, do not count.

        Raises:
            ProblemError: there is none, or several.
        """
        name = str(task) if isinstance(task, int) and not isinstance(task, bool) else task
        if not isinstance(name, str):
            raise ProblemError(f"the name of a problem is a text or a number, not {task!r:.80}")
        if (exact := self._exact.get(name)) is not None:
            return exact
        near = self._loose.get(_loose(name), [])
        if len(near) != 1:
            reason = f"{len(near)} problems are" if near else "no problem is"
            raise ProblemError(f"{reason} called {name!r:.80}")
        return near[0]


def _loose(name: str) -> str:
    return re.sub(r"[\W_]+", "/", name.lower())


def _text(sample: Sample) -> str:
    if not isinstance(sample.text, str):
        raise ProblemError(f"the text of a sample is a text, not {sample.text!r:.80}")
    return sample.text


def _row(sample: Sample, problem: Problem, number: int) -> dict[str, Any]:
    """Return the row of a sample.

    Raises:
        ProblemError: its language differs from the language of its problem.
    """
    fields = dict(sample.fields)
    if fields.get("lang") not in (None, problem.lang):
        raise ProblemError(f"the problem is one of {problem.lang}, the row of {fields['lang']!r:.80}")
    number = number if sample.number is None else sample.number
    id = fields.pop("id", None)
    row: dict[str, Any] = {
        "id": id if isinstance(id, str) else f"{problem.id}:{number}",
        "problem": problem.id,
    }
    row |= {name: value for name, value in fields.items() if name not in row}
    place = row.get("sample")
    if not isinstance(place, int) or isinstance(place, bool):
        place = number
    return {**row, "sample": place, "candidate": sample.text}


def in_normal_form(problem: Problem, row: Mapping[str, Any], as_they_are: bool) -> dict[str, Any]:
    """Return the row of a prediction with the function in it, and its reference.

    Args:
        problem: The problem that was asked for.
        row: A row of `Predictions`.
        as_they_are: Whether it has a whole program, which is run unchanged. A candidate with a record always is.
    """
    text, result = row["candidate"], dict(row)
    if not as_they_are:
        result["candidate"] = text if row.get("mutations") else normal_form(problem, text)
        result["prediction"] = row.get("prediction") or text
    reference = problem.solution or None
    defaults: dict[str, Any] = {"lang": problem.lang, "kind": "user", "reference": reference, "mutations": []}
    result |= {name: value for name, value in defaults.items() if row.get(name) is None}
    return {**result, **problem.surroundings()}
