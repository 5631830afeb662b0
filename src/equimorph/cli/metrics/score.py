"""The verb `metrics score`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import TableFile
from equimorph.cli.bench_options import ReferenceOptions
from equimorph.cli.known import usage_errors
from equimorph.cli.row_files import PartsOut, opened_rows
from equimorph.cli.session import Session
from equimorph.metrics.edits import Unit
from equimorph.metrics.ngrams import Smooth
from equimorph.metrics.registry import METRICS
from equimorph.metrics.scoring import Asked, write_scored
from equimorph.metrics.tokens import Tokens
from equimorph.runs.declared import Option

METRIC = f"Compute this score (repeatable): {', '.join(METRICS)}."


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
    pairs: TableFile,
    metric: Annotated[Sequence[str], Option(flags="--metric -m", choices=METRICS, help=METRIC)],
    options: MetricOptions,
    references: ReferenceOptions,
    to: PartsOut,
    session: Session,
) -> None:
    """Score candidates against their references: rows with id, lang, candidate, reference get scores and undefined.

    Predictions in the formats that `bench run` reads are scored with --problems, without running any test.
    """
    chosen = {name: value for name, value in vars(options).items() if value not in (None, False)}
    with usage_errors():
        metrics = Asked(tuple(dict.fromkeys(metric)), chosen)
    with (
        opened_rows(pairs, out=to.out) as (rows,),
        to.target(session) as target,
        references.pairs(rows, session) as source,
    ):
        made, count = write_scored(target, source, metrics, session.bad_row)
    session.end(f"{counted(made, 'scored row')}; {count.summary()}")
