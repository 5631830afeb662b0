"""Pairs of a candidate and its reference, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.metrics.errors import MetricError
from equimorph.rows.labels import passed_of
from parsers.language import languages

__all__ = ["Pair", "pair_of"]


@dataclass(frozen=True)
class Pair:
    """A candidate, its reference, and whether the candidate passes its tests.

    Attributes:
        id: Id of the row, unique in its file.
        lang: "java" or "python".
        candidate: the code that is measured.
        reference: the code that it should do the same as.
        passed: whether the tests pass; None where nobody knows.
        data: the whole row.
    """

    id: str
    lang: str
    candidate: str
    reference: str
    passed: bool | None
    data: Mapping[str, Any]


def pair_of(data: Mapping[str, Any]) -> Pair:
    """Return the pair that a row is.

    Raises:
        MutationError: a field is missing, or has no fitting value.
    """
    lang = _text(data, "lang").lower()
    if lang not in languages():
        raise MetricError(f"no language {lang!r}; there are: {', '.join(sorted(languages()))}")
    passed = passed_of(data)
    for name in ("scores", "undefined"):
        if not isinstance(data.get(name), Mapping | None):
            raise MetricError(f"{name!r} is no object")
    return Pair(_name(data), lang, _text(data, "candidate"), _text(data, "reference"), passed, data)


def _name(data: Mapping[str, Any]) -> str:
    value = data.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise MetricError(
            "no 'id', which is a text or a whole number" if value is None else "'id' is no text"
        )
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise MetricError(f"no {name!r}" if value is None else f"{name!r} is no text")
    return value
