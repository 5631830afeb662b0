"""The verb `robustness mutants`."""

from __future__ import annotations

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import LimitPerMethod, LimitPerMutator, OutFile, Quiet, Seed, with_mutators
from equimorph.cli.bulk_options import PartsBulk
from equimorph.cli.robustness.options import BugsFile, PresetOption
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.robustness.mutants import MutantOptions, write_mutants
from mutators import MutationError


@with_mutators
def mutants(
    *,
    bugs: BugsFile,
    choice: Choice = DEFAULTS,
    preset: PresetOption = None,
    seed: Seed = 0,
    limit_per_method: LimitPerMethod = None,
    limit_per_mutator: LimitPerMutator = None,
    out: OutFile = None,
    how: PartsBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Make mutants of bugs: the rows of `mutate`, with the bug's id and sizes."""
    asked = MutantOptions(choice, preset, seed, limit_per_method, limit_per_mutator)
    try:
        asked.mutators()
    except (MutationError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    check_target(out, how, restart)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(bugs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        made, count = write_mutants(target, rows, asked, bad_row(session))
    session.end(f"{counted(made, 'mutant')} of {counted(count.kept, 'bug')}; bugs: {count.summary()}")
