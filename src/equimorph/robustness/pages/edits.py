"""Two texts as the edits that make one of the other, for the diffs of a page."""

from __future__ import annotations

import re

from equimorph.line_changes import changes
from equimorph.report.tables import near, units

__all__ = ["edits_between"]

_LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def edits_between(old: str, new: str) -> list[int | str]:
    """Return flat edits: where each starts in the old text, how much it replaces, and by what; in UTF-16 code units.

    Lines are aligned; of lines that take the place of others, what they share at both ends is left out.
    """
    before, after = _LINE.findall(old), _LINE.findall(new)
    found = list[int | str]()
    starts = [0]
    for line in before:
        starts.append(starts[-1] + units(line))
    for change in changes(before, after):
        one, other = (
            "".join(before[change.start : change.end]),
            "".join(after[change.new_start : change.new_end]),
        )
        head, tail, middle = near(other, one)
        found += (starts[change.start] + head, units(one) - head - tail, middle)
    return found
