"""The whole files of rows, looked up in the checkouts that their mutants are of.

A row of `equimorph defects4j mutate` without ``--full`` holds the method alone. With its file more is known, for undo and for
javac.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from equimorph.defects4j.checkout import Checkout
from equimorph.rows.row import Row, from_row, parse_row
from mutators import Mutant, RecordMismatch, Stacked

__all__ = ["WholeFiles", "mutant_of"]

_KEPT = 4


class WholeFiles:
    """The whole files of rows of one or several bugs."""

    def __init__(self, checkouts: Iterable[Checkout]) -> None:
        """Take checkouts as they are; no file is read yet.

        Args:
            checkouts: Checkouts of different bugs, the buggy versions.

        Raises:
            RecordMismatch: two are of the same bug; or there are several, and the bug of one of them is not known.
        """
        self._checkouts: dict[str | None, Checkout] = {}
        every = list(checkouts)
        for checkout in every:
            if len(every) > 1 and checkout.bug is None:
                raise RecordMismatch(
                    f"{checkout.folder}: its bug is not known, so that it cannot be one of several"
                )
            other = self._checkouts.setdefault(checkout.bug, checkout)
            if other is not checkout:
                raise RecordMismatch(f"{checkout.folder}: a checkout of {checkout.bug}, as {other.folder} is")
        self._read = lru_cache(_KEPT)(self._source)

    def checkout(self, row: Row) -> Checkout:
        """Return the checkout of the bug that the row names in its field `bug`; if there is only one, the row need not name it.

        Raises:
            RecordMismatch: there is no checkout of the bug.
        """
        bug = row.data.get("bug")
        only = next(iter(self._checkouts.values())) if len(self._checkouts) == 1 else None
        if only is not None and (bug is None or only.bug is None or bug == only.bug):
            return only
        match = self._checkouts.get(bug) if bug is not None else None
        if match is None:
            bugs = ", ".join(str(bug_id) for bug_id in self._checkouts)
            what = "names no bug" if bug is None else f"is of {bug}"
            raise RecordMismatch(f"the row {what}; the checkouts are of: {bugs}")
        return match

    def row(self, row: Row) -> Row:
        """Return a row with its whole mutated file; a row that has it already is returned unchanged.

        Raises:
            RecordMismatch: the original is not in the checkout, so that this is another version, or was changed; says
                what to do.
            ParseError: the file is not in the encoding of the sources.
            OSError: it cannot be read.
        """
        if row.mutant_file is not None:
            return row
        if row.path is None:
            raise RecordMismatch("the row has no path, so that its file cannot be looked up")
        checkout = self.checkout(row)
        file = checkout.file(row.path)
        if not file.is_file():
            raise RecordMismatch(f"{file}: no such file in the checkout; is it of another bug?")
        data, sha256 = self._read(checkout.bug, row.path)
        original, mutant = row.original.encode(), row.mutant.encode()
        end = row.offset + len(original)
        if data[row.offset : end] != original:
            if data[row.offset : row.offset + len(mutant)] == mutant:
                raise RecordMismatch(
                    f"{file}: holds the mutant; take it out with `equimorph defects4j restore`"
                )
            raise RecordMismatch(
                f"{file}: the original does not stand at byte {row.offset}; the checkout is of another version, or was changed"
            )
        if row.data.get("file_sha256", sha256) != sha256:
            raise RecordMismatch(f"{file}: has changed since the mutant was made, outside of its method")
        whole = data[: row.offset] + mutant + data[end:]
        return replace(row, mutant_file=whole.decode())

    def source_path(self, row: Row) -> Path:
        """Return the source folder of a row's checkout.

        Raises:
            RecordMismatch: see `checkout`.
        """
        checkout = self.checkout(row)
        return checkout.folder / checkout.source_dir

    def _source(self, bug: str | None, path: str) -> tuple[bytes, str]:
        """Return a source file in UTF-8, and the hash of its bytes."""
        checkout = self._checkouts[bug]
        data = checkout.file(path).read_bytes()
        return checkout.decoded(data, path).data, hashlib.sha256(data).hexdigest()


def mutant_of(row: Row | Mapping[str, Any], checkout: Checkout) -> Mutant | Stacked:
    """Return the mutant of a row in its whole file, for `equimorph.undo` and its like.

    Args:
        row: Row of `equimorph defects4j mutate`, with or without ``--full``.
        checkout: Checkout of the buggy version.

    Raises:
        RecordMismatch: this is no row of a mutant, or its original is not in the checkout.
        ParseError: the file is not in the encoding of the sources.
        OSError: it cannot be read.
    """
    mutant_row = row if isinstance(row, Row) else parse_row(row)
    mutant = from_row(WholeFiles([checkout]).row(mutant_row))
    if mutant is None:
        raise RecordMismatch(f"{mutant_row.path}: the original of {mutant_row.id} is no member of this file")
    return mutant
