"""The sides of a row with named columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.leakage.samples import SHAPES, Item, text_of
from mutators import MutationError

_CODE = ("code", "original_string", "func_code_string", "whole_func_string", "content")
"""Columns with code of data that know no bugs: CodeSearchNet, its copy on the Hugging Face hub, The Stack."""
_URLS = ("url", "func_code_url")


_KNOWN = f"{', '.join(' with '.join(shape) for shape in SHAPES)}, or one of {', '.join(_CODE)}"


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the columns.

    Attributes:
        buggy, fixed: The columns of the sides; None for a missing side.
        id: The column of the item's name; None if items have none.
        named: Whether the column `id` was named explicitly; otherwise a row need not have it.
    """

    buggy: str | None = "buggy"
    fixed: str | None = "fixed"
    id: str | None = "id"
    named: bool = False

    @classmethod
    def of(cls, fields: Mapping[str, str], default: Fields) -> Fields:
        """Return the named columns, by their role: buggy, fixed, id. A side that is not named is missing.

        Args:
            fields: The names.
            default: The format's own columns; its `id` stays if no other is named.

        Raises:
            MutationError: a key is another one, or no side is named.
        """
        for key in fields:
            if key not in ("buggy", "fixed", "id"):
                raise MutationError(f"fields name the column of buggy, fixed or id, not of {key!r}")
        if "buggy" not in fields and "fixed" not in fields:
            raise MutationError("fields name no side: give buggy=COLUMN, fixed=COLUMN or both")
        return cls(fields.get("buggy"), fields.get("fixed"), fields.get("id", default.id), "id" in fields)

    def at(self, names: Collection[str]) -> Fields:
        """Return the columns of a row or table; by default, the first of our shapes that it has, or else its code alone."""
        if self != Fields() or {"buggy", "fixed"} & {*names}:
            return self
        match = next((shape for shape in SHAPES if {*shape} <= {*names}), None)
        if match is not None:
            return Fields(*match)
        code = next((name for name in _CODE if name in names), None)
        return self if code is None else Fields(None, code, next((n for n in _URLS if n in names), "id"))

    def wanted(self) -> list[str]:
        """Return the columns that must be there."""
        columns = (self.buggy, self.fixed, self.id if self.named else None)
        return [name for name in dict.fromkeys(columns) if name is not None]


def lacking(fields: Fields, names: Sequence[str]) -> str | None:
    """Return a wanted column that a table lacks, or has twice; None if all is well."""
    for name in fields.at(names).wanted():
        if name not in names:
            shown = ", ".join(name if name.isprintable() else ascii(name) for name in names)
            advice = (
                f"; known are {_KNOWN}; for others give fields, such as fixed=NAME"
                if fields == Fields()
                else ""
            )
            return f"no column {name!r}; there are: {shown or 'none'}{advice}"
        if list(names).count(name) > 1:
            return f"column {name!r} is there twice"
    return None


def item_of(data: Mapping[str, Any], fields: Fields, file: str, row: int) -> Item:
    """Return the item of a row with named columns.

    Args:
        data: the row; bytes count as a text.
        fields: which columns have what.
        file, row: see `Item`.

    Raises:
        MutationError: a column is missing, or its value is not of its type.
    """
    fields = fields.at(data)
    buggy = None if fields.buggy is None else _side(data, fields.buggy)
    fixed = None if fields.fixed is None else _side(data, fields.fixed)
    return Item(file, row, _id(data, fields), buggy, fixed)


def _side(data: Mapping[str, Any], column: str) -> bytes:
    try:
        value = data[column]
    except KeyError:
        names = ", ".join(map(str, data)) or "none"
        raise MutationError(f"no field {column!r}; there are: {names}") from None
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, bytes):
        return value
    raise MutationError(f"field {column!r} is not a text")


def _id(data: Mapping[str, Any], fields: Fields) -> str | None:
    """Return the name of a row: a text, or a number as a text. Two rows may have the same; nothing is looked up by it."""
    if fields.id is None:
        return None
    if fields.named and fields.id not in data:
        raise MutationError(f"no field {fields.id!r}")
    value = data.get(fields.id)
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise MutationError(f"field {fields.id!r} is neither a text nor a whole number")
