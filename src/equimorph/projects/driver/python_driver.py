"""Runs tests of a project in its working folder, by pytest or else by unittest, and lists the failing ones as Defects4J does.

A program of its own, which runs in the project's Python, from 3.7 on, with the standard library alone. Its argument is a file
of JSON: `file`, the source file that was patched; `tests`, names as pytest has them, or null for all below `folder`; `pytest`,
whether pytest runs them; `out`, the file to write. It is not there before the end of the tests, so code that ends the process
leaves none.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
import traceback
import unittest
from pathlib import Path
from types import TracebackType
from typing import Any

_LONGEST = 5000
_FRAMES = 3000
_TEST_FILE = re.compile(r"test[^/]*\.py|[^/]*_test\.py")


class Recorder:
    """The tests that passed or failed, skipped ones left out, and the failures, by name."""

    def __init__(self) -> None:
        self.ran: dict[str, None] = {}
        self.failing: dict[str, str] = {}
        self.is_cut_off = False
        self._unexplained: set[str] = set()

    def failed(self, name: str, error: BaseException | None, frames: TracebackType | None = None) -> None:
        """Take a failure; the first one of a test counts that has an exception."""
        name = _listed(name)
        if error is not None and name in self._unexplained:
            del self.failing[name]
            self._unexplained.remove(name)
        if error is None and name not in self.failing:
            self._unexplained.add(name)
        self.failing.setdefault(name, f"--- {name}\n{_described(error, frames)}")

    def missing(self, tests: list[str]) -> list[str]:
        """Return the tests that did not run. One whose file cannot be imported fails as the file does."""
        names, left = [*self.ran, *self.failing], []
        for test in map(_listed, tests):
            if any(name == test or name.startswith((f"{test}::", f"{test}[")) for name in names):
                continue
            broken = self.failing.get(f"{test.partition('::')[0]}::(import)")
            if broken is None:
                left.append(test)
            else:
                self.failing[test] = f"--- {test}\n" + broken.partition("\n")[2]
        return left

    # What follows are hooks of pytest.

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        """Take the exception of a test, or of a file that cannot be collected."""
        error, name = call.excinfo.value, report.nodeid
        if report.when == "collect":
            name, error = f"{name or '.'}::(import)", error.__cause__ or error
        self.failed(name, error, error.__traceback__)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Take what ran, and failures without an exception, as of a test that must not pass."""
        is_expected = hasattr(report, "wasxfail")
        if report.failed or (report.when == "call" and report.passed and not is_expected):
            self.ran[_listed(report.nodeid)] = None
        if report.failed:
            self.failed(report.nodeid, None)

    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        """Note that the tests did not finish."""
        self.is_cut_off = True


def _described(error: BaseException | None, frames: TracebackType | None) -> str:
    if error is None:
        return "+++ assertion Failed\nFailed\n"
    kind = type(error)
    is_assertion = isinstance(error, AssertionError) or kind.__name__ == "Failed"
    full = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    name = re.sub(r"[^\w.$]", "_", full)
    try:
        message = str(error)
    except BaseException:  # whatever the code of the project raises
        message = "(no message)"
    shown = _encodable(message[:_LONGEST]).replace("\r", "\\r").replace("\n", "\\n")
    lines = [
        f"+++ {'assertion' if is_assertion else 'exception'} {name}",
        f"{name}: {shown}" if shown else name,
    ]
    root = str(Path.cwd().resolve())
    trace = list(traceback.walk_tb(frames))[-_FRAMES:]
    lines += [_frame(frame.f_code, line, root) for frame, line in reversed(trace)]
    return "".join(f"{line}\n" for line in lines)


def _listed(name: str) -> str:
    return re.sub(r"\s", "_", name)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _frame(code: Any, line: int, root: str) -> str:
    """Return a line of a stack trace in the form of Java, the module in place of the class."""
    path = Path(code.co_filename).resolve()
    inside = path.relative_to(root) if str(path).startswith(root + os.sep) else Path(path.name)
    module = re.sub(r"[^\w.$-]", "_", inside.with_suffix("").as_posix().replace("/", "."))
    function = re.sub(r"[^\w$<>-]", "$", getattr(code, "co_qualname", code.co_name))
    return f"\tat {module}.{function}({inside.name}:{line})"


def _by_pytest(recorder: Recorder, folder: str, tests: list[str] | None) -> None:
    import pytest

    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=",
        "--rootdir=.",
        "--continue-on-collection-errors",
    ]
    code = pytest.main([*options, *([folder] if tests is None else tests)], plugins=[recorder])
    recorder.is_cut_off = recorder.is_cut_off or int(code) == 3


class _Result(unittest.TestResult):
    """A result that tells a recorder."""

    def __init__(self, recorder: Recorder, path: str) -> None:
        super().__init__()
        self._recorder, self._path = recorder, path
        self._not_run = False

    def _name(self, test: Any) -> str:
        method = getattr(test, "_testMethodName", None)
        return f"{self._path}::{type(test).__name__}::{method}" if method else f"{self._path}::{test.id()}"

    def startTest(self, test: Any) -> None:
        super().startTest(test)
        self._not_run = False

    def stopTest(self, test: Any) -> None:
        super().stopTest(test)
        if not self._not_run:
            self._recorder.ran[_listed(self._name(test))] = None

    def addSkip(self, test: Any, reason: str) -> None:
        if not hasattr(test, "test_case"):  # else a part of a test
            self._not_run = True

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._not_run = True

    def addError(self, test: Any, err: Any) -> None:
        self._recorder.failed(self._name(test), err[1], err[2])

    addFailure = addError

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def addUnexpectedSuccess(self, test: Any) -> None:
        self._not_run = True
        self._recorder.failed(self._name(test), None)


def _by_unittest(recorder: Recorder, folder: str, tests: list[str] | None) -> None:
    files = sorted(path for path in Path(folder).rglob("*.py") if _TEST_FILE.fullmatch(path.name))
    names = [path.as_posix() for path in files] if tests is None else tests
    for test in names:
        path, *rest = test.split("::")
        try:
            module = _imported(Path(path))
        except unittest.SkipTest:
            continue
        except (Exception, SystemExit) as error:
            recorder.failed(f"{path}::(import)", error, error.__traceback__)
            continue
        loader = unittest.TestLoader()
        try:
            suite = (
                loader.loadTestsFromName(".".join(rest), module)
                if rest
                else loader.loadTestsFromModule(module)
            )
        except AttributeError:
            continue  # it is missing
        if not (rest and loader.errors):
            suite.run(_Result(recorder, path))


def _imported(path: Path) -> Any:
    """Return the module of a test file; its package begins below the first folder that is none."""
    if not path.is_file():
        raise ImportError(f"no file {path}")
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").is_file() and folder.name:
        parts.insert(0, folder.name)
        folder = folder.parent
    sys.path.insert(0, str(folder.resolve()))
    return importlib.import_module(".".join(parts))


def main(place: str) -> None:
    """Run what a file of JSON asks for."""
    job: dict[str, Any] = json.loads(Path(place).read_text("utf-8"))
    here, process = str(Path(__file__).resolve().parent), os.getpid()
    sys.path[:] = [path for path in sys.path if not path or str(Path(path).resolve()) != here]
    sys.argv[:] = sys.argv[:1]
    try:
        compile(Path(job["file"]).read_bytes(), job["file"], "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        _end(job["out"], {"end": "compile_failure", "output": _encodable(f"{type(error).__name__}: {error}")})
    recorder = Recorder()
    (_by_pytest if job["pytest"] else _by_unittest)(recorder, job["folder"], job["tests"])
    if os.getpid() != process or recorder.is_cut_off:
        os._exit(70)
    missing = recorder.missing(job["tests"] or [])
    if job["tests"] is None and not (recorder.ran or recorder.failing):
        missing = ["any"]
    failing = "".join(recorder.failing.values())
    report = {"end": "ended", "failing": failing, "ran": list(recorder.ran), "missing": missing}
    _end(job["out"], report)


def _end(out: str, report: dict[str, Any]) -> None:
    """Write the report, and end without waiting for threads that tests left behind."""
    partial = Path(f"{out}.partial")
    partial.write_bytes(json.dumps(report).encode())
    partial.rename(out)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
