"""Answers that name their mutants: rows with the `id` of a mutant, joined with the rows of a file of mutants."""

from __future__ import annotations

from typing import BinaryIO

from equimorph.rows.jsonl import JsonLine
from equimorph.rows.tables import RowIndex
from mutators import RecordMismatch

_PLACE = ("bug", "path", "offset")
"""Fields that distinguish rows with the same id, for example rows of the same method in two files."""


class MutantRows:
    """The rows of a file of mutants by id; the file is open, only places in it are in memory."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        """Read the file once.

        Args:
            name: Name of the file, for messages.
            stream: the file, opened for reading bytes; it can be read more than once.

        Raises:
            OSError: it cannot be read.
            RecordMismatch: a line is no JSON object; names the line.
        """
        self._name = name

        def id_of(line: JsonLine) -> str | None:
            if line.error is not None:
                raise RecordMismatch(f"{name}: line {line.number}: {line.error}")
            id = line.data.get("id")
            return id if isinstance(id, str) else None

        self._index = RowIndex(stream, id_of)

    def joined(self, answer: JsonLine) -> JsonLine:
        """Return an answer with the fields of its mutant's row; a line that is not a JSON object is returned unchanged.

        Raises:
            RecordMismatch: the answer has no `id`; no mutant has it, or several do; or a field of the answer differs
                from the mutant's field.
        """
        if answer.error is not None:
            return answer
        id = answer.data.get("id")
        if not isinstance(id, str):
            raise RecordMismatch(f"no field 'id' with the id of a mutant of {self._name}")
        found = [row for row in self._index.rows(id) if all(_agrees(row, answer, name) for name in _PLACE)]
        if len(found) != 1:
            numbers = ", ".join(str(row.number) for row in found[:9])
            several = (
                f"several mutants {id}, in lines {numbers}; name the one with a field path, offset or bug"
            )
            raise RecordMismatch(f"{self._name}: {several if found else f'no mutant {id}'}")
        [mutant] = found
        for name in mutant.data:
            if not _agrees(mutant, answer, name):
                raise RecordMismatch(f"field {name!r} is not that of mutant {id} in {self._name}")
        return JsonLine(answer.number, {**mutant.data, **answer.data})


def _agrees(mutant: JsonLine, answer: JsonLine, name: str) -> bool:
    """Return whether the answer lacks the field, or has the same value as the mutant."""
    return name not in answer.data or answer.data[name] == mutant.data.get(name)
