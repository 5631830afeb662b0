"""The command `equimorph pairs`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.bulk.reporting import counted
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    MUTATORS,
    Classpath,
    Field,
    Known,
    Language,
    PythonCommand,
    Quiet,
    RowsFile,
    SomePaths,
    SourceEncoding,
    Sourcepath,
    TableFile,
    one_input,
)
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import made_file, stays, to_standard
from equimorph.cli.values import parse_share, table_format
from equimorph.contrastive.options import DEPTH, Compiler, Javac, Options, PythonCode, help_of
from equimorph.contrastive.output import write, write_parts
from equimorph.contrastive.schema import SPLITS
from equimorph.contrastive.trainers import SHAPES, Shape, check_shape
from mutators import MutationError
from parsers.language import language_of
from parsers.python.interpreter import InterpreterError

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
            help="Output file (.jsonl, .jsonl.gz, .parquet), - for standard output; with --as a folder. Or give --parts.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
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
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    language: Language = None,
    encoding: SourceEncoding = None,
    positives: Annotated[
        int, typer.Option(min=0, help=help_of("positives"), rich_help_panel=Panel.SAMPLES)
    ] = Options.positives,
    negatives: Annotated[
        int, typer.Option(min=0, help=help_of("negatives"), rich_help_panel=Panel.SAMPLES)
    ] = Options.negatives,
    depth: Annotated[str, typer.Option(help=help_of("depth"), rich_help_panel=Panel.SAMPLES)] = _DEPTH,
    mutator: Annotated[
        list[str] | None,
        typer.Option(
            "--mutator",
            "-m",
            help=help_of("mutators"),
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    breaking: Annotated[
        list[str] | None,
        typer.Option(
            help=help_of("breaking"),
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
        ),
    ] = None,
    weight: Annotated[
        list[str] | None, typer.Option(help=help_of("weights"), rich_help_panel=Panel.MUTATORS)
    ] = None,
    sketch: Annotated[
        bool, typer.Option("--sketch", help=help_of("sketch"), rich_help_panel=Panel.SAMPLES)
    ] = False,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help=help_of("max_tokens"), rich_help_panel=Panel.SAMPLES)
    ] = Options.max_tokens,
    share: Annotated[
        str | None,
        typer.Option(
            help=help_of("share"), metavar="SHARE", show_default=False, rich_help_panel=Panel.SAMPLES
        ),
    ] = None,
    equivalence: Annotated[
        bool,
        typer.Option(
            "--equivalence",
            help="Leave out negatives that javac compiles to the same class files; of Python those with the same code.",
            rich_help_panel=Panel.CHECKS,
        ),
    ] = False,
    python: PythonCommand = None,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    split: Annotated[str, typer.Option(help=help_of("splits"), rich_help_panel=Panel.SAMPLES)] = _SPLIT,
    seed: Annotated[int, typer.Option(help=help_of("seed"), rich_help_panel=Panel.MUTATORS)] = Options.seed,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart",
            help="Begin anew instead of continuing an unfinished run.",
            rich_help_panel=Panel.OUTPUT,
        ),
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
    if shape is None:
        table_format(out)
    elif to_standard(out):
        raise typer.BadParameter("--as writes a folder; name it with --out")
    if restart and parts is not None:
        raise typer.BadParameter("--restart is of --out; for --parts give another folder")
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler, parts, part_rows, form)
    how.check(out, [*(paths or ()), jsonl, table])
    if encoding is not None and not paths:
        raise typer.BadParameter("--encoding is for source files; JSON and Parquet are UTF-8")
    if not equivalence and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --equivalence")
    if not equivalence and python is not None:
        raise typer.BadParameter("--python needs --equivalence")
    if equivalence and memory is not None:
        raise typer.BadParameter("--memory leaves no room for the JVM that --equivalence needs")
    given, language = language, language or _spoken(paths or ())
    try:
        options = Options(
            language=language,
            positives=positives,
            negatives=negatives,
            depth=_depth(depth),
            mutators=mutator or None,
            breaking=breaking or None,
            weights=dict(_weight(given) for given in weight or ()),
            seed=seed,
            sketch=sketch,
            max_tokens=max_tokens,
            share=parse_share(share),
            splits=_splits(split),
        )
        if shape is not None:
            check_shape(shape, options.positives, options.negatives)
    except (MutationError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    compiler = _compiler(language, classpath, sourcepath, python) if equivalence else None
    session = Session(quiet)
    if parts is not None:
        session.resume = f"{parts} keeps the parts that are done: the same command continues there"
    elif out is not None and (shape is not None or stays(out)):
        session.resume = (
            f"{out}.partial keeps what is done: the same command continues, --restart begins anew;"
            " remove that folder if you do not need it"
        )
    common: dict[str, Any] = {
        "field": field,
        "encoding": encoding,
        "compiler": compiler,
        "jobs": how.workers if how else None,
        "reporter": session,
    }
    with (
        reported(session),
        bulk.source_of(
            paths or (), jsonl, table, session, reread=True, keep_missing=True, language=given
        ) as inputs,
    ):
        if out is not None:
            kept = nullcontext(out) if shape is not None else made_file(out)
            with kept as place:
                counts = write(
                    place, inputs, options, shape=cast("Shape | None", shape), restart=restart, **common
                )
        else:
            assert parts is not None
            cut: dict[str, Any] = {"part_rows": part_rows or PART_ROWS, "form": form or "jsonl"}
            counts = write_parts(parts, inputs, options, **cut, **common)
    session.close()
    session.note(", ".join(_summary(counts)))
    if shape is not None:
        session.note(", ".join(_rows_of_splits(counts, shape)))
    if counts["error"] or counts["conflicts"]:  # those of earlier parts of the run included
        raise typer.Exit(1)


def _spoken(paths: Sequence[Path]) -> str:
    """Return the language of files by their suffixes; folders, rows and standard input are Java.

    Raises:
        typer.BadParameter: there are several.
    """
    found = sorted({"java" if path.is_dir() else language_of(path) for path in paths})
    if len(found) > 1:
        raise typer.BadParameter(
            f"samples are of one language, the files of {', '.join(found)}: give --language"
        )
    return found[0] if found else "java"


def _compiler(language: str, classpath: str, sourcepath: list[Path] | None, python: str | None) -> Compiler:
    """Return the compiler for the sources of a language.

    Raises:
        typer.BadParameter: an option is for the other language, or the command is no Python.
    """
    if language == "python":
        if classpath or sourcepath:
            raise typer.BadParameter("--classpath and --sourcepath are for Java")
        compiler = PythonCode() if python is None else PythonCode(python)
        try:
            with ExitStack() as stack:
                compiler.comparison(stack)
        except InterpreterError as error:
            raise typer.BadParameter(str(error), param_hint="--python") from error
        return compiler
    if python is not None:
        raise typer.BadParameter("--python is for Python")
    parts = tuple(part for part in classpath.split(os.pathsep) if part)
    return Javac(parts, tuple(str(folder) for folder in sourcepath or ()))


def _summary(counts: Mapping[str, int]) -> Iterator[str]:
    done = counts["ok"]
    positives, negatives = (counted(counts[f"{kind}s"], kind) for kind in ("positive", "negative"))
    yield f"{counted(done, 'sample')} with {positives} and {negatives}"
    yield f"{counts['both']:,} of them with both kinds"
    for key, text in (
        ("skipped", "skipped"),
        ("duplicate", "duplicates left out"),
        ("equivalent", "equivalent negatives left out"),
        ("uncompiled", "negatives left out that do not compile"),
        ("error", "failed"),
    ):
        if counts[key]:
            yield f"{counts[key]:,} {text}"


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
