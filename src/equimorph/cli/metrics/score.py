"""The verb `metrics score`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Known, OutFile, Quiet
from equimorph.cli.bulk_options import BulkOptions, Jobs, PartRows, Parts
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.metrics.edits import UNITS
from equimorph.metrics.errors import MetricError
from equimorph.metrics.ngrams import SMOOTH
from equimorph.metrics.registry import METRICS
from equimorph.metrics.scoring import Asked, write_scored
from equimorph.metrics.tokens import TOKENS

__all__ = ["score"]

_METRICS = Known("metric", lambda: tuple(METRICS))
_TOKENS = Known("way of taking texts apart", lambda: TOKENS)
_SMOOTH = Known("smoothing", lambda: SMOOTH)
_UNITS = Known("unit", lambda: UNITS)


def score(
    pairs: JsonFile,
    metric: Annotated[
        list[str],
        typer.Option(
            "--metric",
            "-m",
            help=f"Repeatable. One of {', '.join(METRICS)}.",
            callback=_METRICS.check,
            autocompletion=_METRICS.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ],
    tokens: Annotated[
        str | None,
        typer.Option(
            help="What texts are made of: the tokens of the language without comments (lexer), or what stands between blanks"
            " (split). Default: lexer.",
            callback=_TOKENS.check,
            autocompletion=_TOKENS.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    smooth: Annotated[
        str | None,
        typer.Option(
            help="BLEU and its kin: what an order without a match counts: none, add1 or eps. Default: none.",
            callback=_SMOOTH.check,
            autocompletion=_SMOOTH.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option(
            help="ed: what an edit changes, a token or a char. Default: token.",
            callback=_UNITS.check,
            autocompletion=_UNITS.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    compat: Annotated[
        bool,
        typer.Option(
            "--compat",
            help="codebleu, as the package codebleu 0.7.0 computes it.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            help="codebertscore: the folder of a Hugging Face model.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    out: OutFile = None,
    jobs: Jobs = None,
    parts: Parts = None,
    part_rows: PartRows = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Score candidates against their references: rows with id, lang, candidate, reference get scores and undefined."""
    how = BulkOptions(jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    given = {"tokens": tokens, "smooth": smooth, "unit": unit, "compat": compat or None, "encoder": model}
    try:
        asked = Asked(
            tuple(dict.fromkeys(metric)), {name: value for name, value in given.items() if value is not None}
        )
    except MetricError as error:
        raise typer.BadParameter(str(error)) from error
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(pairs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        made, count = write_scored(target, rows, asked, bad_row(session))
    session.end(f"{counted(made, 'scored row')}; {count.summary()}")
