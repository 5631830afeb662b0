"""The verb `cote mutate`."""

from __future__ import annotations

from dataclasses import replace

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile
from equimorph.cli.cote.options import MutantOptions, Provider
from equimorph.cli.row_files import PartsOut, opened_rows
from equimorph.cli.session import Session
from equimorph.cote.testing import write_mutants


def mutate(
    *,
    inputs: JsonFile,
    provider: Provider,
    options: MutantOptions,
    to: PartsOut,
    session: Session,
) -> None:
    """Replace one word of each description: rows with id and input become one row per mutant.

    Words that name code stay: what is quoted, in camel case, dotted or called. An input without a mutant has a row that says why.
    """
    options = replace(options, provider=provider)
    with opened_rows(inputs, out=to.out) as (rows,), to.target(session) as target:
        made, read = write_mutants(target, rows, options, session.bad_row)
    what = "mutant" if to.bulk.parts is None else "row"
    session.end(f"{counted(made, what)} of {counted(read, 'input')}")
