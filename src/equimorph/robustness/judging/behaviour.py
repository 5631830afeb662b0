"""The criterion `behaviour`: the patched mutant shows what the patched original shows (RobustNPR, section 3.4.2).

Only the first candidate counts. It is put into the mutant as it is; nothing is undone. A truncated one is not run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from equimorph.bulk.job import Record, Report, Work, reason_of
from equimorph.models.protocol import Candidate
from equimorph.projects.options import RunnerOptions
from equimorph.projects.outcome import Outcome
from equimorph.robustness.judging.joining import Case, Joined, candidates_of, missing_status
from equimorph.robustness.judging.judged import TRUNCATED, JudgedRow
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

__all__ = ["Behaviour", "judge_behaviour"]


@dataclass(frozen=True)
class Behaviour:
    """The criterion with its options. It executes the code of models.

    Attributes:
        runner: how to compile and test.
    """

    runner: RunnerOptions = RunnerOptions()  # noqa: RUF009 - it is frozen
    work: ClassVar[str] = "equimorph.robustness.judging.behaviour:judge_behaviour"
    seconds: ClassVar[float] = RUN_SECONDS

    def options(self) -> dict[str, Any]:
        """Return plain data."""
        return {"runner": self.runner.to_dict()}

    def identity(self) -> dict[str, Any]:
        """Return the other inputs of the rows; each line has the hash of its checkout."""
        return {}

    def lines(self, found: Joined) -> Iterator[bytes]:
        """Yield a line for each bug and model, with the first candidates for the original and for all mutants."""
        hashes = dict[str, str]()
        for original, mutants in found.bugs():
            cases = [original, *mutants]
            sha256 = checkout_hash(original.bug.checkout, hashes)
            for model in found.models:
                answers = [_first(case, model) for case in cases]
                head = {"bug": original.bug.to_row(), "checkout_sha256": sha256, "model": model}
                yield encode({**head, "cases": answers})


def _first(case: Case, model: str) -> dict[str, Any]:
    answer = case.answers[model]
    first = candidates_of(answer)[:1]
    is_truncated = any(candidate.is_truncated for candidate in first)
    return {
        "missing": TRUNCATED if is_truncated else missing_status(answer),
        "mutant": None if case.mutant is None else case.mutant.data,
        "candidates": [candidate.to_row() for candidate in first],
    }


def judge_behaviour(options: Mapping[str, Any]) -> Work:
    """Return a function that judges the answers to a bug and its mutants; a row of the input is a line of `Behaviour.lines`."""
    runs = Runs(RunnerOptions.from_dict(options["runner"]))

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        runs.start(language_of_row(data["bug"]))
        try:
            rows = list(_judged(runs, data))
        except NOT_RUN as error:
            report(error)
            reason = reason_of(error)
            rows = [row_without_runs(data, case, "behaviour", "crash", reason, 1) for case in data["cases"]]
        yield from (encode(row.to_row()) for row in rows)

    return made


def _judged(runs: Runs, data: Mapping[str, Any]) -> Iterator[JudgedRow]:
    """Yield the rows of a bug and a model, the original first."""
    first, *others = data["cases"]
    subject = asked_for(data["bug"], None)
    candidate = _candidate(first)
    original = None if candidate is None else runs.outcome(subject, candidate)
    flaky = candidate is not None and original is not None and _differs(runs, subject, candidate, original)
    yield _row(subject, data["model"], first, original, None, flaky)
    for case in others:
        mutant = Asked(subject.bug, subject.place, parse_row(case["mutant"]))
        candidate = _candidate(case)
        outcome = None if candidate is None else runs.outcome(mutant, candidate)
        same = None
        if original is not None and case["missing"] is None:
            same = outcome is not None and outcome.behaviour == original.behaviour
        yield _row(mutant, data["model"], case, outcome, same, flaky)


def _candidate(case: Mapping[str, Any]) -> Candidate | None:
    """Return the candidate to run; None if there is none, or if it is truncated or filtered."""
    if case["missing"] is not None:
        return None
    candidates = map(Candidate.from_row, case["candidates"])
    return next((candidate for candidate in candidates if not candidate.is_filtered), None)


def _differs(runs: Runs, subject: Asked, candidate: Candidate, first: Outcome) -> bool:
    """Return whether a second run shows another behaviour; what does not compile is not run again."""
    if first.status == "compile_failure":
        return False
    second = runs.outcome(subject, candidate, turn=2)
    return second is None or second.behaviour != first.behaviour


def _row(
    subject: Asked,
    model: str,
    case: Mapping[str, Any],
    outcome: Outcome | None,
    same: bool | None,
    flaky: bool,
) -> JudgedRow:
    return row_of(
        subject,
        model,
        "behaviour",
        status_without_code(case["missing"]) if outcome is None else outcome.status,
        k=1,
        candidates=len(case["candidates"]),
        truncated=int(case["missing"] == TRUNCATED),
        first_hit=1 if outcome is not None and outcome.status == "pass" else None,
        behaviour=None if outcome is None else outcome.behaviour,
        same=same,
        flaky=flaky,
    )
