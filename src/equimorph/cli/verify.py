"""The verb `verify`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from equimorph.bulk.reporting import counted
from equimorph.checking.equivalence import equivalence as compared
from equimorph.checking.killing import TestRun, run_tests
from equimorph.checking.languages import first_lines
from equimorph.checking.verdicts import Equivalence
from equimorph.checking.verification import CHECKS, Verification
from equimorph.checking.verification import verify as verified
from equimorph.cli.arguments import Classpath, Encoding, OptionalJsonFile, PythonCommand, Quiet, Sourcepath
from equimorph.cli.commands import Panel
from equimorph.cli.proving import ToProve, proved
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import name_of, output, spooled, to_standard, total_of
from equimorph.cli.values import rows_format
from equimorph.defects4j import WholeFiles
from equimorph.defects4j import read as read_checkout
from equimorph.rows.jsonl import encode, lines_of
from parsers.encoding import UTF_8
from parsers.java.jdk import Jdk
from parsers.java.proof import Prover
from parsers.python.interpreter import Interpreter, InterpreterError

__all__ = ["verify"]


def verify(
    path: OptionalJsonFile = None,
    javac: Annotated[
        bool,
        typer.Option(
            "--javac", help="Compile Java, too, with the JDK of this machine.", rich_help_panel=Panel.CHECKS
        ),
    ] = False,
    compile_: Annotated[
        bool,
        typer.Option("--compile", help="Compile Python, too; nothing is run.", rich_help_panel=Panel.CHECKS),
    ] = False,
    equivalence: Annotated[
        bool,
        typer.Option(
            "--equivalence",
            help="Find breaking mutants that break nothing, by class bytes and proofs; of Python by code objects.",
            rich_help_panel=Panel.CHECKS,
        ),
    ] = False,
    prove: Annotated[
        bool,
        typer.Option(
            "--prove",
            help="Instead prove on byte code that each Java mutant does what its original does.",
            rich_help_panel=Panel.PROOFS,
        ),
    ] = False,
    tree: Annotated[
        Path | None,
        typer.Option(
            help="With --prove: folder of a rewritten tree, instead of rows.",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.PROOFS,
        ),
    ] = None,
    original: Annotated[
        Path | None,
        typer.Option(
            help="With --tree: folder of the original tree.",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.PROOFS,
        ),
    ] = None,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart",
            help="With --prove and --out: forget what an earlier run left.",
            rich_help_panel=Panel.PROOFS,
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="With --equivalence: file for the rows that are kept (.jsonl, .jsonl.gz); with --tests and --prove for all rows. "
            "Written whole or not at all; - for standard output, then the counts go to stderr.",
            show_default=False,
            callback=rows_format,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    python: PythonCommand = None,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    checkout: Annotated[
        list[Path] | None,
        typer.Option(
            help="Defects4J checkout with the originals of the rows: javac gets their whole files, and its sources (repeatable).",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = None,
    tests: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Instead run this command on each mutant, in a copy of --project; where it fails, the mutant is killed.",
            show_default=False,
            rich_help_panel=Panel.TESTS,
        ),
    ] = None,
    project: Annotated[
        Path | None,
        typer.Option(
            help="With --tests: folder of the project, which is only read.",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.TESTS,
        ),
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="With --tests: command before it; where it fails, the mutant does not compile.",
            show_default=False,
            rich_help_panel=Panel.TESTS,
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            help="With --tests: seconds for a command. Default: 10, and 5 times what it takes on the original.",
            show_default=False,
            rich_help_panel=Panel.TESTS,
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --tests: copies of the project; with --prove: worker processes. Default: 1.",
            show_default=False,
            rich_help_panel=Panel.TESTS,
        ),
    ] = None,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Check mutants: records, and that each parser which accepts the original accepts the mutant; run tests on them."""
    if (path is None) is (tree is None):
        raise typer.BadParameter("give a file of rows, or --tree and --original with --prove")
    if (tree is None) is not (original is None) or (tree is not None and not prove):
        raise typer.BadParameter("--tree and --original go together, with --prove")
    if prove and (javac or compile_ or equivalence or tests is not None or python is not None):
        raise typer.BadParameter(
            "--prove is a check of its own: give it without --javac, --compile, --equivalence, --tests and --python"
        )
    if prove and (project is not None or build is not None or timeout is not None):
        raise typer.BadParameter("--project, --build and --timeout need --tests")
    if prove and tree is not None and checkout:
        raise typer.BadParameter("--checkout is for rows, not for --tree")
    if restart and (not prove or out is None):
        raise typer.BadParameter("--restart needs --prove and --out")
    if prove:
        trees = None if tree is None or original is None else (tree, original)
        wanted = ToProve(
            path, trees, classpath, sourcepath or (), checkout or (), encoding, jobs or 1, restart
        )
        proved(wanted, out, Session(quiet))
        return
    assert path is not None
    if (javac or compile_ or equivalence) and tests is not None:
        raise typer.BadParameter(
            "--tests is a check of its own: give it without --javac, --compile and --equivalence"
        )
    if out is not None and not equivalence and tests is None:
        raise typer.BadParameter("--out needs --equivalence, --tests or --prove")
    if (tests is None) is not (project is None):
        raise typer.BadParameter("--tests and --project go together")
    if tests is None and (build is not None or timeout is not None or jobs is not None):
        raise typer.BadParameter("--build and --timeout need --tests, --jobs needs --tests or --prove")
    if not (javac or equivalence) and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --javac, --equivalence or --prove")
    if python is not None and not (compile_ or equivalence):
        raise typer.BadParameter("--python needs --compile or --equivalence")
    if checkout and tests is not None:
        raise typer.BadParameter("--checkout does not go with --tests: give it as --project")
    session, tally = Session(quiet), _Tally()
    if not to_standard(out):
        session.lost = f"{out} was not written"
    if tests is not None and project is not None:
        asked: dict[str, Any] = {"build": build, "timeout": timeout, "jobs": jobs or 1, "encoding": encoding}
        _tested(path, partial(run_tests, tests=tests, project=project, **asked), out, session)
        return
    name, rows_out = name_of(path), out is not None and to_standard(out)
    with reported(session), ExitStack() as stack:
        place = stack.enter_context(spooled(path))
        bugs = [read_checkout(one, encoding=encoding) for one in checkout or ()]
        surroundings = WholeFiles(bugs) if bugs else None
        compilers = _Wanted(javac, compile_, equivalence)
        jdk, interpreter = _compilers(stack, place, compilers, python, classpath, encoding)
        keep = stack.enter_context(_copied(place, out))
        files: dict[str, Any] = {
            "sourcepath": sourcepath or (),
            "surroundings": surroundings,
            "encoding": encoding,
        }
        rows = verified(place, jdk=jdk if javac else None, python=interpreter if compile_ else None, **files)
        verdicts: Iterator[Equivalence] = iter(())
        if equivalence:
            prover = None if jdk is None else stack.enter_context(Prover(classpath=_paths(classpath)))
            verdicts = compared(place, jdk=jdk, python=interpreter, prover=prover, **files)
        total = total_of(place)
        for found, verdict in session.progress(zip_longest(rows, verdicts), total, "rows"):
            where = f"{name}: line {found.number}" + (f" ({found.id})" if found.id else "")
            failures = tally.failures(found, verdict)
            for failure in failures:  # that of the record names the line itself
                reason = failure.replace(f": line {found.number}: ", ": ", 1)
                session.failed(f"{where}: {reason}", reason)
            if verdict is not None and verdict.kept and not failures:
                keep(found.number)
                tally.kept += 1
    with reported(session):
        for line in tally.summary():
            if rows_out:
                session.note(line)
            else:
                with output(None) as stream:
                    stream.write(f"{line}\n".encode())
    session.end(counted(tally.rows, "row") + (f", {tally.kept:,} kept" if equivalence else ""))


class _Wanted(NamedTuple):
    """What is to be compiled, by the names of the options."""

    javac: bool
    compile: bool
    equivalence: bool


def _compilers(
    stack: ExitStack, rows: Path, wanted: _Wanted, python: str | None, classpath: str, encoding: str
) -> tuple[Jdk | None, Interpreter | None]:
    """Return the compilers that the rows need.

    Args:
        stack: closes them.
        rows: the file of them.
        python: the command of the interpreter.
        encoding: of the files in the source path.

    Raises:
        typer.BadParameter: a row is of another language than an option, or the command is no Python.
        JdkNotFound: there is no JDK.
    """
    if not any(wanted):
        return None, None
    lines = first_lines(lines_of(rows))
    for given, option, language, instead in (
        (wanted.javac, "--javac", "python", "--compile"),
        (wanted.compile, "--compile", "java", "--javac"),
    ):
        if given and language in lines:
            line = lines[language]
            raise typer.BadParameter(
                f"{option} does not go with {language.title()}, and line {line} is a row of it: give {instead}"
            )
    jdk = interpreter = None
    if "java" in lines:
        jdk = stack.enter_context(Jdk(classpath=_paths(classpath), options=("-encoding", encoding)))
    try:
        if wanted.compile or wanted.equivalence:
            interpreter = stack.enter_context(Interpreter(sys.executable if python is None else python))
        if interpreter is not None and "python" in lines:
            _ = interpreter.version
    except InterpreterError as error:
        raise typer.BadParameter(str(error), param_hint="--python") from error
    return jdk, interpreter


def _paths(classpath: str) -> list[str]:
    return [part for part in classpath.split(os.pathsep) if part]


def _tested(
    path: Path, run: Callable[[Path], Generator[TestRun, None, None]], out: Path | None, session: Session
) -> None:
    """Write the rows with what the tests say of them; report what should not be."""
    counts: Counter[tuple[str, str]] = Counter()
    name = name_of(path)
    with (
        reported(session),
        spooled(path) as place,
        output(out) as stream,
        closing(run(place)) as runs,
    ):
        for found in session.progress(runs, total_of(place), "rows"):
            relation = str(found.data.get("relation", "unknown"))
            counts[relation, found.status] += 1
            if found.fault:
                where = f"{name}: line {found.number}" + (f" ({found.id})" if found.id else "")
                shared = found.reason if found.status == "error" else None  # such as a wrong --project
                session.failed(f"{where}: {relation} mutant: {found.status}: {found.reason}", shared or "")
            if found.data:
                stream.write(encode(found.row()))
    for relation in sorted({relation for relation, _ in counts}):
        found_of = (f"{n} {status}" for (of, status), n in sorted(counts.items()) if of == relation)
        session.note(f"{relation}: {', '.join(found_of)}")
    session.end(counted(counts.total(), "row"))


class _Tally:
    """Counts of the rows by result, for each check."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self.rows = self.kept = self._proved = 0

    def failures(self, found: Verification, verdict: Equivalence | None) -> Collection[str]:
        """Count a row, and return what failed of it."""
        self.rows += 1
        self._counts.update(found.outcomes.items())
        failures = dict.fromkeys(found.failures)  # both may name the record and javac
        if verdict is not None:
            self._counts["equivalence", verdict.verdict] += 1
            self._proved += verdict.proved
            if verdict.verdict == "failed" and verdict.reason is not None:
                failures[verdict.reason] = None
        return failures

    def summary(self) -> Iterator[str]:
        """Yield a line for each check that was made."""
        for check in (*CHECKS, "equivalence"):
            counts = sorted((outcome, n) for (name, outcome), n in self._counts.items() if name == check)
            if counts:
                yield f"{check}: {', '.join(f'{n} {outcome}' for outcome, n in counts)}"
        if self._proved:
            yield f"equivalence: {self._proved} of the equivalent ones have other class bytes, and are proved to do the same"


@contextmanager
def _copied(path: Path, out: Path | None) -> Iterator[Callable[[int], object]]:
    """Copy lines of a file byte for byte; yield what is to be called with their numbers, in ascending order."""
    if out is None:
        yield lambda _: None
        return
    with path.open("rb") as source, output(out) as target:
        lines = enumerate(source, 1)
        yield lambda wanted: target.write(next(line for number, line in lines if number == wanted))
