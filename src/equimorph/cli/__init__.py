"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 all is well, 1 something failed (the rest is done), 2 the command was not understood.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

import typer

import equimorph as em
from equimorph.checking.verification import CHECKS
from equimorph.cli import defects4j as defects4j
from equimorph.cli import pairs as contrastive
from equimorph.cli import verbs
from equimorph.cli.arguments import (
    Classpath,
    JsonFile,
    Names,
    Operators,
    OutFile,
    Paths,
    Purity,
    Quiet,
    Schemes,
    Sourcepath,
    choice,
    mutators,
)
from equimorph.cli.epilogs import epilog
from equimorph.cli.report import report
from equimorph.cli.session import Session, found_files, output, reported
from equimorph.cli.terminal import visible
from equimorph.rows.jsonl import encode, json_lines
from equimorph.rows.row import Row, parse_row
from equimorph.trees.files import whole_file
from mutators import MutationError, Site
from parsers import ParseError, SourceFile
from parsers.java.jdk import Jdk
from parsers.java.validity import tree_sitter_error

__all__ = ["app", "main"]

app = typer.Typer(
    help="Sound, invertible mutants of Java methods, with records that restore the original byte for byte.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Tell the version, and end.")] = False,
) -> None:
    if version:
        typer.echo(f"equimorph {em.__version__}")
        raise typer.Exit


def _sources(paths: list[Path], session: Session) -> Iterator[SourceFile]:
    """The sources that can be read, one at a time; the others are told."""
    files = list(found_files(paths, session))
    for path in session.progress(files, len(files), "files"):
        try:
            source = em.read(path)
        except (ParseError, OSError) as error:
            session.failed(error)
            continue
        if source.has_error:
            line = tree_sitter_error(source)
            session.note(f"{path}:{line}: syntax error; the members that have one are left alone")
        yield source


@app.command("list", epilog=epilog("list"))
def list_mutators() -> None:
    """List the mutators."""
    with reported(Session()):
        for info in em.list_mutators():
            named = "" if info.by_default else ", only where it is named"
            typer.echo(f"{info.name}  {info.relation}{named}, version {info.version}: {info.summary}")


@app.command(epilog=epilog("sites"))
def sites(
    paths: Paths,
    why: Annotated[bool, typer.Option("--why", help="Also the refused candidates, with reasons.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object for each, on a line.")] = False,
    mutator: Names = None,
    scheme: Schemes = None,
    purity: Purity = None,
    operators: Operators = None,
    quiet: Quiet = False,
) -> None:
    """Show where mutators apply: path:line:column, mutator (and its form or direction), method, text."""
    session, chosen = Session(quiet), mutators(choice(mutator, scheme, purity, operators))
    accepted = refused = 0
    with reported(session), output(None) as out:
        for source in _sources(paths, session):
            for found in em.sites(source, chosen, why=why):
                accepted += found.accepted
                refused += not found.accepted
                place = _place(source, found)
                # Names of files need not be UTF-8: their bytes go through.
                line = encode(place) if as_json else _site_line(place).encode("utf-8", "surrogateescape")
                out.write(line)
    session.end(f"{accepted} sites" + (f", {refused} refused" if why else ""))


def _place(source: SourceFile, found: em.Judgement) -> dict[str, Any]:
    """A site as plain data; line and column count from 1, the column in characters."""
    start = source.lines.start(line := source.lines.line(found.site.start))
    return {
        "path": source.path,
        "line": line,
        "column": source.char_offset(found.site.start) - source.char_offset(start) + 1,
        "mutator": found.site.mutator,
        "kind": _kind(found.site) or None,  # one node may have sites of several
        "method": found.method.name,
        "text": source.slice(found.site.start, found.site.end),
        "accepted": found.accepted,
        "reason": found.reason,
    }


def _site_line(place: Mapping[str, Any]) -> str:
    text = " ".join(place["text"].split())
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    verdict = "" if place["accepted"] else f"  refused: {place['reason']}"
    mutator = f"{place['mutator']} ({place['kind']})" if place["kind"] else place["mutator"]
    where = "{path}:{line}:{column}".format_map(place)
    return visible(f"{where}: {mutator} in {place['method'] or 'statements'}: {shown}{verdict}\n")


def _kind(site: Site) -> str:
    if (new := site.param("replacement")) is not None:
        return f"{site.param('operator') or 'nothing'} -> {new or 'nothing'}"
    return str(site.param("direction") or site.param("form") or "")


app.command("mutate", epilog=epilog("mutate"))(verbs.mutate)


def _count_rows(path: Path) -> int:
    if not path.is_file():
        raise typer.BadParameter(f"{str(path)!r} is no regular file; its rows are read more than once")
    with path.open("rb") as stream:
        return sum(1 for line in stream if line.strip())


def _each_line(
    path: Path, session: Session, made: Callable[[Mapping[str, Any], int], Iterator[dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    """What is made of each line of a JSON Lines file; lines of which nothing can be made are told."""
    count = _count_rows(path)
    with path.open("rb") as stream:
        for line in session.progress(json_lines(stream), count, "rows"):
            try:
                if line.error is not None:
                    raise MutationError(line.error)
                yield from made(line.data, line.number)
            except (MutationError, ParseError) as error:
                prefix = f"line {line.number}: "
                session.failed(f"{path}: {prefix}{str(error).removeprefix(prefix)}")


app.command("rewrite", epilog=epilog("rewrite"))(verbs.rewrite)


@app.command(epilog=epilog("invert"))
def invert(
    path: Annotated[Path, typer.Argument(help="A rewritten tree, or JSON Lines of mutants.", exists=True)],
    records: Annotated[
        Path | None, typer.Option(help="The mutations.jsonl of the tree.", exists=True, dir_okay=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for a tree, file for JSON Lines.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Restore originals byte for byte: of a rewritten tree, or of each line of a JSON Lines file."""
    session = Session(quiet)
    if path.is_dir():
        if records is None or out is None:
            raise typer.BadParameter("a tree needs --records and --out")
        with reported(session), session.bar(None, "files") as advance:
            try:
                restored = em.invert_tree(path, records, out, on_file=lambda _: advance())
            except MutationError as error:
                raise MutationError(f"{records}: {error}; are these the records of {path}?") from error
        session.end(f"{restored} files restored")
        return
    if records is not None:
        raise typer.BadParameter("--records is for trees")
    _rows_to_rows(path, out, session, em.invert_row, "originals restored")


@app.command(epilog=epilog("undo"))
def undo(
    path: JsonFile,
    field: Annotated[
        str | None, typer.Option(help="Field that holds the patched mutant.", show_default=False)
    ] = None,
    hunk: Annotated[
        str | None,
        typer.Option(help="Field that holds a hunk instead, lines of the row's mutant.", show_default=False),
    ] = None,
    at_lines: Annotated[
        str | None,
        typer.Option(
            help="Field that tells which lines of the row's mutant the hunk replaces: a number, or [first, last].",
            show_default=False,
        ),
    ] = None,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Take mutations out of patched mutants; adds undone, verdict (undone, conflict, unparsable), reason."""
    patch = hunk if field is None else field
    given = [option is not None for option in (field, hunk, at_lines)]
    if patch is None or given not in ([True, False, False], [False, True, True]):
        raise typer.BadParameter("give either --field, or both --hunk and --at-lines")
    _rows_to_rows(path, out, Session(quiet), lambda row: em.undo_row(row, patch, at_lines), "rows")


def _rows_to_rows(
    path: Path, out: Path | None, session: Session, made: Callable[[Row], dict[str, Any]], what: str
) -> None:
    def rows_of_line(data: Mapping[str, Any], number: int) -> Iterator[dict[str, Any]]:
        yield made(parse_row(data, number))

    count = 0
    with reported(session), output(out) as stream:
        for found in _each_line(path, session, rows_of_line):
            stream.write(encode(found))
            count += 1
    session.end(f"{count} {what}")


@app.command(epilog=epilog("verify"))
def verify(
    path: JsonFile,
    javac: Annotated[
        bool, typer.Option("--javac", help="Also compile, with the JDK of this machine.")
    ] = False,
    equivalence: Annotated[
        bool, typer.Option("--equivalence", help="Also compare class bytes of breaking mutants.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="With --equivalence: file for the rows that are kept, written whole or not at all.",
            show_default=False,
        ),
    ] = None,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    quiet: Quiet = False,
) -> None:
    """Check mutants: records, and that each parser which accepts the original accepts the mutant."""
    if out is not None and not equivalence:
        raise typer.BadParameter("--out needs --equivalence")
    if not (javac or equivalence) and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --javac or --equivalence")
    session = Session(quiet)
    counts: Counter[tuple[str, str]] = Counter()
    kept = 0
    with reported(session), ExitStack() as stack:
        parts = [part for part in classpath.split(os.pathsep) if part]
        jdk = stack.enter_context(Jdk(classpath=parts)) if javac or equivalence else None
        keep = stack.enter_context(_copied(path, out))
        folders = sourcepath or ()
        rows = em.verify(path, jdk=jdk if javac else None, sourcepath=folders)
        verdicts = em.equivalence(path, jdk=jdk, sourcepath=folders) if equivalence and jdk else ()
        for found, verdict in session.progress(zip_longest(rows, verdicts), _count_rows(path), "rows"):
            counts.update(found.outcomes.items())
            failures = dict.fromkeys(found.failures)  # both may tell of the record and of javac
            if verdict is not None:
                counts["equivalence", verdict.verdict] += 1
                if verdict.verdict == "failed":
                    failures[verdict.reason] = None
                if verdict.kept and not failures:
                    keep(found.number)
                    kept += 1
            place = f"{path}: line {found.number}" + (f" ({found.id})" if found.id else "")
            for failure in failures:  # that of the record tells the line itself
                session.failed(f"{place}: {failure.replace(f': line {found.number}: ', ': ', 1)}")
    for check in (*CHECKS, "equivalence"):
        told = ", ".join(f"{n} {outcome}" for (name, outcome), n in sorted(counts.items()) if name == check)
        if told:
            typer.echo(f"{check}: {told}")
    count = sum(n for (name, _), n in counts.items() if name == "record")
    session.end(f"{count} rows" + (f", {kept} kept" if equivalence else ""))


@contextmanager
def _copied(path: Path, out: Path | None) -> Iterator[Callable[[int], object]]:
    """Copies lines of a file byte for byte; gives what is to be called with their numbers, in ascending order."""
    if out is None:
        yield lambda _: None
        return
    with path.open("rb") as source, whole_file(out) as target:
        lines = enumerate(source, 1)
        yield lambda wanted: target.write(next(line for number, line in lines if number == wanted))


app.command("pairs", epilog=epilog("pairs"))(contrastive.pairs)
app.command("report", epilog=epilog("report"))(report)
app.add_typer(defects4j.app, name="defects4j")


def main() -> None:
    """Runs the command."""
    app(prog_name="equimorph")
