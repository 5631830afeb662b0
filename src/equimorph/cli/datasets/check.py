"""The verb `datasets check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile
from equimorph.cli.datasets.options import GuardOptions, note_short
from equimorph.cli.session import Session
from equimorph.cli.streams import output, to_standard
from equimorph.datasets.checking import check as check_splits
from equimorph.datasets.cloning import CLONE_FORMS
from equimorph.datasets.findings import Finding
from equimorph.datasets.planning import By
from equimorph.datasets.summary import json_of
from equimorph.leakage.samples import FormName
from equimorph.rows.jsonl import encode
from equimorph.runs.declared import Option, Panel

_FOLDER = "Folder that `datasets split` wrote, or another one with DATASET/train.jsonl, validation.jsonl and test.jsonl."
_BY = (
    "Unit that must be in one split only, besides texts: group, project, time or item (nothing else). Default: from "
    "datasets.json, else group."
)
_FORM = f"Also report clones in this form as warnings: {', '.join(CLONE_FORMS)} (repeatable)."
_JSON = "Write a report as JSON to this file, whole or not at all; - for standard output."


def check(
    *,
    folder: Annotated[Path, Option(argument=True, help=_FOLDER, exists=True, folder=True)],
    by: Annotated[By | None, Option(noun="way to split", help=_BY)] = None,
    forms: Annotated[
        Sequence[FormName], Option(flags="--form", noun="form", choices=CLONE_FORMS, help=_FORM)
    ] = (),
    guard: GuardOptions,
    out: OutFile = None,
    json: Annotated[Path | None, Option(panel=Panel.OUTPUT, help=_JSON)] = None,
    session: Session,
) -> None:
    """Prove that no benchmark leaks into a split and no two splits share a text; each violation is a row."""
    if json is not None and to_standard(json) and to_standard(out):
        raise typer.BadParameter("rows and report cannot both go to standard output; give --out")
    with output(out) as stream:

        def found(finding: Finding) -> None:
            stream.write(encode(finding.to_row()))
            if finding.problem != "clone":
                session.failed(finding, finding.reason)

        done = check_splits(
            folder,
            guard.samples(session),
            by=by,
            min_chars=guard.limit,
            forms=forms,
            found=found,
            failed=session.bad_row,
            reporter=session,
        )
        if json is not None:
            with output(json) as report:
                report.write(json_of(done.to_dict()))
    if not done.benchmarks:
        session.note("no benchmark was given: nothing is said about leaks")
    if forms:
        session.note(f"{counted(done.warnings.total(), 'possible clone')} of benchmarks: {', '.join(forms)}")
    note_short(done.benchmarks, session)
    session.end(f"items: {done.count.summary()}; {counted(done.problems.total(), 'problem')}")
