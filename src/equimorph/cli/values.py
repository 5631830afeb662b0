"""Checks of the values of options."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from equimorph.cli.streams import STANDARD
from equimorph.rows.jsonl import ROWS, TABLES, check_suffix

_PAGES = (".html", ".md")

rows_format = partial(check_suffix, suffixes=ROWS)
"""Check that the name of an output of rows says a format for them, if any."""
table_format = partial(check_suffix, suffixes=TABLES)
"""Check that the name of an output of rows that may be a table, too, says a format, if any."""


def page_file(path: Path) -> None:
    """Check that the name of a page says a format.

    Raises:
        ValueError: it does not.
    """
    if path.suffix not in _PAGES:
        raise ValueError(f"{str(path)!r}: the name must end in {' or '.join(_PAGES)}")


def input_file(path: Path) -> None:
    """Check that an input is a file, a pipe or ``-``.

    Raises:
        ValueError: it is not there, or is a folder.
    """
    if path.is_dir() and path != STANDARD:
        raise ValueError(f"{str(path)!r} is a folder, not a file")
    if not path.exists() and path != STANDARD:
        raise ValueError(f"no such file: {str(path)!r}")


def tree_or_file(path: Path) -> None:
    """Check that an input is a folder or a file.

    Raises:
        ValueError: it is neither.
    """
    if not path.is_dir():
        input_file(path)


def json_lines_file(path: Path) -> None:
    """Check that an input may be JSON Lines.

    Raises:
        ValueError: the file is missing, or its name says that it is a table.
    """
    input_file(path)
    if path.suffix == ".parquet":
        raise ValueError(f"{str(path)!r} is no JSON Lines file; give it as --parquet")
