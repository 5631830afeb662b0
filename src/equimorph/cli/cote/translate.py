"""The verb `cote translate`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, cast

from equimorph.bench import Problem, RunOptions, read_problems, run_bench
from equimorph.bench.predictions import AS_THEY_ARE
from equimorph.bench.translated import runtime_classes
from equimorph.bulk.reporting import counted
from equimorph.bulk.working import Target
from equimorph.cli.bench_options import BoxOptions, ProblemOptions
from equimorph.cli.cote.options import GeneratorOptions
from equimorph.cli.declared import Taken
from equimorph.cli.known import Known
from equimorph.cli.model_options import opener
from equimorph.cli.row_files import WorkerOut
from equimorph.cli.session import Session
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
from equimorph.cote.translators.translating import Runs
from equimorph.rows.jsonl import rows_hash
from equimorph.runs.declared import Option, Panel
from parsers.language import languages

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
_LIMIT = "Use only the first programs, this many. Default: all."
_LANGUAGES = Known("language", lambda: tuple(sorted(languages())))
_LANG = "Language of the translations. Default: java for Python, python for Java."


def translate(
    *,
    problems: Annotated[str, Option(argument=True, help=_PROBLEMS)],
    place: Annotated[ProblemOptions, Taken("path")],
    into: Annotated[str | None, Option(panel=Panel.TESTS, help=_INTO)] = None,
    library: Annotated[Sequence[Path], Option(panel=Panel.TESTS, help=_LIBRARY, exists=True)] = (),
    no_run: Annotated[bool, Option(panel=Panel.TESTS, help="Run no translation.")] = False,
    asked: GeneratorOptions,
    options: Annotated[TranslateOptions, Taken(without=["lang"])],
    limit: Annotated[int | None, Option(after="limit_per_mutator", minimum=1, help=_LIMIT)] = None,
    lang: Annotated[
        str | None, Option(after="seed", panel=Panel.CHECKS, help=_LANG, check=_LANGUAGES.check)
    ] = None,
    box: Annotated[BoxOptions, Taken("limits", "no_isolation", without=["seconds", "wall", "files"])],
    to: WorkerOut,
    session: Session,
) -> None:
    """Test a code translator: mutate programs by preserving mutators and compare the translations, names undone.

    Translations are run, too, with the tests that were translated with them: that says which issues are real.
    """
    with to.target(session) as target:
        found = replace(place, problems=problems).read(session)[:limit]
        language = lang or ("python" if found[0].lang == "java" else "java")
        known = [] if no_run else _tests(found, into, language, _libraries(library, asked.model), session)
        comparing, runs = replace(options.comparing, lang=language), "subject" if into else "program"
        options = replace(options, comparing=comparing, runs=cast("Runs", runs))
        undecided = _Undecided(session)
        judge = None
        if known:
            judge = _judge(known, box.checked(session), replace(target, reporter=undecided))
        tests = {one.group: one.id if into else _PROGRAM for one in (known if into else found)}
        programs = _programs(found, tests, bool(known))
        tally = write_translated(
            *(target, programs, opener(asked, session), options, problems, judge),
            judged_by={
                "tests": rows_hash(one.to_row() for one in known),
                "memory": box.limits.memory,
                "isolated": not box.no_isolation,
            },
            manifest=stays(to.out),
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
        if _NO_TESTS in str(message):
            self.count += 1
        else:
            self._session.failed(message, reason)

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        self._session.skipped(count, messages)

    def failed_earlier(self, count: int) -> None:
        self.count += count

    def note(self, message: str) -> None:
        self._session.note(message)

    def bar(self, total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
        return self._session.bar(total, what)


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


def _libraries(given: Sequence[Path], generator: str | None) -> tuple[str, ...]:
    if given:
        return tuple(str(one.resolve()) for one in given)
    return (str(runtime_classes()),) if generator == "jopy" else ()


def _programs(problems: Sequence[Problem], tests: Mapping[str, str], run: bool) -> Iterator[Program]:
    """Yield the program of each problem; in Python with its tests, so that it checks itself."""
    for task in problems:
        text = task.program(task.solution) + (task.tests if task.lang == "python" else "")
        yield Program(task.id, task.lang, text, task.entry_point, tests.get(task.group, "") if run else "")


def _judge(problems: Sequence[Problem], options: RunOptions, target: Target) -> Judge:
    known = {one.id: one for one in problems}

    def judge(candidates: Path, out: Path) -> None:
        alone = replace(target, out=out, parts=None, restart=False)
        run_bench(alone, candidates, known, options, _unexpected, AS_THEY_ARE)

    return judge


def _unexpected(bad: object) -> None:
    raise RuntimeError(f"a row of ours is bad: {bad}")
