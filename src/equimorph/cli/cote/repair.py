"""The verb `cote repair`."""

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
from equimorph.cote.options import REPAIR_MUTANTS, CoteOptions
from equimorph.cote.ranking import Ranking
from equimorph.cote.repairs import write_repaired
from equimorph.runs.declared import Option

_RANKING = (
    "Ranking that decides the fields `repaired` and `rank`: cross-reference (black box) or"
    " probability (the generator's own, grey box). Both are tried."
)


def repair(
    *,
    tested: JsonFile,
    asked: GeneratorOptions,
    provider: Provider,
    options: Annotated[CoteOptions, Taken("mutants", "seed", mutants=REPAIR_MUTANTS)],
    ranking: Annotated[Ranking, Option(help=_RANKING)] = "cross-reference",
    to: WorkerOut,
    session: Session,
) -> None:
    """Repair the issues of `cote test` with the program of another mutant, the word mapped back.

    Each issue becomes a row with `repaired`, the two programs, or null; and with `repairs`, by each measure and ranking.
    """
    options = replace(options, provider=provider)
    with opened_rows(tested, out=to.out) as (rows,), to.target(session) as target:
        opened, kept = opener(asked, session), stays(to.out)
        tally = write_repaired(target, rows, opened, options, ranking, session.bad_row, manifest=kept)
    session.end(tally.repair_summary())
