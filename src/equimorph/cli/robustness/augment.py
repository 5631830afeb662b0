"""The verb `robustness augment`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, Quiet, Seed, with_mutators
from equimorph.cli.bulk_options import WorkerBulk
from equimorph.cli.row_files import Restart, bad_row, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.robustness.augmenting import AugmentOptions, write_augmented
from equimorph.runs.declared import Option, Panel
from mutators import MutationError

_PAIRS = "Rows with id, buggy and fixed, such as those of `bugs` (.jsonl, .jsonl.gz, .parquet); - for standard input."
PairsFile = Annotated[Path, typer.Argument(help=_PAIRS, callback=input_file, show_default=False)]


def check_mutators(choice: Choice) -> None:
    """Check that mutators and their options go together.

    Raises:
        typer.BadParameter: they do not.
    """
    try:
        choice.mutators()
    except MutationError as error:
        raise typer.BadParameter(str(error)) from error


@with_mutators
def augment(
    *,
    pairs: PairsFile,
    per_item: Annotated[
        int, Option(panel=Panel.SAMPLES, minimum=0, help="Number of mutated pairs per pair.")
    ],
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    out: OutFile = None,
    how: WorkerBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Mutate a model's training pairs: the faulty method and its repair in the same way."""
    check_mutators(choice)
    session = Session(quiet)
    options = AugmentOptions(per_item, choice, seed)
    with (
        reported(session),
        opened_rows(pairs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        count = write_augmented(target, rows, options, bad_row(session))
    session.end(f"{counted(count.kept, 'pair')} of {counted(count.read, 'row')}: {count.summary()}")
