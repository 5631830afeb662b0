"""The verb `search retrain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, OutputRestart, out_option
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.rows.tables import Rows
from equimorph.runs.declared import Option, Panel
from equimorph.search.retraining import RetrainOptions
from equimorph.search.retraining import retrain as retrained

_OUT = "New folder for the study, written whole or not at all."
_ROWS = "Rows of `search {}` for the same methods. Default: made here, without a budget."
_SOURCES = (
    "Further Java to train on (repeatable). Default: the files that the rows name, except the tested ones."
)
_ONCE = Option(panel=Panel.INPUT, help=_ROWS.format("once"), check=input_file)
_TIMES = Option(panel=Panel.INPUT, help=_ROWS.format("times"), check=input_file)


def retrain(
    *,
    found: JsonFile,
    out: Annotated[Path, out_option(_OUT)],
    options: RetrainOptions,
    once: Annotated[Path | None, _ONCE] = None,
    times: Annotated[Path | None, _TIMES] = None,
    sources: Annotated[list[Path] | None, Option(panel=Panel.INPUT, help=_SOURCES, exists=True)] = None,
    restart: OutputRestart = False,
    session: Session,
) -> None:
    """Train models with and without adversarials, and test both on clean and mutated methods."""
    session.keeps(out)
    given = {"found": found, **{name: path for name, path in (("once", once), ("times", times)) if path}}
    with opened_rows(*given.values()) as opened:
        rows: dict[str, Rows] = dict(zip(given, opened, strict=True))
        done = retrained(
            rows["found"],
            out,
            options,
            once=rows.get("once"),
            times=rows.get("times"),
            sources=sources,
            failed=session.bad_row,
            reporter=session,
            restart=restart,
        )
    sizes = ", ".join(f"{done.sets[name]} {name.replace('_', ' ')}" for name in ("train_roots", "test_roots"))
    session.end(f"{out} written: {counted(len(done.seeds), 'seed')}, {sizes}; rows: {done.rows.summary()}")
