"""The forms of Java."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from equimorph.leakage.forms.canonical import canonical, read_canonical
from equimorph.leakage.forms.java_texts import java_ends, normalise_java, without_comments
from equimorph.leakage.forms.language import LanguageForms
from equimorph.leakage.forms.renamed import read_renamed, renamed
from equimorph.leakage.forms.texts import LARGEST, source_of, spaced, without_mark
from parsers.java.syntax.tokens import tokenize


def _canonical(data: bytes) -> bytes | None:
    return canonical(data) if len(data) <= LARGEST else None


def _renamed_keys(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    form = read_renamed(data)
    return form.whole, form.members


def _canonical_keys(data: bytes) -> tuple[bytes, Iterable[bytes]]:
    if len(data) > LARGEST:
        return _renamed_keys(data)
    form = read_canonical(data)
    return read_renamed(data).whole if form.whole is None else form.whole, form.members


def _units(data: bytes) -> Iterator[list[bytes]]:
    """Yield the tokens of a whole text, and of each member in it that is not all of it."""
    data = without_mark(data)
    tokens = tokenize(data)
    yield [token.text for token in tokens]
    source = source_of(data)
    starts = [token.start for token in tokens]
    for member in source.methods if source is not None else ():
        inside = tokens[bisect_left(starts, member.start) : bisect_left(starts, member.end)]
        if len(inside) < len(tokens):
            yield [token.text for token in inside]


FORMS = LanguageForms(
    {
        "text": normalise_java,
        "renamed": renamed,
        "canonical": _canonical,
        "near": lambda data: spaced(token.text for token in tokenize(without_mark(data))),
    },
    {"renamed": _renamed_keys, "canonical": _canonical_keys},
    normalise_java,
    java_ends,
    _units,
    without_comments,
)
