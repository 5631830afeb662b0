"""The verb `metrics perturb`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Known, OutFile, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.metrics.errors import MetricError
from equimorph.metrics.perturbing import HOW, How, Perturbing
from equimorph.metrics.perturbing import perturb as perturbed
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import RowCount

__all__ = ["perturb"]

_HOW = Known("perturbation", lambda: HOW)


def perturb(
    pairs: JsonFile,
    how: Annotated[
        str,
        typer.Option(
            "--how",
            help="The candidate becomes its sketch (o2s), both texts do (s2s), the candidate gets preserving mutations"
            " (syntactic), or some of the passing ones a breaking one (semantic).",
            callback=_HOW.check,
            autocompletion=_HOW.complete,
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
        ),
    ],
    seed: Annotated[
        list[int] | None,
        typer.Option(
            help="Repeatable, rows for each one. Default: 0 to 4 for syntactic, else 0.",
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
        ),
    ] = None,
    share: Annotated[
        list[int] | None,
        typer.Option(
            help="semantic: mutate so many percent of the passing candidates (repeatable, rows for each one)."
            " Default: 25, 50, 75, 100.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    trust_label: Annotated[
        bool,
        typer.Option(
            "--trust-label",
            help="semantic: mutated candidates fail, without running tests, as the paper has it.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Perturb candidates: their scores show whether a metric is robust. Labels of broken candidates need a run of their tests."""
    if how != "semantic" and (share or trust_label):
        raise typer.BadParameter("--share and --trust-label are for --how semantic")
    if how in ("o2s", "s2s") and seed:
        raise typer.BadParameter("a sketch has no --seed")
    default = Perturbing(cast("How", how))
    try:
        asked = Perturbing(
            default.how,
            tuple(seed or (range(5) if how == "syntactic" else default.seeds)),
            tuple(share or default.shares),
            trust_label,
        )
    except MetricError as error:
        raise typer.BadParameter(str(error)) from error
    session, count, reasons, made = Session(quiet), RowCount(), Counter[str](), 0
    with reported(session), opened_rows(pairs, out=out) as (rows,), output(out) as stream:
        for row in perturbed(rows, asked, failed=bad_row(session), count=count):
            made += 1
            reasons[row.get("unperturbed", "")] += 1
            stream.write(encode(row))
    for reason, times in sorted(reasons.items()):
        if reason:
            session.note(f"{counted(times, 'row')} as before: {reason}")
    session.end(f"{counted(made, 'row')}; {count.summary()}")
