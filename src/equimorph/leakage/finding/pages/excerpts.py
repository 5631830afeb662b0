"""The part of a long text that a short one is in, for reading them side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from equimorph.leakage.forms.language import BLANKS, forms_of
from equimorph.leakage.samples import LANGUAGE
from equimorph.pages.lines import LINE, lines_of

_BYTE_LINE = re.compile(LINE.pattern.encode())
_WHOLE = 40
"""A text is shown whole if it has no more than this many lines more than the other one."""
_AROUND = 3
"""Lines that are shown before and behind the part."""
_MOST = 20_000
"""Maximum number of lines of a text that are looked at."""


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
    lines, other = lines_of(text), lines_of(sought)
    if len(lines) <= len(other) + _WHOLE:
        return Excerpt(text, 1, 0)
    ours, theirs = ([line.strip() for line in side[:_MOST]] for side in (lines, other))
    run = SequenceMatcher(None, theirs, ours, autojunk=False).find_longest_match()
    first = max(0, run.b - run.a - _AROUND)
    last = min(len(lines), run.b + len(other) - run.a + _AROUND)
    return Excerpt("".join(lines[first:last]), first + 1, len(lines) - (last - first))


def as_in(text: str, other: str, language: str = LANGUAGE) -> str:
    """Return a text in which what another one has as well, blanks and comments aside, is written as there.

    So a page that compares both shows as different only what the search takes as different.
    """
    ours, theirs = (string.encode("utf-8", "surrogatepass") for string in (text, other))
    mine, places = (forms_of(language).without_comments(data) for data in (ours, theirs))
    sought = mine.translate(None, BLANKS)
    at = places.translate(None, BLANKS).find(sought)
    if sought and at >= 0:
        inked = [n for n, byte in enumerate(places) if byte not in BLANKS]
        start, end = inked[at], inked[at + len(sought) - 1] + 1
        indentation = theirs.rfind(b"\n", 0, start) + 1
        start = start if theirs[indentation:start].strip(BLANKS) else indentation
        tail = theirs[end:].partition(b"\n")
        end += len(tail[0] + tail[1]) if not tail[0].strip(BLANKS) and text.endswith("\n") else 0
        return theirs[start:end].decode("utf-8", "surrogatepass")
    return _line_by_line(ours, theirs, mine, places).decode("utf-8", "surrogatepass")


def _line_by_line(text: bytes, other: bytes, mine: bytes, theirs: bytes) -> bytes:
    """Return `text` with its lines written as in `other` where they are equal without comments, as in `mine` and `theirs`."""
    lines, others = (_BYTE_LINE.findall(data) for data in (text, other))
    keys = [
        [line.translate(None, BLANKS) for line in _BYTE_LINE.findall(data)][:_MOST] for data in (mine, theirs)
    ]
    for tag, start, end, new_start, new_end in SequenceMatcher(
        a=keys[0], b=keys[1], autojunk=False
    ).get_opcodes():
        if tag == "equal":
            pairs = zip(range(start, end), range(new_start, new_end), strict=True)
            lines[start:end] = [others[new] if keys[0][old] else lines[old] for old, new in pairs]
    return b"".join(lines)
