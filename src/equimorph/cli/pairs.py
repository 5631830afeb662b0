"""The command `equimorph pairs`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.bulk.reporting import counted
from equimorph.checking.options import CompilerOptions
from equimorph.cli.arguments import Language, OutputRestart, SourceEncoding, out_option
from equimorph.cli.bulk_options import BulkOptions, Inputs
from equimorph.cli.declared import Taken
from equimorph.cli.known import checked
from equimorph.cli.session import REMOVE, Session
from equimorph.cli.streams import made_file, stays, to_standard
from equimorph.cli.values import table_format
from equimorph.contrastive.options import Compiler, Javac, Options, PythonCode
from equimorph.contrastive.output import write, write_parts
from equimorph.contrastive.schema import SPLITS
from equimorph.contrastive.trainers import SHAPES, Shape, check_shape
from equimorph.runs.declared import Option, Panel
from parsers.language import language_of
from parsers.oracles.interpreter import InterpreterError
from parsers.oracles.jdk import find_jdk

_OUT = (
    "Output file (.jsonl, .jsonl.gz, .parquet), - for standard output; with --as a folder. Or give --parts."
)
_SHAPE = f"Write a folder for trainers, with a Parquet file for each split: {', '.join(SHAPES)}."
_EQUIVALENCE = (
    "Omit negatives that javac compiles to the same class files; in Python those with the same code."
)


def pairs(
    *,
    inputs: Inputs,
    out: Annotated[Path | None, out_option(_OUT)] = None,
    shape: Annotated[Shape | None, Option(flags="--as", panel=Panel.OUTPUT, help=_SHAPE)] = None,
    language: Language = None,
    encoding: SourceEncoding = None,
    sampling: Callable[..., Options],
    equivalence: Annotated[bool, Option(panel=Panel.CHECKS, help=_EQUIVALENCE)] = False,
    compilers: Annotated[CompilerOptions, Taken(without=["checkout"])],
    restart: OutputRestart = False,
    how: BulkOptions,
    session: Session,
) -> None:
    """Make contrastive pairs: for each method an anchor, equivalent positives, and negatives that nearly are."""
    if out is None and how.parts is None:
        raise typer.BadParameter("give --out or --parts")
    if shape is None:
        checked(table_format, out)
    elif to_standard(out):
        raise typer.BadParameter("--as writes a folder; name it with --out")
    if restart and how.parts is not None:
        raise typer.BadParameter("--restart is of --out; for --parts give another folder")
    how.check(out, inputs.files)
    inputs.check_encoding(encoding)
    if equivalence and how.memory is not None:
        raise typer.BadParameter("--memory leaves no room for the JVM that --equivalence needs")
    spoken = language or _spoken(inputs.paths)
    options, compiler = sampling(language=spoken), _compiler(spoken, compilers, equivalence)
    if shape is not None:
        try:
            check_shape(shape, options.positives, options.negatives)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
    common: dict[str, Any] = {"field": inputs.field, "encoding": encoding, "compiler": compiler}
    common |= {"jobs": how.workers if how else None, "reporter": session}
    with inputs.opened(session, reread=True, keep_missing=True, language=language) as source:
        if isinstance(compiler, Javac):
            find_jdk()  # before the first row
        if how.parts is not None:
            session.keeps_parts(how.parts)
            cut: dict[str, Any] = {"part_rows": how.part_rows or PART_ROWS, "form": how.form or "jsonl"}
            counts = write_parts(how.parts, source, options, **cut, **common)
        elif out is not None:
            if shape is not None or stays(out):
                session.keeps(out, end=REMOVE)
            with nullcontext(out) if shape is not None else made_file(out) as place:
                counts = write(place, source, options, shape=shape, restart=restart, **common)
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
    languages = sorted({"java" if path.is_dir() else language_of(path) for path in paths})
    if len(languages) > 1:
        raise typer.BadParameter(
            f"samples are of one language, the files of {', '.join(languages)}: give --language"
        )
    return languages[0] if languages else "java"


def _compiler(language: str, options: CompilerOptions, wanted: bool) -> Compiler | None:
    """Return the compiler for the sources of a language, if it is wanted.

    Raises:
        typer.BadParameter: an option is for the other language, or the command is no Python.
    """
    of_java = bool(options.classpath or options.sourcepath)
    if not wanted:
        if of_java:
            raise typer.BadParameter("--classpath and --sourcepath need --equivalence")
        if options.python is not None:
            raise typer.BadParameter("--python needs --equivalence")
        return None
    if language == "python":
        if of_java:
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
