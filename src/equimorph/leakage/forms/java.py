"""The forms of Java."""

from __future__ import annotations

from collections.abc import Mapping

from equimorph.leakage.forms import Form
from equimorph.leakage.forms.canonical import canonical
from equimorph.leakage.forms.renamed import renamed
from equimorph.leakage.forms.texts import LARGEST, spaced, without_mark
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import FormName
from parsers.java.syntax.tokens import tokenize


def _canonical(data: bytes) -> bytes | None:
    return canonical(data) if len(data) <= LARGEST else None


def _near(data: bytes) -> bytes:
    return spaced(token.text for token in tokenize(without_mark(data)))


FORMS: Mapping[FormName, Form] = {
    "text": normalise,
    "renamed": renamed,
    "canonical": _canonical,
    "near": _near,
}
