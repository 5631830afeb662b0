"""Tokens of code for metrics, from the lexer of its language or split at blanks."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from equimorph.metrics.errors import MetricError
from parsers.java.syntax.trust import RESERVED
from parsers.language import find_language, languages

__all__ = ["TOKENS", "Tokens", "keywords", "tokens_of"]

Tokens: TypeAlias = Literal["lexer", "split"]
"""The way of splitting texts. ``lexer`` gives the tokens of the language without comments; in Python a line end, and the
beginning and the end of a block, are tokens, too. ``split`` gives what is between blanks, comments included."""
TOKENS: tuple[Tokens, ...] = get_args(Tokens)

_LARGEST_KEPT = 20_000
"""Tokens of texts of up to this many characters are kept for the next metric: a few hundred large files would fill the memory."""

_KEYWORDS: Mapping[str, frozenset[str]] = {
    "java": RESERVED - {"_", "true", "false", "null"},
    "python": frozenset(keyword.kwlist),
}


def tokens_of(text: str, lang: str, tokens: Tokens = "lexer") -> Sequence[str]:
    """Return the tokens of a text.

    The lexers are total: an odd character is a token of its own.

    Args:
        text: The code, whole or not.
        lang: "java" or "python".
        tokens: Way of splitting it.

    Raises:
        MetricError: the text is not a string, or the language or `tokens` is unknown.
    """
    if not isinstance(text, str):
        raise MetricError(f"a text is expected, not {type(text).__name__}")
    if lang not in languages():
        raise MetricError(f"no language {lang!r}; there are: {', '.join(sorted(languages()))}")
    if tokens == "split":
        return text.split()
    if tokens != "lexer":
        raise MetricError(f"tokens is {tokens!r}, not one of {', '.join(TOKENS)}")
    return _kept(text, lang) if len(text) <= _LARGEST_KEPT else _lexed(text, lang)


@lru_cache(256)
def _kept(text: str, lang: str) -> tuple[str, ...]:
    return _lexed(text, lang)


def _lexed(text: str, lang: str) -> tuple[str, ...]:
    data = text.encode("utf-8", "surrogatepass")
    tokens = find_language(lang).tokenize(data)
    return tuple(token.text.decode("utf-8", "surrogateescape") for token in tokens)


def keywords(lang: str) -> frozenset[str]:
    """Return the reserved keywords of a language (JLS 17, 3.9; Python language reference, 2.3.1), literals only in Python.

    Raises:
        MetricError: the language is unknown.
    """
    if lang not in _KEYWORDS:
        raise MetricError(f"no keywords of {lang!r} are known")
    return _KEYWORDS[lang]
