"""Findings: faults of splits, each with both of its places."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from equimorph.datasets.summary import SCHEMA

__all__ = ["Finding", "Problem", "Seat"]

Problem: TypeAlias = Literal["leak", "overlap", "order", "split", "size", "clone"]
_REASONS: dict[Problem, str] = {
    "leak": "the {} side leaks from",
    "overlap": "its {} is also in",
    "order": "is later than",
    "split": "names another split:",
    "size": "the number of items is not the one that is written down:",
    "clone": "the {} side may be a clone of",
}


@dataclass(frozen=True)
class Seat:
    """The place of an item.

    Attributes:
        split: Split of the item.
        file: Name of the file in messages.
        line: 1-based; 0 for the whole file.
        id: Id of the item; "" for the whole file.
    """

    split: str
    file: str
    line: int
    id: str

    def __str__(self) -> str:
        """Return file and line."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Finding:
    """A fault of an item or a file.

    Attributes:
        problem: "leak" of a benchmark; "overlap" of two splits; "order", train later than test; "split", the row names
            another one; "size", different from ``datasets.json``; "clone", a leak in another form than the text, which
            is only a warning.
        what: The side that leaks, or what two splits share: "text", "group", "project" or "id"; else "".
        seat: Place of the item.
        other: The other place: an item of another split; for a leak benchmark, bug_id, hunk, kind and form; or the
            expected value.
    """

    problem: Problem
    what: str
    seat: Seat
    other: Seat | dict[str, Any]

    @property
    def name(self) -> str:
        """The problem and what it is about, such as "overlap text"."""
        return f"{self.problem} {self.what}".rstrip()

    @property
    def reason(self) -> str:
        """The fault, without the places."""
        return _REASONS[self.problem].format(self.what)

    def __str__(self) -> str:
        """Return the place, what is wrong, and the other place."""
        if isinstance(self.other, Seat):
            return f"{self.seat}: {self.reason} {self.other}"
        return (
            f"{self.seat}: {self.reason} {', '.join(f'{name} {value}' for name, value in self.other.items())}"
        )

    def to_row(self) -> dict[str, Any]:
        """Return the row of a file of findings."""
        other = asdict(self.other) if isinstance(self.other, Seat) else self.other
        return {
            "schema": SCHEMA,
            "problem": self.problem,
            "what": self.what,
            **asdict(self.seat),
            "other": other,
        }
