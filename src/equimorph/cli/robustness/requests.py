"""The verb `robustness requests`."""

from __future__ import annotations

from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, Seed
from equimorph.cli.robustness.options import BugsFile, Context, MutantsFile, PresetOption
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import output, stays
from equimorph.robustness.judging.joining import joined
from equimorph.robustness.requests import requests_of
from equimorph.rows.jsonl import encode
from equimorph.runs.declared import Option, Panel

_K = "Number of candidates to ask for. Default: that of the preset that made the mutants, or 1."


def requests(
    *,
    bugs: BugsFile,
    mutants: MutantsFile,
    k: Annotated[int | None, Option(flags="-k", panel=Panel.OUTPUT, minimum=1, help=_K)] = None,
    preset: PresetOption = None,
    seed: Seed = 0,
    context: Context = (),
    with_file: Annotated[bool, Option(hidden=True)] = False,
    out: OutFile = None,
    session: Session,
) -> None:
    """Write the model's requests: each bug, then its mutants, without the fix, the original or the mutation."""
    count = 0
    if stays(out):
        session.loses(out)
    with (
        opened_rows(bugs, mutants, out=out) as rows,
        joined(rows[0], rows[1], (), session.bad_row) as found,
        output(out) as stream,
    ):
        asked = requests_of(
            found,
            k=k,
            preset=preset,
            seed=seed,
            with_file=with_file or "file" in context,
            with_tests="tests" in context,
            failed=session.failed,
        )
        for request in asked:
            stream.write(encode(request.to_row()))
            count += 1
    summaries = "; ".join(f"{name}: {found.counts[name].summary()}" for name in ("bugs", "mutants"))
    session.end(f"{counted(count, 'request')}; {summaries}")
