"""Bugs: a faulty method each, with its fix where it is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.rows.row import check_java
from mutators import MutationError

__all__ = ["SCHEMA", "Bug"]

SCHEMA = 1


@dataclass(frozen=True)
class Bug:
    """A faulty method: what the papers call a sample. A bug of a project may have several.

    Attributes:
        id: no two are the same; without a slash, since ``BUG/MUTANT`` is the id of a request.
        path: of the file, relative to the checkout, with slashes.
        name: of the method.
        start_line, end_line: 1-based lines of the method in the file.
        buggy: the text of the faulty method.
        fixed: that of the repaired one; None if it is not known.
        fault_lines: 1-based lines of `buggy` that the fix changes or deletes.
        omissions: 1-based lines of `buggy` before which the fix inserts.
        bug: the name of the bug, such as "Lang-1b"; None if it has none.
        project: such as "Lang"; None if it is not known.
        checkout: the path of the folder that holds the file; None if there is none.
        tests: tests that fail because of the bug, ``class::method``; None if that is not known.
        encoding: of the files of the checkout.
    """

    id: str
    path: str
    name: str
    start_line: int
    end_line: int
    buggy: str
    fixed: str | None
    fault_lines: tuple[int, ...]
    omissions: tuple[int, ...] = ()
    bug: str | None = None
    project: str | None = None
    checkout: str | None = None
    tests: tuple[str, ...] | None = None
    encoding: str = "utf-8"

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Bug:
        """Read a row of ``bugs.jsonl``.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        check_java(data)
        id, method = _text(data, "id"), data.get("method")
        if "/" in id or not id:
            raise MutationError(f"field 'id' is {id!r}: it must be a text without a slash")
        if not isinstance(method, Mapping):
            raise MutationError("field 'method' is not an object with name, start_line and end_line")
        first, last = _line(method, "start_line"), _line(method, "end_line")
        tests = data.get("tests")
        if not (
            tests is None or (isinstance(tests, list | tuple) and all(isinstance(t, str) for t in tests))
        ):
            raise MutationError("field 'tests' is not a list of texts")
        return cls(
            id,
            _text(data, "path"),
            _text(method, "name"),
            first,
            last,
            _text(data, "buggy"),
            _optional(data, "fixed"),
            _lines(data, "fault_lines"),
            _lines(data, "omissions"),
            _optional(data, "bug"),
            _optional(data, "project"),
            _optional(data, "checkout"),
            None if tests is None else tuple(tests),
            _optional(data, "encoding") or "utf-8",
        )

    def to_row(self) -> dict[str, Any]:
        """Return the row of ``bugs.jsonl``."""
        return {
            "schema": SCHEMA,
            "id": self.id,
            "bug": self.bug,
            "project": self.project,
            "path": self.path,
            "method": {"name": self.name, "start_line": self.start_line, "end_line": self.end_line},
            "buggy": self.buggy,
            "fixed": self.fixed,
            "fault_lines": list(self.fault_lines),
            "omissions": list(self.omissions),
            "checkout": self.checkout,
            "tests": None if self.tests is None else list(self.tests),
            "encoding": self.encoding,
        }


def _text(data: Mapping[str, Any], name: str) -> str:
    found = _optional(data, name)
    if found is None:
        raise MutationError(f"no field {name!r}")
    return found


def _optional(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    try:
        if value is not None:
            value.encode("utf-8", "surrogateescape" if name in ("path", "checkout") else "strict")
    except (AttributeError, UnicodeEncodeError):
        raise MutationError(f"field {name!r} is not a text") from None
    return value if value is None else str(value)


def _line(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if not _is_line(value):
        raise MutationError(f"field {name!r} of 'method' is not a line from 1")
    return int(str(value))


def _lines(data: Mapping[str, Any], name: str) -> tuple[int, ...]:
    found = data.get(name, [])
    if not (isinstance(found, list | tuple) and all(_is_line(line) for line in found)):
        raise MutationError(f"field {name!r} is not a list of lines from 1")
    return tuple(found)


def _is_line(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
