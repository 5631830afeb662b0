"""The parts of a language that the comparison of texts needs: its tokens, its forms, and the members of a text."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import TypeAlias

from equimorph.languages import part_of
from equimorph.leakage.samples import FormName
from parsers.language import find_language

BLANKS = b" \t\n\r\f\v"
"""White space of JLS 3.6, and the vertical tab, which the lexer reads as a blank too."""

Form: TypeAlias = Callable[[bytes], bytes | None]
"""Returns a text in a form, or None."""
Keyed: TypeAlias = Callable[[bytes], tuple[bytes, Iterable[bytes]]]
"""Returns the form of a whole text, b"" for one without tokens, and the forms of its members."""


@dataclass(frozen=True)
class LanguageForms:
    """The forms of a language.

    Attributes:
        forms: Forms by name.
        keyed: Forms that are joined by hash keys.
        normalise: Returns a text without comments and blanks; the flag keeps the blanks in literals.
        ends: Returns the ends of the tokens in the normalised text, before them 0; the flag is the same.
        units: Yields the tokens of a whole text, then the tokens of each member in it.
        without_comments: Returns a text with blanks in place of its comments.
    """

    forms: Mapping[FormName, Form]
    keyed: Mapping[FormName, Keyed]
    normalise: Callable[[bytes, bool], bytes]
    ends: Callable[[bytes, bool], array[int]]
    units: Callable[[bytes], Iterator[list[bytes]]]
    without_comments: Callable[[bytes], bytes]


def forms_of(language: str) -> LanguageForms:
    """Return the forms of a language; what its record lacks follows from its tokens.

    Raises:
        ParseError: the language does not exist.
    """
    record = part_of(language, "forms")
    if isinstance(record, LanguageForms):
        return record
    by_name = _of_tokens(language)
    return by_name if record is None else replace(by_name, forms={**by_name.forms, **record})


def token_ends(tokens: Iterable[bytes], keep_literal_blanks: bool) -> array[int]:
    """Return the ends of tokens in the text that they make, before them 0."""
    texts = (token if keep_literal_blanks else token.translate(None, BLANKS) for token in tokens)
    return array("Q", accumulate(map(len, texts), initial=0))


@cache
def _of_tokens(language: str) -> LanguageForms:
    find_language(language)

    def tokens(data: bytes) -> list[bytes]:
        return [token.text for token in find_language(language).tokenize(data)]

    def normalise(data: bytes, keep_literal_blanks: bool) -> bytes:
        text = b"".join(tokens(data))
        return text if keep_literal_blanks else text.translate(None, BLANKS)

    def spaced(data: bytes) -> bytes:
        return b" ".join(tokens(data))

    return LanguageForms(
        {"text": spaced, "near": spaced},
        {},
        normalise,
        lambda data, keep: token_ends(tokens(data), keep),
        lambda data: iter([tokens(data)]),
        lambda data: data,
    )
