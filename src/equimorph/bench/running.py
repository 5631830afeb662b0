"""The tests of a problem on a candidate, whatever its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.bench.languages import BenchLanguage, bench_of
from equimorph.bench.problems import Problem
from equimorph.bench.sandbox import Limits, Sandbox
from equimorph.bench.verdicts import Verdict

__all__ = ["RunOptions", "Runner", "check_tools_of"]


def check_tools_of(problems: Iterable[Problem]) -> None:
    """Check that there is what the tests of problems need.

    Raises:
        JdkNotFound: A problem is in Java, and there is no JDK.
    """
    for language in sorted({task.lang for task in problems}):
        bench_of(language).check()


@dataclass(frozen=True)
class RunOptions:
    """Options for running candidates.

    Attributes:
        limits: Limits of each program.
        isolated, network: See `Sandbox`.
    """

    limits: Limits = field(default_factory=Limits)
    isolated: bool = True
    network: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"limits": vars(self.limits), "isolated": self.isolated, "network": self.network}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RunOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "limits": Limits(**data["limits"])})


class Runner:
    """Runs the tests of problems on candidates.

    Args:
        options: how.
    """

    def __init__(self, options: RunOptions | None = None) -> None:
        settings = RunOptions() if options is None else options
        self.sandbox = Sandbox(settings.limits, isolated=settings.isolated, network=settings.network)
        self._tests = dict[str, BenchLanguage]()

    def run(self, problem: Problem, candidate: str) -> Verdict:
        """Run the tests of a problem on a candidate: a function or method, a whole program, or what completes the prompt.

        Raises:
            ProblemError: the tests do not compile with the solution.
            JdkNotFound: the problem is one of Java, and there is no JDK.
            SandboxError: no box can be made.
            OSError: no process can be started.
        """
        program = problem.program(candidate)
        if problem.lang not in self._tests:
            self._tests[problem.lang] = bench_of(problem.lang)(self.sandbox)
        return self._tests[problem.lang].run(problem, program)

    def close(self) -> None:
        """End what runs besides."""
        for tests in self._tests.values():
            tests.close()
