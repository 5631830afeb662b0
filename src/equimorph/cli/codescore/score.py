"""The verb `codescore score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, TableFile
from equimorph.cli.bench_options import ReferenceOptions
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.codescore.gate import Gate, GateKind
from equimorph.codescore.options import DEVICE, checked_threshold
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel
from equimorph.runs.extras import module

_MODEL = "Folder that `codescore train` wrote."
_THRESHOLD = "Cosine threshold above which the score is 1. Default: the model's."
_GATE = "Gate that a candidate must pass, else it scores 0: the compiler (compile), the parser (syntax), or nothing (none)."


def score(
    *,
    pairs: TableFile,
    model: Annotated[Path, Option(panel=Panel.INPUT, help=_MODEL)],
    out: OutFile = None,
    threshold: Annotated[float | None, Option(minimum=-1, maximum=1, help=_THRESHOLD)] = None,
    gate: Annotated[GateKind, Option(panel=Panel.CHECKS, help=_GATE)] = "compile",
    device: Annotated[str | None, DEVICE] = None,
    references: ReferenceOptions,
    session: Session,
) -> None:
    """Score candidates against their references: rows with id, lang, candidate, reference get codescore-r, and its cosine.

    Predictions in the formats that `bench run` reads are scored with --problems, without running any test.
    """
    count = RowCount()
    session.lost = "nothing was written" if out is not None else ""
    made = unsettled = 0
    with opened_rows(pairs, out=out) as (rows,):
        module("torch")
        from equimorph.codescore.model import CodeScore
        from equimorph.codescore.scoring import NAME, scored

        asked = CodeScore.load(model, device)
        if threshold is not None:
            asked.threshold = checked_threshold(threshold)
        with (
            Gate(gate) as compilers,
            references.pairs(rows, session) as source,
            output(out) as stream,
        ):
            for row in scored(asked, source, compilers, failed=session.bad_row, count=count):
                stream.write(encode(row))
                made += 1
                if row["scores"][NAME] is None:
                    unsettled += 1
                    reason = row["undefined"][NAME]
                    session.failed(f"row {row['id']}: {reason}", reason)
    session.end(f"{counted(made, 'scored row')}; {count.summary()}; {unsettled:,} without a score")
