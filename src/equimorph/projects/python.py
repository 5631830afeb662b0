"""The runner "python": pytest or unittest in a copy of the project, by an interpreter of the user's."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import ClassVar, NamedTuple

from equimorph.defects4j.bugsinpy import BY_UNITTEST
from equimorph.projects.command import Workplace
from equimorph.projects.options import RunnerOptions
from equimorph.projects.processes import Ended
from equimorph.projects.project import HISTORY, Project
from equimorph.projects.reports import TAIL_LINES, Report
from mutators import MutationError

_DRIVER = "python_driver.py"
_MORE_SECONDS, _MORE_TIMES = 5.0, 5.0
"""The time limit of tests: this many seconds, plus this many times their time on the checkout as it is."""
_ROOTS = ("", "src", "lib")
"""The folders in a project that modules are imported from, if they are there."""
_ASKED = "import sys, importlib.util as u; print(sys.version); print(u.find_spec('pytest') is not None)"
_START_SECONDS = 60.0


class _Usual(NamedTuple):
    """The time limit of tests in seconds, and the tests that neither were skipped nor are missing on the unchanged checkout."""

    limit: float
    ran: Sequence[str]


class PythonEngine:
    """Runs tests with a Python interpreter.

    Args:
        options: the interpreter and the limits.
        scratch: an empty folder for the copy.
        cache: not used.

    Raises:
        MutationError: the interpreter is not there, or does not start.
    """

    language: ClassVar[str | None] = "python"

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        self._options, self._scratch = options, scratch
        self._python = _interpreter(options.python or sys.executable)
        self._place = Workplace(options, scratch, HISTORY)
        self._usual: dict[tuple[str, ...], _Usual] = {}

    @cached_property
    def _version(self) -> tuple[str, bool]:
        """The interpreter's version, and whether it has pytest."""
        command = [self._python, "-c", _ASKED]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=_START_SECONDS,
                check=False,
                cwd=self._scratch,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise MutationError(f"{self._python} does not start: {error}") from error
        lines = done.stdout.splitlines()
        if done.returncode or not lines:
            raise MutationError(f"{self._python} is no Python interpreter: {done.stderr.strip()[-200:]}")
        return "\n".join(lines[:-1]), lines[-1] == "True"

    def identity(self) -> list[str]:
        """Return the inputs of a report besides the checkout, the file and the tests."""
        version, has_pytest = self._version
        driver = hashlib.sha256(_driver().read_bytes()).hexdigest()
        return ["python", self._python, version, str(has_pytest), driver]

    def close(self) -> None:
        """End what runs."""
        self._place.close()

    def run(self, project: Project, path: str, file: bytes, tests: Sequence[str] | None) -> Report:
        """Run in a copy, as `Engine.run`."""
        usual = self._on_unchanged(project, path, tests)
        return self._report(*self._tests(project, path, file, tests, usual.limit), usual.ran)

    def _on_unchanged(self, project: Project, path: str, tests: Sequence[str] | None) -> _Usual:
        """Return the measures of the unchanged checkout; the options cap the limit."""
        most, key = self._options.timeout, (project.digest, *(tests or ()))
        if key not in self._usual:
            unchanged = project.checkout.file(path).read_bytes()
            ended, place = self._tests(project, path, unchanged, tests, most)
            limit = most if ended.code is None else min(most, _MORE_SECONDS + _MORE_TIMES * ended.seconds)
            ran = json.loads(place.read_bytes()).get("ran", ()) if place.is_file() else ()
            self._usual[key] = _Usual(limit, tuple(ran))
        return self._usual[key]

    def _tests(
        self, project: Project, path: str, file: bytes, tests: Sequence[str] | None, limit: float
    ) -> tuple[Ended, Path]:
        """Run tests; return how that ended, and the place of the driver's report."""
        self._place.prepare(project, path, file)
        out = self._scratch / "out"
        shutil.rmtree(out, ignore_errors=True)
        (out / "tmp").mkdir(parents=True)
        job = {
            "file": path,
            "tests": None if tests is None else list(tests),
            "folder": project.checkout.test_dir or ".",
            "pytest": self._version[1] and BY_UNITTEST not in project.checkout.properties,
            "out": str((out / "report.json").absolute()),
        }
        (out / "job.json").write_text(json.dumps(job), "utf-8")
        roots = [
            str((self._place.folder / name).absolute()) for name in _ROOTS if (project.folder / name).is_dir()
        ]
        more = [part for part in (os.environ.get("PYTHONPATH"),) if part]
        ended = self._place.run(
            (self._python, str(_driver()), str((out / "job.json").absolute())),
            limit,
            PYTHONPATH=os.pathsep.join([*roots, *more]),
            PYTHONDONTWRITEBYTECODE="1",
            PYTHONHASHSEED="0",
            PYTHONIOENCODING="utf-8:backslashreplace",
            PYTEST_ADDOPTS="",
            TMPDIR=str((out / "tmp").absolute()),
        )
        return ended, out / "report.json"

    def _report(self, ended: Ended, place: Path, usual: Sequence[str]) -> Report:
        output, folders = ended.tail(TAIL_LINES), (str(self._place.folder), str(place.parent))
        if ended.code is None:
            return Report("timeout", output=output, folders=folders)
        if ended.code != 0 or not place.is_file():
            return Report("crash", output=f"exit code {ended.code}\n{output}".rstrip(), folders=folders)
        report = json.loads(place.read_bytes())
        if report["end"] == "compile_failure":
            return Report("compile_failure", output=report["output"], folders=folders)
        if report["missing"]:
            hint = (
                "" if self._version[1] else f"; {self._python} has no pytest, so that unittest looks for them"
            )
            missing = (
                f"no such test was found, or it was skipped: {', '.join(report['missing'])}{hint}\n{output}"
            )
            return Report("no_tests", output=missing.rstrip(), folders=folders)
        failing: str = report["failing"]
        failing += _not_run(set(usual) - set(report["ran"]), failing)
        return Report("ended", failing, output, folders)


def _not_run(names: Collection[str], failing: str) -> str:
    """Return a failure of each test that did not run, unless its file cannot be imported, which is one already."""
    why = "+++ exception NotRun\nNotRun: skipped or gone, unlike on the unchanged checkout\n"
    return "".join(
        f"--- {name}\n{why}"
        for name in sorted(names)
        if f"--- {name.partition('::')[0]}::(import)\n" not in failing
    )


def _interpreter(name: str) -> str:
    place = shutil.which(name)
    if place is None:
        raise MutationError(f"no Python interpreter {name!r}; --python names one")
    return str(Path(place).absolute())


def _driver() -> Path:
    return Path(str(resources.files("equimorph.projects") / "driver" / _DRIVER))
