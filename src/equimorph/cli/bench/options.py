"""What the verbs of `equimorph bench` share: problems, and how candidates are run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import Limits, RunOptions, Sandbox
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session

__all__ = [
    "Files",
    "Memory",
    "Network",
    "NoIsolation",
    "PathOption",
    "Problems",
    "Seconds",
    "Wall",
    "run_options",
]

_LIMITS = Limits()
Problems = Annotated[
    str,
    typer.Option(
        "--problems",
        "-p",
        help="The problems: human-eval, human-eval-java, human-eval-x, quixbugs, or a file of rows with id, lang, solution, tests,"
        " entry_point.",
        rich_help_panel=Panel.INPUT,
    ),
]
PathOption = Annotated[
    Path | None,
    typer.Option(
        "--path",
        help="Where the set of problems is: its file, or the folder of its repository. Default: that of its wheel.",
        show_default=False,
        exists=True,
        rich_help_panel=Panel.INPUT,
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--timeout",
        min=0.1,
        max=3600,
        help="Seconds of processor time for a candidate, in whole seconds.",
        rich_help_panel=Panel.TESTS,
    ),
]
Wall = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        max=36000,
        help="Seconds on the clock for a candidate. Default: 10 more than twice --timeout.",
        show_default=False,
        rich_help_panel=Panel.TESTS,
    ),
]
Memory = Annotated[
    int, typer.Option(min=64, help="MiB of memory for a candidate.", rich_help_panel=Panel.TESTS)
]
Files = Annotated[
    int, typer.Option(min=1, help="MiB of all files of a candidate.", rich_help_panel=Panel.TESTS)
]
Network = Annotated[
    bool,
    typer.Option("--allow-network", help="Let candidates use the network.", rich_help_panel=Panel.TESTS),
]
NoIsolation = Annotated[
    bool,
    typer.Option(
        "--no-isolation",
        help="Run candidates with limits alone, where no sandbox can be made: they see your files and network.",
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
