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
    """How scores are computed.

    Attributes:
        k: how many candidates count; None for as many as were looked at.
        pool: of PFA and PDA over all mutators: "sample" counts each sample once, "cell" once for each mutator, as table 5 of the
            leakage study does.
        hits: of the criterion repaired: "plausible" for candidates that pass, "correct" for those that a person calls correct, too.
        population: of the curve: "moving" for the samples repaired at each k, "fixed" for those repaired at the last one.
        by: fields of the rows to split by.
        groups: from a sample, or a bug, to its group, such as "leaked" and "clean"; None for no such split.
        all_fixes: of the criteria repaired and behaviour: whether samples count whose fix needs more than what the model was asked
            about, such as another method or an import.
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
