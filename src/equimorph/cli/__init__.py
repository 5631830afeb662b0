"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 success, 1 something failed (the rest is done), 2 the command was not understood, 130 interrupted.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

from equimorph.cli.commands import Command, Group
from equimorph.cli.epilogs import epilog
from equimorph.collection import rare_collection
from equimorph.version import __version__

__all__ = ["app", "main"]

_VERBS = {
    "list": "list:list_",
    "sites": "sites:sites",
    "mutate": "mutate:mutate",
    "rewrite": "rewrite:rewrite",
    "invert": "rows:invert",
    "undo": "rows:undo",
    "verify": "verify:verify",
    "pairs": "pairs:pairs",
    "report": "report:report",
    "defects4j": "defects4j:app",
    "tables": "tables:tables",
    "robustness": "robustness:app",
    "leakage": "leakage:app",
    "datasets": "datasets:app",
    "metrics": "metrics:app",
    "bench": "bench:app",
    "codescore": "codescore:app",
    "search": "search:app",
    "cote": "cote:app",
}
"""The verbs, in the order of the help, and the module and function of each."""


def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"equimorph {__version__}")
        raise typer.Exit


def _app(verbs: Iterable[str]) -> typer.Typer:
    """Return the command with some of its verbs; only their modules are imported."""
    made = typer.Typer(
        cls=Group,
        help="Sound, invertible mutants of Java methods, with records that restore the original byte for byte.",
        no_args_is_help=True,
        pretty_exceptions_show_locals=False,
        rich_markup_mode=None,  # help and errors are plain lines, in a pipe as on a terminal
    )
    made.callback(invoke_without_command=True)(_version)
    for verb in verbs:
        module, _, name = _VERBS[verb].partition(":")
        found = getattr(import_module(f"equimorph.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            made.add_typer(found, cls=Group, name=verb)
            for below in found.registered_commands:
                below.cls = Command
        else:
            made.command(verb, cls=Command, epilog=epilog(verb))(found)
    return made


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any name
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()["app"] = _app(_VERBS)
    return made


class _Terminated(BaseException):
    """A signal asked the process to end. Not SystemExit, which a model may raise, too."""


def _terminated(number: int, _: object) -> NoReturn:
    raise _Terminated(number)


def main() -> None:
    """Run the command.

    SIGTERM ends it as Ctrl-C does, but silently: temporary files go, and 128 and the signal is the exit code.
    """
    signal.signal(signal.SIGTERM, _terminated)
    first = sys.argv[1:2]
    # Help, and a misspelt verb, need all of them.
    try:
        with rare_collection():
            _app(first if first and first[0] in _VERBS else _VERBS)(prog_name="equimorph")
    except _Terminated as error:
        sys.exit(128 + error.args[0])
