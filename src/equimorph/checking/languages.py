"""The languages of rows, and the rows that a check does not go with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from equimorph.rows.jsonl import JsonLine
from parsers.language import language_of, languages

__all__ = ["first_lines", "language_of_row"]


def language_of_row(data: Mapping[str, Any]) -> str:
    """Return the language that a row names if that is known, else that of the file that it names: "java" where it names none."""
    named, path = data.get("language"), data.get("path")
    if isinstance(named, str) and named in languages():
        return named
    return language_of(path) if isinstance(path, str) else "java"


def first_lines(lines: Iterable[JsonLine]) -> dict[str, int]:
    """Return the languages of rows, each with the 1-based number of its first line; a line without a mutant has none."""
    found: dict[str, int] = {}
    for line in lines:
        if "mutant" in line.data:
            found.setdefault(language_of_row(line.data), line.number)
    return found
