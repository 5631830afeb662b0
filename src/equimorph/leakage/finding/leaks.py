"""A leak: a sample of a benchmark that is found in an item of the training data; a row of the output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from equimorph.leakage.samples import FORMS, KINDS, LEVELS, FormName, Kind, Level
from mutators import MutationError

__all__ = ["SCHEMA", "Boundary", "Leak"]

SCHEMA = 1

Boundary: TypeAlias = Literal["token", "cut"]
"""Whether what was found begins and ends where tokens do; `int x` without blanks is also found in `print x`."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A sample that is found in an item, at a level and in a form.

    Attributes:
        benchmark, bug_id, hunk: Identity of the sample.
        level: Sides that are found.
        kind: Kind of match; for a pair "exact" if both sides are, else "contains" if one is, else "inside".
        form: Form in which the sides are compared.
        train_file, train_row, train_id: Identity of the item.
        offset: Offset of the fixed side, at level buggy of the buggy one: where the benchmark's side begins in the item's, or for
            "contains" the item's in the benchmark's; in characters of the text without blanks and comments. None for other forms
            than text.
        chars: Number of characters of the benchmark's side without blanks and comments; for a pair of both sides
            together.
        boundary: "token" if what is found begins and ends with tokens, of a pair on both sides; else "cut". None for other forms
            than text.
        similarity: For form near, the common part of both as a fraction, for a pair of the less similar side; else
            None.
    """

    benchmark: str
    bug_id: str
    hunk: int
    level: Level
    kind: Kind
    form: FormName
    train_file: str
    train_row: int
    train_id: str | None
    offset: int | None
    chars: int
    boundary: Boundary | None
    similarity: float | None

    @property
    def bug(self) -> tuple[str, str]:
        """The bug's identity among the bugs of all benchmarks."""
        return self.benchmark, self.bug_id

    def _repr_html_(self) -> str:
        from equimorph.pages.notebook import fields_table

        return fields_table(self)

    def to_row(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return {"schema": SCHEMA, **{name: getattr(self, name) for name in self.__slots__}}

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Leak:
        """Return the leak of a row.

        Raises:
            MutationError: a field is missing, or has a wrong type or value.
        """
        if data.get("schema") != SCHEMA:
            raise MutationError(
                f"field 'schema' is {data.get('schema')!r}, not {SCHEMA}: no row of `leakage find`"
            )
        texts = {name: _of(data, name, str) for name in ("benchmark", "bug_id", "train_file")}
        numbers = {name: _of(data, name, int) for name in ("hunk", "train_row", "chars")}
        return cls(
            **texts,
            **numbers,
            level=cast("Level", _named(data, "level", LEVELS)),
            kind=cast("Kind", _named(data, "kind", KINDS)),
            form=cast("FormName", _named(data, "form", FORMS)),
            train_id=_of(data, "train_id", (str, type(None))),
            offset=_of(data, "offset", (int, type(None))),
            boundary=cast("Boundary | None", _named(data, "boundary", ("token", "cut", None))),
            similarity=_of(data, "similarity", (int, float, type(None))),
        )


def _of(data: Mapping[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:  # noqa: ANN401 - of the kind
    if name not in data:
        raise MutationError(f"no field {name!r}")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise MutationError(f"field {name!r} has a wrong type")
    return value


def _named(data: Mapping[str, Any], name: str, choices: tuple[str | None, ...]) -> str | None:
    if data.get(name, "") not in choices:
        raise MutationError(f"field {name!r} is {data.get(name)!r}, none of {', '.join(map(str, choices))}")
    return cast("str | None", data[name])
