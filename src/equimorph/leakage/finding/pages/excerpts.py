"""The part of a long text that a short one is in, for reading them side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["Excerpt", "aligned", "excerpt"]

_LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_WHOLE = 40
"""A text of no more lines than so many more than the other one is shown whole."""
_AROUND = 3
"""Lines that are shown before and behind the part."""
_MOST = 20_000
"""Of a text of more lines only so many are looked at."""


@dataclass(frozen=True)
class Excerpt:
    """Lines of a text.

    Attributes:
        text: they are.
        first: number of the first one, 1-based.
        left_out: how many other lines the text has.
    """

    text: str
    first: int
    left_out: int


def excerpt(text: str, sought: str) -> Excerpt:
    """Return the lines of a text around the longest run of lines that it shares with another one, but for blanks.

    Args:
        text: a long one; a short one is returned whole.
        sought: what is in it, as it is or in another form.
    """
    lines, other = _LINE.findall(text), _LINE.findall(sought)
    if len(lines) <= len(other) + _WHOLE:
        return Excerpt(text, 1, 0)
    ours, theirs = ([line.strip() for line in one[:_MOST]] for one in (lines, other))
    run = SequenceMatcher(None, theirs, ours, autojunk=False).find_longest_match()
    first = max(0, run.b - run.a - _AROUND)
    last = min(len(lines), run.b + len(other) - run.a + _AROUND)
    return Excerpt("".join(lines[first:last]), first + 1, len(lines) - (last - first))


def aligned(text: str) -> str:
    """Return a text without the indentation of its last line: that of a member begins on the line that its first one lacks."""
    lines = _LINE.findall(text)
    if not lines:
        return text
    last = lines[-1]
    indentation = last[: len(last) - len(last.lstrip(" \t"))]
    return "".join(line.removeprefix(indentation) for line in lines)
