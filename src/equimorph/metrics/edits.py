"""ED: how few insertions, deletions and substitutions make one text of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from equimorph.metrics.errors import MetricError
from equimorph.metrics.extra import needed
from equimorph.metrics.tokens import Tokens, tokens_of

__all__ = ["UNITS", "Unit", "ed"]

Unit: TypeAlias = Literal["token", "char"]
"""The unit that one edit changes."""
UNITS: tuple[Unit, ...] = get_args(Unit)


def ed(
    candidate: str, reference: str, lang: str = "java", *, tokens: Tokens = "lexer", unit: Unit = "token"
) -> float:
    """Return 1 - d / n, from 0 to 1: d is the Levenshtein distance of two texts, n the length of the longer one.

    Both texts empty give 1, one of them 0.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: Way of splitting texts, see `tokens_of`.
        unit: Unit that one edit changes; "char" compares the texts as they are.

    Raises:
        MetricError: the language or option is unknown.
        ModuleNotFoundError: rapidfuzz is not installed.
    """
    if unit not in UNITS:
        raise MetricError(f"unit is {unit!r}, not one of {', '.join(UNITS)}")
    candidate_units: Sequence[str] = tokens_of(candidate, lang, tokens)
    other: Sequence[str] = tokens_of(reference, lang, tokens)
    if unit == "char":
        candidate_units, other = candidate, reference
    longer = max(len(candidate_units), len(other))
    if not longer:
        return 1.0
    distance: int = needed("rapidfuzz.distance", "ed").Levenshtein.distance(candidate_units, other)
    return 1 - distance / longer
