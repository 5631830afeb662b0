"""Words of commit messages: whole words with their inflections, or any place where the letters are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

Match: TypeAlias = Literal["word", "substring"]
"""Way of looking for a word: a whole word in any inflection, or letters that may be part of another word."""
MATCHES: tuple[Match, ...] = ("word", "substring")

ALL, ANY = "all", "any"
KEYWORDS = (ALL, ANY)
"""Whether a message needs a word of each list, or one of any list."""

_VERBS = frozenset({"fix", "repair", "solve", "patch"})
_NOUNS = frozenset({"bug", "error", "issue", "problem", "mistake", "fault", "defect", "flaw", "type"})
"""Words that are inflected so; any other word stands for itself alone."""


@dataclass(frozen=True)
class Keywords:
    """Lists of words, as a data set's authors chose commits by their messages.

    Attributes:
        lists: Lists of words in lower case; without lists, any message matches.
        each: Whether a message needs a word from each list rather than from any one of them.
    """

    lists: tuple[tuple[str, ...], ...]
    each: bool = True

    def found(self, message: str, match: Match = "word") -> tuple[str, ...] | None:
        """Return the words that are in a message, in the order of the lists; None if necessary words are missing."""
        matches = [found_words(words, message, match) for words in self.lists]
        enough = all(matches) if self.each else any(matches) or not self.lists
        return tuple(word for words in matches for word in words) if enough else None


def found_words(words: Sequence[str], message: str, match: Match = "word") -> tuple[str, ...]:
    """Return the words that are in a message, in their order; case does not matter."""
    if match == "substring":
        lower = message.lower()
        return tuple(word for word in words if word in lower)
    pattern, by_form = _pattern(tuple(words))
    seen = {by_form[form.lower()] for form in pattern.findall(message)}
    return tuple(word for word in words if word in seen)


@lru_cache(64)
def _pattern(words: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern that finds words in all their forms between non-letters, and the word of each form."""
    by_form = {form: word for word in words for form in _forms(word)}
    joined = "|".join(re.escape(form) for form in by_form)
    # A letter beside a word may be of any alphabet; its own are ASCII alone, or the dotless i would be an i in another case.
    return re.compile(rf"(?<![^\W\d_])(?ai:{joined})(?![^\W\d_])"), by_form


def _forms(word: str) -> Iterable[str]:
    """Return a word in its inflections, such as fix, fixes, fixed, fixing."""
    stem = word.removesuffix("e")
    plural = f"{word}es" if word.endswith(("x", "ch")) else f"{word}s"
    if word in _VERBS:
        return (word, plural, f"{stem}ed", f"{stem}ing")
    return (word, plural) if word in _NOUNS else (word,)
