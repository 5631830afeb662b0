"""The bench's view of a language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from equimorph.bench.errors import ProblemError
from equimorph.languages import languages_with, part_of

if TYPE_CHECKING:
    from equimorph.bench.problems import Problem
    from equimorph.bench.sandbox import Sandbox
    from equimorph.bench.verdicts import Verdict

__all__ = ["BenchLanguage", "bench_of"]


class BenchLanguage(ABC):
    """Runs the tests of problems in a language.

    Args:
        sandbox: makes boxes.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @staticmethod  # noqa: B027 - most have nothing to check
    def check() -> None:
        """Check that there is what the tests need and the package does not bring."""

    @staticmethod
    @abstractmethod
    def program(problem: Problem, candidate: str) -> str:
        """Return the whole program of a candidate: a function or method, a whole program, or what completes the prompt."""

    @staticmethod
    def surroundings(problem: Problem) -> dict[str, Any]:
        """Return the fields of a row that say what a candidate needs around it to compile; by default none."""
        return {}

    @staticmethod
    def function(problem: Problem, text: str) -> str | None:
        """Return the function of a problem in a text; None if the text does not have it; by default it is never found."""
        return None

    @abstractmethod
    def run(self, problem: Problem, program: str) -> Verdict:
        """Run the tests of a problem on a program.

        Raises:
            ProblemError: its tests do not compile with its solution.
            SandboxError: no box can be made.
            OSError: no process can be started.
        """

    def close(self) -> None:  # noqa: B027 - most keep nothing running
        """End what runs besides."""


def bench_of(language: str) -> type[BenchLanguage]:
    """Return the bench's view of a language.

    Raises:
        ProblemError: there is nothing for it.
    """
    bench: type[BenchLanguage] | None = part_of(language, "bench")
    if bench is None:
        raise ProblemError(f"lang is {' or '.join(languages_with('bench'))}, not {language!r}")
    return bench
