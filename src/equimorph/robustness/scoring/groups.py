"""Groups of samples: a file that says of bugs whether they are leaked or clean, or anything else (spec 3.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimorph.robustness.scoring.population import ALL
from equimorph.rows.tables import Failed, Rows, read_rows
from mutators import MutationError

__all__ = ["read_groups"]


def read_groups(rows: Rows, failed: Failed) -> dict[str, str]:
    """Return the group of each sample or bug.

    Args:
        rows: with `id` or `bug_id`, and `group` or `status`. The id is that of a sample, or what it begins with up to a colon.
        failed: gets the bad rows.

    Raises:
        OSError: the file cannot be read.
    """
    return dict(read_rows(rows, _parsed, failed, key=lambda pair: pair[0]))


def _parsed(data: Mapping[str, Any]) -> tuple[str, str]:
    bug, group = _text(data, "bug_id", "id"), _text(data, "group", "status")
    if group == ALL:
        raise MutationError(f"a group cannot be named {ALL!r}: that stands for no split")
    return bug, group


def _text(data: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = data.get(name)
        if isinstance(value, str) and value:
            return value
        if value is not None:
            raise MutationError(f"field {name!r} is not a text, or it is empty")
    raise MutationError(f"neither field {names[0]!r} nor {names[1]!r}")
