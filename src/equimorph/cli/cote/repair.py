"""The verb `cote repair`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.cli.arguments import JsonFile, OutFile, Quiet, Seed
from equimorph.cli.bulk_options import WorkerBulk
from equimorph.cli.cote import options as own
from equimorph.cli.cote.mutate import Mutants
from equimorph.cli.known import Known
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import stays
from equimorph.cote.options import REPAIR_MUTANTS, CoteOptions
from equimorph.cote.providers import ProviderOptions
from equimorph.cote.ranking import RANKINGS, Ranking
from equimorph.cote.repairs import write_repaired
from equimorph.runs.declared import Panel

_PROVIDER = ProviderOptions()
_RANKINGS = Known("ranking", lambda: RANKINGS)


def repair(
    *,
    tested: JsonFile,
    asked: own.GeneratorOptions,
    method: own.MethodName = "l",
    mutants: Mutants = REPAIR_MUTANTS,
    seed: Seed = 0,
    table: own.Tables = None,
    cosine: own.Cosines = None,
    vocabulary: own.Vocabulary = _PROVIDER.vocabulary,
    tagger: own.TaggerName = None,
    masked_lm: own.MaskedLm = None,
    probability: own.Probability = _PROVIDER.probability,
    context_cosine: own.LmCosine = _PROVIDER.cosine,
    ranking: Annotated[
        str,
        typer.Option(
            help="Ranking that decides the fields `repaired` and `rank`: cross-reference (black box) or"
            " probability (the generator's own, grey box). Both are tried.",
            callback=_RANKINGS.check,
            autocompletion=_RANKINGS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "cross-reference",
    out: OutFile = None,
    how: WorkerBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Repair the issues of `cote test` with the program of another mutant, the word mapped back.

    Each issue becomes a row with `repaired`, the two programs, or null; and with `repairs`, by each measure and ranking.
    """
    asked.check()
    check_target(out, how, restart)
    provider = own.provider_options(
        method, table, cosine, vocabulary, tagger, masked_lm, probability, context_cosine
    )
    options = own.of_options(CoteOptions, provider=provider, mutants=mutants, seed=seed)
    session = Session(quiet)
    chosen: Ranking = "probability" if ranking == "probability" else "cross-reference"
    with (
        reported(session),
        opened_rows(tested, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        tally = write_repaired(
            target, rows, own.opening(asked, session), options, chosen, bad_row(session), manifest=stays(out)
        )
    session.end(tally.repair_summary())
