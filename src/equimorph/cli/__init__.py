"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 all is well, 1 something failed (the rest is done), 2 the command was not understood.
"""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.cli import defects4j, list, mutate, pairs, report, rewrite, rows, sites, verify
from equimorph.cli.epilogs import epilog
from equimorph.version import __version__

__all__ = ["app", "main"]

app = typer.Typer(
    help="Sound, invertible mutants of Java methods, with records that restore the original byte for byte.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Tell the version, and end.")] = False,
) -> None:
    if version:
        typer.echo(f"equimorph {__version__}")
        raise typer.Exit


app.command("list", epilog=epilog("list"))(list.list_)
app.command("sites", epilog=epilog("sites"))(sites.sites)
app.command("mutate", epilog=epilog("mutate"))(mutate.mutate)
app.command("rewrite", epilog=epilog("rewrite"))(rewrite.rewrite)
app.command("invert", epilog=epilog("invert"))(rows.invert)
app.command("undo", epilog=epilog("undo"))(rows.undo)
app.command("verify", epilog=epilog("verify"))(verify.verify)
app.command("pairs", epilog=epilog("pairs"))(pairs.pairs)
app.command("report", epilog=epilog("report"))(report.report)
app.add_typer(defects4j.app, name="defects4j")


def main() -> None:
    """Run the command."""
    app(prog_name="equimorph")
