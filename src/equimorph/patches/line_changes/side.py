"""One of two texts that are compared."""

from __future__ import annotations

from collections.abc import Sequence


class Side:
    """The lines of a text, and which of them are changed.

    Attributes:
        lines: Lines of the text.
        changed: for each line whether it is, 1 or 0; one 0 more at the end.
    """

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines
        self.changed = bytearray(len(lines) + 1)

    def __len__(self) -> int:
        return len(self.lines)
