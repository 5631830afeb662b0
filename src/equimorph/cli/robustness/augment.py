"""The verb `robustness augment`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.choosing import configured
from equimorph.cli.row_files import WorkerOut, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.robustness.augmenting import AugmentOptions, write_augmented
from equimorph.runs.declared import Option

_PAIRS = "Rows with id, buggy and fixed, such as those of `bugs` (.jsonl, .jsonl.gz, .parquet); - for standard input."
PairsFile = Annotated[Path, Option(argument=True, help=_PAIRS, check=input_file)]


def augment(
    *,
    pairs: PairsFile,
    choice: Choice = DEFAULTS,
    options: AugmentOptions,
    to: WorkerOut,
    session: Session,
) -> None:
    """Mutate a model's training pairs: the faulty method and its repair in the same way."""
    configured(choice)
    options = replace(options, choice=choice)
    with opened_rows(pairs, out=to.out) as (rows,), to.target(session) as target:
        count = write_augmented(target, rows, options, session.bad_row)
    session.end(f"{counted(count.kept, 'pair')} of {counted(count.read, 'row')}: {count.summary()}")
