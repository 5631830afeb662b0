"""Rows completed before a report: predictions are run, and rows get the scores that they lack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equimorph.bench import Problem, RunOptions, run_bench
from equimorph.bench.predictions import Predictions
from equimorph.bulk.working import Target
from equimorph.cli.row_files import Named
from equimorph.cli.session import Session
from equimorph.codescore.gate import Gate
from equimorph.metrics.registry import find_metric
from equimorph.metrics.rows import pair_of
from equimorph.metrics.scoring import Asked, write_scored
from equimorph.rows.formats import FormatError
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow, Rows, lines_in, name_of_rows
from equimorph.runs.whole import whole_file
from equimorph.texts.sketching import has_sketches
from mutators import MutationError

if TYPE_CHECKING:
    from equimorph.codescore.model import CodeScore

Row = Mapping[str, Any]
_CODESCORE = "codescore-r"
_PARTS = ("picked", "part")
"""Beginnings of the names of files of a step: the rows that are chosen, and what is made of them."""


@dataclass(frozen=True)
class Completing:
    """The steps that make rows complete; a step whose file is in the folder already is not done again.

    Attributes:
        work: Folder for the files of the steps.
        jobs: Number of worker processes.
        session: Gets what fails.
        problems: Problems of predictions by id; None if nothing is to be run.
        running: Returns the options for running candidates; called if there is something to run.
        metrics: Metrics of rows that lack them; None for none.
        codescore: A model of CodeScore-R; None for none.
        notes: Numbers of rows that cannot be scored, by reason.
    """

    work: Path
    jobs: int
    session: Session
    problems: Mapping[str, Problem] | None
    running: Callable[[], RunOptions]
    metrics: Asked | None
    codescore: CodeScore | None
    notes: Counter[str] = field(default_factory=Counter)

    def completed(self, number: int, rows: Rows) -> Rows:
        """Return the rows of a file with all that is asked for.

        Args:
            number: Number of the file.
            rows: The file.

        Raises:
            FormatError, MetricError, JdkNotFound, BulkError, OSError: See `run_bench` and `write_scored`.
        """
        if self.problems is not None:
            rows = self._ran(number, rows, self.problems)
            if self.metrics is not None or self.codescore is not None:
                rows = self._paired(number, rows, self.problems)
        if self.metrics is not None:
            rows = self._scored(number, rows, self.metrics)
        if self.codescore is not None:
            rows = self._codescored(number, rows, self.codescore)
        return rows

    def _target(self, place: Path) -> Target:
        return Target(out=place, jobs=self.jobs, reporter=self.session)

    def _ran(self, number: int, rows: Rows, problems: Mapping[str, Problem]) -> Rows:
        """Return rows with the outcomes of tests; only rows without `passed` are run."""
        labels = [line.data.get("passed") is not None for line in lines_in(rows) if line.error is None]
        if labels and all(labels):
            return rows
        place = self.work / f"ran-{number}.jsonl"

        def run(target: Target, predictions: Rows) -> None:
            tally, count = run_bench(target, predictions, problems, self.running(), self.session.bad_row)
            outcomes = f"; {tally.summary()}" if tally.outcomes else ""
            self.session.note(f"{name_of_rows(rows)}: predictions: {count.summary()}{outcomes}")

        def run_some(target: Target, predictions: Rows) -> None:
            assert target.out is not None
            try:
                run(target, predictions)
            except FormatError as error:  # such as rows with an error in place of a candidate
                self.session.failed(error)
                target.out.touch()

        if any(labels):
            return self._merged(place, rows, lambda row: row.get("passed") is None, run_some)
        if not place.exists():
            run(self._target(place), rows)
        return Named(place, name_of_rows(rows))

    def _paired(self, number: int, rows: Rows, problems: Mapping[str, Problem]) -> Rows:
        """Return rows with candidate and reference; rows that another program has judged lack them."""

        def pair(target: Target, predictions: Rows) -> None:
            assert target.out is not None
            with whole_file(target.out) as stream:
                for row in Predictions(predictions, problems, self.session.bad_row).pairs():
                    stream.write(encode(row))

        def chosen(row: Row) -> bool:
            return row.get("passed") is not None and bool(_not_a_pair(row))

        if not any(chosen(line.data) for line in lines_in(rows)):
            return rows
        return self._merged(self.work / f"paired-{number}.jsonl", rows, chosen, pair)

    def _scored(self, number: int, rows: Rows, wanted: Asked) -> Rows:
        """Return rows with scores; a row is scored by the metrics that it lacks."""
        lacking = {tuple(self._lacking(line.data, wanted)) for line in lines_in(rows) if line.error is None}
        for step, names in enumerate(sorted(lacking - {()})):
            options = {name: value for name, value in wanted.options.items() if _has(names, name)}
            some = Asked(names, options)

            def chosen(row: Row, names: Sequence[str] = names) -> bool:
                return tuple(self._lacking(row, wanted)) == names and self._can_be_scored(row)

            def score(target: Target, pairs: Rows, some: Asked = some) -> None:
                write_scored(target, pairs, some, self.session.bad_row)

            rows = self._merged(self.work / f"scored-{number}-{step}.jsonl", rows, chosen, score)
        return rows

    @staticmethod
    def _lacking(row: Row, wanted: Asked) -> Iterator[str]:
        scores = row.get("scores")
        having = scores if isinstance(scores, Mapping) else {}
        return (name for name in wanted.metrics if name not in having)

    def _can_be_scored(self, row: Row) -> bool:
        if reason := _not_a_pair(row):
            self.notes[reason] += 1
        return not reason

    def _codescored(self, number: int, rows: Rows, model: CodeScore) -> Rows:
        """Return rows with scores of CodeScore-R."""
        from equimorph.codescore.scoring import scored

        def chosen(row: Row) -> bool:
            having = row.get("scores")
            if (isinstance(having, Mapping) and _CODESCORE in having) or not self._can_be_scored(row):
                return False
            return has_sketches(str(row["lang"]).lower())

        def score(target: Target, pairs: Rows) -> None:
            assert target.out is not None
            with Gate() as gate, whole_file(target.out) as stream:
                for row in scored(model, pairs, gate, failed=self.session.bad_row):
                    stream.write(encode(row))

        return self._merged(self.work / f"codescore-{number}.jsonl", rows, chosen, score)

    def _merged(
        self, place: Path, rows: Rows, chosen: Callable[[Row], bool], make: Callable[[Target, Rows], None]
    ) -> Rows:
        """Return rows of which the chosen ones are replaced by what is made of them; all keep their lines and their ids.

        Args:
            place: File for the result.
            rows: Rows.
            chosen: Returns whether a row is chosen.
            make: Writes what is made of the chosen rows, whose ids are their numbers; it may leave some out.
        """
        name, picked, part = name_of_rows(rows), *(place.with_name(f"{of}-{place.name}") for of in _PARTS)
        if not place.exists():
            _write(picked, _picked(rows, chosen))
            make(self._target(part), Named(picked, name))
            _write(place, self._joined(rows, part))
            picked.unlink()
            part.unlink()
        return Named(place, name)

    def _joined(self, rows: Rows, part: Path) -> Iterator[tuple[int, Row]]:
        results = lines_in(part)
        following = next(results, None)
        for line in lines_in(rows):
            if line.error is not None:
                self.session.bad_row(BadRow(name_of_rows(rows), line.number, line.error))
            elif following is None or following.data["id"] != str(line.number):
                yield line.number, line.data
            else:
                yield line.number, _with_id(following.data, line.data)
                following = next(results, None)


def _not_a_pair(row: Row) -> str:
    """Return why metrics cannot score a row; "" if they can."""
    try:
        pair_of({**row, "id": ""})
    except MutationError as error:
        return str(error)
    return ""


def _picked(rows: Rows, chosen: Callable[[Row], bool]) -> Iterator[tuple[int, Row]]:
    for line in lines_in(rows):
        if line.error is None and chosen(line.data):
            yield line.number, {**line.data, "id": str(line.number)}


def _write(place: Path, rows: Iterable[tuple[int, Row]]) -> None:
    """Write rows, each in the line of its number."""
    last = 0
    with whole_file(place) as stream:
        for number, row in rows:
            stream.write(b"\n" * (number - last - 1) + encode(row))
            last = number


def _with_id(row: Row, before: Row) -> dict[str, Any]:
    """Return a row with the id that it had before; without one if it had none."""
    rest = {name: value for name, value in row.items() if name != "id"}
    return {"id": before["id"], **rest} if "id" in before else rest


def _has(metrics: Iterable[str], option: str) -> bool:
    return any(option in find_metric(name).options for name in metrics)
