"""Running the tests of bugs whose file is patched: equal runs once, whichever process asks for them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from equimorph.defects4j.methods.bug import Bug
from equimorph.languages import part_of
from equimorph.projects.caching import Results
from equimorph.projects.command import CommandEngine
from equimorph.projects.defects4j import Defects4jEngine
from equimorph.projects.failing_tests import Places, listed
from equimorph.projects.javac import JavacEngine
from equimorph.projects.options import RunnerName, RunnerOptions
from equimorph.projects.outcome import Outcome
from equimorph.projects.project import Project, read_project
from equimorph.projects.python import PythonEngine
from equimorph.projects.reports import Engine, Report
from equimorph.robustness.places import in_file
from mutators import MutationError
from parsers.encoding import encoded

_VERSION = 2
_ENGINES: Mapping[RunnerName, type[Engine]] = MappingProxyType(
    {"javac": JavacEngine, "defects4j": Defects4jEngine, "python": PythonEngine, "command": CommandEngine}
)
_OF_ALL = (
    "timeout",
    "memory",
    "java_options",
    "javac_options",
    "source_dir",
    "test_dir",
)


class CheckoutRunner:
    """A `Runner`; the code of models is executed on this machine.

    Args:
        options: how to compile and test.
        scratch: an empty folder.
        cache: a folder that other processes may use, too.

    Attributes:
        runs: how many runs were made, and not only looked up.
    """

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        self.runs = 0
        self._options, self._scratch = options, scratch
        self._cache = cache.absolute()  # what runs is in another folder
        self._engines: dict[str, Engine] = {}
        self._results = Results(self._cache / "runs")
        self._projects: dict[tuple[str, str], Project] = {}

    def close(self) -> None:
        """End what runs."""
        for engine in self._engines.values():
            engine.close()

    def engine(self, language: str) -> Engine:
        """Return the engine for the tests of a language.

        Raises:
            JdkNotFound, MutationError: what is needed is not installed, or the runner is not for the language.
            OSError: a library cannot be read.
        """
        if language not in self._engines:
            kind = engine_of(self._options, language)
            folder = self._scratch / language
            folder.mkdir(exist_ok=True)
            self._engines[language] = kind(self._options, folder, self._cache)
        return self._engines[language]

    def project(self, bug: Bug) -> Project:
        """Return the checkout of a bug.

        Raises:
            MutationError: there is none, or it cannot be read or used.
        """
        if bug.checkout is None:
            raise MutationError(f"{bug.id}: no checkout is known, so nothing can be run")
        key = bug.checkout, bug.encoding
        if key not in self._projects:
            self._projects[key] = read_project(*key, self._options)
        if (language := self._projects[key].checkout.language) != bug.language:
            raise MutationError(f"{bug.id}: a bug of {bug.language} in a checkout of {language}")
        return self._projects[key]

    def run(
        self, bug: Bug, file: bytes | None, lines: Callable[[int], str] | None = None, *, turn: int = 1
    ) -> Outcome:
        """Run the tests of a bug in a copy of its checkout.

        Args:
            bug: Bug with its checkout.
            file: Whole content of the file at the bug's path; None to run the checkout as it is.
            lines: Names of the lines of that file; their numbers for None.
            turn: Number of the run; another number is a separate run.

        Raises:
            MutationError: the checkout does not compile as it is, has no tests, or cannot be used at all.
            OSError: something cannot be read or written.
        """
        project = self.project(bug)
        tests = self._tests(project, bug)
        if not isinstance(self.engine(bug.language), JavacEngine):
            self._check(project, bug, tests)
        report = self._report(project, bug, file, tests, turn)
        if report.end == "no_tests":
            self._check(project, bug, tests)
        wanted = None if tests is None else frozenset(tests)
        ignored = self._ignored(project, bug, tests) if self._options.ignore_failing_fixed else frozenset()
        return report.outcome(self._places(project, bug, lines), wanted, ignored)

    def check(self, bug: Bug) -> None:
        """Check that the checkout of a bug compiles as it is; other runners than javac run its tests for that.

        Raises:
            MutationError: it does not, has no tests, or cannot be used at all.
            OSError: something cannot be read or written.
        """
        project, engine = self.project(bug), self.engine(bug.language)
        if isinstance(engine, JavacEngine):
            engine.check(project)
        else:
            self._check(project, bug, self._tests(project, bug))

    def _check(self, project: Project, bug: Bug, tests: tuple[str, ...] | None) -> None:
        """Check that the checkout compiles and has tests as it is, so that the patch is to blame where it does not.

        Raises:
            MutationError: it does not.
        """
        report = self._report(project, bug, None, tests, 1)
        if report.end == "compile_failure":
            raise MutationError(f"{project.folder} does not compile as it is: {report.output}")
        if report.end == "no_tests":
            raise MutationError(f"{project.folder}: {report.output}")

    def _ignored(self, project: Project, bug: Bug, tests: tuple[str, ...] | None) -> frozenset[str]:
        """Return the tests that also fail with the fix, and so not because of the bug.

        Raises:
            MutationError: there is no fix; its tests do not finish; or no other test fails in the checkout as it is.
        """
        place = in_file(bug)
        if bug.fixed is None or place is None:
            raise MutationError(f"{bug.id}: no fix is known, so it is not known which tests fail with it")
        fixed = self._report(
            project, bug, encoded(place.with_member(bug.fixed).encode(), bug.encoding), tests, 1
        )
        if fixed.end != "ended":
            raise MutationError(f"{bug.id}: with the fix: {fixed.end}: {fixed.output}")
        before = self._report(project, bug, None, tests, 1)
        ignored = fixed.failing_names - set(map(listed, bug.tests or ()))
        if before.end == "ended" and not before.failing_names - ignored:
            raise MutationError(f"{bug.id}: whatever fails without the fix fails with it, too")
        return ignored

    def _tests(self, project: Project, bug: Bug) -> tuple[str, ...] | None:
        if self._options.tests == "all" and not project.checkout.is_shared:
            return None
        if not bug.tests:
            raise MutationError(f"{bug.id}: no tests are known that fail because of the bug")
        return tuple(sorted(set(bug.tests)))

    def _report(
        self, project: Project, bug: Bug, file: bytes | None, tests: tuple[str, ...] | None, turn: int
    ) -> Report:
        data = project.checkout.file(bug.path).read_bytes() if file is None else file
        options, engine = self._options.to_dict(), self.engine(bug.language)
        names = {kind: name for name, kind in _ENGINES.items()}
        common_options = {"runner": names.get(type(engine))} | {name: options[name] for name in _OF_ALL}
        head = [
            _VERSION,
            project.digest,
            bug.encoding,
            bug.path,
            tests,
            turn,
            common_options,
            *engine.identity(),
        ]
        key = hashlib.sha256(json.dumps(head).encode() + data).hexdigest()

        def make() -> dict[str, object]:
            self.runs += 1
            return engine.run(project, bug.path, data, tests).to_dict()

        return Report.from_dict(self._results.get(key, make))

    def _places(self, project: Project, bug: Bug, lines: Callable[[int], str] | None) -> Places:
        def line(path: str, number: int) -> str:
            is_patched = lines is not None and project.file_of(path) == bug.path
            return lines(number) if lines is not None and is_patched else str(number)

        wanted = line if self._options.place == "line" else None
        return Places(lambda path: project.file_of(path) is not None, line=wanted)


@contextmanager
def opened_runner(options: RunnerOptions) -> Iterator[CheckoutRunner]:
    """Open a runner, and end it with all that it started.

    Raises:
        JdkNotFound, MutationError, OSError: see `CheckoutRunner`.
    """
    with TemporaryDirectory(prefix="equimorph.") as scratch:
        cache = Path(scratch, "cache") if options.cache is None else Path(options.cache)
        runner = CheckoutRunner(options, Path(scratch), cache)
        try:
            yield runner
        finally:
            runner.close()


def engine_of(options: RunnerOptions, language: str) -> type[Engine]:
    """Return the class of engines for the tests of a language.

    Raises:
        MutationError: there is none, or the one of the options is for another language.
    """
    kind: type[Engine] | None = (
        part_of(language, "runner") if options.runner is None else _ENGINES[options.runner]
    )
    if kind is None or kind.language not in (None, language):
        name = f"there is no runner of {language}" if kind is None else f"{options.runner} runs no {language}"
        raise MutationError(f"{name}; --runner-command runs anything")
    return kind
