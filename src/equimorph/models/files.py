"""Answers that were made elsewhere, in a file."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.models.exchange import Connection, Endpoint, Hello
from equimorph.models.protocol import Answer, Request
from equimorph.rows.jsonl import JsonLine
from equimorph.rows.tables import BadRow, Failed, RowIndex, stored
from mutators import MutationError

__all__ = ["AnswerFile", "answer_file"]


@dataclass(frozen=True)
class AnswerFile(Endpoint):
    """The answers of one model in a file that is open; see `answer_file`.

    Attributes:
        file: Name of the file.
        sha256: SHA-256 of its contents.
        model: Name of the model.
        rows: Places of rows by id; only the places are in memory, not the rows.
    """

    file: str
    sha256: str
    model: str
    rows: RowIndex

    @property
    def label(self) -> str:
        """The name of the model."""
        return self.model

    @property
    def identity(self) -> Mapping[str, Any]:
        """The file and its content."""
        return {"answers": self.file, "name": self.model, "sha256": self.sha256}

    def connect(self, hello: Hello) -> Connection:
        """Return a connection; only one can be used at a time."""
        return _FileConnection(self)


@dataclass
class _FileConnection:
    model: AnswerFile

    def ask(self, request: Request) -> Answer:
        for line in self.model.rows.rows(request.id):
            answer = Answer.from_row(line.data, self.model.label)
            return replace(answer, candidates=answer.candidates[: request.k])
        return Answer(request.id, self.model.label, (), f"no answer in {self.model.file}")

    def stop(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing: the file is not ours."""


@contextmanager
def answer_file(
    path: str | PathLike[str],
    failed: Failed,
    ids: Collection[str] | None = None,
    name: str | None = None,
    label: str | None = None,
) -> Iterator[AnswerFile]:
    """Open a file of answers: JSON Lines, compressed or not, or Parquet.

    Bad rows are reported, and left out: no JSON, a missing field, a second answer to a request, an answer to an unknown one.

    Args:
        failed: Gets the bad rows.
        ids: Ids of the requests; None if they are not known.
        name: Name of the model: rows of others are left out, rows without a name are its own. None: the file has one
            model's answers, whose rows may lack the name; then the file's name is used.
        label: Name of the file in messages, if not its path.

    Raises:
        MutationError: there are answers of several models, and no name.
        OSError, ModuleNotFoundError: the file cannot be read.
    """
    file, path = label or str(path), Path(path)
    default_name = name or path.name.partition(".")[0] or "answers"
    seen, models = set[str](), set[str]()

    def key(line: JsonLine) -> str | None:
        try:
            if line.error is not None:
                raise MutationError(line.error)
            answer = Answer.from_row(line.data, default_name)
            models.add(answer.model)
            if name is not None and answer.model != name:
                return None
            if answer.id in seen:
                raise MutationError(f"a second answer to {answer.id!r}")
            if ids is not None and answer.id not in ids:
                raise MutationError(f"no request {answer.id!r}")
        except MutationError as error:
            failed(BadRow(file, line.number, str(error)))
            return None
        seen.add(answer.id)
        return answer.id

    with stored(path) as place, place.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        stream.seek(0)
        rows = RowIndex(stream, key)
        if name is None and len(models) > 1:
            several = ", ".join(sorted(models))
            raise MutationError(f"{file}: has answers of several models: {several}; name one (--name)")
        yield AnswerFile(file, sha256, next(iter(models), default_name) if name is None else name, rows)
