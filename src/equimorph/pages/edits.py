"""Two texts as the edits that make one of the other, for the diffs of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from equimorph.pages.data import near, units
from equimorph.pages.lines import lines_of
from equimorph.patches.line_changes import Change, text_changes


def edits_between(old: str, new: str) -> list[int | str]:
    """Return flat edits, each as its start in the old text, the replaced length and the new text, in UTF-16 code units.

    Lines are aligned; what replaced lines have in common at both ends is left out.
    """
    before, after = lines_of(old), lines_of(new)
    output = list[int | str]()
    starts = [0]
    for line in before:
        starts.append(starts[-1] + units(line))
    for start, end, new_start, new_end in _pieces(text_changes(before, after)):
        old_text, other = "".join(before[start:end]), "".join(after[new_start:new_end])
        head, tail, middle = near(other, old_text)
        output += (starts[start] + head, units(old_text) - head - tail, middle)
    return output


def _pieces(differences: Iterable[Change]) -> Iterator[Change]:
    """Yield changes; one of as many lines on both sides line by line."""
    for start, end, new_start, new_end in differences:
        if end - start == new_end - new_start:
            yield from (
                Change(start + n, start + n + 1, new_start + n, new_start + n + 1) for n in range(end - start)
            )
        else:
            yield Change(start, end, new_start, new_end)
