"""The verbs of `equimorph leakage`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.epilogs import epilog
from equimorph.cli.leakage.find import find
from equimorph.cli.leakage.pv import pv
from equimorph.cli.leakage.summarise import summarise

__all__ = ["app"]

app = typer.Typer(
    help="Find the bugs of a benchmark that stand in training data, and what is left of a system without them.",
    no_args_is_help=True,
    epilog=epilog("leakage"),
)
app.command("find")(find)
app.command("summarise")(summarise)
app.command("pv")(pv)
