"""Small tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from equimorph.mutants.showing import visible
from equimorph.pages.markup import safe, table

_MOST_LINES, _LONGEST = 40, 300
"""Maximum number of rows, and of characters in a cell."""


def titled_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table below a title as HTML, cut after 40 rows."""
    lines = iter(rows)
    first = [
        (_cell(name), [f"<td>{_cell(text)}</td>" for text in texts])
        for name, *texts in islice(lines, _MOST_LINES)
    ]
    more = sum(1 for _ in lines)
    end = f"<p>… {more:,} more lines</p>" if more else ""
    return f"<p><code>{_cell(title)}</code></p>{table('equimorph', heads, first)}{end}"


def fields_table(data: Any) -> str:  # noqa: ANN401 - any dataclass
    """Return the fields of a dataclass with their values as HTML."""
    values = {field.name: getattr(data, field.name) for field in fields(data)}
    rows = [(name, "" if value is None else str(value)) for name, value in values.items()]
    return titled_table(type(data).__name__, ("field", "value"), rows)


def _cell(text: str) -> str:
    """Return the markup of a text, cut where it is long; invisible characters are shown as escapes."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return safe(visible(short))
