"""Judging all answers by a criterion, as rows or to a file, by several processes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from equimorph.bulk.job import Job, Record
from equimorph.bulk.working import Target, worked
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.joining import Joined, joined
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.rows.tables import Failed, RowCount, Rows, raised
from equimorph.version import __version__

__all__ = ["Judging", "Summary", "judge", "write_judged"]


class Judging(Protocol):
    """A criterion with its options, such as `Exact`."""

    @property
    def work(self) -> str:
        """``module:function`` of the work on a line, as `Job` has it; it makes judged rows."""

    @property
    def seconds(self) -> float:
        """The time limit for a line."""

    def options(self) -> dict[str, Any]:
        """Return the options of the work, plain data."""

    def identity(self) -> dict[str, Any]:
        """Return the other inputs of the rows."""

    def lines(self, found: Joined) -> Iterator[bytes]:
        """Yield lines of JSON for the work, in the order of the judged rows; each has all that the work needs."""


@dataclass(frozen=True)
class Summary:
    """The numbers of judged rows.

    Attributes:
        rows: how many judged rows there are.
        models: the names of the models, in alphabetical order.
        counts: Counts of the rows of "bugs", "mutants" and "answers".
    """

    rows: int
    models: tuple[str, ...]
    counts: Mapping[str, RowCount]


def judge(
    bugs: Rows,
    mutants: Rows,
    answers: Rows,
    criterion: Judging | None = None,
    *,
    failed: Failed | None = None,
) -> Iterator[JudgedRow]:
    """Yield the judgement of each bug and mutant with each model: bug by bug, model by model, the original first.

    There is a row also where no answer came.

    Args:
        bugs, mutants, answers: files, or rows; only places of mutants and answers are in memory.
        criterion: `Exact` with all candidates if there is no other one.
        failed: gets the bad rows; without it, the first one is raised.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        OSError: a file cannot be read.
    """
    how = Exact() if criterion is None else criterion
    with joined(bugs, mutants, answers, failed or raised) as inputs:
        work = Job(how.work, how.options(), "", "", __version__).load()
        for number, line in enumerate(how.lines(inputs), 1):
            for row in work(Record(number, line), _raise):
                yield JudgedRow.from_row(json.loads(row))


def _raise(error: object) -> None:
    raise error if isinstance(error, Exception) else RuntimeError(str(error))


def write_judged(
    target: Target, bugs: Rows, mutants: Rows, answers: Rows, criterion: Judging, failed: Failed
) -> Summary:
    """Write the rows that `judge` yields, by several processes, and again after a kill.

    Args:
        target: Destination of the rows.
        bugs, mutants, answers: See `judge`.
        criterion: Criterion of the judgement.
        failed: Gets the bad rows.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other rows.
        OSError: something cannot be read or written.
    """
    with joined(bugs, mutants, answers, failed) as inputs:
        total = worked(
            target,
            criterion.work,
            criterion.options(),
            criterion.lines(inputs),
            "requests",
            criterion.identity(),
            criterion.seconds,
        )
        return Summary(total, inputs.models, inputs.counts)
