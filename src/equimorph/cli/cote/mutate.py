"""The verb `cote mutate`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, OutFile, Quiet, Seed
from equimorph.cli.bulk_options import PartsBulk
from equimorph.cli.cote import options as own
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cote.options import MOST_MUTANTS, CoteOptions
from equimorph.cote.providers import ProviderOptions
from equimorph.cote.testing import write_mutants
from equimorph.runs.declared import Panel

_PROVIDER = ProviderOptions()
Mutants = Annotated[
    int, typer.Option(min=1, help="Maximum mutants per sentence.", rich_help_panel=Panel.SELECTION)
]


def mutate(
    *,
    inputs: JsonFile,
    method: own.MethodName = "l",
    mutants: Mutants = MOST_MUTANTS,
    seed: Seed = 0,
    table: own.Tables = None,
    cosine: own.Cosines = None,
    vocabulary: own.Vocabulary = _PROVIDER.vocabulary,
    tagger: own.TaggerName = None,
    masked_lm: own.MaskedLm = None,
    probability: own.Probability = _PROVIDER.probability,
    context_cosine: own.LmCosine = _PROVIDER.cosine,
    out: OutFile = None,
    how: PartsBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Replace one word of each description: rows with id and input become one row per mutant.

    Words that name code stay: what is quoted, in camel case, dotted or called. An input without a mutant has a row that says why.
    """
    check_target(out, how, restart)
    provider = own.provider_options(
        method, table, cosine, vocabulary, tagger, masked_lm, probability, context_cosine
    )
    options = own.of_options(CoteOptions, provider=provider, mutants=mutants, seed=seed)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(inputs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        made, read = write_mutants(target, rows, options, bad_row(session))
    what = "mutant" if how.parts is None else "row"
    session.end(f"{counted(made, what)} of {counted(read, 'input')}")
