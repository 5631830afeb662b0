"""The verbs of `equimorph datasets`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.datasets.check import check
from equimorph.cli.datasets.filter import filter
from equimorph.cli.datasets.mine import mine
from equimorph.cli.datasets.split import split
from equimorph.cli.epilogs import epilog

__all__ = ["app"]

app = typer.Typer(
    help="Build clean data sets for program repair: mine fixes, drop the bugs of benchmarks, split, prove it.",
    no_args_is_help=True,
    epilog=epilog("datasets"),
)
app.command("mine")(mine)
app.command("filter")(filter)
app.command("split")(split)
app.command("check")(check)
