"""The runner "javac": the JDK's javac compiles a checkout, and its tests run in a JVM of their own, by the bundled driver."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import ClassVar

from equimorph.projects.caching import locked
from equimorph.projects.compiling import Compiler, CompilerLost, DoesNotCompile, write_classes
from equimorph.projects.copies import Copy
from equimorph.projects.failing_tests import read_entries
from equimorph.projects.options import RunnerOptions
from equimorph.projects.processes import Ended, Processes
from equimorph.projects.project import HISTORY, Project, content_hash
from equimorph.projects.reports import FAILING_TESTS, TAIL_LINES, Report
from parsers.oracles.jdk import Jdk
from parsers.oracles.jdk.home import clean_environment

_DRIVER = "EquimorphDriver"
_RAN = "ran.txt"
_MORE_SECONDS, _MORE_TIMES = 3.0, 5.0
"""The time limit of tests: this many seconds, plus this many times their time on the checkout as it is."""
_JVM = (
    *("-ea", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto"),
    # A stack trace is wanted also of an exception that was thrown often; names of locals differ in a mutant.
    *("-XX:-OmitStackTraceInFastThrow", "-XX:-ShowCodeDetailsInExceptionMessages"),
    *("-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"),
    "-Djava.awt.headless=true",
)


class JavacEngine:
    """Compiles with javac and runs with java.

    Args:
        options: how.
        scratch: an empty folder for copies.
        cache: a folder for the classes of checkouts and of the driver, which other processes may use, too.

    Raises:
        JdkNotFound: there is no JDK.
        OSError: a library cannot be read.
    """

    language: ClassVar[str | None] = "java"

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        self._options, self._scratch, self._cache = options, scratch, cache
        self._libraries = [str(Path(path).absolute()) for path in options.class_path]
        self._jdk = Jdk(
            options=("-g:source,lines", *options.javac_options),
            memory_mb=max(1024, options.memory),
            scratch=scratch,
        )
        self._known = [content_hash(Path(path)) for path in self._libraries]
        identity = self.identity()
        self._compiler = Compiler(self._jdk, self._libraries, identity, cache, options.timeout)
        self._processes = Processes()
        self._copy: Copy | None = None
        self._limits: dict[tuple[str, ...], float] = {}
        self._driver: Path | None = None

    def identity(self) -> list[str]:
        """Return the inputs of a report besides the checkout, the file and the tests."""
        release = hashlib.sha256((self._jdk.home / "release").read_bytes()).hexdigest()
        driver = hashlib.sha256(_driver_text().encode()).hexdigest()
        return ["javac", release, driver, *self._known, *self._options.javac_options]

    def close(self) -> None:
        """End what runs."""
        self._processes.stop()
        self._jdk.close()

    def check(self, project: Project) -> None:
        """Compile a checkout as it is; later runs have its classes.

        Raises:
            MutationError, OSError: see `Compiler.base`.
        """
        self._compiler.base(project)

    def run(self, project: Project, path: str, file: bytes, tests: Sequence[str] | None) -> Report:
        """Run in a copy, as `Engine.run`."""
        out = self._scratch / "out"
        shutil.rmtree(out, ignore_errors=True)
        (out / "tmp").mkdir(parents=True)
        try:
            classes = self._compiler.patched(project, path, file, out)
        except DoesNotCompile as error:
            return Report("compile_failure", output=str(error))
        except CompilerLost as error:
            return Report(error.end, output=str(error))
        base = self._compiler.base(project)
        names = base.test_classes
        if tests is not None:
            wanted = {test.partition("::")[0] for test in tests}
            names = [name for name in names if name in wanted]
        (out / "classes.txt").write_text("".join(f"{name}\n" for name in names), "utf-8")
        copy = self._copied(project)
        limit = self._limit(project, copy, [base.classes, base.tests], names, out)
        copy.put(Path(path), file)
        return _report(self._java(project, copy, classes, out, limit), copy, out, tests)

    def _limit(
        self, project: Project, copy: Copy, classes: Sequence[Path], names: Sequence[str], out: Path
    ) -> float:
        """Return the time limit for the tests in seconds, based on the unchanged checkout and capped by the options."""
        most, key = self._options.timeout, (project.digest, *names)
        if key not in self._limits:
            ended = self._java(project, copy, classes, out, most)
            for name in (FAILING_TESTS, _RAN):
                (out / name).unlink(missing_ok=True)
            copy.restore()
            usual = most if ended.code is None else _MORE_SECONDS + _MORE_TIMES * ended.seconds
            self._limits[key] = min(most, usual)
        return self._limits[key]

    def _copied(self, project: Project) -> Copy:
        """Return an unchanged copy of a checkout; remove the copy of the previous one."""
        if self._copy is not None and self._copy.root == project.folder.resolve():
            self._copy.restore()
            return self._copy
        if self._copy is not None:
            self._copy.remove()
        self._copy = Copy(project.folder, self._scratch / "work", HISTORY)
        return self._copy

    def _java(self, project: Project, copy: Copy, classes: Sequence[Path], out: Path, limit: float) -> Ended:
        path = [*classes, *(copy.folder / name for name in _resources(project))]
        libraries = [*self._libraries, str(self._driver_classes())]
        command = [str(self._jdk.home / "bin" / "java"), f"-Xmx{self._options.memory}m", *_JVM]
        command += [f"-Djava.io.tmpdir={out / 'tmp'}", *self._options.java_options]
        command += ["-cp", ":".join([*map(str, path), *libraries])]
        command += [_DRIVER, str(out / "classes.txt"), str(out / FAILING_TESTS), str(out / _RAN)]
        return self._processes.run(command, copy.folder, limit, clean_environment())

    def _driver_classes(self) -> Path:
        if self._driver is None:
            text = _driver_text()
            key = hashlib.sha256("\0".join(self.identity()).encode()).hexdigest()
            folder = self._cache / f"driver-{key[:32]}"
            with locked(folder.with_suffix(".lock")):
                if not folder.is_dir():
                    compilation = self._jdk.compile({f"{_DRIVER}.java": text}, bytes_=True, classpath=())
                    partial = folder.with_suffix(".partial")
                    shutil.rmtree(partial, ignore_errors=True)
                    write_classes(compilation, partial).rename(folder)
            self._driver = folder
        return self._driver


def _driver_text() -> str:
    source = resources.files("equimorph.projects") / "driver" / f"{_DRIVER}.java"
    return source.read_text("utf-8")


def _resources(project: Project) -> list[str]:
    """Return the folders of a checkout in which its classes look for further files."""
    checkout = project.checkout
    names = list[str]()
    for folder in (checkout.source_dir, checkout.test_dir):
        if folder is not None:
            names += [folder, str(Path(folder).parent / "resources")]
    return [name for name in names if (project.folder / name).is_dir()]


def _report(ended: Ended, copy: Copy, out: Path, tests: Sequence[str] | None) -> Report:
    output, folders = ended.tail(TAIL_LINES), (str(copy.folder), str(out))
    if ended.code is None:
        return Report("timeout", output=output, folders=folders)
    failing = out / FAILING_TESTS
    if ended.code != 0 or not failing.is_file():
        return Report("crash", output=f"exit code {ended.code}\n{output}".rstrip(), folders=folders)
    report = Report("ended", failing.read_bytes().decode("utf-8", "backslashreplace"), output, folders)
    if missing := _missing(report, (out / _RAN).read_text("utf-8").splitlines(), tests):
        return Report("no_tests", output=missing, folders=folders)
    return report


def _missing(report: Report, ran: Sequence[str], tests: Sequence[str] | None) -> str:
    """Return the tests that should have run and did not; empty if there are none."""
    failing = {entry.test for entry in read_entries(report.failing.encode())}
    if tests is None:
        return "" if ran or failing else "no test was found"
    names = {*ran, *failing, *(test.partition("::")[0] for test in ran)}
    # A class that cannot be loaded fails as a whole.
    missing = [test for test in tests if test not in names and test.partition("::")[0] not in failing]
    return f"no such test was found: {', '.join(missing)}" if missing else ""
