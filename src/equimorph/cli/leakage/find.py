"""The verb `leakage find`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.bulk.working import SECONDS
from equimorph.cli.arguments import OutFile, Quiet
from equimorph.cli.bulk_options import LongBulk
from equimorph.cli.declared import Taken
from equimorph.cli.leakage.options import BenchmarkOptions, SummaryFile, summary_text, write_summary
from equimorph.cli.row_files import Restart, bad_row, check_outputs, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import STANDARD, to_standard
from equimorph.leakage.finding.files import Training, write_leaks
from equimorph.leakage.finding.options import MIN_CHARS, PRESETS, FindOptions
from equimorph.leakage.finding.pages import Shown, write_page
from equimorph.leakage.training import CHUNK_BYTES
from equimorph.leakage.training import FORMATS as TRAINING
from equimorph.runs.declared import Option, Panel

_TRAIN = "Training data: a file or a folder (repeatable); - for rows on standard input."
_BENCHMARK = "Benchmark: rows with id, buggy and fixed, or a folder that a benchmark comes as (repeatable)."
_FORMAT = "Format of the training data. Default: detected from the files."
_FIELDS = (
    "SIDE=COLUMN: the column of the training data with the side buggy or fixed, or with the id (repeatable)."
)
_MIN_CHARS = (
    "Minimum length of a side (for a pair: of both sides together), not counting whitespace and comments. Default: "
    f"{MIN_CHARS}."
)
_PRESET = "Use a published setup; `paper` sets no minimum length."
_PAGE = "HTML file: each leaking bug beside the items that have it."
_CHUNK = "Approximate size of a worker's chunk of the training data, in bytes."
_CACHE = "Folder that caches the prepared training data for other searches."


def columns_from(texts: Sequence[str]) -> dict[str, str]:
    """Return the columns of ``--fields``.

    Raises:
        ValueError: it is not SIDE=COLUMN.
    """
    columns = dict[str, str]()
    for text in texts:
        side, is_there, column = text.partition("=")
        if not is_there or not column or side not in ("buggy", "fixed", "id") or side in columns:
            raise ValueError(f"{text!r} is not buggy=COLUMN, fixed=COLUMN or id=COLUMN, each once")
        columns[side] = column
    if not {"buggy", "fixed"} & columns.keys():
        raise ValueError("names no side: give buggy=COLUMN, fixed=COLUMN or both")
    return columns


def find(
    *,
    train: Annotated[list[Path], Option(flags="--train -t", panel=Panel.INPUT, help=_TRAIN)],
    benchmark: Annotated[list[Path], Option(flags="--benchmark -b", panel=Panel.INPUT, help=_BENCHMARK)],
    train_format: Annotated[
        str | None,
        Option(panel=Panel.INPUT, help=_FORMAT, noun="format of training data", choices=TRAINING),
    ] = None,
    fields: Annotated[
        Mapping[str, str] | None, Option(panel=Panel.INPUT, help=_FIELDS, parse=columns_from)
    ] = None,
    bugs: BenchmarkOptions,
    options: Annotated[FindOptions, Taken(without=["min_chars"])],
    min_chars: Annotated[int | None, Option(after="direction", minimum=1, help=_MIN_CHARS)] = None,
    preset: Annotated[str | None, Option(after="min_chars", choices=PRESETS, help=_PRESET)] = None,
    out: OutFile = None,
    summary: SummaryFile = None,
    page: Annotated[
        Path | None,
        typer.Option(help=_PAGE, show_default=False, dir_okay=False, rich_help_panel=Panel.OUTPUT),
    ] = None,
    how: LongBulk,
    chunk_bytes: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help=_CHUNK)] = CHUNK_BYTES,
    cache: Annotated[Path | None, Option(panel=Panel.WORKERS, help=_CACHE, folder=True)] = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Find benchmark bugs that leaked into training data, verbatim or as clones.

    A row names a bug, an item, and what of the bug is in the item: the pair in one item, the buggy side or the fixed side alone.
    """
    options = replace(options, min_chars=min_chars or (MIN_CHARS if preset is None else PRESETS[preset]))
    inputs = [*train, *benchmark, *bugs.files]
    how.check(out, train)
    check_target(out, how, restart)
    check_outputs(inputs, (STANDARD if to_standard(out) else out, summary, page))
    session, shown, reason = Session(quiet), None if page is None else Shown(), ""
    with ExitStack() as stack:
        stack.enter_context(reported(session))
        opened = stack.enter_context(opened_rows(*inputs, out=out))
        rest = opened[len(train) :]
        samples = bugs.samples(rest[: len(benchmark)], rest[len(benchmark) :], bad_row(session))
        training = [Training(cast("Path", rows), train_format, fields) for rows in opened[: len(train)]]
        target = stack.enter_context(target_of(out, how, restart, session))
        workers = replace(how, timeout=how.timeout or SECONDS).workers
        leaks = write_leaks(
            replace(target, jobs=workers),
            training,
            samples,
            options,
            cache=cache,
            chunk_bytes=chunk_bytes,
            shown=shown,
        )
        if summary is not None:
            write_summary(summary, leaks.data)
        if not (samples and leaks.data["train"]["items"]):
            what = "the training data have no item" if samples else "the benchmark has no bug"
            reason = f"nothing was compared: {what} that could be read"
            session.failed(reason + (f"; {page} was not written" if page else ""))
        elif page is not None and shown is not None:
            write_page(page, leaks, samples, shown)
    session.end(
        "nothing was compared" if reason else f"{summary_text(leaks.data)}; {counted(leaks.rows, 'row')}"
    )
