"""Markup: plain text made safe, tables and notes."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def well_formed(text: str) -> str:
    """Return a text that UTF-8 can hold: half a character is shown as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def safe(text: str) -> str:
    """Return the markup of a plain text."""
    return escape(well_formed(text))


def table(style: str, heads: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return a table.

    Args:
        style: its class.
        heads: plain texts.
        rows: the markup of each row's head, and its cells as elements.
    """
    head = "".join(f'<th scope="col">{safe(text)}</th>' for text in heads)
    body = "".join(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>' for name, cells in rows)
    return f'<table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def notes(texts: Iterable[str]) -> str:
    """Return remarks as a list; nothing for none."""
    items = "".join(f"<li>{safe(text)}</li>" for text in texts)
    return f'<ul class="notes">{items}</ul>' if items else ""
