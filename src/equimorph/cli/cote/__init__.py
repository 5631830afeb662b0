"""The verbs of `equimorph cote`: each module has one."""

from __future__ import annotations

import typer

from equimorph.cli.cote.mutate import mutate
from equimorph.cli.cote.page import page
from equimorph.cli.cote.repair import repair
from equimorph.cli.cote.score import score
from equimorph.cli.cote.test import test
from equimorph.cli.cote.train import train
from equimorph.cli.cote.translate import translate
from equimorph.cli.epilogs import epilog

__all__ = ["app"]

app = typer.Typer(
    help="Test code generators by replacing one word of their input, and repair what they write.",
    no_args_is_help=True,
    epilog=epilog("cote"),
)
app.command("mutate")(mutate)
app.command("test")(test)
app.command("repair")(repair)
app.command("translate")(translate)
app.command("score")(score)
app.command("page")(page)
app.command("train")(train)
