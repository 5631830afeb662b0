"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 success, 1 something failed (the rest is done), 2 the command was not understood, 130 interrupted.
"""

from __future__ import annotations

import signal
from typing import Annotated, NoReturn

import typer

from equimorph.cli import defects4j, list, mutate, pairs, report, rewrite, rows, sites, verify
from equimorph.cli.commands import Command, Group
from equimorph.cli.epilogs import epilog
from equimorph.version import __version__

__all__ = ["app", "main"]

app = typer.Typer(
    cls=Group,
    help="Sound, invertible mutants of Java methods, with records that restore the original byte for byte.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,  # help and errors are plain lines, in a pipe as on a terminal
)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"equimorph {__version__}")
        raise typer.Exit


app.command("list", cls=Command, epilog=epilog("list"))(list.list_)
app.command("sites", cls=Command, epilog=epilog("sites"))(sites.sites)
app.command("mutate", cls=Command, epilog=epilog("mutate"))(mutate.mutate)
app.command("rewrite", cls=Command, epilog=epilog("rewrite"))(rewrite.rewrite)
app.command("invert", cls=Command, epilog=epilog("invert"))(rows.invert)
app.command("undo", cls=Command, epilog=epilog("undo"))(rows.undo)
app.command("verify", cls=Command, epilog=epilog("verify"))(verify.verify)
app.command("pairs", cls=Command, epilog=epilog("pairs"))(pairs.pairs)
app.command("report", cls=Command, epilog=epilog("report"))(report.report)
app.add_typer(defects4j.app, cls=Group, name="defects4j")
for verb in defects4j.app.registered_commands:
    verb.cls = Command


def _terminated(number: int, _: object) -> NoReturn:
    """End as after Ctrl-C, but silently: temporary files go, and 128 and the signal is the exit code."""
    raise SystemExit(128 + number)


def main() -> None:
    """Run the command."""
    signal.signal(signal.SIGTERM, _terminated)
    app(prog_name="equimorph")
