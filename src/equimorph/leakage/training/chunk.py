"""A chunk of training data, described by its place as plain data, so that any process can read it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from equimorph.leakage.training.sides import Fields
from mutators import MutationError

CHUNK_BYTES = 1 << 24
"""Approximate number of bytes in a chunk: it ends with the row in which they are reached."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Training data as they are given.

    Attributes:
        format: the name of their format.
        root: the file or folder, as a path that can be opened.
        label: what messages call it, such as "-" for a copy of standard input.
        fields: which columns have the sides.
        folder: whether a folder was given, so that items call files by their path in it.
    """

    format: str
    root: str
    label: str
    fields: Fields
    folder: bool

    @classmethod
    def of(cls, path: str | os.PathLike[str], format: str, fields: Fields) -> Origin:
        """Return the origin of a path; what `str` says of the path is its label."""
        return cls(format, os.fspath(path), str(path), fields, Path(path).is_dir())

    @property
    def path(self) -> Path:
        """The file or folder."""
        return Path(self.root)

    def beside(self) -> Origin:
        """Return the folder of the file that was given, for formats in which other files are beside it."""
        parent = str(Path(self.label).parent)
        label = "" if parent == "." and not self.label.startswith("./") else parent
        return Origin(self.format, str(self.path.parent), label, self.fields, False)

    def place(self, file: str) -> Path:
        """Return the path of a file.

        Args:
            file: relative to the root, with slashes; "" is the root itself.
        """
        return self.path / file if file else self.path

    def name(self, file: str) -> str:
        """Return the name in messages of a file."""
        return os.path.join(self.label, file) if file else self.label  # noqa: PTH118 - as the label was given

    def short(self, file: str) -> str:
        """Return the name of a file in items: its path in the folder that was given, or the file that was given."""
        return file if self.folder else self.name(file)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of training data that is read on its own.

    Attributes:
        origin: Training data that it is a piece of.
        files: Paths relative to the root, with slashes; "" is the root itself.
        starts, ends: Extent of the chunk in each file: from one byte up to another, including the first; for Parquet
            from one row group up to another; for compressed files, which are never cut, from 0 to their size.
        first: 1-based number of its first row; for a file of lines, of its first line. A chunk of several consecutive
            files has them whole, and each begins with 1.
        sha256: Hash in hex of everything that the sides of its items depend on except the format and the fields: its
            bytes, the head of its table, the names of its files if it has several.
    """

    origin: Origin
    files: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    first: int
    sha256: str

    @property
    def spans(self) -> Iterator[tuple[str, int, int]]:
        """The files with what belongs to the chunk."""
        return zip(self.files, self.starts, self.ends, strict=True)

    def to_row(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = asdict(self)
        return {
            **data.pop("origin"),
            **data,
            **{name: list(data[name]) for name in ("files", "starts", "ends")},
        }

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Chunk:
        """Return the chunk of which these are the plain data.

        Raises:
            MutationError: they are not.
        """
        try:
            fields = Fields(**data["fields"])
            origin = Origin(data["format"], data["root"], data["label"], fields, data["folder"])
            files, starts, ends = tuple(data["files"]), tuple(data["starts"]), tuple(data["ends"])
            return cls(origin, files, starts, ends, data["first"], data["sha256"])
        except (KeyError, TypeError) as error:
            raise MutationError(f"not the data of a chunk: {error}") from error
