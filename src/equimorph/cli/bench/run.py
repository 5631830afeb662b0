"""The verb `bench run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import Limits, read_problems, run_bench
from equimorph.cli.arguments import OutFile, Quiet
from equimorph.cli.bench.options import (
    Files,
    Memory,
    Network,
    NoIsolation,
    PathOption,
    Problems,
    Seconds,
    Wall,
    run_options,
)
from equimorph.cli.bulk_options import BulkOptions, Jobs, PartRows, Parts
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file

__all__ = ["run"]

_LIMITS = Limits()


def run(
    predictions: Annotated[
        Path,
        typer.Argument(
            help="Rows with id, problem and candidate: JSON Lines, which may be compressed (.gz) or Parquet; - for standard input.",
            callback=input_file,
        ),
    ],
    problems: Problems = "human-eval",
    path: PathOption = None,
    timeout: Seconds = _LIMITS.seconds,
    wall: Wall = None,
    memory: Memory = _LIMITS.memory,
    files: Files = _LIMITS.files,
    allow_network: Network = False,
    no_isolation: NoIsolation = False,
    out: OutFile = None,
    jobs: Jobs = None,
    parts: Parts = None,
    part_rows: PartRows = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Run the tests of problems on a model's predictions, in a sandbox: each row gets `passed` and `outcome`.

    A candidate is a function or method, a whole program, or what completes the prompt of its problem.
    """
    how = BulkOptions(jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    session = Session(quiet)
    with reported(session), opened_rows(predictions, out=out) as (rows,):
        options = run_options(session, timeout, wall, memory, files, allow_network, no_isolation)
        known = {one.id: one for one in read_problems(problems, path, bad_row(session))}
        with target_of(out, how, restart, session) as target:
            tally, count = run_bench(target, rows, known, options, bad_row(session))
    session.end(f"predictions: {count.summary()}" + (f"; {tally.summary()}" if tally.outcomes else ""))
