"""The text that a repair must be, compared with many candidates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from equimorph.answers import words
from parsers import SourceFile
from parsers.language import find_language
from parsers.splicing import lines_apart

__all__ = ["Fix"]


@dataclass(frozen=True)
class Fix:
    """A text that a repair must be, with its tokens."""

    text: str
    language: str

    @cached_property
    def _data(self) -> bytes:
        return self.text.encode()

    @cached_property
    def _words(self) -> list[bytes]:
        return words(self._source(self._data))

    def _source(self, data: bytes) -> SourceFile:
        return SourceFile(data, language=self.language)

    def has_words_of(self, text: str) -> bool:
        """Return whether a text has the same tokens; shared lines are read only where a token may go on over their ends."""
        data, language = text.encode(), find_language(self.language)
        if not language.over_lines or any(
            sign in either for either in (data, self._data) for sign in language.over_lines
        ):
            return words(self._source(data)) == self._words
        mine, theirs = lines_apart(data, self._data)
        has_comment = any(sign in mine + theirs for sign in language.comment_signs)
        if not has_comment and b"".join(mine.split()) != b"".join(theirs.split()):
            return False
        return words(self._source(mine)) == words(self._source(theirs))
