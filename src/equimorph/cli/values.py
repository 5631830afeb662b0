"""Values of options: what they mean, and an error that says what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import typer

from equimorph.cli.streams import STANDARD
from equimorph.rows.jsonl import ROWS, TABLES, check_suffix
from parsers import ParseError
from parsers.encoding import UTF_8, check_encoding

Inputs = TypeVar("Inputs", Path, Path | None, list[Path] | None)

_PAGES = (".html", ".md")


def page_file(path: Path) -> Path:
    """Return the path of a page, if its name says a format.

    Raises:
        typer.BadParameter: it does not.
    """
    if path.suffix not in _PAGES:
        raise typer.BadParameter(f"{str(path)!r}: the name must end in {' or '.join(_PAGES)}")
    return path


def _format_known(path: Path | None, suffixes: Sequence[str]) -> Path | None:
    """Return the path of an output, if its name says a format; one without a suffix, such as a device, is JSON Lines."""
    try:
        if path is not None:
            check_suffix(path, suffixes)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    return path


def rows_format(path: Path | None) -> Path | None:
    """Return the path of an output of rows, if its name says a format for them.

    Raises:
        typer.BadParameter: it does not; names the formats.
    """
    return _format_known(path, ROWS)


def table_format(path: Path | None) -> Path | None:
    """Return the path of an output of rows that may be a table, too, if its name says a format.

    Raises:
        typer.BadParameter: it does not; names the formats.
    """
    return _format_known(path, TABLES)


def known_encoding(name: str | None) -> str | None:
    """Return the name of an encoding, if there is such a one.

    Raises:
        typer.BadParameter: there is not.
    """
    try:
        check_encoding(UTF_8 if name is None else name)
    except ParseError as error:
        raise typer.BadParameter(str(error)) from error
    return name


def input_file(paths: Inputs) -> Inputs:
    """Return the path or paths of inputs, if each is a file, a pipe or ``-``.

    Raises:
        typer.BadParameter: one is not there, or is a folder.
    """
    for path in [paths] if isinstance(paths, Path) else paths or []:
        if path == STANDARD:
            continue
        if path.is_dir():
            raise typer.BadParameter(f"{str(path)!r} is a folder, not a file")
        if not path.exists():
            raise typer.BadParameter(f"no such file: {str(path)!r}")
    return paths


def json_lines_file(path: Path | None) -> Path | None:
    """Return the path of an input of JSON Lines, unless there is no such file, or its name says that it is a table.

    Raises:
        typer.BadParameter: it does, or there is none.
    """
    input_file(path)
    if path is not None and path.suffix == ".parquet":
        raise typer.BadParameter(f"{str(path)!r} is no JSON Lines file; give it as --parquet")
    return path


def parse_share(given: str | None) -> float | None:
    """Return a share as a fraction: of a percentage such as ``50%``, or of a fraction such as ``0.5``.

    Raises:
        typer.BadParameter: it is neither, or could be both.
    """
    if given is None:
        return None
    number = given.removesuffix("%")
    try:
        share = float(number) / (1 if number == given else 100)
    except ValueError:
        problem = "is neither a percentage such as 50% nor a fraction such as 0.5"
    else:
        if number == given and "." not in given:
            problem = f"may be a percentage or a fraction: write {given}%, or a number such as 0.5"
        elif 0 < share <= 1:
            return share
        else:
            problem = "is not above 0 and at most 100%"
    raise typer.BadParameter(f"{given!r} {problem}", param_hint="--share")


_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_MOST_LINES = 1_000_000


def parse_lines(options: Sequence[str], name: str) -> frozenset[int]:
    """Return the line numbers of options such as `12`, `3-5` or `3-5,12`.

    Raises:
        typer.BadParameter: they are not.
    """
    lines: set[int] = set()
    for part in ",".join(options).split(",") if options else ():
        match = _LINES.fullmatch(part.strip())
        if match is None:
            raise typer.BadParameter(f"{part!r} is neither a line nor lines A-B", param_hint=name)
        first = int(match[1])
        last = int(match[2] or first)
        if first < 1 or last < first or last - first >= _MOST_LINES:
            hint = f"; did you mean {last}-{first}?" if 0 < last < first else ""
            raise typer.BadParameter(f"{part!r} is no range of lines{hint}", param_hint=name)
        lines.update(range(first, last + 1))
    return frozenset(lines)
