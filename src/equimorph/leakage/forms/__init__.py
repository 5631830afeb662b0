"""The forms of a text in which clones are equal, or near."""

from __future__ import annotations

from typing import TypeVar

from equimorph.leakage.forms.canonical import canonical as canonical_form
from equimorph.leakage.forms.renamed import renamed as renamed_form
from equimorph.leakage.forms.texts import LARGEST, spaced, without_mark
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import FORMS, FormName, text_of
from parsers.java.syntax.tokens import tokenize

__all__ = ["form"]

Text = TypeVar("Text", str, bytes)


def form(text: Text, name: FormName) -> Text | None:
    """Return a text in a form.

    Args:
        text: Java, or part of it; bytes are UTF-8, or whatever the training data has.
        name: ``text`` for the text without comments and blanks; ``renamed`` for its tokens with names of our own for all bound
            ones; ``canonical`` for what our preserving mutators make of it, each in one direction; ``near`` for its tokens, of
            which near-duplicates share most runs of five.

    Returns:
        The form, of the same type; None for a text without a canonical form, which does not parse or is too large.

    Raises:
        ValueError: there is no such form.
    """
    data = text_of(text) if isinstance(text, str) else text
    found = _form(data, name)
    if found is None or isinstance(text, bytes):
        return found
    return found.decode("utf-8", "surrogatepass")


def _form(data: bytes, name: FormName) -> bytes | None:
    if name == "text":
        return normalise(data)
    if name == "renamed":
        return renamed_form(data)
    if name == "canonical":
        return canonical_form(data) if len(data) <= LARGEST else None
    if name == "near":
        return spaced(token.text for token in tokenize(without_mark(data)))
    raise ValueError(f"no form {name!r}; forms are {', '.join(FORMS)}")
