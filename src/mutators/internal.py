"""Internal errors: a fault of the program at one place, which must not end the work on the others."""

from __future__ import annotations

import traceback
from importlib import metadata
from pathlib import Path

from mutators.model import MutationError

__all__ = ["INTERNAL", "InternalError"]

INTERNAL = "internal error"
"""The first words of each message about one, and of the reason for which a site is refused because of one."""


class InternalError(MutationError):
    """A fault of the program, or of somebody's mutator, and not of the input.

    It is a `MutationError`, so that what reports a failure and continues does so for it, too; the exception itself is its cause.

    Attributes:
        reason: the message without the place.

    Args:
        error: the exception.
        place: Place of the input, such as ``Foo.java:12``; "" if there is none.
        what: what was at work, such as a mutator with its version; "" if it has no name.
    """

    def __init__(self, error: Exception, place: str = "", what: str = "") -> None:
        self.error, self.place, self.what = error, place, what
        version = metadata.version("equimorph")
        known = f"{what}, equimorph {version}" if what else f"equimorph {version}"
        self.reason = f"{INTERNAL} ({known}): {_described(error)}"
        self.__cause__ = error
        super().__init__(f"{place}: {self.reason}" if place else self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.error, self.place, self.what)


def _described(error: Exception) -> str:
    """Return the exception with the line of code that raised it."""
    message = " ".join(str(error).split())
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{f': {message}' if message else ''}{where}"
