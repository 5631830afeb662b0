"""The verb `robustness mutants`."""

from __future__ import annotations

from dataclasses import replace

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.known import usage_errors
from equimorph.cli.robustness.options import BugsFile
from equimorph.cli.row_files import PartsOut, opened_rows
from equimorph.cli.session import Session
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.robustness.mutants import MutantOptions, write_mutants


def mutants(
    *,
    bugs: BugsFile,
    choice: Choice = DEFAULTS,
    options: MutantOptions,
    to: PartsOut,
    session: Session,
) -> None:
    """Make mutants of bugs: the rows of `mutate`, with the bug's id and sizes."""
    options = replace(options, choice=choice)
    try:
        with usage_errors():
            options.mutators()
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    with opened_rows(bugs, out=to.out) as (rows,), to.target(session) as target:
        made, count = write_mutants(target, rows, options, session.bad_row)
    session.end(f"{counted(made, 'mutant')} of {counted(count.kept, 'bug')}; bugs: {count.summary()}")
