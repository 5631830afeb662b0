"""The languages of the rows that a check is given."""

from __future__ import annotations

from collections.abc import Iterable

from equimorph.rows.jsonl import JsonLine
from equimorph.rows.row import language_of_row


def first_lines(lines: Iterable[JsonLine]) -> dict[str, int]:
    """Return the languages of rows, each with the 1-based number of its first line; a line without a mutant has none."""
    found: dict[str, int] = {}
    for line in lines:
        if "mutant" in line.data:
            found.setdefault(language_of_row(line.data), line.number)
    return found
