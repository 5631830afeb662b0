"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 success, 1 something failed (the rest is done), 2 the command was not understood, or needs a package or a JDK that
is missing, 130 interrupted.
"""

from __future__ import annotations

import signal
import sys
from typing import Annotated, Any, NoReturn

import typer

from equimorph.capabilities import CAPABILITIES, CORE
from equimorph.cli.commands import Group
from equimorph.cli.loading import Verbs, group_of
from equimorph.runs.collection import rare_collection
from equimorph.version import __version__

__all__ = ["app", "main"]


class _Equimorph(Group):
    """The command itself."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - typer's
        super().__init__(**given)
        verbs = [*CORE, *(verb for capability in CAPABILITIES for verb in capability.verbs)]
        self.commands = Verbs(verbs)
        for capability in CAPABILITIES:
            if capability.below:
                self.commands[capability.name] = group_of(capability)


app = typer.Typer(
    cls=_Equimorph,
    help="Sound, invertible mutants of Java methods and Python functions, with records that restore the original byte for byte.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,  # help and errors are plain lines, in a pipe as on a terminal
)


_CONFIG = (
    "Read the defaults of options from this file. Default: equimorph.toml, or the table tool.equimorph of pyproject.toml, in this"
    " folder or above."
)


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    config: Annotated[
        str | None, typer.Option(envvar="EQUIMORPH_CONFIG", metavar="FILE", help=_CONFIG)
    ] = None,
) -> None:
    if version:
        typer.echo(f"equimorph {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


class _Terminated(BaseException):
    """A signal asked the process to end. Not SystemExit, which a model may raise, too."""


def _terminated(number: int, _: object) -> NoReturn:
    raise _Terminated(number)


def main() -> None:
    """Run the command.

    SIGTERM ends it as Ctrl-C does, but silently: temporary files go, and 128 and the signal is the exit code.
    """
    signal.signal(signal.SIGTERM, _terminated)
    try:
        with rare_collection():
            app(prog_name="equimorph")
    except _Terminated as error:
        sys.exit(128 + error.args[0])
