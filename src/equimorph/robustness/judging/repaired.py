"""The criterion `repaired`: one of the first k candidates passes all tests, in the mutant as it is (leakage study).

A person's label overrides the tests: a candidate that is called wrong does not count. `first_correct` is for strict counts, where
only one that is called right does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from equimorph.bulk.job import Record, Report, Work, reason_of
from equimorph.models.protocol import Candidate
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.joining import Case, Joined, candidates_of, missing_status
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.judging.patched_files import Asked, asked_for
from equimorph.robustness.judging.runs import (
    NOT_RUN,
    RUN_SECONDS,
    Runs,
    checkout_hash,
    row_of,
    row_without_runs,
    status_without_code,
)
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.row import language_of_row, parse_row

__all__ = ["Repaired", "judge_repaired"]


@dataclass(frozen=True)
class Repaired:
    """The criterion with its options. It executes the code of models.

    Attributes:
        k: how many candidates of an answer are looked at; None for all.
        runner: how to compile and test.
    """

    k: int | None = None
    runner: RunnerOptions = RunnerOptions()  # noqa: RUF009 - it is frozen
    work: ClassVar[str] = "equimorph.robustness.judging.repaired:judge_repaired"
    seconds: ClassVar[float] = RUN_SECONDS

    def __post_init__(self) -> None:
        if self.k is not None and self.k < 1:
            raise ValueError(f"k is {self.k}: it counts from 1")

    def options(self) -> dict[str, Any]:
        """Return plain data."""
        return {"k": self.k, "runner": self.runner.to_dict()}

    def identity(self) -> dict[str, Any]:
        """Return the other inputs of the rows; each line has the hash of its checkout."""
        return {}

    def lines(self, found: Joined) -> Iterator[bytes]:
        """Yield a line for each bug or mutant and model: bug by bug, model by model, the original first."""
        hashes = dict[str, str]()
        for original, mutants in found.bugs():
            cases = [original, *mutants]
            sha256 = checkout_hash(original.bug.checkout, hashes)
            for model in found.models:
                for case in cases:
                    yield encode({**_line(case, model, self.k), "checkout_sha256": sha256})


def _line(case: Case, model: str, k: int | None) -> dict[str, Any]:
    answer = case.answers[model]
    return {
        "missing": missing_status(answer),
        "bug": case.bug.to_row(),
        "mutant": None if case.mutant is None else case.mutant.data,
        "model": model,
        "candidates": [candidate.to_row() for candidate in candidates_of(answer)[:k]],
    }


class _Ranks(NamedTuple):
    """1-based ranks of candidates, or None; whether any candidate that ended has code; and how many are truncated.

    A truncated candidate that passes all tests has ended: nothing of the repair is missing.
    """

    hit: int | None
    correct: int | None
    ended: int | None
    has_code: bool
    truncated: int


def judge_repaired(options: Mapping[str, Any]) -> Work:
    """Return a function that judges the answer of a model to a bug or mutant; a row of the input is a line of `Repaired.lines`."""
    runs = Runs(RunnerOptions.from_dict(options["runner"]))

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        runs.start(language_of_row(data["bug"]))
        try:
            row = _judged(runs, data, options["k"])
        except NOT_RUN as error:
            report(error)
            row = row_without_runs(data, data, "repaired", "not_repaired", reason_of(error), options["k"])
        yield encode(row.to_row())

    return made


def _judged(runs: Runs, data: Mapping[str, Any], k: int | None) -> JudgedRow:
    subject = asked_for(data["bug"], None if data["mutant"] is None else parse_row(data["mutant"]))
    candidates = [Candidate.from_row(row) for row in data["candidates"]]
    ranks = _ranks(runs, subject, candidates)
    status = "not_repaired" if ranks.hit is None else "repaired"
    all_truncated = 0 < ranks.truncated == len(candidates)
    return row_of(
        subject,
        data["model"],
        "repaired",
        status if ranks.has_code else status_without_code(data["missing"], all_truncated=all_truncated),
        k=k,
        candidates=len(candidates),
        first_hit=ranks.hit,
        first_correct=ranks.correct,
        first_ended=ranks.ended if ranks.truncated else None,
        truncated=ranks.truncated,
        flaky=_is_flaky(runs, subject),
    )


def _ranks(runs: Runs, subject: Asked, candidates: Sequence[Candidate]) -> _Ranks:
    """Run candidates in their order, as far as they can still matter."""
    hit = correct = ended = None
    has_code, truncated = False, 0
    for rank, candidate in enumerate(candidates, 1):
        if candidate.correct is False or (hit is not None and candidate.correct is None):
            has_code = True  # a person has read the one, and the other comes too late
            ended = ended or rank
            continue
        outcome = runs.outcome(subject, candidate)
        passes = outcome is not None and outcome.status == "pass"
        if candidate.is_truncated and not passes:
            truncated += 1
            continue
        ended = ended or rank
        has_code = has_code or passes or (outcome is not None and not candidate.is_filtered)
        if not passes:
            continue
        hit = hit or rank
        if candidate.correct is True:
            correct = rank
            break
    return _Ranks(hit, correct, ended, has_code, truncated)


def _is_flaky(runs: Runs, subject: Asked) -> bool:
    """Return whether two runs of the faulty program, as it is, differ."""
    first, second = (runs.runner.run(subject.bug, None, turn=turn) for turn in (1, 2))
    return first.behaviour != second.behaviour
