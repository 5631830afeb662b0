"""The mutants of a page: the text of each member once, each mutant as the edits of its record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from equimorph.pages.data import Interned, near, units
from equimorph.rows.row import Row
from mutators import Edit, RecordMismatch

# `mutant_file` is left out: with it a page would hold every file once for each of its mutants.
_SHOWN = {
    *("id", "path", "method", "mutator", "relation", "original", "mutant", "mutation", "offset"),
    *("fault_lines", "mutant_file", "language"),
}
_SHORT = 60
"""Up to this many characters, a text of a further field is not worth comparing with the member's."""


class _Member(NamedTuple):
    """A text that was mutated, and its place; lines are 1-based, None if the row lacks them."""

    path: str | None
    name: str
    start_line: int | None
    offset: int
    text: str
    language: str


class _Record(NamedTuple):
    seed: str
    version: str
    params: str
    assumptions: tuple[str, ...]


class _Faults(NamedTuple):
    """The row's fault lines; none without any in the member."""

    original: tuple[int, ...] = ()
    mutant: tuple[int, ...] = ()
    touched: bool = False


class Mutants:
    """The collected rows.

    Offsets in the data are UTF-16 code units, as in the browser's strings.
    """

    def __init__(self) -> None:
        self._members = Interned[_Member]()
        self._mutators, self._relations = Interned[str](), Interned[str]()
        self._verdicts, self._fields, self._files = Interned[str](), Interned[str](), Interned[str]()
        self._proofs = Interned[str]()
        self._records, self._faults = Interned[_Record](), Interned[_Faults]()
        self._rows: list[list[Any]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Row, file: str | None = None) -> None:
        """Take a row in.

        Args:
            row: Row of a mutant.
            file: the name of the file that it comes from.

        Raises:
            MutationError: the row is inconsistent, or one of its fields has a wrong type or value.
        """
        row.check()
        try:
            entry = self._row(row, file)
        except RecursionError:
            raise bad_row(row, "nested too deep") from None
        self._rows.append(entry)

    def _row(self, row: Row, file: str | None) -> list[Any]:
        member = _member(row)
        faults, shown, verdict = _faults(row), _SHOWN, None
        for name in ("verdict", "status"):  # of undo, or of `kill`
            if isinstance(row.data.get(name), str):
                verdict, shown = row.data[name], _SHOWN | {name}
                break
        if isinstance(proof := row.data.get("proof"), str):  # of `prove`
            how = row.data.get("proof_how")
            proof, shown = (
                f"{proof} by {how}" if isinstance(how, str) else proof,
                shown | {"proof", "proof_how"},
            )
        site, record = row.mutation.site, row.mutation
        relation = row.data.get("relation", "unknown")
        if not isinstance(relation, str):
            raise bad_row(row, "field 'relation' is not a text")
        common = _Record(
            _json(record.seed), _json(record.mutator_version), _json(dict(site.params)), record.assumptions
        )
        return [
            self._members.number(member),
            self._mutators.number(record.mutator),
            self._relations.number(relation),
            self._verdicts.number(verdict) if isinstance(verdict, str) else -1,
            self._faults.number(faults),
            row.id,
            _edits(row.original, record.edits),
            [site.start, site.end],
            self._records.number(common),
            [-1 if file is None else self._files.number(file), row.number],
            self._proofs.number(proof) if isinstance(proof, str) else -1,
            [self._further(row, name) for name in row.data if name not in shown],
        ]

    def _further(self, row: Row, name: str) -> list[Any]:
        """Return a field that only this row's program knows: its name, and its value as a text, as JSON, or by a like text."""
        field, value = self._fields.number(name), row.data[name]
        if not isinstance(value, str):
            return [field, _json(value), 1]
        if len(value) <= _SHORT:
            return [field, value]
        likenesses = [near(value, base) for base in (row.original, row.mutant)]
        which = min((0, 1), key=lambda i: len(likenesses[i][2]))
        return (
            [field, list(likenesses[which]), 2 + which]
            if len(likenesses[which][2]) < len(value)
            else [field, value]
        )

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        paths, texts = Interned[str | None](), Interned[str]()
        members = [
            [
                *(paths.number(m.path), m.name, m.start_line, m.offset, texts.number(m.text)),
                *(() if m.language == "java" else (m.language,)),
            ]
            for m in self._members.values()
        ]
        return {
            "paths": paths.values(),
            "texts": texts.values(),
            "members": members,
            "mutators": self._mutators.values(),
            "relations": self._relations.values(),
            "verdicts": self._verdicts.values(),
            "proofs": self._proofs.values(),
            "faults": self._faults.values(),
            "records": self._records.values(),
            "fields": self._fields.values(),
            "files": self._files.values(),
            "mutants": self._rows,
        }


def _member(row: Row) -> _Member:
    method = row.data.get("method")
    if method is None:
        return _Member(row.path, "", None, row.offset, row.original, row.language)
    name, line = (
        (method.get("name"), method.get("start_line")) if isinstance(method, Mapping) else (None, None)
    )
    if not isinstance(name, str) or type(line) is not int or line < 1:
        raise bad_row(row, "field 'method' has no name and start_line")
    return _Member(row.path, name, line, row.offset, row.original, row.language)


def _faults(row: Row) -> _Faults:
    value = row.data.get("fault_lines")
    if value is None:
        return _Faults()
    original, mutant = (
        (_lines(value.get(name)) for name in ("original", "mutant"))
        if isinstance(value, Mapping)
        else (None, None)
    )
    if original is None or mutant is None or type(value.get("touched")) is not bool:
        raise bad_row(row, "field 'fault_lines' does not have original, mutant and touched")
    return _Faults(original, mutant, value["touched"])


def _lines(value: object) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(type(line) is int for line in value) else None


def _edits(original: str, edits: Iterable[Edit]) -> list[int | str]:
    """Return for each edit where it starts in the original, how much it replaces, and by what."""
    data, output = original.encode(), list[int | str]()
    at = done = 0  # bytes, and the code units that they are
    for edit in sorted(edits):
        done += units(data[at : edit.start].decode())
        at = edit.start
        output += (done, units(edit.old), edit.new)
    return output


def _json(value: object) -> str:
    # As text, since a browser's numbers would lose digits.
    return json.dumps(value, ensure_ascii=False)


def bad_row(row: Row, message: str) -> RecordMismatch:
    """Return the error of a row, which names its line."""
    place = "" if row.number is None else f"line {row.number}: "
    return RecordMismatch(f"{place}{message}")
