"""Training data: items with a buggy and a fixed side, from the formats in which they are published.

`read_training` yields the items of data; `chunks` cuts them, and `items` yields the items of a chunk, in any process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from equimorph.leakage.samples import LANGUAGE, Item
from equimorph.leakage.training.abstraction import abstracted, is_abstract
from equimorph.leakage.training.chunk import CHUNK_BYTES, Chunk, Origin
from equimorph.leakage.training.files import below
from equimorph.leakage.training.format import Format
from equimorph.leakage.training.formats import FORMATS, format_of, guess
from equimorph.leakage.training.sides import Fields, item_of
from equimorph.rows.tables import BadRow, Failed, RowCount, raised
from mutators import MutationError

__all__ = ["CHUNK_BYTES", "FORMATS", "Chunk", "abstracted", "chunks", "is_abstract", "items", "read_training"]

_NONE = Fields(None, None, None)


def read_training(
    path: str | os.PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    failed: Failed = raised,
    count: RowCount | None = None,
) -> Iterator[Item]:
    """Yield the items of training data in their order; a bad row is reported, and the rest continues.

    Args:
        path: A file or a folder; or rows as they are, with the fields of JSON Lines.
        format: One of `FORMATS`; guessed for None.
        fields: Fields of formats with columns, which of them has what: keys buggy, fixed, id; without a key for a side, there
            is none.
        failed: Gets the bad rows.
        count: Counts the rows, both the yielded and the bad ones.

    Raises:
        MutationError: the format is unknown, no format fits, or the data are refused; the columns do not exist; a row
            is bad, and `failed` is not given.
        OSError: the file or folder cannot be read.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
    """
    if not isinstance(path, str | os.PathLike):
        yield from _kept(_of_rows(path, format, fields), failed, count)
        return
    for chunk in chunks(path, format, fields):
        yield from items(chunk, failed, count)


def _of_rows(
    rows: Iterable[Mapping[str, Any]], format: str | None, fields: Mapping[str, str] | None
) -> Iterator[Item | BadRow]:
    data_format = FORMATS["jsonl"]
    if format not in (None, data_format.name):
        raise MutationError(f"rows as they are have the format {data_format.name}, not {format}")
    columns = _fields(data_format, fields)
    for number, row in enumerate(rows, 1):
        try:
            yield item_of(row, columns, "rows", number)
        except MutationError as error:
            yield BadRow("rows", number, str(error))


def chunks(
    path: str | os.PathLike[str],
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    size: int = CHUNK_BYTES,
    language: str = LANGUAGE,
) -> Iterator[Chunk]:
    """Yield the chunks of training data in their order; the data are read once.

    Args:
        path, format, fields: see `read_training`.
        size: bytes in a chunk, about; a row is in one chunk.
        language: Language of the benchmark, whose source files are taken from a folder that has Java and Python.

    Raises:
        MutationError, OSError, ModuleNotFoundError: see `read_training`, at once where no reading is needed.
        ValueError: the size is not positive.
    """
    if size < 1:
        raise ValueError("a chunk has at least a byte")
    place = Path(os.fspath(path))
    place.stat()
    data_format = guess(place, path, language) if format is None else format_of(format, path)
    return _cut(data_format, Origin.of(path, data_format.name, _fields(data_format, fields)), size)


def _cut(data_format: Format, origin: Origin, size: int) -> Iterator[Chunk]:
    """Yield the chunks of data. MutationError: a folder has no file of the format."""
    chunk = None
    for chunk in data_format.cut(origin, size):
        yield chunk
    if chunk is None and origin.folder and not any(True for _ in below(origin.path, data_format.is_file)):
        raise MutationError(f"{origin.label}: no file of the format {data_format.name}: {data_format.looks}")


def _fields(data_format: Format, overrides: Mapping[str, str] | None) -> Fields:
    if data_format.fields is None:
        if overrides:
            raise MutationError(f"{data_format.name} has no columns that fields could name")
        return _NONE
    return Fields.of(overrides, data_format.fields) if overrides else data_format.fields


def items(chunk: Chunk, failed: Failed = raised, count: RowCount | None = None) -> Iterator[Item]:
    """Yield the items of a chunk.

    Args:
        chunk: Chunk from `chunks`.
        failed, count: See `read_training`.
    """
    yield from _kept(format_of(chunk.origin.format, chunk.origin.label).read(chunk), failed, count)


def _kept(read: Iterable[Item | BadRow], failed: Failed, count: RowCount | None) -> Iterator[Item]:
    for result in read:
        if count is not None:
            count.read += 1
        if isinstance(result, BadRow):
            if count is not None:
                count.dropped["bad row"] += 1
            failed(result)
        else:
            yield result
