"""Pairs that a generator learns from: a sentence, and the code that it describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from equimorph.rows.by_row import text_field
from equimorph.rows.jsonl import rows_hash
from equimorph.rows.tables import Failed, RowCount, raised, read_rows
from mutators import MutationError

SCHEMA = 1
"""Version of a row."""


@dataclass(frozen=True)
class Pair:
    """A sentence and its code.

    Attributes:
        id: where the pair comes from.
        text: the sentence.
        code: what it describes.
    """

    id: str
    text: str
    code: str

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Pair:
        """Return the pair of which `to_row` returned the data.

        Raises:
            MutationError: a field is missing or not a text, or the row has another schema.
        """
        if data.get("schema") != SCHEMA:
            raise MutationError(f"schema {data.get('schema')!r}, not {SCHEMA}: not a pair of this version")
        return cls(text_field(data, "id"), text_field(data, "text"), text_field(data, "code"))

    def to_row(self) -> dict[str, Any]:
        """Return plain data for a line of JSON."""
        return {"schema": SCHEMA, "id": self.id, "text": self.text, "code": self.code}


def read_pairs(
    path: str | PathLike[str], failed: Failed = raised, count: RowCount | None = None
) -> Iterator[Pair]:
    """Yield the pairs of a file: JSON Lines, packed or not, or Parquet.

    Args:
        path: Path of the file.
        failed: gets the bad rows; the default raises the first one.
        count: counts all rows.

    Raises:
        MutationError: a row is bad, and `failed` is left out.
        OSError: the file cannot be read.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
    """
    return read_rows(path, Pair.from_row, failed, count)


def digest_of(pairs: Iterable[Pair]) -> str:
    """Return the SHA-256 of pairs, as they are written, in their order."""
    return rows_hash(pair.to_row() for pair in pairs)
