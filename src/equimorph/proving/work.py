"""The work on a row in bulk: its proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.defects4j import WholeFiles
from equimorph.defects4j import read as read_checkout
from equimorph.proving.checker import ProofChecker
from equimorph.rows.jsonl import encode, json_line
from mutators import MutationError
from parsers.encoding import UTF_8

__all__ = ["PROVE", "prove_options", "proving"]

PROVE = "equimorph.proving.work:proving"


def prove_options(
    *,
    classpath: Sequence[str] = (),
    sourcepath: Sequence[str | Path] = (),
    checkouts: Sequence[str | Path] = (),
    encoding: str = UTF_8,
) -> dict[str, Any]:
    """Return the options of `PROVE`, plain data.

    Args:
        classpath, sourcepath, encoding: see `ProofChecker`.
        checkouts: Checkouts of Defects4J, which have the whole files of the rows.
    """
    return {
        "classpath": [str(Path(part).absolute()) for part in classpath],
        "sourcepath": [str(Path(part).absolute()) for part in sourcepath],
        "checkouts": [str(Path(part).absolute()) for part in checkouts],
        "encoding": encoding,
    }


def proving(options: Mapping[str, Any]) -> Work:
    """Return a function that adds the proof to a row."""
    encoding = options["encoding"]
    bugs = [read_checkout(Path(folder), encoding=encoding) for folder in options["checkouts"]]
    stack = ExitStack()  # its JVMs end with this process
    checker = stack.enter_context(
        ProofChecker(
            classpath=options["classpath"],
            sourcepath=options["sourcepath"],
            surroundings=WholeFiles(bugs) if bugs else None,
            encoding=encoding,
        )
    )

    def made(record: Record, report: Report) -> Iterator[bytes]:
        result = checker.prove_line(json_line(record.number, record.data))
        if result.data:
            yield encode(result.row())
        if result.fault is not None:
            raise MutationError(f"({result.id}): {result.fault}" if result.id else result.fault)

    return made
