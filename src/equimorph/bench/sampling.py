"""Samples of a model for problems: rows that `run_bench` reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import Problem
from equimorph.bulk.working import Target
from equimorph.models import Endpoint, Request
from equimorph.models.asking import Requests, opened_requests, write_answers
from equimorph.rows.jsonl import encode, packed, rows_hash
from equimorph.runs.partial import partial
from equimorph.runs.whole import whole_file

__all__ = ["sample_bench"]

Opened: TypeAlias = Callable[[Requests], AbstractContextManager[Endpoint]]
"""Opens the model; gets the requests, which a file of answers is compared with."""


def sample_bench(
    target: Target, problems: Sequence[Problem], opened: Opened, *, k: int = 1, seed: int = 0
) -> Mapping[str, int]:
    """Ask a model for solutions, and write a row for each: `id`, `problem`, `lang`, `sample`, `candidate`, `model`.

    A problem whose request has an error has no rows. The same call continues a run that was stopped.

    Args:
        target: File of the rows.
        problems: Problems; the request has their prompt as its text.
        opened: Opens the model.
        k: Number of samples of each problem.
        seed: Seed for models that draw.

    Returns:
        The counts of `write_answers`; "short" is the number of problems whose answer has fewer samples than k.

    Raises:
        ProblemError: a problem has no prompt, or the unfinished run there is another one.
        MutationError: the model cannot be asked at all.
        OSError: something cannot be read or written.
    """
    if target.out is None:
        raise ValueError("samples are written to a file")
    if silent := [problem.id for problem in problems if not problem.prompt.strip()]:
        raise ProblemError(
            f"{len(silent):,} problems have no prompt, such as {silent[0]}: nothing can be asked"
        )
    run = {"problems": rows_hash(problem.to_row() for problem in problems), "k": k, "seed": seed}
    with partial(target.out, run, ProblemError, target.restart) as work:
        place, answers = work / "requests.jsonl", work / "answers.jsonl"
        with whole_file(place) as stream:
            for problem in problems:
                request = Request(problem.id, problem.prompt, (), k, seed, language=problem.lang)
                stream.write(encode(request.to_row()))
        with opened_requests(place) as requests, opened(requests) as model:
            counts = write_answers(replace(target, out=answers, restart=False), requests, model)
        with whole_file(target.out) as whole, packed(whole, target.out) as stream:
            counts["short"] = -counts["errors"]
            for rows in _rows(problems, answers):
                counts["short"] += len(rows) < k
                stream.writelines(map(encode, rows))
    return counts


def _rows(problems: Iterable[Problem], answers: Path) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of each problem."""
    with answers.open("rb") as stream:
        for problem, line in zip(problems, stream, strict=True):
            answer = json.loads(line)
            candidates = [item for item in enumerate(answer["candidates"]) if item[1].get("text") is not None]
            yield [_row(problem, number, candidate, answer["model"]) for number, candidate in candidates]


def _row(problem: Problem, number: int, candidate: Mapping[str, Any], model: str) -> dict[str, Any]:
    row: dict[str, Any] = {"id": f"{problem.id}:{number}", "problem": problem.id, "lang": problem.lang}
    row |= {"sample": number, "candidate": candidate["text"], "model": model}
    reason = candidate.get("finish_reason")
    return row if reason is None else {**row, "finish_reason": reason}
