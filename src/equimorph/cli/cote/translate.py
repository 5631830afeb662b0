"""The verb `cote translate`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import Limits, Problem, RunOptions, read_problems, run_bench
from equimorph.bench.predictions import AS_THEY_ARE
from equimorph.bench.translated import runtime_classes
from equimorph.bulk.reporting import counted
from equimorph.bulk.working import Target
from equimorph.cli.arguments import MUTATORS, OutFile, Quiet, Seed
from equimorph.cli.bench.options import Memory, NoIsolation, PathOption, run_options
from equimorph.cli.bulk_options import WorkerBulk
from equimorph.cli.cote import options as own
from equimorph.cli.row_files import Restart, bad_row, check_target, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import stays
from equimorph.cote.translators import (
    ENTRY,
    MAIN,
    Judge,
    Program,
    TranslateOptions,
    program_of,
    write_translated,
)
from equimorph.rows.jsonl import rows_hash
from equimorph.runs.declared import Option, Panel

_LIMITS = Limits()
_NO_TESTS = ": does not compile: "
"""In the message of a problem whose tests do not compile with its solution."""
_PROGRAM = "program"
_MAIN_OF = "public static void main(String[] args)"
_TESTS = f"public class Main {{ {_MAIN_OF} throws Throwable {{ {MAIN}.main(args); }} }}"
_NOTHING = f"public class {MAIN} {{ {_MAIN_OF} {{ }} }}"


_PROBLEMS = (
    "Programs, by their problems: human-eval, human-eval-java, human-eval-x, quixbugs, or a file of rows with id,"
    " lang, solution, tests, entry_point."
)
_INTO = (
    "The problems whose tests judge translations, as PROBLEMS; they belong together by their group. Default: the"
    " translation itself is run, as the program has its tests in it, where PROBLEMS are in Python."
)
_LIBRARY = "A folder of classes that translations need to run (repeatable). Default: those of jopy, for --generator jopy."
_MUTATOR = Option(
    flags="--mutator -m",
    panel=Panel.MUTATORS,
    choices=MUTATORS.names,
    help="A preserving mutator (repeatable). Default: those that are used by default in the programs' language.",
)
_MUTANTS = "Maximum mutants per program and mutator."
_LANG = "Language of the translations. Default: java for Python, python for Java."


def translate(
    *,
    problems: Annotated[str, typer.Argument(help=_PROBLEMS)],
    path: PathOption = None,
    into: Annotated[str | None, Option(panel=Panel.TESTS, help=_INTO)] = None,
    library: Annotated[list[Path] | None, Option(panel=Panel.TESTS, help=_LIBRARY, exists=True)] = None,
    no_run: Annotated[bool, Option(panel=Panel.TESTS, help="Run no translation.")] = False,
    asked: own.GeneratorOptions,
    mutator: Annotated[list[str] | None, _MUTATOR] = None,
    limit_per_mutator: Annotated[int, Option(minimum=1, help=_MUTANTS)] = 1,
    limit: Annotated[
        int | None, Option(minimum=1, help="Use only the first programs, this many. Default: all.")
    ] = None,
    seed: Seed = 0,
    lang: Annotated[str | None, Option(panel=Panel.CHECKS, help=_LANG, check=own.LANGUAGES.check)] = None,
    tokens: own.TokensName = "lexer",
    slices: own.SlicerName = "difflib",
    measure: own.MeasureName = "lcs",
    threshold: own.ThresholdList = None,
    memory: Memory = _LIMITS.memory,
    no_isolation: NoIsolation = False,
    out: OutFile = None,
    how: WorkerBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Test a code translator: mutate programs by preserving mutators and compare the translations, names undone.

    Translations are run, too, with the tests that were translated with them: that says which issues are real.
    """
    asked.check()
    check_target(out, how, restart)
    session = Session(quiet)
    with reported(session), target_of(out, how, restart, session) as target:
        found = read_problems(problems, path, bad_row(session))[:limit]
        language = lang or _other(found)
        known = [] if no_run else _tests(found, into, language, _libraries(library, asked.model), session)
        options: TranslateOptions = own.of_options(
            TranslateOptions,
            mutators=tuple(mutator) if mutator else None,
            limit=limit_per_mutator,
            seed=seed,
            comparing=own.comparing_of(language, tokens, slices, threshold),
            measure=measure,
            runs="subject" if into else "program",
        )
        undecided = _Undecided(session)
        judge = None
        if known:
            limits = (_LIMITS.seconds, None, memory, _LIMITS.files, False, no_isolation)
            judge = _judge(known, run_options(session, *limits), replace(target, reporter=undecided))
        tests = {one.group: one.id for one in known}
        programs = _programs(
            found, tests if into else dict.fromkeys((one.group for one in found), _PROGRAM), bool(known)
        )
        tally = write_translated(
            *(target, programs, own.opening(asked, session), options, problems, judge),
            judged_by={
                "tests": rows_hash(one.to_row() for one in known),
                "memory": memory,
                "isolated": not no_isolation,
            },
            manifest=stays(out),
        )
    if undecided.count:
        session.note(
            f"{counted(undecided.count, 'translation')} not run, since the tests do not compile with their own solution"
        )
    session.end(tally.summary())


class _Undecided:
    """A reporter of the runs: a problem whose tests do not compile decides nothing, and is no failure of the translator.

    Attributes:
        count: of the translations of such problems.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.count = 0

    def failed(self, message: object, reason: str = "") -> None:
        """Count it, or hand it on."""
        if _NO_TESTS in str(message):
            self.count += 1
        else:
            self._session.failed(message, reason)

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        """Hand it on."""
        self._session.skipped(count, messages)

    def failed_earlier(self, count: int) -> None:
        """Count it: what else failed ends the run."""
        self.count += count

    def note(self, message: str) -> None:
        """Hand it on."""
        self._session.note(message)

    def bar(self, total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
        """Hand it on."""
        return self._session.bar(total, what)


def _other(problems: Sequence[Problem]) -> str:
    return "python" if problems[0].lang == "java" else "java"


def _tests(
    problems: Sequence[Problem], into: str | None, lang: str, libraries: tuple[str, ...], session: Session
) -> list[Problem]:
    """Return the problems whose tests judge translations: those of a set, or one that runs a program which checks itself."""
    if into is not None:
        return read_problems(into, None, lambda bad: session.note(str(bad)))
    if problems[0].lang != "python":
        return []
    if lang == "java":
        return [Problem(_PROGRAM, "java", "", _NOTHING, _TESTS, "main", libraries=libraries)]
    return [Problem(_PROGRAM, "python", "", program_of("", "python"), f"assert {ENTRY}() is None\n", ENTRY)]


def _libraries(given: list[Path] | None, generator: str | None) -> tuple[str, ...]:
    if given:
        return tuple(str(one.resolve()) for one in given)
    return (str(runtime_classes()),) if generator == "jopy" else ()


def _programs(problems: Sequence[Problem], tests: Mapping[str, str], run: bool) -> Iterator[Program]:
    """Yield the program of each problem; in Python with its tests, so that it checks itself."""
    for one in problems:
        text = one.program(one.solution) + (one.tests if one.lang == "python" else "")
        yield Program(one.id, one.lang, text, one.entry_point, tests.get(one.group, "") if run else "")


def _judge(problems: Sequence[Problem], options: RunOptions, target: Target) -> Judge:
    known = {one.id: one for one in problems}

    def judge(candidates: Path, out: Path) -> None:
        own = replace(target, out=out, parts=None, restart=False)
        run_bench(own, candidates, known, options, _unexpected, AS_THEY_ARE)

    return judge


def _unexpected(bad: object) -> None:
    raise RuntimeError(f"a row of ours is bad: {bad}")
