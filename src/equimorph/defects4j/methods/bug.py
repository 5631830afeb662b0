"""Bugs: a faulty method each, with its fix where it is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from equimorph.defects4j.methods.scope import FIX_SCOPES, FixScope
from equimorph.rows.row import language_of_row
from mutators import MutationError

__all__ = ["SCHEMA", "Bug", "Part", "together"]

SCHEMA = 1


@dataclass(frozen=True)
class Part:
    """One of several faulty methods of a file that make one bug together.

    Attributes:
        name: Name of the method.
        start_line, end_line: 1-based lines of the method in the file.
        first, last: 1-based lines of it in `buggy`, in which the methods follow each other with a blank line between them.
    """

    name: str
    start_line: int
    end_line: int
    first: int
    last: int

    @classmethod
    def from_row(cls, data: object) -> Part:
        """Read an item of `members`.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        if not isinstance(data, Mapping):
            raise MutationError("field 'members' is not a list of objects")
        lines = data.get("lines")
        if not (isinstance(lines, list | tuple) and len(lines) == 2 and all(map(_is_line, lines))):
            raise MutationError("field 'lines' of 'members' is not [first, last]")
        return cls(
            _text(data, "name"),
            _line(data, "start_line"),
            _line(data, "end_line"),
            int(lines[0]),
            int(lines[1]),
        )

    def to_row(self) -> dict[str, Any]:
        """Return the item of `members`."""
        return {
            **{"name": self.name, "start_line": self.start_line, "end_line": self.end_line},
            "lines": [self.first, self.last],
        }


@dataclass(frozen=True)
class Bug:
    """A faulty method: what the papers call a sample. A bug of a project may have several; `together` makes one of them.

    Attributes:
        id: Unique id without a slash, since ``BUG/MUTANT`` is the id of a request.
        path: Path of the file, relative to the checkout, with slashes.
        name: Name of the method.
        start_line, end_line: 1-based lines of the method in the file.
        buggy: Text of the faulty method.
        fixed: Text of the repaired method; None if it is not known.
        fault_lines: 1-based lines of `buggy` that the fix changes or deletes.
        omissions: 1-based lines of `buggy` before which the fix inserts.
        bug: Name of the bug, such as "Lang-1b"; None if it has none.
        project: Name of the project, such as "Lang"; None if it is not known.
        checkout: Path of the folder that holds the file; None if there is none. In a file of bugs, it is relative to
            the folder of that file (`equimorph.defects4j.methods.placing`).
        tests: Tests that fail because of the bug, ``class::method``; None if that is not known.
        encoding: Encoding of the files of the checkout.
        fix_scope: Whether `fixed` is the whole fix ("method"), or what else the fix needs; None if it is not known.
        members: The methods of a bug with several, one by one; `buggy` and `fixed` have all of them, and `name` and
            lines describe the first. Empty for one method.
        language: Language of the texts.
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
    fix_scope: FixScope | None = None
    members: tuple[Part, ...] = ()
    language: str = "java"

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Bug:
        """Read a row of ``bugs.jsonl``.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
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
            _scope(data.get("fix_scope")),
            _parts(data.get("members"), _text(data, "buggy")),
            language_of_row(data),
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
            "fix_scope": self.fix_scope,
            "checkout": self.checkout,
            "tests": None if self.tests is None else list(self.tests),
            "encoding": self.encoding,
            **({"members": [part.to_row() for part in self.members]} if self.members else {}),
            **(
                {} if self.language == Bug.language else {"language": self.language}
            ),  # as older files of Java
        }

    @property
    def parts(self) -> tuple[Bug, ...]:
        """Several methods together, each as a bug of its own without its repaired text; the bug itself if it is one method."""
        lines = _LINE.findall(self.buggy)
        return tuple(
            replace(
                self,
                name=part.name,
                start_line=part.start_line,
                end_line=part.end_line,
                buggy="".join(lines[part.first - 1 : part.last]).rstrip("\r\n"),
                fixed=None,
                fault_lines=_within(self.fault_lines, part),
                omissions=_within(self.omissions, part),
                members=(),
            )
            for part in self.members
        ) or (self,)


_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def _within(lines: Iterable[int], part: Part) -> tuple[int, ...]:
    return tuple(line - part.first + 1 for line in lines if part.first <= line <= part.last)


def together(bugs: Sequence[Bug]) -> Bug:
    """Return the bug that several faulty methods of one file make together: a text with all of them, in their order in the file."""
    ordered = sorted(bugs, key=lambda bug: bug.start_line)
    first = ordered[0]
    gap = "\r\n\r\n" if "\r\n" in first.buggy else "\n\n"
    at, parts, lines, omissions = 1, list[Part](), list[int](), list[int]()
    for bug in ordered:
        count = len(_LINE.findall(bug.buggy))
        parts.append(Part(bug.name, bug.start_line, bug.end_line, at, at + count - 1))
        lines += [line + at - 1 for line in bug.fault_lines]
        omissions += [line + at - 1 for line in bug.omissions]
        at += count + 1
    return replace(
        first,
        id=f"{first.id.rpartition(':')[0]}:{'+'.join(str(bug.start_line) for bug in ordered)}",
        buggy=gap.join(bug.buggy for bug in ordered),
        fixed=gap.join(bug.fixed or "" for bug in ordered),
        fault_lines=tuple(lines),
        omissions=tuple(omissions),
        members=tuple(parts),
    )


def _parts(rows: object, text: str) -> tuple[Part, ...]:
    if rows is None:
        return ()
    if not isinstance(rows, list | tuple):
        raise MutationError("field 'members' is not a list of objects")
    parts = tuple(map(Part.from_row, rows))
    count = len(_LINE.findall(text))
    if len(parts) == 1 or any(not part.first <= part.last <= count for part in parts):
        raise MutationError("field 'members' does not fit the text 'buggy'")
    return parts


def _scope(value: object) -> FixScope | None:
    choice = next((scope for scope in FIX_SCOPES if scope == value), None)
    if choice is not None or value is None:
        return choice
    raise MutationError(f"field 'fix_scope' is {value!r}, not one of {', '.join(FIX_SCOPES)}")


def _text(data: Mapping[str, Any], name: str) -> str:
    value = _optional(data, name)
    if value is None:
        raise MutationError(f"no field {name!r}")
    return value


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
    values = data.get(name, [])
    if not (isinstance(values, list | tuple) and all(_is_line(line) for line in values)):
        raise MutationError(f"field {name!r} is not a list of lines from 1")
    return tuple(values)


def _is_line(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
