"""The command `equimorph pairs`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    MUTATORS,
    Classpath,
    Field,
    Known,
    Quiet,
    RowsFile,
    SomePaths,
    Sourcepath,
    TableFile,
    one_input,
)
from equimorph.cli.session import Session, reported
from equimorph.contrastive.options import DEPTH, Javac, Options, help_of
from equimorph.contrastive.output import Inputs, write, write_parts
from equimorph.contrastive.schema import SPLITS
from equimorph.contrastive.trainers import SHAPES, Shape, check_shape
from mutators import MutationError

__all__ = ["pairs"]

_DEPTH = "-".join(map(str, DEPTH))
_SHAPES = Known("shape", lambda: SHAPES)
_SPLIT = ",".join(map(str, Options.splits))


def pairs(
    paths: SomePaths = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Output file, Parquet if its name ends in .parquet; with --as a folder. Or give --parts.",
            show_default=False,
        ),
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(
            "--as",
            help=f"Write a folder for trainers, with a Parquet file for each split: {', '.join(SHAPES)}.",
            show_default=False,
            callback=_SHAPES.check,
            autocompletion=_SHAPES.complete,
        ),
    ] = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    positives: Annotated[int, typer.Option(min=0, help=help_of("positives"))] = Options.positives,
    negatives: Annotated[int, typer.Option(min=0, help=help_of("negatives"))] = Options.negatives,
    depth: Annotated[str, typer.Option(help=help_of("depth"))] = _DEPTH,
    mutator: Annotated[
        list[str] | None,
        typer.Option(
            "--mutator",
            "-m",
            help=help_of("mutators"),
            show_default=False,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    breaking: Annotated[
        list[str] | None,
        typer.Option(
            help=help_of("breaking"),
            show_default=False,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    weight: Annotated[list[str] | None, typer.Option(help=help_of("weights"))] = None,
    sketch: Annotated[bool, typer.Option("--sketch", help=help_of("sketch"))] = False,
    max_tokens: Annotated[int | None, typer.Option(min=1, help=help_of("max_tokens"))] = Options.max_tokens,
    share: Annotated[float | None, typer.Option(help=help_of("share"))] = Options.share,
    equivalence: Annotated[
        bool,
        typer.Option("--equivalence", help="Leave out negatives of which javac makes the same class files."),
    ] = False,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    split: Annotated[str, typer.Option(help=help_of("splits"))] = _SPLIT,
    seed: Annotated[int, typer.Option(help=help_of("seed"))] = Options.seed,
    restart: Annotated[
        bool, typer.Option("--restart", help="Do not continue an unfinished run, begin anew.")
    ] = False,
    jobs: bulk.Jobs = None,
    timeout: bulk.Timeout = None,
    memory: bulk.Memory = None,
    scheduler: bulk.Scheduler = None,
    parts: bulk.Parts = None,
    part_rows: bulk.PartRows = None,
    form: bulk.Format = None,
    quiet: Quiet = False,
) -> None:
    """Make contrastive pairs: for each method an anchor, positives that behave as it does, negatives that nearly do."""
    one_input(paths, jsonl, table)
    if out is None and parts is None:
        raise typer.BadParameter("give --out or --parts")
    if shape is not None and out is None:
        raise typer.BadParameter("--as writes a folder; name it with --out")
    if restart and parts is not None:
        raise typer.BadParameter("--restart is of --out; for --parts give another folder")
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler, parts, part_rows, form)
    how.check(out)
    if not equivalence and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --equivalence")
    if equivalence and memory is not None:
        raise typer.BadParameter("--memory leaves no room for the JVM that --equivalence needs")
    try:
        options = Options(
            positives=positives,
            negatives=negatives,
            depth=_depth(depth),
            mutators=mutator or None,
            breaking=breaking or None,
            weights=dict(_weight(given) for given in weight or ()),
            seed=seed,
            sketch=sketch,
            max_tokens=max_tokens,
            share=None if share is None else share / 100,
            splits=_splits(split),
        )
        if shape is not None:
            check_shape(shape, options.positives, options.negatives)
    except (MutationError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    javac = Javac(
        tuple(part for part in classpath.split(os.pathsep) if part),
        tuple(str(folder) for folder in sourcepath or ()),
    )
    session = Session(quiet)
    inputs: Inputs = paths or bulk.source_of((), jsonl, table)
    common: dict[str, Any] = {
        "field": field,
        "javac": javac if equivalence else None,
        "jobs": how.workers if how else None,
        "reporter": session,
    }
    with reported(session):
        if out is not None:
            counts = write(out, inputs, options, shape=cast("Shape | None", shape), restart=restart, **common)
        else:
            assert parts is not None
            cut: dict[str, Any] = {"part_rows": part_rows or PART_ROWS, "form": form or "jsonl"}
            counts = write_parts(parts, inputs, options, **cut, **common)
    session.note(", ".join(_summary(counts)))
    if shape is not None:
        session.note(", ".join(_rows_of_splits(counts, shape)))
    if counts["error"] or counts["conflicts"]:  # those of earlier parts of the run included
        raise typer.Exit(1)


def _summary(counts: Mapping[str, int]) -> Iterator[str]:
    done = counts["ok"]
    yield f"{done} samples with {counts['positives']} positives and {counts['negatives']} negatives"
    yield f"{counts['both']} of them with both kinds"
    for key, told in (
        ("skipped", "skipped"),
        ("duplicate", "duplicates left out"),
        ("equivalent", "equivalent negatives left out"),
        ("uncompiled", "negatives left out that do not compile"),
        ("error", "failed"),
    ):
        if counts[key]:
            yield f"{counts[key]} {told}"


def _rows_of_splits(counts: Mapping[str, int], shape: str) -> Iterator[str]:
    rows = sum(counts[split] for split in SPLITS)
    yield f"{rows} rows of shape {shape} from {counts['used']} samples"
    for split in SPLITS:
        yield f"{split} {counts[split]}"


def _depth(given: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", given)
    if match is None:
        raise ValueError(f"--depth {given!r} is neither a number nor A-B")
    return int(match[1]), int(match[2] or match[1])


def _weight(given: str) -> tuple[str, float]:
    name, _, number = given.partition("=")
    MUTATORS.check(name)
    try:
        return name, float(number)
    except ValueError:
        raise ValueError(f"--weight {given!r} is not NAME=NUMBER") from None


def _splits(given: str) -> tuple[float, float, float]:
    try:
        train, validation, test = (float(part) for part in given.split(","))
    except ValueError:
        raise ValueError(f"--split {given!r} is not three numbers A,B,C") from None
    return train, validation, test
