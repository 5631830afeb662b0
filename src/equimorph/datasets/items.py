"""Files of items, the rows of data sets: which texts are the two sides of an item, and which texts are alike."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import floor
from pathlib import Path
from typing import Any

from equimorph.datasets.summary import SUMMARY, read_summary
from equimorph.leakage.samples import text_of
from equimorph.rows.row import language_of_row
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows, lines_in, name_of_rows
from equimorph.texts.likeness import HASH_BYTES, Seen, group_of, likeness
from mutators import MutationError

_SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet")


@dataclass(frozen=True)
class Dataset:
    """A file of items of one shape.

    Attributes:
        name: such as dataset_2; names its folder of splits.
        rows: the file, or rows; can be read more than once.
    """

    name: str
    rows: Rows


@dataclass(frozen=True)
class _Shape:
    """The fields of one shape of items; `context` is "" where the sides are alone."""

    buggy: str
    fixed: str
    context: str = ""


_SHAPES = (
    _Shape("buggy_line", "fixed_line", "buggy_context"),
    _Shape("buggy_method", "fixed_method"),
    _Shape("buggy_class", "fixed_class"),
    _Shape("buggy", "fixed"),
)
"""In the order in which their first fields are looked for; the first three are the formats of the leakage study, section 4.3."""


@dataclass(frozen=True)
class Entry:
    """A row of a data set, as what this package asks of it.

    Attributes:
        line: 1-based; of Parquet the number of the row.
        data: the row.
        id: Id of the item; no other item of the data set has it.
        buggy: the texts of the side before the fix, each of which may leak alone: of a line the line and its context.
        fixed: the text of the side after it.
    """

    line: int
    data: Mapping[str, Any]
    id: str
    buggy: tuple[bytes, ...]
    fixed: bytes

    @property
    def group(self) -> str:
        """The group that the row names, or the group of its buggy side."""
        value = self.data.get("group")
        return group_of(self.buggy[-1], self.language) if value is None else _text(self.data, "group")

    @property
    def language(self) -> str:
        """The language that the row names, else Java."""
        return language_of_row(self.data)

    @property
    def project(self) -> str:
        """The project of origin.

        Raises:
            MutationError: the row does not say it.
        """
        return _text(self.data, "project")

    @property
    def author_time(self) -> int:
        """When the fix was written, in seconds since 1970; the row has this number, or a time as ISO 8601 has it, with its zone.

        Raises:
            MutationError: the row does not say it.
        """
        value = self.data.get("author_time")
        if type(value) is int and abs(value) < 2**62:
            return value
        try:
            time = datetime.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            time = datetime.min
        if time.tzinfo is None:
            raise MutationError(
                "field 'author_time' is neither a number of seconds since 1970 nor an ISO 8601 time with its zone"
            )
        return floor(time.timestamp())

    @property
    def license(self) -> str | None:
        """The SPDX identifier of its licence, None where it is not known.

        Raises:
            MutationError: the field is something else.
        """
        return None if self.data.get("license") is None else _text(self.data, "license")

    def alike(self) -> tuple[bytes, bytes]:
        """Return the likenesses of both sides, each with the context, without which a line such as ``i++;`` says nothing.

        A side without any token has the likeness b"": it is like nothing.
        """
        digests = []
        for side in (self.buggy, (self.fixed, *self.buggy[1:])):
            text_hashes = [likeness(text, self.language) for text in side]
            empty = all(text == likeness(b"", self.language) for text in text_hashes)
            whole = (
                text_hashes[0]
                if len(text_hashes) == 1
                else hashlib.sha256(b"".join(text_hashes)).digest()[:HASH_BYTES]
            )
            digests.append(b"" if empty else whole)
        return digests[0], digests[1]


def datasets_in(items: Path) -> list[Dataset]:
    """Return a folder's data sets, as its ``datasets.json`` names them or else all its files; or a file's data set.

    Raises:
        OSError: the path does not exist, the summary cannot be read, or the folder has no file of rows.
    """
    if not items.is_dir():
        if not items.exists():
            raise FileNotFoundError(2, "no such file or folder", str(items))
        return [Dataset(_stem(items.name), items)]
    item_counts = read_summary(items).get("items")
    if item_counts is not None:
        return [_named(items, str(name)) for name in sorted(item_counts)]
    dataset_files = row_files(items)
    if not dataset_files:
        raise FileNotFoundError(
            2, f"no file of rows in this folder ({', '.join(_SUFFIXES)}), and no {SUMMARY}", str(items)
        )
    return dataset_files


def row_files(folder: Path) -> list[Dataset]:
    """Return the files of rows that are in a folder, by name.

    Raises:
        OSError: the folder cannot be listed, or two files have one name.
    """
    datasets: dict[str, Dataset] = {}
    for path in sorted(folder.iterdir()):
        if path.name.endswith(_SUFFIXES) and not path.name.startswith(".") and path.is_file():
            name = _stem(path.name)
            if name in datasets:
                raise FileExistsError(17, f"is a second file of the data set {name}", str(path))
            datasets[name] = Dataset(name, path)
    return list(datasets.values())


def _named(folder: Path, name: str) -> Dataset:
    for suffix in _SUFFIXES:
        if (path := folder / f"{name}{suffix}").parent == folder and path.is_file():
            return Dataset(name, path)
    raise FileNotFoundError(2, f"no such file, which {SUMMARY} names", str(folder / f"{name}.jsonl"))


def _stem(name: str) -> str:
    for suffix in _SUFFIXES:
        if name.endswith(suffix) and name != suffix:
            return name.removesuffix(suffix)
    return name


def entries(dataset: Dataset, failed: Failed, count: RowCount) -> Iterator[Entry]:
    """Yield the items of a data set, in order; a bad row is reported and counted, and the rest continues.

    Raises:
        OSError, ModuleNotFoundError: see `lines_in`.
    """
    name, ids = name_of_rows(dataset.rows), Seen()
    for line in lines_in(dataset.rows):
        count.read += 1
        try:
            if line.error is not None:
                raise MutationError(line.error)
            entry = _entry(line.number, line.data)
            key = hashlib.sha256(text_of(entry.id)).digest()[:HASH_BYTES]
            if key in ids:
                raise MutationError(f"a second row of id {entry.id!r}")
            ids.add([key])
        except MutationError as error:
            count.dropped["bad row"] += 1
            failed(BadRow(name, line.number, str(error)))
            continue
        yield entry


def _entry(line: int, data: Mapping[str, Any]) -> Entry:
    for shape in _SHAPES:
        if shape.buggy in data:
            buggy = [text_of(_text(data, shape.buggy))]
            if shape.context and data.get(shape.context) is not None:
                buggy.append(text_of(_text(data, shape.context)))
            entry = Entry(line, data, _id(data), tuple(buggy), text_of(_text(data, shape.fixed)))
            for checked in ("group", "license"):
                if data.get(checked) is not None:
                    _text(data, checked)
            return entry
    raise MutationError(f"none of the fields {', '.join(shape.buggy for shape in _SHAPES)}")


def _id(data: Mapping[str, Any]) -> str:
    identifier = str(data["id"]) if type(data.get("id")) is int else _text(data, "id")
    if not identifier:
        raise MutationError("field 'id' is empty")
    return identifier


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise MutationError(f"field {name!r} is not a text" if name in data else f"no field {name!r}")
    return value
