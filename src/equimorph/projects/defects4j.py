"""The runner "defects4j": ``defects4j compile`` and ``defects4j test`` in a copy of the checkout.

Both belong to Defects4J (https://github.com/rjust/defects4j), which is installed separately. ``test`` writes
``failing_tests``, a line ``--- class::method`` and a stack trace for each test that fails.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from equimorph.projects.command import Workplace
from equimorph.projects.options import RunnerOptions
from equimorph.projects.project import Project
from equimorph.projects.reports import FAILING_TESTS, TAIL_LINES, Report
from mutators import MutationError

_PROGRAM = "defects4j"


class Defects4jEngine:
    """Runs Defects4J.

    Args:
        options: limits.
        scratch: an empty folder for copies.
        cache: not used.

    Raises:
        MutationError: Defects4J is not installed.
    """

    language: ClassVar[str | None] = "java"

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        program = shutil.which(_PROGRAM)
        if program is None:
            raise MutationError("no program defects4j is on the PATH; see https://github.com/rjust/defects4j")
        self._program = program
        self._place = Workplace(options, scratch)

    def identity(self) -> list[str]:
        """Return the inputs of a report besides the checkout, the file and the tests."""
        return [_PROGRAM, self._program]

    def close(self) -> None:
        """End what runs."""
        self._place.close()

    def run(self, project: Project, path: str, file: bytes, tests: Sequence[str] | None) -> Report:
        """Run in a copy, as `Engine.run`; each of some tests by itself, since the command takes only one."""
        self._place.prepare(project, path, file)
        compiled = self._place.run((self._program, "compile"))
        if compiled.code is None:
            return self._place.report(compiled)
        if compiled.code != 0:
            return Report("compile_failure", output=compiled.tail(TAIL_LINES))
        chosen = [()] if tests is None else [("-t", test) for test in tests]
        reports = list[Report]()
        for arguments in chosen:
            self._place.failing.unlink(missing_ok=True)
            reports.append(self._place.report(self._place.run((self._program, "test", *arguments))))
            if reports[-1].end == "ended" and not self._place.failing.is_file():
                return Report("crash", output=f"no {FAILING_TESTS}\n{reports[-1].output}".rstrip())
            if reports[-1].end != "ended":
                return reports[-1]
        failing = "".join(report.failing for report in reports)
        return Report("ended", failing, reports[-1].output if reports else "", (str(self._place.folder),))
