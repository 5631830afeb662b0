"""Hash keys of the forms in which clones are equal, so that benchmark and training data join by hash.

A text has a key for all of it, and one for each method, constructor and initialiser in it. A sample of a benchmark is looked up by
the key of its whole text: among the whole texts of the training data it is `exact`, among the members `inside`.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

from equimorph.leakage.forms.language import forms_of
from equimorph.leakage.samples import LANGUAGE, FormName, Kind

KEYED: tuple[FormName, ...] = ("renamed", "canonical")
"""The forms with keys."""
_BYTES = 16
Key: TypeAlias = bytes
"""A hash of 16 bytes."""


def keys(data: bytes, name: FormName, language: str = LANGUAGE) -> list[tuple[Key, Kind]]:
    """Return the keys of a text in a form, the whole text's first, then its members'; none for a text without tokens.

    A text without a canonical form, since it does not parse or is too large or too deep, has the key of its renamed form there.

    Args:
        data: The text.
        name: A form of `KEYED`.
        language: Language of the text.

    Raises:
        ValueError: texts are not joined by this form.
    """
    keyed = forms_of(language).keyed
    if name not in keyed:
        choices = ", ".join(keyed) or f"none of {language}"
        raise ValueError(f"form {name!r} has no keys; forms with keys are {choices}")
    whole, inside = keyed[name](data)
    kinds = dict[Key, Kind]()
    if whole:
        kinds[_key(name, whole)] = "exact"
    for form in inside:
        kinds.setdefault(_key(name, form), "inside")
    return list(kinds.items())


def _key(name: str, form: bytes) -> Key:
    return hashlib.sha256(name.encode() + b"\0" + form).digest()[:_BYTES]
