"""How patched checkouts are compiled and tested."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, get_args

from mutators import MutationError

__all__ = ["PLACES", "RUNNERS", "TESTS", "Place", "RunnerName", "RunnerOptions", "Tests"]

RunnerName: TypeAlias = Literal["javac", "defects4j", "command"]
RUNNERS: tuple[RunnerName, ...] = get_args(RunnerName)
Place: TypeAlias = Literal["method", "line"]
PLACES: tuple[Place, ...] = get_args(Place)
Tests: TypeAlias = Literal["all", "trigger"]
TESTS: tuple[Tests, ...] = get_args(Tests)


@dataclass(frozen=True)
class RunnerOptions:
    """How a patched checkout is compiled and tested. The code of models is executed on this machine.

    Attributes:
        runner: "javac" for the JDK alone, "defects4j" for that command, "command" for one of the user's.
        command: of "command": a shell command that runs in a copy of the checkout. Its exit code 64 means that the
            sources do not compile; it writes the tests that fail to ``failing_tests``.
        class_path: libraries of "javac", such as that of JUnit: jars and folders.
        javac_options, java_options: further options of "javac" for the compiler, and for the JVM of the tests.
        timeout: seconds for a compilation, and for the tests, each. With "javac" the tests have less where those of the
            checkout as it is are quick: 3 seconds and 5 times what those take.
        memory: MiB for the heap of a JVM of "javac", else for the data of each process.
        place: of an exception: its method, or its line in the original, too.
        tests: "all", or "trigger" for those that the bug names.
        ignore_failing_fixed: leave tests aside that fail with the fix, too, such as those for another Java; those that
            the bug names always count.
        cache: a folder that keeps what runs showed, for further jobs and calls; None for this process alone.
        source_dir, test_dir: folders of sources and tests, relative to a checkout that does not say them.
    """

    runner: RunnerName = "javac"
    command: str | None = None
    class_path: tuple[str, ...] = ()
    javac_options: tuple[str, ...] = ()
    java_options: tuple[str, ...] = ()
    timeout: float = 60.0
    memory: int = 1024
    place: Place = "method"
    tests: Tests = "all"
    ignore_failing_fixed: bool = False
    cache: str | None = None
    source_dir: str | None = None
    test_dir: str | None = None

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            MutationError: one is not possible, or two contradict each other.
        """
        for name, value, known in (
            ("runner", self.runner, RUNNERS),
            ("place", self.place, PLACES),
            ("tests", self.tests, TESTS),
        ):
            if value not in known:
                raise MutationError(f"{name} is {value!r}, not one of {', '.join(known)}")
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
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**given)
