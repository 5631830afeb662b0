"""The verb `leakage find`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.bulk.workers import Workers
from equimorph.bulk.working import SECONDS
from equimorph.cli.arguments import Known, OutFile, Quiet
from equimorph.cli.bulk_options import BulkOptions, Jobs, Memory, Scheduler, Timeout
from equimorph.cli.commands import Panel
from equimorph.cli.leakage.options import (
    BenchmarkFormat,
    BenchmarkName,
    PatchesFile,
    SummaryFile,
    UnitName,
    read_samples,
    summary_text,
    write_summary,
)
from equimorph.cli.row_files import Restart, bad_row, check_outputs, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import STANDARD, to_standard
from equimorph.leakage.finding.files import Training, write_leaks
from equimorph.leakage.finding.options import MAX_HITS, MIN_CHARS, PRESETS, FindOptions
from equimorph.leakage.finding.pages import Shown, write_page
from equimorph.leakage.samples import FORMS, Direction, FormName
from equimorph.leakage.training import CHUNK_BYTES
from equimorph.leakage.training import FORMATS as TRAINING

__all__ = ["find"]

_FORMS = Known("form", lambda: FORMS)
_DIRECTIONS = Known("direction", lambda: ("inside", "either"))
_PRESETS = Known("preset", lambda: tuple(PRESETS))
_TRAINING = Known("format of training data", lambda: tuple(TRAINING))


def find(
    train: Annotated[
        list[Path],
        typer.Option(
            "--train",
            "-t",
            help="Training data: a file or a folder (repeatable); - for rows on standard input.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ],
    benchmark: Annotated[
        list[Path],
        typer.Option(
            "--benchmark",
            "-b",
            help="Benchmark: rows with id, buggy and fixed, or a folder that a benchmark comes as (repeatable).",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ],
    train_format: Annotated[
        str | None,
        typer.Option(
            help="Format of the training data. Default: what they look like.",
            show_default=False,
            callback=_TRAINING.check,
            autocompletion=_TRAINING.complete,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            help="SIDE=COLUMN: the column of the training data with the side buggy or fixed, or with the id (repeatable).",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    benchmark_format: BenchmarkFormat = None,
    benchmark_name: BenchmarkName = None,
    unit: UnitName = None,
    patches: PatchesFile = None,
    form: Annotated[
        list[str] | None,
        typer.Option(
            help="What is compared (repeatable): text, without blanks and comments; renamed, without names; canonical, without what"
            " mutators change; near, what most have in common. Default: text.",
            show_default=False,
            callback=_FORMS.check,
            autocompletion=_FORMS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    direction: Annotated[
        str,
        typer.Option(
            help="Where one side must be: the benchmark's in the item's (inside), or also the item's in the benchmark's (either).",
            callback=_DIRECTIONS.check,
            autocompletion=_DIRECTIONS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "inside",
    min_chars: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Characters that a side must have without blanks and comments, of a pair both sides together."
            f" Default: {MIN_CHARS}.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="Do as a study did: paper, with no least number of characters.",
            show_default=False,
            callback=_PRESETS.check,
            autocompletion=_PRESETS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    keep_literal_blanks: Annotated[
        bool,
        typer.Option(
            "--keep-literal-blanks",
            help="Blanks in string literals count.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    max_hits: Annotated[
        int,
        typer.Option(
            min=0,
            help="Rows of a bug at the most; counts are those of all.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = MAX_HITS,
    out: OutFile = None,
    summary: SummaryFile = None,
    page: Annotated[
        Path | None,
        typer.Option(
            help="HTML file: each leaking bug beside the items that have it.",
            show_default=False,
            dir_okay=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    memory: Memory = None,
    scheduler: Scheduler = None,
    chunk_bytes: Annotated[
        int,
        typer.Option(
            min=1,
            help="Bytes of the training data that a worker gets at once, about.",
            rich_help_panel=Panel.WORKERS,
        ),
    ] = CHUNK_BYTES,
    cache: Annotated[
        Path | None,
        typer.Option(
            help="Folder that keeps what is prepared of the training data, for other searches.",
            show_default=False,
            file_okay=False,
            rich_help_panel=Panel.WORKERS,
        ),
    ] = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Find the bugs of a benchmark that stand in training data, word for word or as clones.

    A row names a bug, an item, and what of the bug is in the item: the pair in one item, the buggy side or the fixed side alone.
    """
    options = FindOptions(
        tuple(dict.fromkeys(cast("list[FormName]", form or ["text"]))),
        cast("Direction", direction),
        min_chars or (MIN_CHARS if preset is None else PRESETS[preset]),
        keep_literal_blanks,
        max_hits,
    )
    how = BulkOptions(jobs, timeout, memory, scheduler)
    inputs = [*train, *benchmark, *([patches] if patches is not None else [])]
    how.check(out, train)
    check_target(out, how, restart)
    check_outputs(inputs, (STANDARD if to_standard(out) else out, summary, page))
    columns = _columns(fields)
    session = Session(quiet)
    shown = None if page is None else Shown()
    with ExitStack() as stack:
        stack.enter_context(reported(session))
        opened = stack.enter_context(opened_rows(*inputs, out=out))
        rows = opened[len(train) : len(train) + len(benchmark)]
        fixes = opened[-1] if patches is not None else None
        samples = read_samples(rows, benchmark_format, benchmark_name, unit, fixes, bad_row(session))
        training = [Training(cast("Path", one), train_format, columns) for one in opened[: len(train)]]
        target = stack.enter_context(target_of(out, how, restart, session))
        workers = Workers(jobs or 1, timeout or SECONDS, memory, scheduler)
        found = write_leaks(
            replace(target, jobs=workers),
            training,
            samples,
            options,
            cache=cache,
            chunk_bytes=chunk_bytes,
            shown=shown,
        )
        if summary is not None:
            write_summary(summary, found.data)
        if page is not None and shown is not None:
            write_page(page, found, samples, shown)
    session.end(f"{summary_text(found.data)}; {counted(found.rows, 'row')}")


def _columns(fields: Sequence[str] | None) -> Mapping[str, str] | None:
    """Return the columns of ``--fields``.

    Raises:
        typer.BadParameter: it is not SIDE=COLUMN.
    """
    found = dict[str, str]()
    for given in fields or ():
        side, is_there, column = given.partition("=")
        if not is_there or not column or side not in ("buggy", "fixed", "id") or side in found:
            raise typer.BadParameter(
                f"{given!r} is not buggy=COLUMN, fixed=COLUMN or id=COLUMN, each once", param_hint="--fields"
            )
        found[side] = column
    if found and not {"buggy", "fixed"} & found.keys():
        raise typer.BadParameter(
            "names no side: give buggy=COLUMN, fixed=COLUMN or both", param_hint="--fields"
        )
    return found or None
