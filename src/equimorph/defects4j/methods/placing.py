"""Paths of checkouts in a file of bugs: relative to the folder of the file, so that they hold wherever it is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.defects4j.methods.bug import Bug
from equimorph.rows.tables import Rows
from mutators import MutationError


def bug_reader(rows: Rows) -> Callable[[Mapping[str, Any]], Bug]:
    """Return a function that reads the rows of a file of bugs.

    A `checkout` in the file is relative to the folder of the file; in rows that come from no file, to the working folder. The
    bugs have the path from the working folder.

    Args:
        rows: a file, or rows.

    Returns:
        A function that raises `MutationError` for a bad row, also for one whose checkout is not there.
    """
    folder = _folder_of(rows)

    def read(data: Mapping[str, Any]) -> Bug:
        bug = Bug.from_row(data)
        if bug.checkout is None:
            return bug
        place = folder / bug.checkout
        if "\0" in bug.checkout or not place.is_dir():
            raise MutationError(f"the checkout of {bug.id} is not there: no folder {place}")
        return replace(bug, checkout=str(place))

    return read


def _folder_of(rows: Rows) -> Path:
    """Return the folder of a file, and the working folder for what is none, such as a pipe."""
    # A copy of a pipe has the name of the pipe.
    is_path = isinstance(rows, str | PathLike) and os.fspath(rows) == str(rows)
    return Path(str(rows)).parent if is_path and Path(str(rows)).is_file() else Path()


def bug_row(bug: Bug, file: Path | None) -> dict[str, Any]:
    """Return the row of a bug for a file; a checkout with a relative path gets the path from the folder of the file.

    Args:
        file: that the row is written to; None for one that is not known, such as the standard output.
    """
    if file is None or bug.checkout is None or Path(bug.checkout).is_absolute():
        return bug.to_row()
    # From the folder itself: the system goes up from there, not from a link to it.
    relative_path = os.path.relpath(bug.checkout, file.parent.resolve())
    return replace(bug, checkout=relative_path.replace(os.sep, "/")).to_row()
