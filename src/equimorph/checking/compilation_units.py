"""Compilation units of a mutant: its whole file, or the member in its own class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import Protocol

from equimorph.rows.row import Row
from parsers import Member, ParseError, SourceFile
from parsers.encoding import UTF_8, decoded
from parsers.oracles.jdk import Compilation, Jdk
from parsers.validity import Opinion

__all__ = [
    "RowFiles",
    "Surroundings",
    "Unit",
    "file_pair",
    "javac_opinion",
    "member_name",
    "method_units",
    "row_units",
]


@dataclass(frozen=True)
class Unit:
    """One compilation.

    Attributes:
        name: Name of the file; None for a member alone.
        text: Text of the file or the member, UTF-8.
    """

    name: str | None
    text: bytes

    def compiled(
        self,
        jdk: Jdk,
        sourcepath: Sequence[str | Path],
        *,
        bytes_: bool = False,
        classpath: Sequence[str | Path] | None = None,
    ) -> Compilation:
        """Compile the text with javac.

        Args:
            sourcepath: Folders where javac finds further sources, for a whole file.
            bytes_: Keep the bytes of the class files.
            classpath: Class path to use instead of the compiler's.
        """
        if self.name is None:
            text = self.text.decode().removeprefix("\ufeff")
            return jdk.compile_member(text, bytes_=bytes_, classpath=classpath or None)
        units = {self.name: self.text}
        return jdk.compile(units, bytes_=bytes_, sourcepath=sourcepath, classpath=classpath or None)


def javac_opinion(compilation: Compilation) -> Opinion:
    """Return whether javac accepts the text; no opinion if it broke down."""
    if compilation.ok:
        return Opinion("accepted")
    first = compilation.diagnostics[0]
    if compilation.crashed:
        return Opinion("none", first.message)
    return Opinion("rejected", f"line {first.line}: {first.message}")


class Surroundings(Protocol):
    """A source of whole files for rows that do not have them, and of the folders with further sources."""

    def row(self, row: Row) -> Row:
        """Return the row with its whole mutated file.

        Raises:
            MutationError, ParseError, OSError: it is not available.
        """

    def source_path(self, row: Row) -> Path:
        """Return the folder with further sources for javac.

        Raises:
            MutationError: it is not known.
        """


class RowFiles:
    """The whole files of rows; the files read last are kept, since rows of one file are usually consecutive."""

    def __init__(
        self,
        sourcepath: Sequence[str | Path] = (),
        surroundings: Surroundings | None = None,
        encoding: str = UTF_8,
    ) -> None:
        """Take what is known in addition to the rows.

        Args:
            sourcepath: folders where javac finds further sources, for all rows.
            surroundings: has the whole files; None for those at the paths of the rows.
            encoding: Encoding of the files at the paths of the rows.
        """
        self._read = lru_cache(4)(partial(_readable, encoding))
        self._sourcepath, self._surroundings = tuple(sourcepath), surroundings

    def sourcepath(self, row: Row) -> tuple[str | Path, ...]:
        """Return the folders with further sources for a row.

        Raises:
            MutationError: the surroundings do not know the row.
        """
        extra = () if self._surroundings is None else (self._surroundings.source_path(row),)
        return (*self._sourcepath, *extra)

    def of(self, row: Row) -> tuple[bytes, bytes] | None:
        """Return the original and mutated file, taken from the row or its surroundings, otherwise read from its path.

        A file at its path counts if it still contains the original.

        Raises:
            MutationError, ParseError, OSError: the surroundings do not have them.
        """
        if self._surroundings is not None:
            row = self._surroundings.row(row)
        whole = row.original_file()
        if whole is not None and row.mutant_file is not None:
            return whole, row.mutant_file.encode()
        data = self._read(row.path) if row.path is not None else None
        end = row.offset + len(row.original.encode())
        if data is None or data[row.offset : end] != row.original.encode():
            return None
        return data, data[: row.offset] + row.mutant.encode() + data[end:]


def _readable(encoding: str, path: str) -> bytes | None:
    """Return the text of a file in UTF-8; None if it cannot be read, since rows may come from another machine."""
    try:
        return decoded(Path(path).read_bytes(), encoding)
    except (OSError, ParseError, ValueError):  # a NUL in the path is a ValueError
        return None


Pair = tuple[Unit, Unit]
"""The original and the mutant."""


def row_units(row: Row, files: tuple[bytes, bytes] | None) -> tuple[Pair, ...]:
    """Return the pairs of units that may be compiled for a row, the most conclusive one first; no pair for statements.

    Args:
        files: what `RowFiles` knows of the row.
    """
    original = row.original.encode()
    try:
        kind = SourceFile(original).kind
    except ParseError:
        return ()
    pairs = []
    if files is not None:
        pairs.append(file_pair(row.path, *files))
    if kind == "member":
        pairs.append((Unit(None, original), Unit(None, row.mutant.encode())))
    return tuple(pairs)


def method_units(method: Member, mutated: bytes) -> tuple[Pair, ...]:
    """Return the same as `row_units` for a method in its source.

    Args:
        mutated: the member that replaces the method.
    """
    source = method.source
    before, after = source.data[: method.start], source.data[method.end :]
    if source.kind == "statements":
        return ()
    if source.kind == "member":
        return ((Unit(None, source.data), Unit(None, before + mutated + after)),)
    alone = Unit(None, source.data[method.start : method.end]), Unit(None, mutated)
    return file_pair(source.path, source.data, before + mutated + after), alone


def member_name(text: bytes) -> str:
    """Return the name of a member of Java; "" if it has none, or the text is no member."""
    try:
        members = SourceFile(text).methods
    except ParseError:
        return ""
    return members[0].name if members else ""


def file_pair(path: str | None, original: bytes, mutant: bytes) -> Pair:
    """Return the units of a whole file and of its mutant."""
    name = _unit_name(path, original)
    return Unit(name, original), Unit(name, mutant)


_PUBLIC = re.compile(rb"\bpublic\s+(?:[\w-]+\s+)*(?:class|@?interface|enum|record)\s+(\w+)")


def _unit_name(path: str | None, whole: bytes) -> str:
    """Return the file name for javac, which must match the public class (JLS 7.6)."""
    name = PurePosixPath(path or "").name
    if name.endswith(".java") and name.isprintable():  # not bytes that are no UTF-8 (PEP 383)
        return name
    match = _PUBLIC.search(whole)
    return f"{match[1].decode() if match else 'Unit'}.java"
