"""The verb `bench make`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import Limits, MakeOptions, Problem, make_bench, read_problems
from equimorph.bench.leaks import leaked
from equimorph.bench.splits import shares_of, splits_of
from equimorph.bench.training import training_items
from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, Quiet, Seed
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
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import Restart, bad_row, check_target, target_of
from equimorph.cli.session import Session, reported

__all__ = ["make"]

_LIMITS, _MAKE = Limits(), MakeOptions()


def make(
    problems: Problems = "human-eval",
    path: PathOption = None,
    preserving: Annotated[
        int,
        typer.Option(
            min=0,
            help="Preserving mutants of a solution at the most, each by another mutator.",
            rich_help_panel=Panel.MUTATORS,
        ),
    ] = _MAKE.preserving,
    operator: Annotated[
        int,
        typer.Option(
            min=0, help="Operator mutants of a solution at the most.", rich_help_panel=Panel.MUTATORS
        ),
    ] = _MAKE.operator,
    seed: Seed = 0,
    fractions: Annotated[
        str,
        typer.Option(
            help="Shares of problems of train, validation and test.", rich_help_panel=Panel.SELECTION
        ),
    ] = "6/2/2",
    balance: Annotated[
        bool,
        typer.Option(
            "--balance",
            help="Keep as many candidates of a problem that fail as candidates that pass.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    training: Annotated[
        list[Path] | None,
        typer.Option(
            "--training",
            help="Training data of a model (repeatable), as `leakage find` or `codescore train` reads it; rows of a problem that is"
            " in them say where, in the field `leak`.",
            show_default=False,
            exists=True,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    drop_leaks: Annotated[
        bool,
        typer.Option(
            "--drop-leaks",
            help="Leave out the problems that are in the training data.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
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
    """Make candidates of problems: solutions, preserving mutants and operator mutants; run the tests of each.

    A row says whether its candidate passes (`passed`, `outcome`). A problem whose own solution does not pass is left out. A
    preserving mutant that does not pass is reported: that is a fault of its mutator.
    """
    try:
        shares = shares_of(fractions)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--fractions") from error
    if drop_leaks and not training:
        raise typer.BadParameter("--drop-leaks needs --training")
    how = BulkOptions(jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    session = Session(quiet)
    with reported(session):
        run = run_options(session, timeout, wall, memory, files, allow_network, no_isolation)
        found = read_problems(problems, path, bad_row(session))
        leaks = _leaks(found, training or [], session)
        kept = [one for one in found if not (drop_leaks and one.id in leaks)]
        options = MakeOptions(seed, preserving, operator, shares, balance, run)
        with target_of(out, how, restart, session) as target:
            splits = splits_of(found, shares, seed)  # the same ones with and without leaks
            tally = make_bench(target, kept, options, str(path or problems), leaks, splits)
    if training:
        session.note(f"{counted(len(leaks), 'problem')} of {len(found):,} in the training data")
    dropped = Counter({"leak": len(found) - len(kept)})
    session.end(
        f"{counted(tally.rows, 'candidate')} of {counted(len(kept), 'problem')}"
        + (f" ({dropped['leak']:,} dropped as leaks)" if drop_leaks else "")
        + (f"; {tally.summary()}" if tally.outcomes else "")
    )


def _leaks(problems: list[Problem], training: list[Path], session: Session) -> dict[str, str]:
    found = dict[str, str]()
    for path in training:
        for id, place in leaked(problems, training_items(path, bad_row(session))).items():
            found.setdefault(id, place)
    return found
