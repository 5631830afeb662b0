"""The verbs of `equimorph metrics`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.epilogs import epilog
from equimorph.cli.metrics.judge import judge
from equimorph.cli.metrics.perturb import perturb
from equimorph.cli.metrics.score import score

__all__ = ["app"]

app = typer.Typer(
    help="Measure how like its reference generated code is, and how well such a score predicts what tests say.",
    no_args_is_help=True,
    epilog=epilog("metrics"),
)
app.command("score")(score)
app.command("judge")(judge)
app.command("perturb")(perturb)
