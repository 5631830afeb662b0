"""The command `equimorph`: each verb is a thin call of the function of the same name.

Exit codes: 0 all is well, 1 something failed (the rest is done), 2 the command was not understood.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any

import typer

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
}
"""The verbs, in the order of the help, and the module and function of each."""


def _version(
    version: Annotated[bool, typer.Option("--version", help="Tell the version, and end.")] = False,
) -> None:
    if version:
        typer.echo(f"equimorph {__version__}")
        raise typer.Exit


def _app(verbs: Iterable[str]) -> typer.Typer:
    """Return the command with some of its verbs; only their modules are imported."""
    made = typer.Typer(
        help="Sound, invertible mutants of Java methods, with records that restore the original byte for byte.",
        no_args_is_help=True,
        pretty_exceptions_show_locals=False,
    )
    made.callback(invoke_without_command=True)(_version)
    for verb in verbs:
        module, _, name = _VERBS[verb].partition(":")
        found = getattr(import_module(f"equimorph.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            made.add_typer(found, name=verb)
        else:
            made.command(verb, epilog=epilog(verb))(found)
    return made


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any name
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()["app"] = _app(_VERBS)
    return made


def main() -> None:
    """Run the command."""
    first = sys.argv[1:2]
    # Help, and a misspelt verb, need all of them.
    with rare_collection():
        _app(first if first and first[0] in _VERBS else _VERBS)(prog_name="equimorph")
