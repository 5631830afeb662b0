"""Options that select among all mutants of an input: the lines that a patch changes, a random sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.sampling import Sample
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, name_of, reading
from equimorph.patches.changed_lines import changed_lines
from equimorph.runs.declared import Option
from mutators import MutationError
from parsers import ParseError

_IN_DIFF = (
    "Only where this unified diff changes or adds lines; the files hold its new side; - for standard input."
)
InDiff = Annotated[Path | None, Option(help=_IN_DIFF)]
_SAMPLES = "Random sample of all mutants, drawn by the seed: N, or about P percent."
SampleSize = Annotated[str | None, Option(flags="--sample", metavar="N|P%", help=_SAMPLES)]

_SAMPLE = re.compile(r"(?P<count>[0-9]{1,12})|(?P<percent>[0-9]{1,3}(?:\.[0-9]{1,9})?)%")


def parse_sample(text: str | None) -> Sample | None:
    """Return the sample that an option such as `500` or `2.5%` describes.

    Raises:
        typer.BadParameter: it is neither a number from 1 up nor a percentage above 0 and up to 100.
    """
    if text is None:
        return None
    if match := _SAMPLE.fullmatch(text.strip()):
        if match["count"] is not None and int(match["count"]):
            return Sample(count=int(match["count"]))
        if match["percent"] is not None and 0 < float(match["percent"]) <= 100:
            return Sample(share=float(match["percent"]) / 100)
    raise typer.BadParameter(
        f"{text!r} is neither a number of mutants, such as 500, nor a percentage up to 100, such as 2.5%",
        param_hint="--sample",
    )


def patched(patch: Path, paths: Sequence[str], session: Session) -> dict[str, frozenset[int]]:
    """Return the lines that a patch changes or adds, by file; note files of the patch that are not among the files.

    Raises:
        typer.BadParameter: the patch and one of the files are both standard input.
        typer.Exit: with code 2; it cannot be read, is no patch, or the files do not hold its new side; that is reported.
    """
    if patch == STANDARD and str(STANDARD) in paths:
        raise typer.BadParameter("the text and --in-diff cannot both be standard input")
    name, others = name_of(patch), list[str]()
    suffixes = {Path(path).suffix for path in paths}

    def unmatched(file: str) -> None:
        if Path(file).suffix in suffixes:
            others.append(file)
            session.note(f"{name}: {file} is not among the files that are to be mutated")

    try:
        with reading(patch) as stream:
            found = changed_lines(stream.read(), paths, name=name, unmatched=unmatched)
    except (MutationError, OSError, ParseError) as error:
        session.failed(error)
        raise typer.Exit(2) from error
    if paths and not found and not others:
        session.note(f"{name}: changes or adds no line of the files that are to be mutated")
    return found
