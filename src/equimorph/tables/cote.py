"""COTE: its tables 2 to 5, and the numbers of its text that follow from them, computed again.

The paper prints whole percentages, and averages them as it prints them: that is where the 56 of section 4.2.3 comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from equimorph.statistics import Ratio
from equimorph.tables.cells import Cell, count_cell, mean_cell, printed_numbers, whole_percent_cell

_SECTION = "text 4.2.3"
_MEASURES = ("LCS", "ED", "tf-idf", "BLEU")
_FOUND_BY = {"3": "COTE-L", "4": "COTE-N"}
"""Whose issues a table repairs."""
_BOXES = {"probability": "grey box", "cross-reference": "black box"}
_JUDGEMENTS = {"consistency": 1, "acceptability": 2}
"""The number of judgements of a repair: its two programs together for consistency, one by one for acceptability."""

_OWN = "COTE-L on issues of COTE-L"
_HALF = "{0} of 76 programs, as table 5 counts; the printed share is {0} of the 38 repairs"
_SWAPPED = "the two boxes are swapped: section 3.4.3 makes cross-reference the black box"
_TABLE3 = (
    "55.5, rounded up; 166 of the 300 issues are 55; the text names no box, its order is taken as table 3's"
)
_NOTES = {
    ("text 4.2.1", "input sentences", "number"): "500 in section 4.1.4, and in the paragraph before this one",
    (_SECTION, _OWN, "grey box, average"): _SWAPPED,
    (_SECTION, _OWN, "black box, average"): _SWAPPED,
    (_SECTION, "COTE-N on issues of COTE-L", "black box, average"): _TABLE3,
    (_SECTION, "COTE-L", "acceptability better"): _HALF.format(9),
    (_SECTION, "COTE-L", "acceptability worse"): _HALF.format(6),
}
"""Notes on wrong or easily misread cells, by table, row and column."""


def cote() -> list[Cell]:
    """Return the cells of COTE, table by table; numbers of the running text follow, the abstract's are last."""
    data = printed_numbers("cote")
    shares = list(_shares(data))
    parts = (
        shares,
        _table5(data),
        _averages(data, shares),
        _inputs(data),
        _issues(data),
        _looked_at(data),
        _changes(data),
    )
    cells = [
        replace(cell, note=_NOTES.get((cell.table, cell.row, cell.column), cell.note))
        for part in parts
        for cell in part
    ]
    return sorted(cells, key=lambda cell: cell.table)


def _shares(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield the issues of table 2, of all test inputs, and the repairs of tables 3 and 4, of all issues under the same measure."""
    for table, methods in data["shares"].items():
        for method, columns in methods.items():
            for column, by_measure in columns.items():
                for measure, (number, printed) in by_measure.items():
                    share = Ratio(number, _cases(data, table, method, measure))
                    yield whole_percent_cell(table, method, f"{measure} {column}", share, printed)


def _cases(data: dict[str, Any], table: str, method: str, measure: str) -> int:
    if table == "2":
        number: int = data["test_inputs"][method]
    else:
        number, _ = data["shares"]["2"][_FOUND_BY[table]]["issues"][measure]
    return number


def _table5(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield each count as what the other two leave of the programs that were looked at."""
    for method, aspects in data["table5"].items():
        for aspect, changes in aspects.items():
            for change, printed in changes.items():
                others = sum(number for other, number in changes.items() if other != change)
                left = _size(data, method, aspect) - others
                yield count_cell("5", method, f"{aspect} {change}", left, str(printed), _LEFT)


_LEFT = "what the two other counts leave of those looked at"


def _size(data: dict[str, Any], method: str, aspect: str) -> int:
    repairs: int = data["looked_at"][method]["repairs"]
    return _JUDGEMENTS[aspect] * repairs


def _averages(data: dict[str, Any], shares: Sequence[Cell]) -> Iterator[Cell]:
    percents = {(cell.table, cell.row, cell.column): int(cell.computed) for cell in shares}
    for one in data["averages"]:
        table, method, column = one["table"], one["method"], one["column"]
        terms = [percents[table, method, f"{measure} {column}"] for measure in _MEASURES]
        row = f"{method} on issues of {_FOUND_BY[table]}" if table in _FOUND_BY else method
        name = f"{_BOXES.get(column, column)}, average"
        yield mean_cell(f"text {one['section']}", row, name, terms, one["printed"], _MEAN)


_MEAN = "mean of the whole percentages under the four measures"


def _inputs(data: dict[str, Any]) -> Iterator[Cell]:
    one = data["inputs"]
    yield count_cell(f"text {one['section']}", "input sentences", "number", one["drawn"], one["printed"])


def _issues(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield the average number of issues, and the share of them that a look by hand confirmed."""
    one = data["average_number"]
    numbers = [number for number, _ in data["shares"]["2"][one["method"]]["issues"].values()]
    note = "mean of the numbers of table 2"
    yield mean_cell(
        f"text {one['section']}", one["method"], "number of issues, average", numbers, one["printed"], note
    )
    hand = data["confirmed"]
    for method, (number, printed) in hand["methods"].items():
        share = Ratio(number, hand["looked_at"])
        note = "numerator derived from the printed percentage"
        yield whole_percent_cell(
            f"text {hand['section']}", method, "issues confirmed by hand", share, printed, note
        )


def _looked_at(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield the number of repairs where the text says that it took all, and of their programs."""
    numbers = data["looked_at"]
    repaired, _ = data["shares"]["4"]["COTE-L"]["cross-reference"]["LCS"]
    printed = str(numbers["COTE-L"]["repairs"])
    note = "all that table 4 has, by cross-reference under LCS"
    yield count_cell(_SECTION, "COTE-L", "repairs looked at", repaired, printed, note)
    for method, of_method in numbers.items():
        programs = _size(data, method, "acceptability")
        note = "two for each repair"
        yield count_cell(_SECTION, method, "programs looked at", programs, str(of_method["programs"]), note)


def _changes(data: dict[str, Any]) -> Iterator[Cell]:
    """Yield the shares of table 5 that the text gives."""
    for method, aspects in data["changes"].items():
        for aspect, changes in aspects.items():
            for change, printed in changes.items():
                share = Ratio(data["table5"][method][aspect][change], _size(data, method, aspect))
                yield whole_percent_cell(_SECTION, method, f"{aspect} {change}", share, printed, _OF_TABLE5)


_OF_TABLE5 = "of the counts of table 5"
