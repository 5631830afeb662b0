"""The words of a description in natural language, and which of them stay as they are because they name code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Word", "fits_article", "kept", "replaced", "words_in"]

_CHUNK = re.compile(r"\S+")
_OUTSIDE = "\"'\u201c\u201d\u2018\u2019\u00ab\u00bb,;:.!?()[]{}"
"""Punctuation around a word."""
_CODE = re.compile(
    r"""`[^`]*` | "[^"]*" | \u201c[^\u201d]*\u201d | (?<!\w)'[^']*'(?!\w) | \u2018[^\u2019]*\u2019(?!\w)
    | \{@[^{}]*\} | <[^<>\s][^<>]*> | @\w+\s+\S+ | [\[({][^\[\](){}]*[\])}]""",
    re.VERBOSE,
)
"""Quotations, tags, names behind block tags, and what stands in brackets."""
_QUOTE = re.compile(r"[\"`\u201c\u201d\u2018]|^[(\[]*'")
"""A mark that opens a quotation, which nobody may have closed; an apostrophe stands within or behind a word."""
_CONTEXT = re.compile(r"\bconcode_\w+_sep\b")
"""What separates a description from the members of its class in the data set Concode; all behind is code."""
_END = re.compile(r"(?:^|[.!?:])[\s\"'(\u201c\u2018]*$")
"""What stands before the first word of a sentence."""
_ARTICLE = re.compile(r"(?<!\S)an?\s+[\"'(\u201c\u2018]*$", re.IGNORECASE)
_NEAR = 20
"""Characters before a word in which an article is looked for."""
_VOWELS = frozenset("aeiou")
_LONGEST = 100
"""Characters of a word; what is longer is none."""


@dataclass(frozen=True, order=True)
class Word:
    """A word of a sentence.

    Attributes:
        start, end: its place in the sentence, in characters.
        text: the word.
    """

    start: int
    end: int
    text: str


def words_in(sentence: str) -> Iterator[Word]:
    """Yield what stands between blanks, without the punctuation around it."""
    for found in _CHUNK.finditer(sentence):
        core = found[0].strip(_OUTSIDE)
        if core:
            start = found.start() + found[0].index(core)
            yield Word(start, start + len(core), core)


def kept(sentence: str) -> dict[Word, str]:
    """Return the words that nobody may replace, each with the reason; all others are plain words.

    Kept are words that name code, or may do so: what is quoted, in brackets, in tags; names with capital letters, digits, dots or
    other marks within; words in capital letters, or with one where no sentence begins; single letters; what is called or indexed.
    """
    context = _CONTEXT.search(sentence)
    last = context.start() if context else len(sentence)
    quoted = [found.span() for found in _CODE.finditer(sentence)]
    return {word: reason for word in words_in(sentence) if (reason := _reason(sentence, word, quoted, last))}


def _reason(sentence: str, word: Word, quoted: list[tuple[int, int]], last: int) -> str | None:
    if word.start >= last:
        return "code of the context"
    if any(start < word.end and word.start < end for start, end in quoted):
        return "quoted"
    chunk = _chunk(sentence, word)
    if _QUOTE.search(chunk):
        return "quoted"
    if not (word.text.isascii() and word.text.isalpha()) or "(" in chunk[1:] or "[" in chunk[1:]:
        return "identifier"
    if len(word.text) == 1:
        return "single letter"
    if len(word.text) > _LONGEST:
        return "not a word"
    if not word.text[1:].islower():
        return "identifier"
    if word.text[0].isupper() and not _begins(sentence, word):
        return "name"
    return None


def _begins(sentence: str, word: Word) -> bool:
    """Return whether a word is the first one of a sentence."""
    start = max(0, word.start - _NEAR)
    return _END.search(("" if not start else "x") + sentence[start : word.start]) is not None


def _chunk(sentence: str, word: Word) -> str:
    """Return a word with all that touches it."""
    start = word.start
    while start and not sentence[start - 1].isspace():
        start -= 1
    found = _CHUNK.match(sentence, start)
    assert found is not None
    return found[0]


def replaced(sentence: str, word: Word, text: str) -> str:
    """Return the sentence with another word in that place; it gets a capital letter where the old one has it."""
    new = text[:1].upper() + text[1:] if word.text[:1].isupper() else text
    return sentence[: word.start] + new + sentence[word.end :]


def fits_article(sentence: str, word: Word, text: str) -> bool:
    """Return whether an indefinite article before the word may stay as it is, by the first letters of the two words."""
    if _ARTICLE.search(sentence, max(0, word.start - _NEAR), word.start) is None:
        return True
    return (word.text[:1].lower() in _VOWELS) == (text[:1].lower() in _VOWELS)
