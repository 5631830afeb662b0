"""The verbs of `equimorph bench`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.bench.make import make
from equimorph.cli.bench.run import run
from equimorph.cli.epilogs import epilog

__all__ = ["app"]

app = typer.Typer(
    help="Make and judge candidates of programming problems; their labels come from running tests in a sandbox.",
    no_args_is_help=True,
    epilog=epilog("bench"),
)
app.command("make")(make)
app.command("run")(run)
