"""Samples, the rows that they become, and the check of a row against itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from equimorph.rows.parquet import ColumnType
from equimorph.texts.likeness import group_of, likeness, token_count
from mutators import Mutation, MutationError, RecordMismatch
from mutators.model import sha256
from parsers.language import language_of

__all__ = ["COLUMNS", "SCHEMA", "SPLITS", "Sample", "Status", "Variant", "check", "columns_of"]

SCHEMA = 1
"""Version of the rows; raised whenever a field is added, removed or changes its meaning."""

SPLITS = ("train", "validation", "test")

Status = Literal["ok", "skipped", "error"]

_VARIANT: ColumnType = {"text": "string", "mutators": ["string"], "mutations": "string"}
COLUMNS: Mapping[str, ColumnType] = {
    "id": "string",
    "schema": "int64",
    "status": "string",
    "error": "string",
    "source": "string",
    "input_line": "int64",
    "method": "string",
    "start_line": "int64",
    "end_line": "int64",
    "offset": "int64",
    "group": "string",
    "split": "string",
    "seed": "int64",
    "tokens": "int64",
    "anchor": "string",
    "anchor_mutations": "string",
    "positives": [_VARIANT],
    "negatives": [_VARIANT],
    "positive_count": "int64",
    "negative_count": "int64",
}
"""The columns of a row and their types, in order; a row of another language than Java has one more."""


def columns_of(language: str) -> dict[str, ColumnType]:
    """Return the columns of rows of a language."""
    return {**COLUMNS, **({} if language == "java" else {"language": "string"})}


@dataclass(frozen=True)
class Variant:
    """A text made from an anchor.

    Attributes:
        text: the member's.
        mutators: their names, in the order in which they were applied.
        mutations: JSON of the list of the records, in that order; the first one belongs to the anchor's text.
    """

    text: str
    mutators: tuple[str, ...]
    mutations: str

    @classmethod
    def of(cls, text: bytes, mutations: Sequence[Mutation]) -> Variant:
        """Return the variant that some mutations end in."""
        return cls(text.decode(), tuple(m.mutator for m in mutations), encoded(mutations))


@dataclass(frozen=True)
class Sample:
    """A method with its positives and negatives; the documentation of the rows says what the fields mean.

    A row has the language only where it is not Java.

    Offsets are bytes of the source, lines are 1-based; numbers and texts that do not apply are 0 and "".
    """

    source: str = ""
    input_line: int = 0
    method: str = ""
    start_line: int = 0
    end_line: int = 0
    offset: int = 0
    original_sha256: str = ""
    group: str = ""
    split: str = ""
    seed: int = 0
    tokens: int = 0
    status: Status = "ok"
    error: str = ""
    anchor: str = ""
    anchor_mutations: str = "[]"
    positives: tuple[Variant, ...] = ()
    negatives: tuple[Variant, ...] = ()
    language: str = "java"

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sample:
        """Return the sample of which `asdict` returned the data, also through JSON."""
        sides = {
            side: tuple(
                Variant(**{**variant, "mutators": tuple(variant["mutators"])}) for variant in data[side]
            )
            for side in ("positives", "negatives")
        }
        return cls(**{**data, **sides})

    @property
    def id(self) -> str:
        """16 hex digits that name the sample, computed from its place, its method's text and its seed."""
        place = (self.source, self.input_line, self.offset, self.original_sha256, self.seed)
        return sha256(json.dumps(place).encode())[:16]

    @property
    def failure(self) -> str:
        """The reason why it is not ok, with its place."""
        place = ":".join(str(part) for part in (self.source, self.input_line or self.start_line) if part)
        return self.error if place and self.error.startswith(place) else f"{place}: {self.error}"

    def row(self) -> dict[str, Any]:
        """Return plain data with all columns."""
        data = asdict(self) | {
            "id": self.id,
            "schema": SCHEMA,
            "positive_count": len(self.positives),
            "negative_count": len(self.negatives),
        }
        for side in ("positives", "negatives"):
            data[side] = [variant | {"mutators": list(variant["mutators"])} for variant in data[side]]
        return {name: data[name] for name in columns_of(self.language)}


def encoded(mutations: Iterable[Mutation]) -> str:
    """Return JSON of a list of records, each in its canonical form."""
    return f"[{','.join(mutation.to_json() for mutation in mutations)}]"


def check(row: Mapping[str, Any]) -> None:
    """Check a row against itself: all records are made again and inverted, down to the original's text.

    Raises:
        RecordMismatch: it does not agree with itself, or is no row; names the first disagreement.
    """
    try:
        _check(row)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordMismatch(f"not a row of pairs: {type(error).__name__}: {error}") from error


def _check(row: Mapping[str, Any]) -> None:
    if row["schema"] != SCHEMA:
        raise RecordMismatch(f"not a row of schema {SCHEMA}: schema is {row['schema']!r}")
    anchor, language = row["anchor"].encode(), row.get("language") or language_of(row["source"])
    original = anchor
    if row["anchor_mutations"] != "[]":
        original = _inverted(anchor, row["anchor_mutations"], "anchor")
    owners: dict[bytes, str] = {likeness(anchor, language): "anchor"}
    for side in ("positives", "negatives"):
        count = f"{side.removesuffix('s')}_count"
        _same(count, row[count], len(row[side]))
        for number, variant in enumerate(row[side]):
            name = f"{side}[{number}]"
            inverse = _inverted(variant["text"].encode(), variant["mutations"], name)
            if inverse != anchor:
                raise RecordMismatch(f"{name}: its records do not lead to the anchor")
            names = [record["site"]["mutator"] for record in json.loads(variant["mutations"])]
            _same(f"{name}.mutators", list(variant["mutators"]), names)
            other = owners.setdefault(likeness(variant["text"].encode(), language), name)
            if other != name:
                raise RecordMismatch(f"{name} has the tokens of {other}")
    if anchor:
        _same("group", row["group"], group_of(original, language))
        _same("tokens", row["tokens"], token_count(anchor, language))
        place = Sample(row["source"], row["input_line"], offset=row["offset"], seed=row["seed"])
        _same("id", row["id"], Sample(**(vars(place) | {"original_sha256": sha256(original)})).id)


def _same(name: str, value: object, reference: object) -> None:
    if value != reference:
        raise RecordMismatch(f"{name} is {value!r}, not {reference!r}")


def _inverted(text: bytes, mutations: str, name: str) -> bytes:
    """Return the original of the text, after making the text again from it."""
    records = [Mutation.from_dict(record) for record in json.loads(mutations)]
    if not records:
        raise RecordMismatch(f"{name} has no records")
    try:
        before = text
        for record in reversed(records):
            before = record.invert(before)
        again = before
        for record in records:
            again = record.apply(again)
    except MutationError as error:
        raise RecordMismatch(f"{name}: {error}") from error
    if again != text:
        raise RecordMismatch(f"{name}: its records do not make its text")
    return before
