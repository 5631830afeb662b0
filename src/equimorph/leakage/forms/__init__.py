"""The forms of a text in which clones are equal, or near."""

from __future__ import annotations

from typing import TypeVar

from equimorph.leakage.forms.language import Form, forms_of
from equimorph.leakage.samples import FORMS, FormName, text_of

__all__ = ["Form", "form"]

Text = TypeVar("Text", str, bytes)


def form(text: Text, name: FormName, language: str = "java") -> Text | None:
    """Return a text in a form.

    Args:
        text: Text of a language, or part of it; bytes are UTF-8, or whatever the training data has.
        name: ``text`` for the text without comments and blanks; ``renamed`` for its tokens with names of our own for all bound
            ones; ``canonical`` for what our preserving mutators make of it, each in one direction; ``near`` for its tokens, of
            which near-duplicates share most runs of five.
        language: Language of the text. Python's forms have no docstrings either.

    Returns:
        The form, of the same type; None for a text without a canonical form, which does not parse or is too large.

    Raises:
        ParseError: the language does not exist.
        ValueError: the form does not exist, or not for the language.
    """
    data = text_of(text) if isinstance(text, str) else text
    result = _form_of(language, name)(data)
    if result is None or isinstance(text, bytes):
        return result
    return result.decode("utf-8", "surrogatepass")


def _form_of(language: str, name: FormName) -> Form:
    if name not in FORMS:
        raise ValueError(f"no form {name!r}; forms are {', '.join(FORMS)}")
    forms = forms_of(language).forms
    if name not in forms:
        raise ValueError(f"no form {name!r} of {language}; its forms are {', '.join(forms)}")
    return forms[name]
