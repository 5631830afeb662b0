"""The most telling issues of a test, one of each input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.cote.consistency import MEASURES, Comparing
from equimorph.cote.errors import CoteError
from equimorph.cote.tested import Tested
from equimorph.rows.tables import Failed, RowCount, Rows, read_rows

__all__ = ["SHOWN", "Collected", "Shown", "collect"]

SHOWN = 20
"""So many issues are shown."""


@dataclass(frozen=True)
class Shown:
    """The data of a row on a page.

    Attributes:
        id: Id of the row.
        input_id: Id of its input.
        input, mutant: The two texts that the generator got.
        input_lang: Language of both; "" for a description.
        what: The difference of the mutant: the word and its replacement, or the mutator.
        original_output, mutant_output: The two programs that are compared.
        scores: Scores by measure.
        issue: Whether the row is an issue, by its measure.
        measure: Measure of the row.
        comparing: Options for comparing programs.
        real: Result of running the two programs; None if there is none.
        repaired: The two programs after a repair; None without one.
    """

    id: str
    input_id: str
    input: str
    mutant: str
    input_lang: str
    what: str
    original_output: str
    mutant_output: str
    scores: Mapping[str, float]
    issue: bool
    measure: str
    comparing: Comparing
    real: bool | None
    repaired: tuple[str, str] | None

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Shown | None:
        """Build the data from a row of a test, a repair, or a translator's test; None if the row compares nothing.

        Raises:
            CoteError: it is another kind of row.
        """
        return _of_translation(data) if "mutator" in data else _of_test(data)


def _of_test(data: Mapping[str, Any]) -> Shown | None:
    row = Tested.from_row(data)
    if row.mutant is None or row.mutant_output is None or row.comparison is None:
        return None
    assert row.original_output.text is not None
    assert row.mutant_output.text is not None
    change, repaired = row.mutant.replacement, data.get("repaired")
    return Shown(
        row.id,
        row.input.id,
        row.input.text,
        row.mutant.text,
        "",
        f"{change.word.text} → {change.text}",
        row.original_output.text,
        row.mutant_output.text,
        {str(name): value for name, value in row.comparison.scores.items()},
        row.issues[row.measure],
        row.measure,
        row.comparing,
        None,
        (_text(repaired, "original"), _text(repaired, "mutant")) if isinstance(repaired, Mapping) else None,
    )


def _of_translation(data: Mapping[str, Any]) -> Shown | None:
    if data.get("scores") is None or data.get("mutant") is None:
        return None
    subjects, scores, real = data.get("subjects"), data["scores"], data.get("real")
    if not isinstance(subjects, Mapping) or not isinstance(scores, Mapping) or set(scores) != set(MEASURES):
        raise CoteError("no row of a test of a translator: no subjects or scores")
    return Shown(
        _text(data, "id"),
        _text(data, "input_id"),
        _text(data, "input"),
        _text(data, "mutant"),
        _text(data, "lang"),
        _text(data, "mutator"),
        _text(subjects, "original"),
        _text(subjects, "undone"),
        scores,
        data.get("issue") is True,
        _text(data, "measure"),
        Comparing.from_dict(data["comparing"]),
        real if isinstance(real, bool) else None,
        None,
    )


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise CoteError(f"no {name!r}" if value is None else f"{name!r} is no text")
    return value


@dataclass(frozen=True)
class Collected:
    """The data of a page.

    Attributes:
        shown: the issues, the lowest score first; real ones before others, where translations were run.
        compared, issues, repaired: how many rows were compared, are issues, and are repaired.
        count: how many rows were read, and what became of them.
    """

    shown: tuple[Shown, ...]
    compared: int
    issues: int
    repaired: int
    count: RowCount


def collect(rows: Rows, failed: Failed, shown: int = SHOWN) -> Collected:
    """Return the most telling issues of rows, one of each input.

    Args:
        rows: Rows of a test, a repair, or a test of a translator.
        failed: gets the bad rows.
        shown: Maximum number.

    Raises:
        OSError: the rows cannot be read.
    """
    best, count = dict[str, Shown](), RowCount()
    compared = issues = repaired = 0
    for row in read_rows(rows, Shown.from_row, failed, count):
        if row is None:
            continue
        compared += 1
        issues += row.issue
        repaired += row.issue and row.repaired is not None
        if row.issue and (row.input_id not in best or _order(row) < _order(best[row.input_id])):
            best[row.input_id] = row
    ordered = sorted(best.values(), key=_order)
    return Collected(tuple(ordered[:shown]), compared, issues, repaired, count)


def _order(row: Shown) -> tuple[object, ...]:
    return row.real is not True, row.scores[row.measure], row.id
