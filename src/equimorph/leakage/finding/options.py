"""The options of a search: forms, direction, the minimum length of a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from equimorph.leakage.samples import FORMS, Direction, FormName
from equimorph.runs.declared import Option, check_values

__all__ = ["MAX_HITS", "MIN_CHARS", "PRESETS", "FindOptions"]

MIN_CHARS = 50
"""A shorter text is not searched for: text like `returnnull;` is in any training data. Sides of 50 almost never
occur in unrelated code."""
MAX_HITS = 1000
"""Maximum rows per bug."""
PRESETS: Mapping[str, int] = {"paper": 1}
"""Minimum characters of a side, by study: the leakage study has no limit, but an empty text is no leak."""


_FORMS = (
    "Form of comparison (repeatable): text (without whitespace and comments), renamed (without names), canonical (undoes"
    " mutators), near (near-duplicates). Default: text."
)


def distinct(names: Sequence[FormName]) -> tuple[FormName, ...]:
    """Return names, each once."""
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class FindOptions:
    """Options of a search.

    Attributes:
        forms: Forms in which texts are compared.
        direction: Direction: the benchmark's side in the item's (inside), or either in the other (either).
        min_chars: Minimum length of a side (for a pair: of both sides together), not counting whitespace and comments.
        keep_literal_blanks: Count whitespace in string literals.
        max_hits: Maximum rows per bug. The counts still include every hit.

    Raises:
        ValueError: they do not make sense.
    """

    forms: Annotated[
        tuple[FormName, ...], Option(flags="--form", noun="form", help=_FORMS, parse=distinct)
    ] = ("text",)
    direction: Annotated[Direction, Option()] = "inside"
    min_chars: Annotated[int, Option(minimum=1)] = MIN_CHARS
    keep_literal_blanks: Annotated[bool, Option()] = False
    max_hits: Annotated[int, Option(minimum=0)] = MAX_HITS

    def __post_init__(self) -> None:
        check_values(self, ValueError)
        if not self.forms or isinstance(self.forms, str) or distinct(self.forms) != tuple(self.forms):
            raise ValueError(f"forms {self.forms!r} are not some of {', '.join(FORMS)}, each once")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**vars(self), "forms": list(self.forms)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FindOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "forms": tuple(data["forms"])})
