"""The verb `datasets check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Known, OutFile, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.datasets.options import (
    KINDS,
    BenchmarkPaths,
    MinChars,
    PresetName,
    UnitName,
    limit_of,
    note_short,
    samples_of,
)
from equimorph.cli.row_files import bad_row
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output, to_standard
from equimorph.datasets.checking import check as check_splits
from equimorph.datasets.cloning import CLONE_FORMS
from equimorph.datasets.findings import Finding
from equimorph.datasets.planning import By
from equimorph.datasets.summary import json_of
from equimorph.leakage.samples import FormName
from equimorph.rows.jsonl import encode

__all__ = ["check"]

_FORMS = Known("form", lambda: CLONE_FORMS)


def check(
    folder: Annotated[
        Path,
        typer.Argument(
            help="Folder that `datasets split` wrote, or another one with DATASET/train.jsonl, validation.jsonl and test.jsonl.",
            exists=True,
            file_okay=False,
            show_default=False,
        ),
    ],
    benchmark: BenchmarkPaths = None,
    unit: UnitName = None,
    by: Annotated[
        str | None,
        typer.Option(
            help="What must be in one split only, besides texts: group, project, time or item (nothing else). Default: what"
            " datasets.json says, or else group.",
            callback=KINDS.check,
            autocompletion=KINDS.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    form: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Also look for clones in this form: {', '.join(CLONE_FORMS)} (repeatable). They are warnings.",
            callback=_FORMS.check,
            autocompletion=_FORMS.complete,
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    min_chars: MinChars = None,
    preset: PresetName = None,
    out: OutFile = None,
    json: Annotated[
        Path | None,
        typer.Option(
            help="Write a report as JSON to this file, whole or not at all; - for standard output.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Prove that no benchmark leaks into any split, and that no two splits share a text; a row for each place where they do."""
    if json is not None and to_standard(json) and to_standard(out):
        raise typer.BadParameter("rows and report cannot both go to standard output; give --out")
    limit, session = limit_of(preset, min_chars), Session(quiet)
    with reported(session), output(out) as stream:

        def found(finding: Finding) -> None:
            stream.write(encode(finding.to_row()))
            if finding.problem != "clone":
                session.failed(finding, finding.reason)

        done = check_splits(
            folder,
            samples_of(benchmark, unit, session),
            by=cast("By | None", by),
            min_chars=limit,
            forms=cast("list[FormName]", form or []),
            found=found,
            failed=bad_row(session),
            reporter=session,
        )
        if json is not None:
            with output(json) as report:
                report.write(json_of(done.to_dict()))
    if not done.benchmarks:
        session.note("no benchmark was given: nothing is said about leaks")
    if form:
        session.note(f"{counted(done.warnings.total(), 'possible clone')} of benchmarks: {', '.join(form)}")
    note_short(done.benchmarks, session)
    session.end(f"items: {done.count.summary()}; {counted(done.problems.total(), 'problem')}")
