"""Pairs to train a model with: a faulty method, and its repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.rows.row import check_java
from mutators import MutationError


@dataclass(frozen=True)
class Pair:
    """A faulty method and its repair.

    Attributes:
        id: Unique id.
        buggy: Text of the faulty method.
        fixed: Text of the repaired method; None if it is not known.
        fault_lines: 1-based lines of `buggy`; None if they are not known.
    """

    id: str
    buggy: str
    fixed: str | None
    fault_lines: tuple[int, ...] | None = None

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Pair:
        """Read a row of ``pairs.jsonl`` or of ``bugs.jsonl``.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        check_java(data)
        fixed, lines = data.get("fixed"), data.get("fault_lines")
        if lines is not None and not (isinstance(lines, list | tuple) and all(map(_is_line, lines))):
            raise MutationError("field 'fault_lines' is not a list of lines from 1")
        return cls(
            _text(data, "id"),
            _text(data, "buggy"),
            None if fixed is None else _text(data, "fixed"),
            None if lines is None else tuple(lines),
        )


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if value is None:
        raise MutationError(f"no field {name!r}")
    try:
        value.encode()
    except (AttributeError, UnicodeEncodeError):
        raise MutationError(f"field {name!r} is not a text") from None
    return str(value)


def _is_line(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
