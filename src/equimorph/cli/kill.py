"""The verb `kill`."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, JsonFile, OutFile
from equimorph.cli.session import Session
from equimorph.cli.streams import name_of, output, spooled, total_of
from equimorph.projects.killing import run_tests
from equimorph.rows.jsonl import encode
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8

_TESTS = "Shell command that runs the tests in a copy of the project. If it fails, the mutant is killed."
_PROJECT = "Folder of the project, which is only read."
_BUILD = "Shell command before the tests. If it fails, the mutant does not compile."
_TIMEOUT = "Time limit per command, in seconds. Default: 10 plus 5 times its time on the original."
_JOBS = "Number of worker processes. Each has a copy of the project."


def kill(
    *,
    path: JsonFile,
    tests: Annotated[str, Option(panel=Panel.TESTS, metavar="COMMAND", help=_TESTS)],
    project: Annotated[Path, Option(panel=Panel.TESTS, exists=True, folder=True, help=_PROJECT)],
    build: Annotated[str | None, Option(panel=Panel.TESTS, metavar="COMMAND", help=_BUILD)] = None,
    timeout: Annotated[float | None, Option(panel=Panel.TESTS, minimum=0.001, help=_TIMEOUT)] = None,
    out: OutFile = None,
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help=_JOBS)] = 1,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Run a project's tests on each mutant, and write the rows with their status: killed, survived, and so on."""
    options = {"project": project, "build": build, "timeout": timeout, "jobs": jobs, "encoding": encoding}
    run_on_rows(path, tests, options, out, session)


def run_on_rows(path: Path, tests: str, options: dict[str, Any], out: Path | None, session: Session) -> None:
    """Write the rows with the status of each mutant, and report faults.

    Args:
        path: the file of rows.
        tests: the command.
        options: of `run_tests`.
        out: the output; None for standard output.
        session: gets the faults and the counts.

    Raises:
        typer.Exit: there are faults, or the tests fail on the original.
    """
    session.loses(out)
    counts: Counter[tuple[str, str]] = Counter()
    name = name_of(path)
    with (
        spooled(path) as place,
        output(out) as stream,
        closing(run_tests(place, tests, **options)) as runs,
    ):
        for run in session.progress(runs, total_of(place), "rows"):
            relation = str(run.data.get("relation", "unknown"))
            counts[relation, run.status] += 1
            if run.fault:
                where = f"{name}: line {run.number}" + (f" ({run.id})" if run.id else "")
                shared = run.reason if run.status == "error" else None  # such as a wrong --project
                session.failed(f"{where}: {relation} mutant: {run.status}: {run.reason}", shared or "")
            if run.data:
                stream.write(encode(run.row()))
    for relation in sorted({relation for relation, _ in counts}):
        statuses = (f"{n} {status}" for (of, status), n in sorted(counts.items()) if of == relation)
        session.note(f"{relation}: {', '.join(statuses)}")
    session.end(counted(counts.total(), "row"))
