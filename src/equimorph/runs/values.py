"""Texts of values that several options have: numbers of lines, and shares."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_MOST_LINES = 1_000_000


def line_numbers(texts: Iterable[str]) -> frozenset[int]:
    """Return the numbers of texts such as `12`, `3-5` or `3-5,12`.

    Raises:
        ValueError: they are no lines.
    """
    lines: set[int] = set()
    for part in (part for text in texts for part in text.split(",")):
        match = _LINES.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"{part!r} is neither a line nor lines A-B")
        first = int(match[1])
        last = int(match[2] or first)
        if first < 1 or last < first or last - first >= _MOST_LINES:
            hint = f"; did you mean {last}-{first}?" if 0 < last < first else ""
            raise ValueError(f"{part!r} is no range of lines{hint}")
        lines.update(range(first, last + 1))
    return frozenset(lines)


def fraction(text: str) -> float:
    """Return a share as a fraction: of a percentage such as ``50%``, or of a fraction such as ``0.5``.

    Raises:
        ValueError: it is neither, or could be both.
    """
    number = text.removesuffix("%")
    try:
        share = float(number) / (1 if number == text else 100)
    except ValueError:
        raise ValueError(f"{text!r} is neither a percentage such as 50% nor a fraction such as 0.5") from None
    if number == text and "." not in text:
        raise ValueError(
            f"{text!r} may be a percentage or a fraction: write {text}%, or a number such as 0.5"
        )
    if not 0 < share <= 1:
        raise ValueError(f"{text!r} is not above 0 and at most 100%")
    return share
