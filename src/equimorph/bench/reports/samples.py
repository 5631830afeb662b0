"""Samples of models as a report needs them, read from the rows of files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.predictions import Names
from equimorph.bench.problems import UNPERTURBED, Problem
from equimorph.rows.labels import passed_of
from equimorph.rows.tables import Failed, RowCount, Rows, read_rows

__all__ = ["ORIGINAL", "Reading", "Sample", "numbered", "stem_of"]

ORIGINAL = "original"
"""The group of rows without a field `perturbation`."""
_PACKED = (".gz", ".zst")
_LARGEST = 1e100
"""The largest size of a score; sums of larger ones might not fit into a float."""


@dataclass(frozen=True)
class Sample:
    """A sample of a model for a problem.

    Attributes:
        model: Name of the model; None where the row has none.
        problem: Id of the problem.
        original: Id of the problem whose prompt was perturbed; the problem itself for all others.
        group: Name of the perturbation, or `ORIGINAL`.
        seed: Seed of the perturbation, as text.
        number: Number of the sample; None where the row has none.
        passed: Whether its tests pass; None where nobody knows.
        outcome: Outcome of its tests, or "error" for a row with an error instead; "" where nobody knows.
        scores: Scores by metric.
    """

    model: str | None
    problem: str
    original: str
    group: str
    seed: str
    number: int | None
    passed: bool | None
    outcome: str
    scores: Mapping[str, float | None]

    @property
    def prompt(self) -> tuple[str, str, str]:
        """The key of the prompt."""
        return self.problem, self.group, self.seed


def stem_of(path: PurePath) -> str:
    """Return the name of a file without its suffixes: gpt-4.1 for gpt-4.1.jsonl.gz."""
    plain = path.with_suffix("") if path.suffix in _PACKED else path
    return plain.stem


def _group(data: Mapping[str, Any]) -> str:
    """Return the group of a row or problem: its perturbation, or `ORIGINAL`.

    Raises:
        ProblemError: It is no text.
    """
    group = data.get("perturbation")
    if group is not None and not isinstance(group, str):
        raise ProblemError(f"perturbation is a text, not {group!r:.80}")
    return group or ORIGINAL


@dataclass
class Reading:
    """The rules by which rows of files become samples of models.

    A model has the name that its rows have in the field `model`, or else the name of its file. Rows of two files are two models.

    Attributes:
        files: Files, or their rows, by name.
        id_of: Returns the id of the problem with a name; raises a `ProblemError` if there is none.
    """

    files: Mapping[str, Rows]
    id_of: Callable[[str], str] = str

    @classmethod
    def of(cls, files: Mapping[str, Rows], problems: Iterable[Problem] | None) -> Reading:
        """Return the rules for rows of these problems, by any of their names; for None, of any."""
        if problems is None:
            return cls(files)
        names = Names(problems)
        return cls(files, lambda name: names.problem(name).id)

    def samples(self, failed: Failed, count: RowCount | None = None) -> dict[str, list[Sample]]:
        """Return the samples of each model by its name.

        Args:
            failed: Gets bad rows: those without a problem, of an unknown problem, or with the id of an earlier row of its model.
            count: Counts the rows.

        Raises:
            OSError: A file cannot be read.
        """
        by_key = defaultdict[tuple[str, str | None], list[Sample]](list)
        for name, rows in self.files.items():
            for sample, _ in read_rows(rows, self._parser(), failed, count):
                by_key[name, sample.model].append(sample)
        names = _names(by_key)
        return {names[key]: samples for key, samples in by_key.items()}

    def named(self) -> Iterator[dict[str, Any]]:
        """Yield the rows of all samples, with the id of the problem and the name of the model; bad rows are left out.

        Raises:
            OSError: A file cannot be read.
        """
        models = dict.fromkeys(
            (name, sample.model)
            for name, rows in self.files.items()
            for sample, _ in read_rows(rows, self._parser(), lambda bad: None)
        )
        names = _names(models)
        for name, rows in self.files.items():
            for sample, data in read_rows(rows, self._parser(), lambda bad: None):
                yield {**data, "problem": sample.problem, "model": names[name, sample.model]}

    def _parser(self) -> Callable[[Mapping[str, Any]], tuple[Sample, Mapping[str, Any]]]:
        ids = set[tuple[str | None, object]]()

        def parsed(data: Mapping[str, Any]) -> tuple[Sample, Mapping[str, Any]]:
            sample = _sample(data)
            problem = self.id_of(sample.problem)
            original = problem if sample.original == sample.problem else sample.original
            sample = replace(sample, problem=problem, original=original)
            id = data.get("id")
            if isinstance(id, str | int):
                if (sample.model, id) in ids:
                    raise ProblemError(f"a second row of {id!r:.80}")
                ids.add((sample.model, id))
            return sample, data

        return parsed


def _names(models: Iterable[tuple[str, str | None]]) -> dict[tuple[str, str | None], str]:
    """Return the names of models by file and field: the field where it is of one file alone, or else with the name of the file."""
    keys = list(models)
    files = Counter(model for _, model in keys if model is not None)
    usual = {
        (name, model): name if model is None else model if files[model] == 1 else f"{model} ({name})"
        for name, model in keys
    }
    often = Counter(usual.values())
    return {key: shown if often[shown] == 1 else f"{shown} ({key[0]})" for key, shown in usual.items()}


def _sample(data: Mapping[str, Any]) -> Sample:
    """Return the sample of a row.

    Raises:
        MutationError: The row has no problem, or a field has no fitting value.
    """
    problem = data.get("problem", data.get("task_id"))
    if isinstance(problem, int) and not isinstance(problem, bool):  # as in results of MBPP
        problem = str(problem)
    if not isinstance(problem, str):
        raise ProblemError("a row has problem or task_id, a text")
    passed, model, original = passed_of(data), data.get("model"), data.get("original")
    outcome, group = data.get("outcome"), _group(data)
    seed = None if group in (ORIGINAL, UNPERTURBED) else data.get("perturbation_seed", data.get("seed"))
    if passed is None:
        outcome = "error" if data.get("error") else ""
    elif not isinstance(outcome, str):
        outcome = "pass" if passed else "fail"
    number = data.get("sample")
    return Sample(
        model if isinstance(model, str) and model else None,
        problem,
        original if isinstance(original, str) and original else problem,
        group,
        "" if seed is None else str(seed),
        number if isinstance(number, int) and not isinstance(number, bool) else None,
        passed,
        outcome,
        _scores(data.get("scores")),
    )


def _scores(scores: object) -> Mapping[str, float | None]:
    if not isinstance(scores, Mapping | None):
        raise ProblemError("scores are an object")
    for name, score in (scores or {}).items():
        number = isinstance(score, int | float) and not isinstance(score, bool)
        if score is not None and not (number and abs(score) <= _LARGEST):
            raise ProblemError(f"the score {name!r:.80} is neither null nor a number up to {_LARGEST:g}")
    return scores or {}


def numbered(samples: Sequence[Sample]) -> dict[int, Sample]:
    """Return the samples of one prompt by number; those without one, or with a number that is taken, get the next free one."""
    by_number = dict[int, Sample]()
    rest = list[Sample]()
    for sample in samples:
        if sample.number is None or sample.number in by_number:
            rest.append(sample)
        else:
            by_number[sample.number] = sample
    free = 0
    for sample in rest:
        while free in by_number:
            free += 1
        by_number[free] = sample
    return by_number
