"""Parquet: rows with the same columns as JSON Lines, or of pairs; a chunk is one row group, or several small ones.

A row group is read in batches; texts that are not UTF-8 stay the bytes that they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import cut_files, opened, with_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import Cut
from equimorph.leakage.training.pairs import COLUMNS, is_row, items_of
from equimorph.leakage.training.reading import Span, spans
from equimorph.leakage.training.sides import Fields, item_of, lacking
from equimorph.rows.parquet import pyarrow
from equimorph.rows.tables import BadRow
from mutators import MutationError

_BATCH_ROWS = 1000

_is_file = with_suffix(".parquet")


def _cuts(path: Path, size: int, fields: Fields) -> Iterator[Cut]:
    """Yield the pieces of a file: row groups, from one to another, that reach `size` bytes together.

    Raises:
        OSError: it cannot be read, or is no Parquet.
    """
    pa = pyarrow()
    with opened(path) as stream:
        try:
            with pa.parquet.ParquetFile(stream) as file:
                names = file.schema_arrow.names
                if not _has_pairs(fields, names) and lacking(fields, names):
                    yield Cut(0, 0, 1, 0, hashlib.sha256(str(file.schema_arrow).encode()).hexdigest())
                    return
                yield from _group_cuts(path, file.metadata, size)
        except pa.ArrowException as error:
            raise OSError(5, f"no Parquet file: {error}", str(path)) from error


def _has_pairs(fields: Fields, names: Sequence[str]) -> bool:
    return fields == Fields() and "fixed" not in names and is_row(names)


def _group_cuts(path: Path, metadata: Any, size: int) -> Iterator[Cut]:  # noqa: ANN401 - pyarrow has no types
    start, first, rows, total, hasher = 0, 1, 0, 0, hashlib.sha256()
    with opened(path) as stream:
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            _hash(stream, group, hasher)
            rows += group.num_rows
            total += group.total_byte_size
            if total >= size:
                yield Cut(start, number + 1, first, rows, hasher.hexdigest())
                start, first, rows, total, hasher = number + 1, first + rows, 0, 0, hashlib.sha256()
        if start < metadata.num_row_groups:
            yield Cut(start, metadata.num_row_groups, first, rows, hasher.hexdigest())


def _hash(stream: Any, group: Any, hasher: Any) -> None:  # noqa: ANN401
    for at in range(group.num_columns):
        column = group.column(at)
        starts = (column.data_page_offset, column.dictionary_page_offset)
        stream.seek(min(start for start in starts if start))
        hasher.update(column.path_in_schema.encode() + stream.read(column.total_compressed_size))


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    return cut_files(origin, _is_file, lambda path, size: _cuts(path, size, origin.fields), size)


def _read(chunk: Chunk) -> Iterator[Read]:
    for span in spans(chunk):
        yield from _rows(chunk, span)


def _rows(chunk: Chunk, span: Span) -> Iterator[Read]:
    pa, fields, number = pyarrow(), chunk.origin.fields, span.first
    try:
        with opened(chunk.origin.place(span.file)) as stream, pa.parquet.ParquetFile(stream) as file:
            if _has_pairs(fields, file.schema_arrow.names):
                yield from _pairs(file, span)
                return
            if reason := lacking(fields, file.schema_arrow.names):
                yield BadRow(span.name, 1, reason)
                return
            fields = fields.at(file.schema_arrow.names)
            names = [*fields.wanted(), *({fields.id} & set(file.schema_arrow.names))]
            columns = list(dict.fromkeys(name for name in names if name is not None))
            groups = range(span.start, span.end)
            for batch in file.iter_batches(_BATCH_ROWS, row_groups=groups, columns=columns):
                for row in _plain(batch):
                    try:
                        yield item_of(row, fields, span.short, number)
                    except MutationError as error:
                        yield BadRow(span.name, number, str(error))
                    number += 1
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        yield BadRow(span.name, number, getattr(error, "strerror", None) or f"damaged Parquet: {error}")


def _pairs(file: Any, span: Span) -> Iterator[Read]:  # noqa: ANN401
    columns, number = [name for name in COLUMNS if name in file.schema_arrow.names], span.first
    for batch in file.iter_batches(_BATCH_ROWS, row_groups=range(span.start, span.end), columns=columns):
        for row in batch.to_pylist():
            try:
                yield from items_of(row, span.short, number)
            except MutationError as error:
                yield BadRow(span.name, number, str(error))
            number += 1


def _plain(batch: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401
    """Yield the rows of a batch; texts as their bytes, since those need not be UTF-8."""
    pa = pyarrow()
    names, columns = batch.schema.names, list[list[Any]]()
    for array in batch.columns:
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        if pa.types.is_string(array.type) or pa.types.is_large_string(array.type):
            array = array.cast(pa.large_binary())
        columns.append(array.to_pylist())
    for values in zip(*columns, strict=True):
        yield dict(zip(names, values, strict=True))


PARQUET = Format("parquet", "Parquet with columns buggy and fixed", _is_file, _cut, _read, Fields())
