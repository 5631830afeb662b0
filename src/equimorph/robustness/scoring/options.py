"""The options of scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

__all__ = ["Hits", "Moving", "Pool", "Scoring", "ScoringOptions"]

Pool: TypeAlias = Literal["sample", "cell"]
Hits: TypeAlias = Literal["plausible", "correct"]
Moving: TypeAlias = Literal["moving", "fixed"]


@dataclass(frozen=True)
class Scoring:
    """Options for computing scores.

    Attributes:
        k: Number of candidates that count; None for as many as were looked at.
        pool: Pooling of PFA and PDA over all mutators: "sample" counts each sample once, "cell" once for each mutator,
            as table 5 of the leakage study does.
        hits: Hits for the criterion repaired: "plausible" for candidates that pass, "correct" if a person also calls
            them correct.
        population: Samples of the curve: "moving" for the samples repaired at each k, "fixed" for the ones repaired at
            the last k.
        by: Fields of the rows to split by.
        groups: Group of each sample or bug, such as "leaked" and "clean"; None not to split by group.
        all_fixes: For the criteria repaired and behaviour, whether samples count whose fix needs more than what the
            model was asked about, such as another method or an import.
    """

    k: int | None = None
    pool: Pool = "sample"
    hits: Hits = "plausible"
    population: Moving = "moving"
    by: tuple[str, ...] = ()
    groups: Mapping[str, str] | None = None
    all_fixes: bool = False


class ScoringOptions(TypedDict, total=False):
    """The fields of `Scoring`, each of which may be missing."""

    k: int | None
    pool: Pool
    hits: Hits
    population: Moving
    by: tuple[str, ...]
    groups: Mapping[str, str] | None
    all_fixes: bool
