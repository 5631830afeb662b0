"""The label of a row: whether the tests of its candidate pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutators import MutationError

__all__ = ["passed_of"]


def passed_of(data: Mapping[str, Any]) -> bool | None:
    """Return whether the tests of a row's candidate pass; None where that is not known.

    1.0 and 0.0 are what pandas and Parquet make of a column in which a label is missing.

    Raises:
        MutationError: the field ``passed`` is something else.
    """
    passed = data.get("passed")
    if passed is None:
        return None
    if not isinstance(passed, int | float) or passed not in (0, 1):
        raise MutationError("'passed' is neither true, false, 1, 0 nor null")
    return bool(passed)
