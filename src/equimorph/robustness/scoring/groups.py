"""Groups of samples: a file that says of bugs whether they are leaked or clean, or anything else (spec 3.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from equimorph.robustness.scoring.population import ALL, UNKNOWN
from equimorph.rows.tables import BadRow, Failed, Rows, name_of_rows, numbered_rows
from mutators import MutationError

__all__ = ["Groups", "group_of", "read_groups"]

_VERSION = re.compile(r"(?<=-)(\d+)b$")
"""The name of a bug's faulty version in Defects4J."""
_LEAKED, _CLEAN = "leaked", "clean"


class Groups(dict[str, str]):
    """The group of each sample or bug, by id.

    Attributes:
        rest: Group of all others: "unknown", or "clean" beside a list of leaks.
    """

    rest = UNKNOWN


def group_of(bug: str, groups: Mapping[str, str]) -> str:
    """Return the group of a sample by its id, or by the bug at the start of its id; ``Lang-1`` matches ``Lang-1b``."""
    before = bug.partition(":")[0]
    for name in (bug, before, _VERSION.sub(r"\1", before)):
        if found := groups.get(name):
            return found
    return groups.rest if isinstance(groups, Groups) else UNKNOWN


def read_groups(rows: Rows, failed: Failed) -> Groups:
    """Return the group of each sample or bug.

    Args:
        rows: Rows with `id` or `bug_id`, and `group` or `status`. The id is a sample's id, or its beginning up to a
            colon. Rows with neither field, but with the `level` of a leak, list the leaked bugs, once or more; all
            others are clean.
        failed: Gets the bad rows.

    Raises:
        OSError: the file cannot be read.
    """
    found, leaks = Groups(), set[str]()
    for number, (bug, group) in numbered_rows(rows, _parsed, failed):
        if group is None:
            leaks.add(bug)
        elif bug in found:
            failed(BadRow(name_of_rows(rows), number, f"a second row of {bug}"))
        else:
            found[bug] = group
    if leaks:
        found.rest = _CLEAN
    for bug in leaks:
        found.setdefault(bug, _LEAKED)
    return found


def _parsed(data: Mapping[str, Any]) -> tuple[str, str | None]:
    bug = _text(data, "bug_id", "id")
    if data.get("group") is None and data.get("status") is None and data.get("level") is not None:
        return bug, None
    group = _text(data, "group", "status")
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
