"""Options for compiling and testing patched checkouts."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from equimorph.runs.declared import MOST_SECONDS, Option, Panel
from mutators import MutationError

__all__ = ["PLACES", "RUNNERS", "TESTS", "Place", "RunnerName", "RunnerOptions", "Tests"]

RunnerName: TypeAlias = Literal["javac", "defects4j", "python", "command"]
RUNNERS: tuple[RunnerName, ...] = get_args(RunnerName)
Place: TypeAlias = Literal["method", "line"]
PLACES: tuple[Place, ...] = get_args(Place)
Tests: TypeAlias = Literal["all", "trigger"]
TESTS: tuple[Tests, ...] = get_args(Tests)

_SECONDS = 60.0
_MEMORY = 1024
_CLASS_PATH = f"javac: libraries such as JUnit, as jars and folders separated by {os.pathsep}."
_PYTHON = "python: interpreter that has the project's libraries. Default: the one that runs this."
_TIMEOUT = f"Time limit for compiling and for the tests, in seconds each. Default: {_SECONDS:g}."
_HEAP = f"MiB for the heap of the tests' JVM, or for each process of a command. Default: {_MEMORY}."


def _paths(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the jars and folders of class paths.

    Raises:
        ValueError: one does not exist.
    """
    paths = [path for text in texts for path in text.split(os.pathsep) if path]
    if missing := next((path for path in paths if not Path(path).exists()), None):
        raise ValueError(f"no such file or folder: {missing!r}")
    return tuple(paths)


@dataclass(frozen=True)
class RunnerOptions:
    """Settings of compiling and testing a patched checkout. The code of models is executed on this machine.

    Attributes:
        runner: "javac" for the JDK alone, "defects4j" for that command, "python" for pytest or unittest, "command" for one of
            the user's. None for the one of the bug's language: javac or python.
        command: Shell command as runner, in a copy of the checkout: writes failing_tests as Defects4J does; exit code 64 if the
            sources do not compile.
        class_path: Jars and folders for "javac", such as JUnit's.
        javac_options: javac: an option of the compiler; may be repeated.
        java_options: javac: an option of the JVM that runs the tests; may be repeated.
        python: python: interpreter of the environment that has the project's libraries. Default: the one that runs this.
        timeout: Limit in seconds for a compilation, and for the tests. With "javac" and "python" the limit of the tests is lower
            if they are quick on the unchanged checkout: 3 or 5 seconds and 5 times their time there.
        memory: MiB for the heap of a JVM of "javac", else for the data of each process.
        place: Compared place of an exception: its method, or also its line in the original (line). Default: method.
        tests: Tests to run: all, or trigger (those that the bug names). Default: all.
        ignore_failing_fixed: Ignore tests that also fail with the fix, unless the bug names them.
        cache: Folder that caches test results across calls. Default: a temporary folder beside or in OUT.
        source_dir: Source folder in the checkout. Default: from its properties.
        test_dir: Test folder in the checkout. Default: from its properties.
    """

    runner: RunnerName | None = None
    command: Annotated[str | None, Option(flags="--runner-command", panel=Panel.TESTS)] = None
    _: KW_ONLY
    class_path: Annotated[tuple[str, ...], Option(panel=Panel.TESTS, help=_CLASS_PATH, parse=_paths)] = ()
    javac_options: Annotated[tuple[str, ...], Option(flags="--javac-option", panel=Panel.TESTS)] = ()
    java_options: Annotated[tuple[str, ...], Option(flags="--java-option", panel=Panel.TESTS)] = ()
    python: Annotated[str | None, Option(panel=Panel.TESTS, help=_PYTHON)] = None
    timeout: Annotated[
        float, Option(panel=Panel.TESTS, help=_TIMEOUT, minimum=0.001, maximum=MOST_SECONDS)
    ] = _SECONDS
    memory: Annotated[int, Option(panel=Panel.TESTS, help=_HEAP, minimum=16)] = _MEMORY
    tests: Annotated[Tests, Option(panel=Panel.TESTS)] = "all"
    ignore_failing_fixed: Annotated[bool, Option(panel=Panel.TESTS)] = False
    place: Annotated[Place, Option(panel=Panel.TESTS)] = "method"
    source_dir: Annotated[str | None, Option(panel=Panel.TESTS)] = None
    test_dir: Annotated[str | None, Option(panel=Panel.TESTS)] = None
    cache: Annotated[str | None, Option(flags="--run-cache", panel=Panel.TESTS)] = None

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            MutationError: one is not possible, or two contradict each other.
        """
        for name, value, choices in (
            ("runner", self.runner, (None, *RUNNERS)),
            ("place", self.place, PLACES),
            ("tests", self.tests, TESTS),
        ):
            if value not in choices:
                raise MutationError(f"{name} is {value!r}, not one of {', '.join(filter(None, choices))}")
        if (self.runner == "command") is (not (self.command or "").strip()):
            raise MutationError("a command is given if, and only if, the runner is 'command'")
        if not (math.isfinite(self.timeout) and self.timeout > 0):
            raise MutationError(f"timeout is {self.timeout}: no number of seconds above 0")
        if self.memory < 1:
            raise MutationError(f"memory is {self.memory}: no number of MiB above 0")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RunnerOptions:
        """Return the options of which `to_dict` returned the data."""
        arguments: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**arguments)
