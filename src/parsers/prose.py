"""Lines that are certainly not code of a language: prose that a model writes around code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

__all__ = ["Prose", "three_words"]

_LINES = 4096
"""Lines of which it is remembered whether they are prose: the answers to a question share most of theirs."""


def three_words(keywords: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of three words in a row none of which is a keyword, or of a backtick.

    Args:
        keywords: Words that may be before two other words in the language, contextual ones included.
    """
    word = rf"(?!(?:{'|'.join(sorted(keywords))})\b)[A-Za-z]+(?:['\u2019][a-z]+)?"
    return re.compile(rf"(?<![\w$'\u2019]){word}[ \t]+{word}[ \t]+{word}(?![\w$])|`")


@dataclass(frozen=True)
class Prose:
    """Tells prose from code of a language, line by line and without a grammar.

    Attributes:
        words: Words as no line of code has them, literals and comments left aside.
        literals: A literal or comment within a line.
        open: A literal or comment, over any number of lines; its group ``open`` takes part where the text ends within it.
        is_code: Returns whether a line without prose may be part of a declaration, on its own or with its neighbours.
        broken: A line that is code whatever its words, such as a statement with a token too few.
        keywords: Words of the language, which say nothing of whether a line is code.
        splits_heads: Whether lines before the first one with code may belong to its declaration.
    """

    words: re.Pattern[str]
    literals: re.Pattern[str]
    open: re.Pattern[str]
    is_code: Callable[[str], bool]
    broken: re.Pattern[str]
    keywords: frozenset[str]
    splits_heads: bool = False

    def is_prose(self, line: str) -> bool:
        """Return whether a line is certainly not code."""
        return self._kinds(line)[0]

    def may_be_code(self, line: str) -> bool:
        """Return whether a line may be part of a declaration, on its own or with its neighbours."""
        return self._kinds(line)[1]

    @cached_property
    def _kinds(self) -> Callable[[str], tuple[bool, bool]]:
        """Returns whether a line is prose, and whether it may be code."""

        def kinds(line: str) -> tuple[bool, bool]:
            is_prose = bool(self.words.search(self.literals.sub("", line)))
            return is_prose, not is_prose and self.is_code(line)

        return lru_cache(_LINES)(kinds)

    def is_broken(self, line: str) -> bool:
        """Return whether a line is code whatever its words."""
        return self.broken.search(line) is not None

    def ends_in_literal(self, text: str) -> bool:
        """Return whether a text ends within a literal or comment of several lines, so that what follows is part of that."""
        return any(found["open"] is not None for found in self.open.finditer(text))
