"""The verb `cote test`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from equimorph.cli.arguments import JsonFile
from equimorph.cli.cote.options import GeneratorOptions, Provider
from equimorph.cli.declared import Taken
from equimorph.cli.model_options import opener
from equimorph.cli.row_files import WorkerOut, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import stays
from equimorph.cote.options import CoteOptions
from equimorph.cote.testing import write_tested


def test(
    *,
    inputs: JsonFile,
    asked: GeneratorOptions,
    provider: Provider,
    options: Annotated[CoteOptions, Taken("mutants", "seed", "comparing", "measure")],
    to: WorkerOut,
    session: Session,
) -> None:
    """Test a code generator: replace one word of each input and compare the two outputs.

    Rows with id and input become a row for each mutant, with both outputs, the consistency score by each measure, and whether it is
    an issue. A generator that crashes or hangs has an error in its rows; the exit code is 1 only if it answers nothing.
    """
    options = replace(options, provider=provider)
    with opened_rows(inputs, out=to.out) as (rows,), to.target(session) as target:
        opened, kept = opener(asked, session), stays(to.out)
        tally = write_tested(target, rows, opened, options, session.bad_row, manifest=kept)
    if tally.inputs and not tally.answered:
        session.failed("the generator answered nothing: is it set up as it should be?")
    session.end(tally.summary())
