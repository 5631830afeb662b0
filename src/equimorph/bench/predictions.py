"""Predictions of models in the formats of the field, as rows of the bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import Problem
from equimorph.rows.formats import PREDICTIONS, Format

Parse: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]
AS_THEY_ARE = "programs"
"""The format whose candidates are whole programs, which are run without looking for a function in them."""


def parser_of(format: Format, problems: Mapping[str, Problem]) -> Parse:
    """Return a parser that turns a row in a format into a row of the bench and counts the samples of each problem.

    Args:
        format: Format of the rows.
        problems: Problems by their ids.
    """
    samples = Counter[str]()
    read = _sample if format is PREDICTIONS["human-eval"] else _own

    def parsed(data: Mapping[str, Any]) -> dict[str, Any]:
        row, text = read(data)
        problem = problems.get(row["problem"])
        if problem is None:
            raise ProblemError(f"no problem is called {row['problem']!r:.80}")
        if row.get("lang") not in (None, problem.lang):
            raise ProblemError(f"the problem is one of {problem.lang}, the row of {row['lang']!r:.80}")
        number = samples[problem.id]
        samples[problem.id] += 1
        row.setdefault("id", f"{problem.id}:{number}")
        row.setdefault("sample", number)
        return {**row, "candidate": text}

    return parsed


def _own(data: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Return a row of ours, and its prediction.

    Raises:
        ProblemError: it is none.
    """
    _check(data, "id", "problem", "candidate")
    return dict(data), data["candidate"]


def _sample(data: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Return a sample of HumanEval or EvalPlus without its text, and the text: a solution, or else a completion.

    Raises:
        ProblemError: it is none.
    """
    field = "solution" if data.get("solution") is not None else "completion"
    _check(data, "task_id", field)
    others = {
        name: value for name, value in data.items() if name not in ("completion", "solution", "candidate")
    }
    id = {"id": data["id"]} if isinstance(data.get("id"), str) else {}
    others.pop("id", None)
    return {**id, "problem": data["task_id"], **others}, data[field]


def _check(data: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if not isinstance(data.get(name), str):
            raise ProblemError(f"{name} is a text, not {data.get(name)!r:.80}")
