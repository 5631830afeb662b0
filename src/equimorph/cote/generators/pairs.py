"""Pairs that a generator learns from: a sentence, and the code that it describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.rows.by_row import text_field
from equimorph.rows.jsonl import rows_hash
from equimorph.rows.tables import Failed, RowCount, raised, read_rows
from equimorph.texts.javadoc import first_sentence
from equimorph.trees.files import source_files
from mutators import MutationError
from parsers import ParseError, SourceFile

SCHEMA = 1
"""Version of a row."""
_LEAST_WORDS = 2
"""Words of a sentence that describes something."""


@dataclass(frozen=True)
class Pair:
    """A sentence and its code."""

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


def pairs_in(paths: Sequence[Path], failed: Callable[[Exception], None]) -> Iterator[Pair]:
    """Yield the pairs of Java sources in the order of files and places; pairs of equal text and code once.

    Methods without a body, and those whose sentence has less than 2 words, are left out.

    Args:
        paths: files and folders.
        failed: gets what cannot be read or parsed.
    """
    seen = set[tuple[str, str]]()
    for root in paths:
        for path in source_files([root], failed):
            name = path.relative_to(root).as_posix() if root.is_dir() else path.name
            try:
                candidates = list(_of_source(SourceFile(path.read_bytes(), str(path)), name))
            except (OSError, ParseError, RecursionError) as error:
                failed(error)
                continue
            for pair in candidates:
                if (pair.text, pair.code) not in seen:
                    seen.add((pair.text, pair.code))
                    yield pair


def _of_source(source: SourceFile, name: str) -> Iterator[Pair]:
    for member in source.methods:
        if member.kind != "method" or not member.data.rstrip().endswith(b"}"):
            continue
        sentence = first_sentence(source.slice(0, member.start))
        if len(sentence.split()) >= _LEAST_WORDS:
            yield Pair(f"{name}:{member.start}", sentence, member.text)
