"""The tests of a problem on a candidate, whatever its language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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

    def run(self, problem: Problem, candidate: str) -> Verdict:
        """Run the tests of a problem on a candidate: a function or method, a whole program, or what completes the prompt.

        Raises:
            SandboxError: no box can be made.
            OSError: no process can be started.
        """
        return run_python(problem, problem.program(candidate), self.sandbox)
