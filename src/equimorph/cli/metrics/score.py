"""The verb `metrics score`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, OutFile, Quiet
from equimorph.cli.bulk_options import PartsBulk
from equimorph.cli.declared import usage_errors
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.metrics.edits import Unit
from equimorph.metrics.ngrams import Smooth
from equimorph.metrics.registry import METRICS
from equimorph.metrics.scoring import Asked, write_scored
from equimorph.metrics.tokens import Tokens
from equimorph.runs.declared import Option

_METRIC = f"Repeatable. One of {', '.join(METRICS)}."


@dataclass(frozen=True, kw_only=True)
class MetricOptions:
    """The options of all metrics, under the names that they have there.

    Attributes:
        tokens: Tokens: those of the language without comments (lexer), or words between whitespace (split).
            Default: lexer.
        smooth: BLEU variants: smoothing of orders without a match: none, add1 or eps. Default: none.
        unit: ed: unit of an edit, token or char. Default: token.
        compat: codebleu, as the package codebleu 0.7.0 computes it.
        encoder: codebertscore: the folder of a Hugging Face model.
    """

    tokens: Annotated[Tokens | None, Option(noun="way of taking texts apart")] = None
    smooth: Annotated[Smooth | None, Option(noun="smoothing")] = None
    unit: Annotated[Unit | None, Option()] = None
    compat: Annotated[bool, Option()] = False
    encoder: Annotated[str | None, Option(flags="--model")] = None


def score(
    *,
    pairs: JsonFile,
    metric: Annotated[Sequence[str], Option(flags="--metric -m", choices=METRICS, help=_METRIC)],
    options: MetricOptions,
    out: OutFile = None,
    how: PartsBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Score candidates against their references: rows with id, lang, candidate, reference get scores and undefined."""
    check_target(out, how, restart)
    chosen = {name: value for name, value in vars(options).items() if value not in (None, False)}
    with usage_errors():
        metrics = Asked(tuple(dict.fromkeys(metric)), chosen)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(pairs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        made, count = write_scored(target, rows, metrics, bad_row(session))
    session.end(f"{counted(made, 'scored row')}; {count.summary()}")
