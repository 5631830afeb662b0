"""The verb `robustness compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.results import write_result
from equimorph.cli.robustness.results import Judged
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.robustness.scoring.compare import compare as compared
from equimorph.robustness.scoring.table import comparison_table
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel
from equimorph.statistics.hypothesis_tests import FLIPS

_JUDGED = "Judged rows of two models or more, as `robustness judge` writes them; - for standard input."
_FLIPS = "Number of random sign flips, if there are too many to enumerate."


def compare(
    *,
    judged: Annotated[tuple[Path, ...], Option(argument=True, help=_JUDGED, check=input_file)],
    options: Judged,
    flips: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1, help=_FLIPS)] = FLIPS,
    seed: Annotated[int, Option(panel=Panel.SAMPLES, help="Seed for all random choices.")] = 0,
    session: Session,
) -> None:
    """Test whether models differ on the same bugs and mutants, and whether groups of bugs differ in one model."""
    count = RowCount()
    with options.opened(judged, session) as (rows, common):
        found = compared(*rows, flips=flips, seed=seed, count=count, **common)
        write_result(options.json, found.to_dict(), lambda: comparison_table(found))
    tests = f"{counted(len(found.pairs), 'test')} of models, {counted(len(found.fisher), 'test')} of groups"
    session.end(f"{count.summary()}; {tests}")
