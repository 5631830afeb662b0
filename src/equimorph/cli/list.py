"""The verb `list`."""

from __future__ import annotations

from equimorph.catalogue import list_mutators
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output

__all__ = ["list_"]


def list_() -> None:
    """List the mutators."""
    with reported(Session()), output(None) as out:
        for info in list_mutators():
            named = "" if info.by_default else ", only where it is named"
            line = f"{info.name}  {info.relation}{named}, version {info.version}: {info.summary}\n"
            out.write(line.encode())
