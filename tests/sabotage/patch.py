"""Small faults put into our own code, which the tests must notice."""

from __future__ import annotations

import re
from typing import NamedTuple


class Patch(NamedTuple):
    """The text of a file below src, its replacement, and the tests that must fail then; any blanks of `old` match any other."""

    path: str
    old: str
    new: str
    tests: str

    def apply(self, text: str) -> str | None:
        """Return the patched text, None if there is no such place."""
        words = [re.escape(word) for word in re.findall(r"\w+|[()]|[^\w\s()]+", self.old)]
        pattern = r"\s*".join(words).replace(r"\(", r"\(\s*").replace(r"\)", r",?\s*\)")
        patched, count = re.subn(pattern, lambda _: self.new, text)
        return patched if count else None
