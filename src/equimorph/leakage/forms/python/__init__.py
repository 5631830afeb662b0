"""The forms of Python."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from equimorph.leakage.forms.language import LanguageForms, token_ends
from equimorph.leakage.forms.python.canonical import Form, canonical, renamed
from equimorph.leakage.forms.python.reading import definitions, member_texts, read_tree
from equimorph.leakage.forms.python.texts import by_first_use, code_tokens, normalised, without_comments


def _tokens(data: bytes) -> list[bytes]:
    return [token.text for token in code_tokens(data)]


def _ends(data: bytes, keep_literal_blanks: bool) -> array[int]:
    return token_ends(_tokens(data), keep_literal_blanks)


def _units(data: bytes) -> Iterator[list[bytes]]:
    yield _tokens(data)
    yield from map(_tokens, member_texts(data))


def _read_renamed(data: bytes) -> Form:
    """Return the form `renamed`, which follows bindings in functions, and first uses in statements or where nothing parses."""
    tree = read_tree(data)
    form = renamed(data) if tree is None or any(True for _ in definitions(tree)) else Form(None)
    return Form(by_first_use(data), form.members) if form.whole is None else form


def _renamed(data: bytes) -> bytes:
    return _read_renamed(data).whole or b""


def _renamed_keys(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    form = _read_renamed(data)
    return form.whole or b"", form.members


def _canonical_keys(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    form = canonical(data)
    return _renamed(data) if form.whole is None else form.whole, form.members


FORMS = LanguageForms(
    {
        "text": lambda data: normalised(data, keep_literal_blanks=False),
        "renamed": _renamed,
        "canonical": lambda data: canonical(data).whole,
        "near": lambda data: b" ".join(_tokens(data)),
    },
    {"renamed": _renamed_keys, "canonical": _canonical_keys},
    normalised,
    _ends,
    _units,
    without_comments,
)
