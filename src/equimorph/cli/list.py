"""The verb `list`."""

from __future__ import annotations

from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.mutants.catalogue import list_mutators


def list_() -> None:
    """List the mutators: Java first, then other languages, which are named."""
    with reported(Session()), output(None) as out:
        for info in list_mutators():
            named = "" if info.by_default else ", only where it is named"
            language = "" if info.language == "java" else f" ({info.language})"
            line = f"{info.name}{language}  {info.relation}{named}, version {info.version}: {info.summary}\n"
            out.write(line.encode())
