"""The original and the mutant of an undo, each read once for all patches of the mutant."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from parsers.source import SourceFile

__all__ = ["keep", "known_source"]

_KEPT = 6
"""Maximum number of texts: an original and a mutant, of a member and of its file, and two of the mutant before."""
_texts: OrderedDict[tuple[str, bytes], SourceFile] = OrderedDict()
_lock = Lock()


def known_source(data: bytes, language: str) -> SourceFile:
    """Return the original or the mutant of an undo as a source without a path; it stays in memory until others take its place.

    Args:
        data: The text, UTF-8.
        language: Its language.
    """
    with _lock:
        source = _texts.get((language, data))
        if source is not None:
            _texts.move_to_end((language, data))
            return source
    return keep(SourceFile(data, language=language))


def keep(source: SourceFile) -> SourceFile:
    """Keep a source without a path for `known_source`, in place of the one that was not asked for the longest.

    Args:
        source: The source.
    """
    with _lock:
        _texts[source.language, source.data] = source.pinned()
        _texts.move_to_end((source.language, source.data))
        while len(_texts) > _KEPT:
            _texts.popitem(last=False)
    return source
