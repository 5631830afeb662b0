"""The folder of a study while it is worked on: its files, its reporter, and the remarks for the reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimorph.bulk.working import Target
from equimorph.robustness.steps import Counting
from equimorph.robustness.study.options import StudyOptions
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow
from equimorph.runs.whole import whole_file

BUGS, MUTANTS, REQUESTS = "bugs.jsonl", "mutants.jsonl", "requests.jsonl"
RUNS = "runs"
"""The folder that keeps what was compiled and run until the study is done."""
REPLIES = "replies"
"""The folder of the replies that chat models pay for."""


class Place:
    """The folder of a study.

    Args:
        options: Options of the study.
        out: The folder.
        target: Jobs and reporter.

    Attributes:
        runs: The folder of what was compiled and run.
        replies: The folder of the replies that chat models pay for.
        again: Whether requests with an error are asked again.
        reporter: Gets failures and notes.
        runner: Options for running tests, with a cache.
    """

    def __init__(self, options: StudyOptions, out: Path, target: Target) -> None:
        self.options, self.out = options, out
        self.reporter = Counting(target.reporter)
        self.runs, self.replies = out / RUNS, out / REPLIES
        self.again = target.retry is not False
        self.runner = replace(options.runner, cache=options.runner.cache or str(self.runs))
        self._target = replace(target, reporter=self.reporter)

    @property
    def bugs(self) -> Path:
        """The file of bugs."""
        return self.out / BUGS

    @property
    def mutants(self) -> Path:
        """The file of mutants."""
        return self.out / MUTANTS

    def target(self, name: str, jobs: int | None = None) -> Target:
        """Return the target of a file.

        Args:
            name: Name of the file, relative to the folder.
            jobs: Number of workers; None for the study's.
        """
        target = replace(self._target, out=self.out / name, parts=None)
        return target if jobs is None else replace(target, jobs=jobs)

    def failed(self, bad: BadRow) -> None:
        """Report a bad row."""
        self.reporter.failed(str(bad), bad.reason)

    def write_rows(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write rows to a file, whole or not at all."""
        with whole_file(self.out / name) as stream:
            for row in rows:
                stream.write(encode(row))
