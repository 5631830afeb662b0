"""One of two texts that are compared."""

from __future__ import annotations

from collections.abc import Sequence


class Side:
    """The lines of a text, and which of them are changed.

    Attributes:
        lines: Lines of the text.
        changed: 1 for each changed line, 0 for each other line, and one 0 more at the end.
    """

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines
        self.changed = bytearray(len(lines) + 1)

    def __len__(self) -> int:
        return len(self.lines)
