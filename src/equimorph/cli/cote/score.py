"""The verb `cote score`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimorph.cli.arguments import JsonFile
from equimorph.cli.results import JsonResult, TableFormat, check_one_form, columns, table_texts, write_result
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cote.consistency import MEASURES
from equimorph.cote.ranking import RANKINGS
from equimorph.cote.scoring import Tally, shown_ratio
from equimorph.cote.tested import Tested
from equimorph.cote.translators.scoring import TranslationTally
from equimorph.pages.tables import Table
from equimorph.rows.tables import read_rows
from equimorph.statistics.ratio import Ratio


def score(*, rows: JsonFile, json: JsonResult = None, table: TableFormat = None, session: Session) -> None:
    """Count the issues and repairs in rows.

    The rows are those of `cote test`, `cote repair` or `cote translate`. A repair's rows are the issues of its test, so all its
    mutants are issues by some measure. Rows of `cote translate` are counted by mutator, with the issues that are real.
    """
    check_one_form(json, table)
    tally, translated = Tally(), TranslationTally()

    def count(data: Mapping[str, Any]) -> None:
        if "mutator" in data:
            translated.add(data)
        else:
            tally.add(Tested.from_row(data))

    with opened_rows(rows, out=json) as (found,):
        for _ in read_rows(found, count, session.bad_row):
            pass
        both = translated if translated.programs else tally
        heads, *cells = translated.table() if translated.programs else _table(tally)
        tables = [Table(heads, tuple(cells))]
        write_result(
            json, both.to_dict(), lambda: table_texts(tables, table, lambda: columns([heads, *cells]))
        )
    session.end(both.summary())


def _table(tally: Tally) -> list[tuple[str, ...]]:
    """Return the counts in columns, a row for each measure."""
    rankings = [ranking for ranking in RANKINGS if any(tally.tried[name, ranking] for name in MEASURES)]
    rows: list[tuple[str, ...]] = [
        ("measure", "issues", "inputs with an issue", *(f"repaired by {ranking}" for ranking in rankings))
    ]
    for name in MEASURES:
        rows.append(
            (
                name,
                shown_ratio(Ratio(tally.issues[name], tally.compared)),
                shown_ratio(Ratio(len(tally.inputs_with_issue[name]), len(tally.compared_inputs))),
                *(shown_ratio(Ratio(tally.repaired[name, way], tally.tried[name, way])) for way in rankings),
            )
        )
    return rows
