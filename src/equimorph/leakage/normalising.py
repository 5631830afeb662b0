"""Normalised texts: what is left of code without its comments and blanks (leakage study, section 3.5)."""

from __future__ import annotations

from typing import TypeVar

from equimorph.leakage.forms.language import forms_of
from equimorph.leakage.samples import LANGUAGE, text_of

__all__ = ["normalise"]

_Text = TypeVar("_Text", str, bytes)


def normalise(text: _Text, *, keep_literal_blanks: bool = False, language: str = LANGUAGE) -> _Text:
    r"""Return a text without its comments and blanks; nothing else changes, neither case, names nor annotations.

    The result equals the joined tokens of `parsers.java.syntax.tokens.tokenize`, with the blanks of their literals removed, on any
    text: what looks like a comment in a string stays, as in ``"http://a"``. Total; the time is linear.

    Args:
        text: Text of a file, a member or a hunk; bytes of any encoding that keeps ASCII, or a str (lone surrogates stay).
        keep_literal_blanks: keep the blanks in strings, characters and text blocks.
        language: Language of the text. Python loses its docstrings, too.

    Returns:
        Text of the same type.
    """
    if isinstance(text, str):
        data = forms_of(language).normalise(text_of(text), keep_literal_blanks)
        return data.decode("utf-8", "surrogatepass")
    return forms_of(language).normalise(text, keep_literal_blanks)
