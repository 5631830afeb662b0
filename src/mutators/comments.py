"""Comments of a mutated place: a mutant has each comment of its original exactly as often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from parsers.language import find_language

if TYPE_CHECKING:
    from mutators.base import Match

LOST = "a comment would be lost"
COPIED = "a comment would be written twice"


def not_kept(match: Match) -> str | None:
    """Return why the edits of a match, which has no other obstacle, do not keep the comments in its site, or None.

    Edits are made only where the site has a comment, or a literal that looks like one.
    """
    source = match.method.source
    language = find_language(source.language)
    site: bytes = source.data[match.start : match.end]
    if not any(sign in site for sign in language.comment_signs):
        return None

    def comments(texts: Iterable[str]) -> Counter[bytes]:
        return Counter(comment.text for text in texts for comment in language.comments(text.encode()))

    edits = list(match.edits(Random(0)))
    old, new = comments(edit.old for edit in edits), comments(edit.new for edit in edits)
    if old - new:
        return LOST
    return COPIED if new - old else None
