"""Hash keys of the forms in which clones are equal, so that benchmark and training data join by hash.

A text has a key for all of it, and one for each method, constructor and initialiser in it. A sample of a benchmark is looked up by
the key of its whole text: among the whole texts of the training data it is `exact`, among the members `inside`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from equimorph.leakage.forms.canonical import read_canonical
from equimorph.leakage.forms.renamed import read_renamed
from equimorph.leakage.forms.texts import LARGEST
from equimorph.leakage.samples import FormName, Kind

_BYTES = 16
Key: TypeAlias = bytes
"""A hash of 16 bytes."""


def keys(data: bytes, name: FormName) -> list[tuple[Key, Kind]]:
    """Return the keys of a text in a form, the whole text's first, then its members'; none for a text without tokens.

    A text without a canonical form, since it does not parse or is too large or too deep, has the key of its renamed form there.

    Args:
        data: The text.
        name: A form of `KEYED`.

    Raises:
        ValueError: texts are not joined by this form.
    """
    if name not in KEYED:
        raise ValueError(f"form {name!r} has no keys; forms with keys are {', '.join(KEYED)}")
    whole, inside = KEYED[name](data)
    kinds = dict[Key, Kind]()
    if whole:
        kinds[_key(name, whole)] = "exact"
    for form in inside:
        kinds.setdefault(_key(name, form), "inside")
    return list(kinds.items())


def _key(name: str, form: bytes) -> Key:
    return hashlib.sha256(name.encode() + b"\0" + form).digest()[:_BYTES]


def _renamed(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    form = read_renamed(data)
    return form.whole, form.members


def _canonical(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    if len(data) > LARGEST:
        return _renamed(data)
    form = read_canonical(data)
    return read_renamed(data).whole if form.whole is None else form.whole, form.members


KEYED: Mapping[FormName, Callable[[bytes], tuple[bytes, Iterable[bytes]]]] = {
    "renamed": _renamed,
    "canonical": _canonical,
}
"""The forms with keys, each with the function that makes the form of a whole text and of its members."""
