"""The verb `cote score`."""

from __future__ import annotations

from equimorph.cli.arguments import JsonFile, Quiet
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cote.consistency import MEASURES
from equimorph.cote.ranking import RANKINGS
from equimorph.cote.repairs import read_tested
from equimorph.cote.scoring import Tally
from equimorph.statistics.ratio import Ratio

__all__ = ["score"]


def score(rows: JsonFile, json: JsonResult = None, quiet: Quiet = False) -> None:
    """Count issues and repairs in the rows of `cote test` or `cote repair`, and in nothing else.

    A repair's rows are the issues of its test: there, all mutants are issues by some measure.
    """
    session, tally = Session(quiet), Tally()
    with reported(session), opened_rows(rows, out=json) as (found,):
        for one in read_tested(found, bad_row(session)):
            tally.add(one)
        write_result(json, tally.to_dict(), lambda: _table(tally))
    session.end(tally.summary())


def _table(tally: Tally) -> str:
    """Return the counts in columns: a row for each measure."""
    rankings = [one for one in RANKINGS if any(tally.tried[name, one] for name in MEASURES)]
    rows = [("measure", "issues", "inputs with an issue", *(f"repaired by {one}" for one in rankings))]
    for name in MEASURES:
        rows.append(
            (
                name,
                _shown(Ratio(tally.issues[name], tally.compared)),
                _shown(Ratio(len(tally.inputs_with_issue[name]), len(tally.mutated))),
                *(_shown(Ratio(tally.repaired[name, one], tally.tried[name, one])) for one in rankings),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def _shown(ratio: Ratio) -> str:
    share = "" if ratio.percent is None else f" = {ratio.percent} %"
    return f"{ratio.numerator:,}/{ratio.denominator:,}{share}"
