"""The command `equimorph pairs`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.bulk.reporting import counted
from equimorph.checking.options import CompilerOptions
from equimorph.cli.arguments import (
    MUTATORS,
    Field,
    Language,
    Quiet,
    RowsFile,
    SomePaths,
    SourceEncoding,
    TableFile,
    one_input,
)
from equimorph.cli.bulk_options import BulkOptions, source_of
from equimorph.cli.declared import Taken
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import made_file, stays, to_standard
from equimorph.cli.values import parse_share, table_format
from equimorph.contrastive.options import DEPTH, Compiler, Javac, Options, PythonCode, help_of
from equimorph.contrastive.output import write, write_parts
from equimorph.contrastive.schema import SPLITS
from equimorph.contrastive.trainers import SHAPES, Shape, check_shape
from equimorph.runs.declared import Option, Panel
from mutators import MutationError
from parsers.language import language_of
from parsers.oracles.interpreter import InterpreterError
from parsers.oracles.jdk import find_jdk

_DEPTH = "-".join(map(str, DEPTH))
_SPLIT = ",".join(map(str, Options.splits))
_OUT = (
    "Output file (.jsonl, .jsonl.gz, .parquet), - for standard output; with --as a folder. Or give --parts."
)
_SHAPE = f"Write a folder for trainers, with a Parquet file for each split: {', '.join(SHAPES)}."
_EQUIVALENCE = (
    "Omit negatives that javac compiles to the same class files; in Python those with the same code."
)
_RESTART = "Discard an unfinished run (OUT.partial) and start over."


def _sample(name: str, **more: Any) -> Option:  # noqa: ANN401 - of an option
    return Option(panel=Panel.SAMPLES, help=help_of(name), **more)


def _chosen(name: str, **more: Any) -> Option:  # noqa: ANN401 - of an option
    return Option(panel=Panel.MUTATORS, help=help_of(name), **more)


def pairs(
    *,
    paths: SomePaths = None,
    out: Annotated[Path | None, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT)] = None,
    shape: Annotated[
        str | None, Option(flags="--as", panel=Panel.OUTPUT, choices=SHAPES, help=_SHAPE)
    ] = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    language: Language = None,
    encoding: SourceEncoding = None,
    positives: Annotated[int, _sample("positives", minimum=0)] = Options.positives,
    negatives: Annotated[int, _sample("negatives", minimum=0)] = Options.negatives,
    depth: Annotated[str, _sample("depth")] = _DEPTH,
    mutator: Annotated[
        list[str] | None, _chosen("mutators", flags="--mutator -m", choices=MUTATORS.names)
    ] = None,
    breaking: Annotated[list[str] | None, _chosen("breaking", choices=MUTATORS.names, noun="mutator")] = None,
    weight: Annotated[list[str] | None, _chosen("weights")] = None,
    sketch: Annotated[bool, _sample("sketch")] = False,
    max_tokens: Annotated[int | None, _sample("max_tokens", minimum=1)] = Options.max_tokens,
    share: Annotated[str | None, _sample("share", metavar="SHARE")] = None,
    equivalence: Annotated[bool, Option(panel=Panel.CHECKS, help=_EQUIVALENCE)] = False,
    compilers: Annotated[CompilerOptions, Taken(without=["checkout"])],
    split: Annotated[str, _sample("splits")] = _SPLIT,
    seed: Annotated[int, _chosen("seed")] = Options.seed,
    restart: Annotated[bool, Option(panel=Panel.OUTPUT, help=_RESTART)] = False,
    how: BulkOptions,
    quiet: Quiet = False,
) -> None:
    """Make contrastive pairs: for each method an anchor, equivalent positives, and negatives that nearly are."""
    one_input(paths, jsonl, table)
    if out is None and how.parts is None:
        raise typer.BadParameter("give --out or --parts")
    if shape is None:
        table_format(out)
    elif to_standard(out):
        raise typer.BadParameter("--as writes a folder; name it with --out")
    if restart and how.parts is not None:
        raise typer.BadParameter("--restart is of --out; for --parts give another folder")
    how.check(out, [*(paths or ()), jsonl, table])
    if encoding is not None and not paths:
        raise typer.BadParameter("--encoding is for source files; JSON and Parquet are UTF-8")
    if not equivalence and (compilers.classpath or compilers.sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --equivalence")
    if not equivalence and compilers.python is not None:
        raise typer.BadParameter("--python needs --equivalence")
    if equivalence and how.memory is not None:
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
    compiler = _compiler(language, compilers) if equivalence else None
    session = Session(quiet)
    if how.parts is not None:
        session.resume = f"{how.parts} keeps the parts that are done: the same command continues there"
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
        source_of(
            paths or (), jsonl, table, session, reread=True, keep_missing=True, language=given
        ) as inputs,
    ):
        if isinstance(compiler, Javac):
            find_jdk()  # before the first row
        if out is not None:
            kept = nullcontext(out) if shape is not None else made_file(out)
            with kept as place:
                counts = write(
                    place, inputs, options, shape=cast("Shape | None", shape), restart=restart, **common
                )
        else:
            assert how.parts is not None
            cut: dict[str, Any] = {"part_rows": how.part_rows or PART_ROWS, "form": how.form or "jsonl"}
            counts = write_parts(how.parts, inputs, options, **cut, **common)
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


def _compiler(language: str, options: CompilerOptions) -> Compiler:
    """Return the compiler for the sources of a language.

    Raises:
        typer.BadParameter: an option is for the other language, or the command is no Python.
    """
    if language == "python":
        if options.classpath or options.sourcepath:
            raise typer.BadParameter("--classpath and --sourcepath are for Java")
        compiler = PythonCode() if options.python is None else PythonCode(options.python)
        try:
            with ExitStack() as stack:
                compiler.comparison(stack)
        except InterpreterError as error:
            raise typer.BadParameter(str(error), param_hint="--python") from error
        return compiler
    if options.python is not None:
        raise typer.BadParameter("--python is for Python")
    return Javac(options.classpath_parts(), tuple(str(folder) for folder in options.sourcepath))


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
