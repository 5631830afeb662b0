"""The verb `metrics perturb`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, TableFile
from equimorph.cli.known import usage_errors
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.metrics.perturbing import Perturbing
from equimorph.metrics.perturbing import perturb as perturbed
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel

_SEED = (
    "Seed for all random choices. Repeatable, with rows for each seed. Default: 0 to 4 for syntactic, else 0."
)
_SHARE = "semantic: mutate this percentage of the passing candidates (repeatable, rows for each one). Default: 25, 50, 75, 100."


def perturb(
    *,
    pairs: TableFile,
    share: Annotated[Sequence[int] | None, Option(help=_SHARE)] = None,
    options: Perturbing,
    seed: Annotated[Sequence[int] | None, Option(panel=Panel.MUTATORS, help=_SEED)] = None,
    out: OutFile = None,
    session: Session,
) -> None:
    """Perturb candidates, to see whether a metric is robust. Labels of broken candidates need a test run."""
    if options.how != "semantic" and (share or options.trust_label):
        raise typer.BadParameter("--share and --trust-label are for --how semantic")
    if options.how in ("o2s", "s2s") and seed:
        raise typer.BadParameter("a sketch has no --seed")
    seeds = seed or (range(5) if options.how == "syntactic" else options.seeds)
    with usage_errors():
        options = replace(options, seeds=tuple(seeds), shares=tuple(share or options.shares))
    count, reasons, made = RowCount(), Counter[str](), 0
    with opened_rows(pairs, out=out) as (rows,), output(out) as stream:
        for row in perturbed(rows, options, failed=session.bad_row, count=count):
            made += 1
            reasons[row.get("unperturbed", "")] += 1
            stream.write(encode(row))
    for reason, times in sorted(reasons.items()):
        if reason:
            session.note(f"{counted(times, 'row')} as before: {reason}")
    session.end(f"{counted(made, 'row')}; {count.summary()}")
