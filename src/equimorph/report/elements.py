"""Mutants in the format of mutation-testing-elements, which viewers and dashboards of other tools read (schema version 2).

The format has one status for each mutant, from a run of tests. Rows have it as `equimorph kill` writes it; without one a
breaking mutant is *Pending*. A preserving mutant is *Ignored* unless a test fails on it: it should survive, and does not count
in any score. Lines and columns count from 1, columns in UTF-16 code units, as the viewers count them; the end is exclusive.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.pages.data import units
from equimorph.report.mutants import bad_row
from equimorph.report.writing import Files, Written, each_line, file_paths
from equimorph.rows.jsonl import JsonLine
from equimorph.rows.row import Row, parse_row
from equimorph.runs.manifests import write_manifest
from equimorph.version import __version__
from mutators import RecordMismatch
from parsers import ParseError, SourceFile
from parsers.encoding import declared, decoded
from parsers.language import find_language

__all__ = ["elements", "write_elements"]

_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")
_STATUS = {
    "killed": "Killed",
    "survived": "Survived",
    "timeout": "Timeout",
    "does_not_compile": "CompileError",
    "error": "RuntimeError",
}
_PRESERVING = "preserving: it behaves as the original does, so no test fails because of it"
_BUT_FOR_OUTPUT = "preserving but for output: only a test that reads what is printed can fail because of it"
_NOT_TESTED = "no tests were run on it"


def elements(
    rows: Iterable[Mapping[str, Any]],
    *,
    sources: str | PathLike[str] | None = None,
    encoding: str | None = None,
) -> dict[str, Any]:
    """Return the report of some rows, as plain data for JSON.

    Args:
        rows: Rows of mutants, as `em.row` makes them; with a `status`, as `kill` sets it, or without.
        sources: the folder to which the paths of rows without `mutant_file` are relative; the working folder for None.
        encoding: Encoding of the files in that folder; by default UTF-8, or what a Python file declares.

    Raises:
        MutationError: a row is inconsistent, or its whole file is not available; names the row, counted from 1.
    """
    builder = _Elements(Path() if sources is None else Path(sources), encoding)
    for number, row in enumerate(rows, 1):
        builder.add(parse_row(row, number))
    return builder.data()


def write_elements(
    paths: Files,
    out: str | PathLike[str],
    *,
    sources: str | PathLike[str] | None = None,
    encoding: str | None = None,
    failed: Callable[[str], None] | None = None,
    progress: Callable[[Iterable[JsonLine], Path], Iterable[JsonLine]] = lambda lines, _: lines,
) -> Written:
    """Write the report of files of mutants, completely or not at all.

    Args:
        paths: JSON Lines files of mutants.
        out: the JSON file.
        sources, encoding: see `elements`.
        failed, progress: see `write`.

    Raises:
        MutationError: see `elements`, if there is no `failed`; names file and line.
        OSError: a file cannot be read or written.
    """
    made, failures = _Elements(Path() if sources is None else Path(sources), encoding), 0
    for path in file_paths(paths):
        failures += each_line(
            path, lambda line: made.add(parse_row(line.data, line.number)), failed, progress
        )
    write_manifest(Path(out), made.data())
    return Written(len(made), 0, failures)


class _Elements:
    """The collected rows; paths are relative to `folder`, whose files have an encoding as in `elements`."""

    def __init__(self, folder: Path, encoding: str | None) -> None:
        self._folder, self._encoding = folder, encoding
        self._files: dict[str, _File] = {}
        self._mutants: dict[str, list[dict[str, Any]]] = {}
        self._ids: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._mutants.values()))

    def add(self, row: Row) -> None:
        """Take a row in.

        Raises:
            MutationError: the row is inconsistent, or its whole file is not available.
        """
        row.check()
        name, file = self._file(row)
        self._ids[row.id] += 1
        count = self._ids[row.id]  # equal methods at two places have mutants of one id
        start, end = file.range(row)
        status, reason = _status(row)
        mutant: dict[str, Any] = {
            "id": row.id if count == 1 else f"{row.id}.{count}",
            "mutatorName": row.mutation.mutator,
            "description": _description(row),
            "replacement": _replacement(row),
            "location": {"start": file.position(start), "end": file.position(end)},
            "status": status,
            "statusReason": reason,
        }
        seconds = row.data.get("seconds")
        if isinstance(seconds, int | float):
            mutant["duration"] = round(1000 * seconds)
        self._mutants.setdefault(name, []).append(mutant)

    def _file(self, row: Row) -> tuple[str, _File]:
        """Return the original file of a row with its name, which is relative where that is possible."""
        data = row.original_file()
        if data is None:
            data = self._read(row)
        digest = hashlib.sha256(data).hexdigest()
        suffix = "".join(find_language(row.language).suffixes[:1])
        name = f"text-{digest[:12]}{suffix}" if row.path is None else Path(row.path).as_posix()
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = _File(data, name, row.language)
        if file.data != data:
            raise bad_row(row, f"another text of {name} than rows before it have: of another version?")
        return name, file

    def _read(self, row: Row) -> bytes:
        if row.path is None:
            raise bad_row(row, "neither a file (mutate --full) nor a path: its whole source is not to be had")
        path = self._folder / row.path
        if (entry := self._files.get(Path(row.path).as_posix())) is not None:
            data = entry.data
        else:
            try:
                data = path.read_bytes()
                encoding = self._encoding or declared(data, row.language, str(path))
                data = decoded(data, encoding, str(path))
            except ParseError as error:
                raise bad_row(row, str(error)) from error
            except OSError as error:
                hint = "give the folder of the paths (--sources), or rows with the file (mutate --full)"
                raise bad_row(row, f"{path}: {error.strerror}; {hint}") from error
        original = row.original.encode()
        if data[row.offset : row.offset + len(original)] != original:
            raise bad_row(
                row, f"{path} has another text at byte {row.offset} than the row: of another version?"
            )
        return data

    def data(self) -> dict[str, Any]:
        files = {
            name: {"language": file.language, "source": file.text, "mutants": self._mutants[name]}
            for name, file in self._files.items()
            if name in self._mutants
        }
        return {
            "schemaVersion": "2",
            "thresholds": {"high": 80, "low": 60},
            "framework": {"name": "equimorph", "version": __version__},
            "files": files,
        }


class _File:
    """A whole original.

    Raises:
        RecordMismatch: it is not UTF-8.
    """

    def __init__(self, data: bytes, name: str, language: str) -> None:
        try:
            self._source = SourceFile(data, name, language)
        except ParseError as error:
            raise RecordMismatch(str(error)) from error
        self.data, self.text = data, self._source.text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @property
    def language(self) -> str:
        """Its name, as highlighters know it."""
        return self._source.language

    def range(self, row: Row) -> tuple[int, int]:
        """Return the bytes from the first edit of a row to the last one."""
        edits = row.mutation.edits
        return row.offset + edits[0].start, row.offset + max(edit.end for edit in edits)

    def position(self, offset: int) -> dict[str, int]:
        """Return the line and the column of a byte offset."""
        at = self._source.char_offset(offset)
        line = bisect_right(self._starts, at)
        return {"line": line, "column": units(self.text[self._starts[line - 1] : at]) + 1}


def _replacement(row: Row) -> str:
    edits, mutant = row.mutation.edits, row.mutant.encode()
    behind = len(row.original.encode()) - max(edit.end for edit in edits)
    return mutant[edits[0].start : len(mutant) - behind].decode()


def _description(row: Row) -> str:
    method = row.data.get("method")
    name = method.get("name") if isinstance(method, Mapping) else None
    relation = row.data.get("relation", "unknown relation")
    return f"{row.mutation.mutator} in {name or 'statements'} ({relation})"


def _status(row: Row) -> tuple[str, str]:
    status, reason = row.data.get("status"), row.data.get("status_reason")
    if not (status is None or status in _STATUS):
        raise bad_row(row, f"status {status!r} is none of {', '.join(_STATUS)}")
    relation = row.data.get("relation")
    if relation == "preserving" and status in (None, "survived"):
        return "Ignored", _PRESERVING
    if relation == "preserving-but-for-output" and status in (None, "survived", "killed", "timeout"):
        return "Ignored", _BUT_FOR_OUTPUT
    if status is None:
        return "Pending", _NOT_TESTED
    return _STATUS[status], str(
        reason or ("no test fails" if status == "survived" else status.replace("_", " "))
    )
