"""Reports of a run: how it ended, and the list of failing tests, as it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from equimorph.projects.failing_tests import Places, failing_tests, listed, read_entries
from equimorph.projects.options import RunnerOptions
from equimorph.projects.outcome import Outcome, Status
from equimorph.projects.project import Project

FAILING_TESTS = "failing_tests"
"""The name of the file that Defects4J writes."""
TAIL_LINES = 20
_End: TypeAlias = Literal["compile_failure", "timeout", "crash", "no_tests", "ended"]


@dataclass(frozen=True)
class Report:
    """The report of a run.

    Attributes:
        end: "ended" if the tests ran to their end, "no_tests" if tests are missing that should have run.
        failing: the content of ``failing_tests``, as text.
        output: the last lines that compiler and tests print.
        folders: paths that were of this run alone.
    """

    end: _End
    failing: str = ""
    output: str = ""
    folders: tuple[str, ...] = ()

    @property
    def failing_names(self) -> frozenset[str]:
        """The tests that fail."""
        return frozenset(entry.test for entry in read_entries(self.failing.encode()))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**asdict(self), "folders": list(self.folders)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """Return the report of which `to_dict` returned the data."""
        return cls(**{**data, "folders": tuple(data["folders"])})

    def outcome(
        self, places: Places, tests: frozenset[str] | None, ignored: frozenset[str] = frozenset()
    ) -> Outcome:
        """Return the outcome of the run.

        Args:
            places: The parts to compare; its `folders` are added to the run's folders.
            tests: Tests that count; None for all.
            ignored: Tests that do not count.
        """
        if self.end == "no_tests":
            return Outcome("crash", frozenset(), self.output)
        if self.end != "ended":
            return Outcome(self.end, frozenset(), self.output)
        wanted = None if tests is None else frozenset(map(listed, tests))
        entries = [
            entry
            for entry in read_entries(self.failing.encode())
            if entry.test not in ignored and (wanted is None or _is_of(listed(entry.test), wanted))
        ]
        run_places = Places(places.is_source, (*self.folders, *places.folders), places.line)
        failing = failing_tests(entries, run_places)
        status: Status = "pass"
        if failing:
            status = "exception" if any(failure.kind == "exception" for failure in failing) else "assertion"
        return Outcome(status, failing, self.output)


def _is_of(name: str, tests: frozenset[str]) -> bool:
    """Return whether a test is one of some tests, a part of one, or the class or file of one."""
    return (
        name in tests
        or name in {test.partition("::")[0] for test in tests}
        or name.startswith(tuple(f"{test}{sign}" for test in tests for sign in ("::", "[")))
    )


class Engine(Protocol):
    """Compiles a checkout with one file replaced, and runs its tests; one run at a time.

    Attributes:
        language: Language of the checkouts; None for any.
    """

    language: ClassVar[str | None]

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        """Take options, an empty folder, and a folder that other processes may use, too."""

    def identity(self) -> list[str]:
        """Return the inputs of a report besides the checkout, the file and the tests."""

    def run(self, project: Project, path: str, file: bytes, tests: Sequence[str] | None) -> Report:
        """Run in a copy.

        Args:
            project: the checkout, which is only read.
            path: Path of the file that is replaced, relative to the checkout, with slashes.
            file: its bytes.
            tests: those to be run, ``class::method``; None for all. More may be run.

        Raises:
            MutationError: the checkout does not compile as it is, or cannot be copied.
            OSError: something cannot be read or written.
        """

    def close(self) -> None:
        """End what runs."""
