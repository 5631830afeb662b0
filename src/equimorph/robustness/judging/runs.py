"""The common parts of the criteria that run tests: the lines of work, the runner of a process, and the rows."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimorph.bulk.working import Target
from equimorph.models.protocol import Candidate
from equimorph.projects.options import RunnerOptions
from equimorph.projects.outcome import Outcome
from equimorph.projects.project import content_hash
from equimorph.robustness.judging.judged import NO_CODE, TRUNCATED, Criterion, JudgedRow, Measures
from equimorph.robustness.judging.patched_files import Asked, Unusable
from equimorph.robustness.judging.runner import CheckoutRunner
from equimorph.rows.row import Row, parse_row
from mutators import MutationError
from parsers import ParseError
from parsers.oracles.processes import Watcher

NOT_RUN = (MutationError, ParseError)
"""The errors for a checkout that cannot be run. An `OSError` is another matter: a full disk may have room in the next call."""

RUN_SECONDS = 1_000_000.0
"""For all runs of a line, each of which has its own limit."""
# More than once: what still ends may write meanwhile.
_JANITOR = 'cat >/dev/null; for _ in 1 2 3 4 5 6 7 8 9; do sleep 1; rm -rf -- "$1" && exit; done'


class Runs:
    """The runner of a process, which begins with the first run; its folder is removed also where the process is killed.

    Args:
        options: how to compile and test.
    """

    def __init__(self, options: RunnerOptions) -> None:
        self._options = options
        self._runner: CheckoutRunner | None = None

    def start(self, language: str) -> None:
        """Start the runner for a language, if it is not there.

        Raises:
            JdkNotFound, MutationError: what is needed is not installed.
        """
        self.runner.engine(language)

    @property
    def runner(self) -> CheckoutRunner:
        """The runner.

        Raises:
            JdkNotFound, MutationError: what is needed is not installed.
        """
        if self._runner is None:
            scratch = Path(tempfile.mkdtemp(prefix="equimorph-runs."))
            janitor = Watcher(_JANITOR, str(scratch))
            weakref.finalize(self, _removed, janitor, scratch)
            cache = scratch / "cache" if self._options.cache is None else Path(self._options.cache)
            self._runner = CheckoutRunner(self._options, scratch, cache)
            weakref.finalize(self, CheckoutRunner.close, self._runner)
        return self._runner

    def outcome(self, asked: Asked, candidate: Candidate, turn: int = 1) -> Outcome | None:
        """Return the test results of a candidate; None if it has no code.

        Args:
            asked: The method that the model was asked to repair.
            candidate: Candidate of its answer.
            turn: Number of the run.

        Raises:
            MutationError: the checkout does not compile as it is, or cannot be used at all.
            OSError: something cannot be read or written.
        """
        try:
            patched = asked.patched(candidate)
        except (Unusable, ParseError) as error:
            return Outcome("compile_failure", output=str(error))
        return None if patched is None else self.runner.run(asked.bug, patched.data, patched.line, turn=turn)


def _removed(janitor: Watcher, scratch: Path) -> None:
    """Remove a folder, and end the process that would do so."""
    shutil.rmtree(scratch, ignore_errors=True)
    janitor.stop()


@contextmanager
def kept_runs(target: Target, options: RunnerOptions) -> Iterator[RunnerOptions]:
    """Yield options with a folder for test results, shared by all workers and reused if the call continues.

    If the options name none, it is ``OUT.runs`` beside the output, which is removed when the judging is complete.

    Args:
        target: Destination of the judged rows.
        options: Options for compiling and testing.
    """
    place = target.out or target.parts
    if options.cache is not None or place is None:
        yield options
        return
    folder = place.with_name(f"{place.name}.runs")
    if target.restart:
        shutil.rmtree(folder, ignore_errors=True)
    yield replace(options, cache=str(folder))
    shutil.rmtree(folder, ignore_errors=True)


def status_without_code(missing: str | None, *, all_truncated: bool = False) -> str:
    """Return the status of a request without any candidate that ended and has code.

    Args:
        missing: The status of a request without an answer; None for an answer.
        all_truncated: Whether the answer has candidates, and all are truncated.
    """
    return missing or (TRUNCATED if all_truncated else NO_CODE)


def checkout_hash(folder: str | None, known: dict[str, str]) -> str | None:
    """Return a hash of a checkout; None if it cannot be read, as its runs will report."""
    if folder is None:
        return None
    if folder not in known:
        try:
            known[folder] = content_hash(Path(folder))
        except OSError:
            return None
    return known[folder]


def row_of(asked: Asked, model: str, criterion: Criterion, status: str, **fields: Any) -> JudgedRow:  # noqa: ANN401 - those of the row
    """Return a judged row.

    Args:
        asked: The method that the model was asked to repair.
        model: Name of the model.
        criterion, status: Fields of the row.
        fields: Further fields of `JudgedRow`.
    """
    bug = asked.bug
    bug_fields = {"fix_scope": bug.fix_scope, "members": len(bug.members) or None}
    row = _row(bug.id, asked.row, model, criterion, status, **bug_fields, **fields)
    return replace(row, measures=Measures(**asked.place.size)) if asked.row is None else row


def row_without_runs(
    data: Mapping[str, Any],
    case: Mapping[str, Any],
    criterion: Criterion,
    status: str,
    reason: str,
    k: int | None,
) -> JudgedRow:
    """Return a judged row of a checkout that cannot be run; scores leave it out and count it, as with a flaky bug.

    Args:
        data: Line of work, with bug and model.
        case: The mutant, or None for the original, the candidates, and the status of a request without an answer.
        criterion, status: Fields of the row, if there are candidates.
        reason: Reason why nothing can be run; it is written to the row's field "error".
        k: Value of the row's field `k`.
    """
    row = None if case["mutant"] is None else parse_row(case["mutant"])
    candidate_count = len(case["candidates"])
    more = {"k": k, "candidates": candidate_count, "flaky": True, "extra": {"error": reason}}
    return _row(
        data["bug"]["id"],
        row,
        data["model"],
        criterion,
        status if candidate_count and case["missing"] is None else status_without_code(case["missing"]),
        fix_scope=data["bug"].get("fix_scope"),
        members=len(data["bug"].get("members") or ()) or None,
        **more,
    )


def _row(id: str, row: Row | None, model: str, criterion: Criterion, status: str, **fields: Any) -> JudgedRow:  # noqa: ANN401
    judged_row = JudgedRow(model, id, None, status, criterion, **fields)
    if row is None:
        return judged_row
    lines = row.data.get("fault_lines")
    touched = lines.get("touched") if isinstance(lines, Mapping) else None
    values = (row.data.get(name) for name in ("lines", "nodes", "changed_tokens"))
    return replace(
        judged_row,
        mutant_id=row.id,
        mutator=row.mutator,
        touched=touched if isinstance(touched, bool) else None,
        measures=Measures(*(value if isinstance(value, int) else None for value in values)),
    )
