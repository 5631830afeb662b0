"""The verbs of `equimorph robustness`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.epilogs import epilog
from equimorph.cli.robustness.ask import ask
from equimorph.cli.robustness.augment import augment
from equimorph.cli.robustness.bugs import bugs
from equimorph.cli.robustness.compare import compare
from equimorph.cli.robustness.judge import judge
from equimorph.cli.robustness.mutants import mutants
from equimorph.cli.robustness.plot import plot
from equimorph.cli.robustness.requests import requests
from equimorph.cli.robustness.retrain import retrain
from equimorph.cli.robustness.run import run
from equimorph.cli.robustness.score import score
from equimorph.cli.robustness.train import train

__all__ = ["app"]

app = typer.Typer(
    help="Measure whether a repair model repairs mutants as it repairs the originals.",
    no_args_is_help=True,
    epilog=epilog("robustness"),
)
app.command("run")(run)
app.command("bugs")(bugs)
app.command("mutants")(mutants)
app.command("requests")(requests)
app.command("ask")(ask)
app.command("judge")(judge)
app.command("score")(score)
app.command("augment")(augment)
app.command("train")(train)
app.command("retrain")(retrain)
app.command("compare")(compare)
app.command("plot")(plot)
