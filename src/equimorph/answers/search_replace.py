"""Search/replace blocks, as aider asks models for them: the lines to look for, and the lines to put in their place.

    <<<<<<< SEARCH
    lines of the text
    =======
    lines instead
    >>>>>>> REPLACE

Blocks are applied one after the other, each to what the ones before it made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from equimorph.answers.hunks import Hunk, Shown, place
from equimorph.answers.markdown import LINE
from equimorph.answers.questions import Question
from mutators import UndoConflict

_SEARCH = re.compile(r"([ \t]*)<{5,9} ?(?:SEARCH|ORIGINAL|OLD|BEFORE|FIND)\b[^\r\n]*", re.IGNORECASE)
_DIVIDER = re.compile(r"[ \t]*={5,9}[ \t]*")
_REPLACE = re.compile(r"[ \t]*>{5,9} ?(?:REPLACE|UPDATED|NEW|AFTER)?[ \t]*", re.IGNORECASE)


def has_blocks(text: str) -> bool:
    """Return whether a text has the head of a search/replace block."""
    return "<<<<<" in text and any(_SEARCH.fullmatch(line.rstrip("\r\n")) for line in LINE.findall(text))


def without_blocks(text: str) -> str:
    """Return the text around the blocks of a text."""
    return "".join(line for line, hunk in _lines(text) if hunk is None)


def applied_blocks(text: str, question: Question) -> str:
    """Return the whole text of a question with the blocks of an answer applied.

    Raises:
        UndoConflict: a block is cut off, has nothing to look for, or what it looks for is in no place or in several ones.
    """
    extent = (0, len(text.encode()))
    shown, hunks = Shown.of(question), list[Hunk]()
    ended = True
    for line, hunk in _lines(text):
        if hunk is not None and (not hunks or hunks[-1] is not hunk):
            hunks.append(hunk)
        if hunk is not None:
            ended = bool(_REPLACE.fullmatch(line.rstrip("\r\n")))
    if not ended:
        raise UndoConflict("the last search/replace block is cut off", extent)
    for number, hunk in enumerate(hunks, 1):
        hunk.noun = hunk.noun.format(number)
        shown = place([hunk], shown, question, extent)
    return shown.whole


def _lines(text: str) -> Iterator[tuple[str, Hunk | None]]:
    """Yield the lines of a text, each with its block; a block has its lines once its last one is yielded."""
    hunk, sign, margin = None, "-", 0
    for line in LINE.findall(text):
        bare = line.rstrip("\r\n")
        if hunk is None:
            head = _SEARCH.fullmatch(bare)
            if head is not None:
                hunk, sign, margin = Hunk(noun="search/replace block {}"), "-", len(head[1])
            yield line, hunk
        elif sign == "-" and _DIVIDER.fullmatch(bare):
            sign = "+"
            yield line, hunk
        elif sign == "+" and _REPLACE.fullmatch(bare):
            yield line, hunk
            hunk = None
        else:
            blanks = len(bare) - len(bare.lstrip(" \t"))
            hunk.lines.append((sign, bare[min(margin, blanks) :]))
            yield line, hunk
