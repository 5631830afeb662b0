"""The verb `robustness compare`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from equimorph.bulk.reporting import counted
from equimorph.cli.results import write_result
from equimorph.cli.robustness.results import Judged
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.pages.tables import Table
from equimorph.robustness.scoring.compare import compare as compared
from equimorph.robustness.scoring.model_table import group_table, pair_table
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
        result = found.to_dict()
        write_result(
            options.json,
            result,
            lambda: options.text(lambda: comparison_table(found), lambda: _tables(result)),
        )
    tests = f"{counted(len(found.pairs), 'test')} of models, {counted(len(found.fisher), 'test')} of groups"
    session.end(f"{count.summary()}; {tests}")


def _tables(result: Mapping[str, Any]) -> Iterator[Table]:
    """Yield the tests of models, and the tests of groups if there are any."""
    groups = group_table(result)
    if result["pairs"] or not groups.rows:
        yield pair_table(result)
    if groups.rows:
        yield groups
