"""Rows of mutants that a search found, as retraining and pages read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mutators import MutationError

_TEXTS = ("id", "root", "text", "original")


@dataclass(frozen=True)
class FoundRow:
    """A row of ``found.jsonl``.

    Attributes:
        id, root: Ids of the mutant and of its original.
        method: Name of the method.
        original, text: Text before and after.
        operators: Operators of the steps, in order.
        killed, models: Number of mutant models that differ, and number of all; both 0 for a row that is not scored.
        changed: Whether the model's outputs for the text and for the original differ.
        said: The model's outputs for both; None if the row has none.
        size: Number of bytes that the steps remove and add.
        path: File of the original; "" if the row does not name it.
        offset: Offset of the original in it, in bytes.
    """

    id: str
    root: str
    method: str
    original: str
    text: str
    operators: tuple[str, ...]
    killed: int
    models: int
    changed: bool
    said: tuple[Any, Any]
    size: int
    path: str
    offset: int

    @property
    def score(self) -> Fraction:
        """The mutation score; 0 for no models."""
        return Fraction(self.killed, self.models) if self.models else Fraction(0)

    @property
    def rank(self) -> tuple[Any, ...]:
        """A key that sorts the more telling mutant first: score, another answer, the smaller edit, the lower id."""
        return -self.score, not self.changed, self.size, self.id, self.root

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> FoundRow:
        """Return the row that plain data is.

        Raises:
            MutationError: a field is missing, or not what it must be.
        """
        for name in _TEXTS:
            if not isinstance(data.get(name), str):
                raise MutationError(f"field {name!r} is not a text: not a row of `equimorph search`")
        operators = data.get("operators")
        if not isinstance(operators, list) or not all(isinstance(one, str) for one in operators):
            raise MutationError("field 'operators' is not a list of texts: not a row of `equimorph search`")
        if not operators or data["text"] == data["original"]:
            raise MutationError("the text is that of the original: no mutant")
        killed, models = _parts(data.get("score"))
        said = _mapping(data, "said")
        return cls(
            id=data["id"],
            root=data["root"],
            method=str(_mapping(data, "method").get("name", "")),
            original=data["original"],
            text=data["text"],
            operators=tuple(operators),
            killed=killed,
            models=models,
            changed=bool(data.get("changed")),
            said=(said.get("original"), said.get("text")),
            size=_number(data, "size"),
            path=str(data.get("path") or ""),
            offset=_number(data, "offset"),
        )


def _parts(score: object) -> tuple[int, int]:
    if score is None:
        return 0, 0
    given = score if isinstance(score, Mapping) else {}
    killed, models = given.get("numerator"), given.get("denominator")
    if type(killed) is not int or type(models) is not int or not 0 <= killed <= models:
        raise MutationError("field 'score' has no numerator and denominator of a share")
    return killed, models


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise MutationError(f"field {name!r} is no object")
    return found


def _number(data: Mapping[str, Any], name: str) -> int:
    found = data.get(name, 0)
    if type(found) is not int or found < 0:
        raise MutationError(f"field {name!r} is not a number from 0")
    return found
