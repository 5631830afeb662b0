"""Inputs of a generator: descriptions in natural language, with an id each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.cote.errors import CoteError
from equimorph.rows.tables import Failed, RowCount, Rows, read_rows

__all__ = ["Input", "Inputs", "read_inputs"]


@dataclass(frozen=True)
class Input:
    """A description that a generator makes a program of.

    Attributes:
        id: Unique id.
        text: Text in natural language.
    """

    id: str
    text: str

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Input:
        """Return the input of a row with ``id`` and ``input``; a whole number as its id counts as a text.

        Raises:
            CoteError: a field is missing, empty, or no text.
        """
        id, text = data.get("id"), data.get("input")
        if isinstance(id, int) and not isinstance(id, bool):
            id = str(id)
        for name, value in (("id", id), ("input", text)):
            if not isinstance(value, str):
                raise CoteError(f"no {name!r}" if value is None else f"{name!r} is no text")
            if not value.strip():
                raise CoteError(f"{name!r} is empty")
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise CoteError(f"{name!r} is no text: {error.reason}") from error
        assert isinstance(id, str)
        assert isinstance(text, str)
        return cls(id, text)

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {"id": self.id, "input": self.text}


_MUTANT = re.compile(r"(.*)/\d+:[a-z]+", re.DOTALL)
"""The id of a mutant's row."""
Inputs = Rows | Iterable[str]
"""A file of rows, rows, or texts; the ids of texts are their numbers, from 1."""


def read_inputs(inputs: Inputs, failed: Failed, count: RowCount | None = None) -> list[Input]:
    """Return the inputs of a file or of rows; bad rows are reported, and the rest continues.

    Raises:
        CoteError: an input has the id that a mutant of another one may have.
        OSError, ModuleNotFoundError: the file cannot be read.
    """
    rows: Any = inputs
    if isinstance(inputs, Iterable) and not isinstance(inputs, str):
        rows = (
            {"id": str(at), "input": item} if isinstance(item, str) else item
            for at, item in enumerate(inputs, 1)
        )
    all_inputs = list(read_rows(rows, Input.from_row, failed, count, key=lambda item: item.id))
    ids = {item.id for item in all_inputs}
    for entry in all_inputs:
        if (like := _MUTANT.fullmatch(entry.id)) and like[1] in ids:
            raise CoteError(
                f"the id {entry.id!r} is that of a mutant of {like[1]!r}: give the input another one"
            )
    return all_inputs
