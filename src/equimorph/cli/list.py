"""The verb `list`."""

from __future__ import annotations

import typer

from equimorph.catalogue import list_mutators
from equimorph.cli.session import Session, reported

__all__ = ["list_"]


def list_() -> None:
    """List the mutators."""
    with reported(Session()):
        for info in list_mutators():
            named = "" if info.by_default else ", only where it is named"
            typer.echo(f"{info.name}  {info.relation}{named}, version {info.version}: {info.summary}")
