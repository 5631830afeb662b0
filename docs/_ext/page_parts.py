"""Parts of the documentation's own pages, found by heading and row, so that a fact stands in one place and is shown in several.

A heading, table or row that is not there is a `LookupError` with the page's name.
"""

from __future__ import annotations

import re
from pathlib import Path

from figures import expanded

__all__ = ["definition", "fenced", "head_of", "row_of", "section", "tables"]


def section(page: Path, heading: str) -> str:
    """Return the text under a heading, up to the next heading of its level or a higher one, with its tables of figures.

    Args:
        page: a Markdown file.
        heading: without ``#``.

    Raises:
        LookupError: there is no such heading.
    """
    text = expanded(page.read_text(encoding="utf-8"))
    found = re.search(rf"^(#+) {re.escape(heading)}$\n", text, re.MULTILINE)
    if found is None:
        raise LookupError(f"{page.name}: no heading {heading!r}")
    end = re.compile(rf"^#{{1,{len(found[1])}}} ", re.MULTILINE).search(text, found.end())
    return text[found.end() : end.start() if end else None]


def tables(text: str) -> list[list[list[str]]]:
    """Return the tables of a text without their heads: rows of cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()[2:]]
        found.append([[cell.strip() for cell in row] for row in rows])
    return found


def head_of(page: Path, heading: str) -> list[str]:
    """Return the head of the first table under a heading.

    Raises:
        LookupError: there is no table.
    """
    found = re.search(r"^\|(.*)\|\n\| *:?-", section(page, heading), re.MULTILINE)
    if found is None:
        raise LookupError(f"{page.name}: no table under {heading!r}")
    return [cell.strip() for cell in found[1].split("|")]


def row_of(page: Path, heading: str, name: str) -> list[str]:
    """Return the row of a name, its first cell, in the first table under a heading; its links are written for a folder below.

    Raises:
        LookupError: there is none.
    """
    for table in tables(section(page, heading))[:1]:
        for row in table:
            if re.sub(r"[`\[\]]|\(.*\)", "", row[0]) == name:
                return [_from_below(page, cell) for cell in row]
    raise LookupError(f"{page.name}: no row for {name!r} under {heading!r}")


def definition(page: Path, heading: str, name: str) -> str | None:
    """Return what is said of a term in a definition list under a heading; None if it is not among the terms."""
    found = re.search(rf"^{re.escape(name)}\n: (.*\n(?:  .*\n)*)", section(page, heading), re.MULTILINE)
    return _from_below(page, " ".join(found[1].split())) if found else None


def fenced(page: Path, heading: str, directive: str) -> str:
    """Return the first block of a directive under a heading, fences and all.

    Raises:
        LookupError: there is none.
    """
    found = re.search(
        rf"^```\{{{re.escape(directive)}\}}.*?^```$", section(page, heading), re.MULTILINE | re.DOTALL
    )
    if found is None:
        raise LookupError(f"{page.name}: no {directive} under {heading!r}")
    return found[0]


def _from_below(page: Path, text: str) -> str:
    """Return a text with its links as a page in a folder below must write them."""
    text = re.sub(r"\]\(#", f"](../{page.name}#", text)
    return re.sub(r"\]\((?!\.\./|https?:)", "](../", text)
