"""The words of a description in natural language, and which of them stay as they are because they name code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Word", "fits_article", "kept", "replaced", "words_in"]

_CHUNK = re.compile(r"\S+")
_OUTSIDE = "\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb,;:.!?()[]{}"
"""Punctuation around a word."""
_CODE = re.compile(
    r"""<(?P<tag>code|pre|tt|kbd|samp|var)\b[^<>]*>.*?(?:</(?P=tag)\s*>|\Z)
    | `[^`'\s]+'(?!\w) | `+[^`]*`+ | "[^"]*" | (?<!\w)'[^']*'(?!\w) | \u201e[^\u201c\u201d]*[\u201c\u201d]
    | \u201c[^\u201d]*\u201d | \u2018[^\u2019]*\u2019(?!\w) | \u00ab[^\u00bb]*\u00bb
    | <[^<>\s][^<>]*> | @\w+\s+\S+ | (?<!\S):\w[^:\n]*:""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""Contents of code tags, quotations, tags, names behind block tags, and field lists such as ``:param x:``."""
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_QUOTE = re.compile("[\"`\u201c\u201d\u201e\u2018\u00ab\u00bb]|^[(\\[]*'")
"""A mark that opens a quotation, which nobody may have closed; an apostrophe is within or behind a word."""
_MEMBER = re.compile(r"[.:]+\w")
"""The beginning of a chunk that names a member, a file name's end or a symbol."""
_CALLED = re.compile(r"\s*[(\[]")
"""The text behind a word that is called or indexed."""
_LANGUAGE = frozenset(
    (
        *("boolean", "bool", "byte", "char", "double", "float", "int", "integer", "long", "short", "void"),
        *("false", "nan", "nil", "none", "null", "true", "undefined"),
    )
)
"""Literals and types, which name code although they are words."""
_CONTEXT = re.compile(r"\bconcode_\w+_sep\b")
"""The separator of a description from the members of its class in the data set Concode; all behind it is code."""
_END = re.compile(
    r"""(?:^|(?<!\bi\.e)(?<!\be\.g)(?<!\bcf)(?<!\betc)(?<!\bvs)[.!?])[\s"'(\u201c\u2018]*$""", re.IGNORECASE
)
"""The text before the first word of a sentence; the end of an abbreviation is not one."""
_ARTICLE = re.compile(r"(?<!\S)an?\s+[\"'(\u201c\u2018]*$", re.IGNORECASE)
_NEAR = 20
"""Characters before a word in which an article is looked for."""
_VOWELS = frozenset("aeiou")
_LONGEST = 100
"""Characters of the longest word; what is longer is not a word."""


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
    """Yield the words between blanks, without the punctuation around them."""
    for chunk in _CHUNK.finditer(sentence):
        core = chunk[0].strip(_OUTSIDE)
        if core:
            start = chunk.start() + chunk[0].index(core)
            yield Word(start, start + len(core), core)


def kept(sentence: str) -> dict[Word, str]:
    """Return the words that nobody may replace, each with the reason; all others are plain words.

    Kept are words that name code, or may do so: what is quoted, in brackets, in tags or between tags of code; names with
    capital letters, digits, dots or other marks within; words in capital letters, or with one where no sentence begins; single
    letters; what is called or indexed; literals and primitive types.
    """
    context = _CONTEXT.search(sentence)
    last = context.start() if context else len(sentence)
    quoted = [*(match.span() for match in _CODE.finditer(sentence)), *_bracketed(sentence)]
    return {word: reason for word in words_in(sentence) if (reason := _reason(sentence, word, quoted, last))}


def _bracketed(sentence: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of brackets with their contents; a bracket that nobody closes encloses nothing."""
    opened: list[int] = []
    for at, letter in enumerate(sentence):
        if letter in "([{":
            opened.append(at)
        elif letter in _BRACKETS:
            partner = next(
                (k for k in reversed(range(len(opened))) if sentence[opened[k]] == _BRACKETS[letter]), None
            )
            if partner is not None:
                yield opened[partner], at + 1
                del opened[partner:]


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
    if _MEMBER.match(chunk) or _CALLED.match(sentence, word.end) or word.text.lower() in _LANGUAGE:
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
    start = max(0, word.start - _NEAR)
    return _END.search(("" if not start else "x") + sentence[start : word.start]) is not None


def _chunk(sentence: str, word: Word) -> str:
    """Return a word with all that touches it."""
    start = word.start
    while start and not sentence[start - 1].isspace():
        start -= 1
    chunk = _CHUNK.match(sentence, start)
    assert chunk is not None
    return chunk[0]


def replaced(sentence: str, word: Word, text: str) -> str:
    """Return the sentence with another word in that place; it gets a capital letter where the old one has it."""
    new = text[:1].upper() + text[1:] if word.text[:1].isupper() else text
    return sentence[: word.start] + new + sentence[word.end :]


def fits_article(sentence: str, word: Word, text: str) -> bool:
    """Return whether an indefinite article before the word may stay as it is, by the first letters of the two words."""
    if _ARTICLE.search(sentence, max(0, word.start - _NEAR), word.start) is None:
        return True
    return (word.text[:1].lower() in _VOWELS) == (text[:1].lower() in _VOWELS)
