"""Samples of a benchmark and items of the training data; each has two sides, buggy and fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "FORMS",
    "KINDS",
    "LANGUAGE",
    "LEVELS",
    "SHAPES",
    "Direction",
    "FormName",
    "Item",
    "Kind",
    "Level",
    "Sample",
    "text_of",
]

Level: TypeAlias = Literal["pair", "buggy", "fixed"]
"""The sides that must be found: both in the same item, or one alone (leakage study, section 1.2)."""
Kind: TypeAlias = Literal["exact", "inside", "contains"]
"""The relation of a side to the item's: it equals it, is inside it, or contains it."""
FormName: TypeAlias = Literal["text", "renamed", "canonical", "near"]
"""The compared form: the text without blanks and comments (the paper's), or a form in which clones are equal or near."""
Direction: TypeAlias = Literal["inside", "either"]
"""Whether the benchmark's side must be inside the item's (leakage study, section 1.2), or may also contain it (section 3.5)."""

LEVELS: tuple[Level, ...] = ("pair", "buggy", "fixed")
KINDS: tuple[Kind, ...] = ("exact", "inside", "contains")
FORMS: tuple[FormName, ...] = ("text", "renamed", "canonical", "near")
LANGUAGE = "java"
"""The language of texts where nobody names another one."""


SHAPES: tuple[tuple[str, str], ...] = (
    ("buggy", "fixed"),
    ("buggy_line", "fixed_line"),
    ("buggy_method", "fixed_method"),
    ("buggy_class", "fixed_class"),
)
"""The fields of the two sides in the rows of bugs and of the data sets of `datasets mine`."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the training data.

    Attributes:
        file: File of the item, as it was given, or its path in the given folder.
        row: 1-based; of a file of rows the line, of a file with one item 1.
        id: Id in the row, or None.
        buggy: The side before the fix, as bytes of its file, or of UTF-8 (`text_of`); None if the format lacks this
            side; b"" is an empty side.
        fixed: The side after the fix; the only side of data that has no bugs.
    """

    file: str
    row: int
    id: str | None
    buggy: bytes | None
    fixed: bytes | None


@dataclass(frozen=True, slots=True)
class Sample:
    """A piece of a bug of a benchmark: one of its hunks, methods or classes.

    Attributes:
        benchmark: its name, such as Defects4J.
        bug_id: such as Lang-1.
        hunk: 1-based, among the pieces of the bug.
        buggy, fixed: see `Item`; the fix is the reference, or what a system made.
        repaired: whether the system repaired the bug; None if nobody said it.
        fixed_by: whose fix it is.
        language: Language of its sides, by whose rules the training data is read for it.
    """

    benchmark: str
    bug_id: str
    hunk: int
    buggy: bytes | None
    fixed: bytes | None
    repaired: bool | None = None
    fixed_by: Literal["reference", "system"] = "reference"
    language: str = LANGUAGE


def text_of(value: str) -> bytes:
    """Return a text of JSON as bytes; half a character, which UTF-8 cannot hold, stays recognisable."""
    return value.encode("utf-8", "surrogatepass")
