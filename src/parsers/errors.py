"""Errors of the parsing layer."""

from __future__ import annotations

__all__ = ["ParseError"]


class ParseError(Exception):
    """Text cannot be read as source of its language.

    Attributes:
        path: the file, if the text came from one.
        line: 1-based line of the first place that does not fit, if known.
    """

    def __init__(self, message: str, *, path: str | None = None, line: int | None = None) -> None:
        place = ":".join(str(part) for part in (path, line) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)
        self.path = path
        self.line = line
