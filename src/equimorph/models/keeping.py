"""Answers that are kept: rows that say which model answered which request, so that nobody has to be asked again.

Each row has the field `asked`, a hash of the model's identity, the request and the answer. It is right only for the same model
and request, and for an answer that nobody has changed; so rows of any earlier run can be looked through.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equimorph.models.exchange import Endpoint
from equimorph.models.protocol import Answer, Request
from equimorph.rows.jsonl import JsonLine, json_lines
from equimorph.rows.tables import RowIndex, stored

__all__ = ["Kept", "Marks", "opened_output"]

_ASKED = "asked"
_APART = frozenset({_ASKED, "model"})
"""Fields that the hash leaves out: itself, and the name that a model may say only later."""
_DIGITS = 16


class Marks:
    """The hashes of the answers of a model.

    Args:
        model: The model.
    """

    def __init__(self, model: Endpoint) -> None:
        self._model = _plain(dict(model.identity))

    def row(self, request: Request, answer: Answer) -> dict[str, Any]:
        """Return the row of an answer, with its hash."""
        row = answer.to_row()
        return {**row, _ASKED: self._hash(request, row)}

    def holds(self, request: Request, row: Mapping[str, Any]) -> bool:
        """Return whether a row is an answer of the model to a request."""
        return row.get(_ASKED) == self._hash(request, row)

    def _hash(self, request: Request, row: Mapping[str, Any]) -> str:
        answer = {name: value for name, value in row.items() if name not in _APART}
        text = "\n".join((self._model, _plain(request.to_row()), _plain(answer)))
        return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _plain(data: object) -> str:
    return json.dumps(data, sort_keys=True)


class Kept:
    """Earlier answers, in a complete output and in the part that is written again.

    Args:
        marks: The hashes of the model's answers.
        again: Whether requests whose answer is an error are asked again.
        output: Rows of the complete output by the id of the request; None without a complete output.

    Attributes:
        part: Rows of the part by the id of the request.
    """

    def __init__(self, marks: Marks, again: bool, output: RowIndex | None = None) -> None:
        self.marks = marks
        self._again, self._output = again, output
        self.part: Mapping[str, Mapping[str, Any]] = {}

    def read_part(self, path: Path) -> None:
        """Read the rows of a part, which may not be there. They are all in memory."""
        self.part = {}
        if path.is_file():
            with path.open("rb") as stream:
                rows = [line.data for line in json_lines(stream) if line.error is None]
            self.part = {str(row.get("id")): row for row in rows}

    def answer(self, request: Request) -> tuple[Answer | None, Answer | None]:
        """Return the answer to a request; or None, and an answer with an error, which may be None, too."""
        failed = None
        for row in self._rows(request.id):
            if self.marks.holds(request, row):
                answer = Answer.from_row(row)
                if answer.error is None or not self._again:
                    return answer, None
                failed = answer
        return None, failed

    def _rows(self, id: str) -> Iterator[Mapping[str, Any]]:
        if id in self.part:
            yield self.part[id]
        if self._output is not None:
            yield from (line.data for line in self._output.rows(id))


@contextmanager
def opened_output(path: Path) -> Iterator[RowIndex]:
    """Open a complete output; only the places of its rows are in memory.

    Raises:
        OSError: it cannot be read.
    """

    def key(line: JsonLine) -> str | None:
        id = None if line.error is not None else line.data.get("id")
        return id if isinstance(id, str) else None

    with stored(path) as place, place.open("rb") as stream:
        yield RowIndex(stream, key)
