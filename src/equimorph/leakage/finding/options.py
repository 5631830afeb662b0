"""What is looked for: forms, direction, how short a text may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.leakage.samples import FORMS, Direction, FormName

__all__ = ["MAX_HITS", "MIN_CHARS", "PRESETS", "FindOptions"]

MIN_CHARS = 50
"""What has fewer characters is too short: text like `returnnull;` is in any training data. Of sides of 50, almost none of
unrelated code is."""
MAX_HITS = 1000
"""Rows of a bug at the most."""
PRESETS: Mapping[str, int] = {"paper": 1}
"""The least characters of a side, by the name of a study: the leakage study has no limit, but an empty text is no leak."""


@dataclass(frozen=True)
class FindOptions:
    """What is looked for.

    Attributes:
        forms: in which texts are compared.
        direction: "inside" or "either".
        min_chars: what is found must have so many characters, without blanks and comments; of a pair both sides together.
        keep_literal_blanks: blanks in string literals count.
        max_hits: rows of a bug at the most; counts are those of all.
    """

    forms: tuple[FormName, ...] = ("text",)
    direction: Direction = "inside"
    min_chars: int = MIN_CHARS
    keep_literal_blanks: bool = False
    max_hits: int = MAX_HITS

    def __post_init__(self) -> None:
        """Check that the options make sense.

        Raises:
            ValueError: they do not.
        """
        unknown = [name for name in self.forms if name not in FORMS]
        if unknown or not self.forms or len(set(self.forms)) < len(self.forms):
            raise ValueError(f"forms {self.forms} are not some of {', '.join(FORMS)}, each once")
        if self.direction not in ("inside", "either"):
            raise ValueError(f"direction {self.direction!r} is neither inside nor either")
        if self.min_chars < 1 or self.max_hits < 0:
            raise ValueError("min_chars is at least 1, max_hits at least 0")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "forms": list(self.forms),
            "direction": self.direction,
            "min_chars": self.min_chars,
            "keep_literal_blanks": self.keep_literal_blanks,
            "max_hits": self.max_hits,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FindOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "forms": tuple(data["forms"])})
