"""Training data read in chunks of a size."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from equimorph.leakage.samples import Item
from equimorph.leakage.training import Chunk, chunks, items
from equimorph.rows.tables import BadRow, RowCount


@pytest.fixture
def in_chunks() -> Callable[..., tuple[list[Item], list[BadRow]]]:
    """Return what reads data in chunks of a size, each of them sent through JSON: items and bad rows."""

    def read(
        path: Path, size: int, format: str | None = None, fields: Mapping[str, str] | None = None
    ) -> tuple[list[Item], list[BadRow]]:
        found, bad, count = list[Item](), list[BadRow](), RowCount()
        for chunk in chunks(path, format, fields, size):
            sent = Chunk.from_row(json.loads(json.dumps(chunk.to_row())))
            found += items(sent, bad.append, count)
        assert (count.read, count.dropped.total()) == (len(found) + len(bad), len(bad))
        return found, bad

    return read
