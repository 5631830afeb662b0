"""The lengths of a sample's sides, and the levels at which they let it be looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.matching import LEAST
from equimorph.leakage.normalising import normalise
from equimorph.leakage.samples import LEVELS, Level, Sample

Side: TypeAlias = Literal["buggy", "fixed"]
SIDES: tuple[Side, ...] = ("buggy", "fixed")

_WITHIN = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""


def least_bytes(options: FindOptions) -> int:
    """Return the minimum number of bytes that a text and a side share for the side to be looked for by itself.

    What is common to two pairs has `min_chars` characters, so one of its sides has half of them.
    """
    return LEAST if options.min_chars >= 2 * LEAST else 1


def chars_of(data: bytes) -> int:
    """Return the number of characters of some UTF-8."""
    return len(data) if data.isascii() else len(data.translate(None, _WITHIN))


@dataclass(frozen=True, slots=True)
class Sizes:
    """The characters of the sides of a sample, without blanks and comments.

    Attributes:
        buggy, fixed: Number of characters of each side; None if it is missing.
        wanted: The levels at which the sample is long enough.
        searched: Sides that are looked for by themselves: where one is found, the other one is compared. If only the
            pair is long enough, this is its longer side. But an item may have only a small part of it, and more of the
            other one, if it is enough that a part is found.
    """

    buggy: int | None
    fixed: int | None
    wanted: frozenset[Level]
    searched: frozenset[Side]

    @classmethod
    def of(cls, sample: Sample, options: FindOptions) -> Sizes:
        """Return the sizes of a sample."""
        buggy, fixed = (
            None
            if side is None
            else chars_of(
                normalise(side, keep_literal_blanks=options.keep_literal_blanks, language=sample.language)
            )
            for side in (sample.buggy, sample.fixed)
        )
        base = cls(buggy, fixed, frozenset(), frozenset())
        wanted = frozenset(
            level for level in LEVELS if base.has(level) and base.chars(level) >= options.min_chars
        )
        sizes: dict[Side, int] = {"buggy": buggy or 0, "fixed": fixed or 0}
        if options.direction == "either" and wanted:
            searched = {side for side, size in sizes.items() if size >= least_bytes(options)}
        else:
            searched = {side for side in sizes if side in wanted}
            if not searched and wanted:
                searched = {max(sizes, key=lambda side: sizes[side])}
        return cls(buggy, fixed, wanted, frozenset(searched))

    def has(self, level: Level) -> bool:
        """Return whether there are the sides of a level."""
        return (self.buggy is not None or level == "fixed") and (self.fixed is not None or level == "buggy")

    def chars(self, level: Level) -> int:
        """Return the number of characters of the sides of a level."""
        return (self.buggy or 0) * (level != "fixed") + (self.fixed or 0) * (level != "buggy")
