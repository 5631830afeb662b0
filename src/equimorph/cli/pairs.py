"""The command `equimorph pairs`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    MUTATORS,
    Classpath,
    Field,
    Quiet,
    RowsFile,
    Seed,
    SomePaths,
    Sourcepath,
    TableFile,
    one_input,
)
from equimorph.cli.session import Session, reported
from equimorph.contrastive.making import Plan, to_file, to_file_by_workers, to_parts
from equimorph.contrastive.options import BREAKING, Asked, Options
from mutators import MutationError

__all__ = ["pairs"]


def pairs(
    paths: SomePaths = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Output file; Parquet if its name ends in .parquet. Or give --parts.",
            show_default=False,
        ),
    ] = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    positives: Annotated[int, typer.Option(min=0, help="Positives of each method.")] = 2,
    negatives: Annotated[int, typer.Option(min=0, help="Negatives of each method.")] = 2,
    depth: Annotated[str, typer.Option(help="Mutations of a positive: a number, or A-B.")] = "1-3",
    mutator: Annotated[
        list[str] | None,
        typer.Option(
            "--mutator",
            "-m",
            help="Only this preserving mutator for the positives (repeatable). Default: all.",
            show_default=False,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    breaking: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Mutator for the negatives (repeatable). Default: {BREAKING}.",
            show_default=False,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(help="How often a mutator is drawn: NAME=NUMBER (repeatable). Default: 1 each."),
    ] = None,
    sketch: Annotated[bool, typer.Option("--sketch", help="Anchors are sketches of the methods.")] = False,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The most tokens of a text.")] = None,
    share: Annotated[
        float | None,
        typer.Option(help="Percentage of a method's operators mutated at once in a negative. Default: one."),
    ] = None,
    equivalence: Annotated[
        bool,
        typer.Option("--equivalence", help="Leave out negatives of which javac makes the same class files."),
    ] = False,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    split: Annotated[str, typer.Option(help="Fractions of train, validation and test.")] = "0.8,0.1,0.1",
    seed: Seed = 0,
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
    if restart and parts is not None:
        raise typer.BadParameter("--restart is of --out; for --parts give another folder")
    how = bulk.Bulk(jobs, timeout, memory, scheduler, parts, part_rows, form)
    how.check(out)
    if not equivalence and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --equivalence")
    if equivalence and memory is not None:
        raise typer.BadParameter("--memory leaves no room for the JVM that --equivalence needs")
    try:
        asked = Asked(
            positives=positives,
            negatives=negatives,
            depth=_depth(depth),
            mutators=mutator or None,
            breaking=breaking or None,
            weights=dict(_weight(told) for told in weight or ()),
            seed=seed,
            sketch=sketch,
            max_tokens=max_tokens,
            share=None if share is None else share / 100,
            splits=_splits(split),
        )
        options = Options.of(**asked)
    except (MutationError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    session = Session(quiet)
    javac = {
        "classpath": [part for part in classpath.split(os.pathsep) if part],
        "sourcepath": [str(folder) for folder in sourcepath or ()],
    }
    plan = Plan(
        paths or (),
        jsonl,
        table,
        None if paths else field,
        options,
        dict(asked),
        javac if equivalence else None,
    )
    with reported(session):
        if parts is not None:
            counts = to_parts(plan, how, session)
        elif how:
            counts = to_file_by_workers(plan, how, session, out or Path(), restart)
        else:
            counts = to_file(plan, session, out or Path(), restart)
    session.note(", ".join(_summary(counts)))
    if counts["error"] or counts["conflicts"]:  # those of earlier parts of the run included
        raise typer.Exit(1)


def _summary(counts: Mapping[str, int]) -> Iterator[str]:
    done = counts["ok"]
    yield f"{done} samples with {counts['positives']} positives and {counts['negatives']} negatives"
    for key, told in (
        ("skipped", "skipped"),
        ("duplicate", "duplicates left out"),
        ("equivalent", "equivalent negatives left out"),
        ("uncompiled", "negatives left out that do not compile"),
        ("error", "failed"),
    ):
        if counts[key]:
            yield f"{counts[key]} {told}"


def _depth(told: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", told)
    if match is None:
        raise ValueError(f"--depth {told!r} is neither a number nor A-B")
    return int(match[1]), int(match[2] or match[1])


def _weight(told: str) -> tuple[str, float]:
    name, _, number = told.partition("=")
    MUTATORS.check(name)
    try:
        return name, float(number)
    except ValueError:
        raise ValueError(f"--weight {told!r} is not NAME=NUMBER") from None


def _splits(told: str) -> tuple[float, float, float]:
    try:
        train, validation, test = (float(part) for part in told.split(","))
    except ValueError:
        raise ValueError(f"--split {told!r} is not three numbers A,B,C") from None
    return train, validation, test
