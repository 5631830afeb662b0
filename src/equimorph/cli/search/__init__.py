"""The verbs of `equimorph search`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.epilogs import epilog
from equimorph.cli.search.guided import guided
from equimorph.cli.search.model_mutants import model_mutants
from equimorph.cli.search.once import once
from equimorph.cli.search.page import page
from equimorph.cli.search.retrain import retrain
from equimorph.cli.search.times import times

__all__ = ["app"]

app = typer.Typer(
    help="Search for mutants that a code model does not withstand.",
    no_args_is_help=True,
    epilog=epilog("search"),
)
app.command("guided")(guided)
app.command("once")(once)
app.command("times")(times)
app.command("model-mutants")(model_mutants)
app.command("retrain")(retrain)
app.command("page")(page)
