"""`Answer`: an answer of a model that has been read."""

from __future__ import annotations

from typing import NamedTuple

from parsers import SourceFile


class Answer(NamedTuple):
    """An answer that has been read.

    Attributes:
        source: the code; None if there is none.
        stripped: what was taken off, as `Undone` has it.
        is_whole: whether the code is certainly the whole text, not the member alone: the question's text with edits made in it.
    """

    source: SourceFile | None
    stripped: str | None
    is_whole: bool = False
