"""The verbs of `equimorph codescore`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.codescore.score import score
from equimorph.cli.codescore.sweep import sweep
from equimorph.cli.codescore.train import train
from equimorph.cli.epilogs import epilog

__all__ = ["app"]

app = typer.Typer(
    help="CodeScore-R: a metric of generated code that is learnt from contrastive pairs.",
    no_args_is_help=True,
    epilog=epilog("codescore"),
)
app.command("train")(train)
app.command("score")(score)
app.command("sweep")(sweep)
