"""The tests of a problem on a candidate, whatever its language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.bench.java_tests import JavaTests
from equimorph.bench.problems import Problem
from equimorph.bench.python_tests import run_python
from equimorph.bench.sandbox import Limits, Sandbox
from equimorph.bench.verdicts import Verdict

__all__ = ["RunOptions", "Runner"]


@dataclass(frozen=True)
class RunOptions:
    """How candidates are run.

    Attributes:
        limits: of each program.
        isolated, network: as of `Sandbox`.
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
    """What runs the tests of problems on candidates.

    Args:
        options: how.
    """

    def __init__(self, options: RunOptions | None = None) -> None:
        asked = RunOptions() if options is None else options
        self.sandbox = Sandbox(asked.limits, isolated=asked.isolated, network=asked.network)
        self._java: JavaTests | None = None

    def run(self, problem: Problem, candidate: str) -> Verdict:
        """Run the tests of a problem on a candidate: a function or method, a whole program, or what completes the prompt.

        Raises:
            ProblemError: the tests do not compile with the solution.
            JdkNotFound: the problem is one of Java, and there is no JDK.
            SandboxError: no box can be made.
            OSError: no process can be started.
        """
        program = problem.program(candidate)
        if problem.lang == "python":
            return run_python(problem, program, self.sandbox)
        if self._java is None:
            self._java = JavaTests(self.sandbox)
        return self._java.run(problem, program)

    def close(self) -> None:
        """End what runs besides."""
        if self._java is not None:
            self._java.close()
