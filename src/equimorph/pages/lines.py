"""The lines of a text, and a member without its indentation."""

from __future__ import annotations

import re

LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each with its end."""
    return LINE.findall(text)


def dedented(text: str) -> str:
    """Return a text without the indentation of its last line: a member begins on the line that its first one lacks."""
    lines = lines_of(text)
    last = lines[-1] if lines else ""
    indentation = last[: len(last) - len(last.lstrip(" \t"))]
    return "".join(line.removeprefix(indentation) for line in lines)
