"""The verb `bench make`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import MakeOptions, Problem, make_bench
from equimorph.bench.leaks import leaked
from equimorph.bench.splits import splits_of
from equimorph.bench.training import training_items
from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Seed
from equimorph.cli.bench_options import BoxOptions, ProblemOptions
from equimorph.cli.declared import Taken
from equimorph.cli.row_files import PartsOut
from equimorph.cli.session import Session
from equimorph.runs.declared import Option

_TRAINING = (
    "Training data of a model (repeatable), as `leakage find` or `codescore train` reads it; rows of a problem that is in them say"
    " where, in the field `leak`."
)
_DROP = "Drop problems that are in the training data."


def make(
    *,
    problems: ProblemOptions,
    options: Annotated[MakeOptions, Taken(without=["seed", "run"])],
    seed: Seed = 0,
    training: Annotated[Sequence[Path], Option(exists=True, help=_TRAINING)] = (),
    drop_leaks: Annotated[bool, Option(help=_DROP)] = False,
    box: BoxOptions,
    to: PartsOut,
    session: Session,
) -> None:
    """Make candidates for problems (solutions, preserving mutants, operator mutants) and run the tests of each.

    A row says whether its candidate passes (`passed`, `outcome`). A problem whose own solution does not pass is left out. A
    preserving mutant that does not pass is reported: that is a fault of its mutator.
    """
    if drop_leaks and not training:
        raise typer.BadParameter("--drop-leaks needs --training")
    options = replace(options, seed=seed, run=box.checked(session))
    every = problems.read(session)
    leaks = _leaks(every, training, session)
    kept = [problem for problem in every if not (drop_leaks and problem.id in leaks)]
    with to.target(session) as target:
        splits = splits_of(every, options.shares, seed)  # the same ones with and without leaks
        name = str(problems.path or problems.problems)
        tally = make_bench(target, kept, options, name, leaks, splits)
    if training:
        session.note(f"{counted(len(leaks), 'problem')} of {len(every):,} in the training data")
    session.end(
        f"{counted(tally.rows, 'candidate')} of {counted(len(kept), 'problem')}"
        + (f" ({len(every) - len(kept):,} dropped as leaks)" if drop_leaks else "")
        + (f"; {tally.summary()}" if tally.outcomes else "")
    )


def _leaks(problems: list[Problem], training: Sequence[Path], session: Session) -> dict[str, str]:
    found = dict[str, str]()
    for path in training:
        for id, place in leaked(problems, training_items(path, session.bad_row)).items():
            found.setdefault(id, place)
    return found
