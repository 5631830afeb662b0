"""The tables of COTE: each number follows from the counts that the paper prints, whatever share it prints beside them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from equimorph.statistics import Ratio
from equimorph.tables import Cell, cote
from equimorph.tables.cells import mean_cell, printed_numbers, whole_percent_cell

Place = tuple[str, str, str]
Computed = Callable[[dict[str, Any]], dict[Place, Cell]]

MEASURES = ("LCS", "ED", "tf-idf", "BLEU")
ISSUES = {"COTE-L": (75, 75, 77, 73), "COTE-N": (928, 928, 926, 911)}
NAMES = {"section", "table", "method", "column"}
"""The keys of strings that are no numbers of the paper."""


def by_place(found: list[Cell]) -> dict[Place, Cell]:
    return {(cell.table, cell.row, cell.column): cell for cell in found}


def whole(value: Fraction) -> str:
    """No decimals, half up: by decimal arithmetic, not by the library's."""
    return str((Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal(1), ROUND_HALF_UP))


def alter(data: dict[Any, Any] | list[Any], kind: type, change: Callable[[Any], object]) -> None:
    """Put another value for each of a kind into plain data."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        if isinstance(value, (dict, list)):
            alter(value, kind, change)
        elif isinstance(value, kind) and key not in NAMES:
            data[key] = change(value)


@pytest.fixture
def computed_from(monkeypatch: pytest.MonkeyPatch) -> Computed:
    """The cells of other numbers than the paper's."""

    def cells(data: dict[str, Any]) -> dict[Place, Cell]:
        module = importlib.import_module("equimorph.tables.cote")
        monkeypatch.setattr(module, "printed_numbers", {"cote": data}.__getitem__)
        return by_place(cote())

    return cells


def test_every_cell_is_what_its_quotient_says() -> None:
    for cell in cote():
        if cell.denominator is None:
            assert str(cell.numerator) == cell.computed
            continue
        assert cell.numerator is not None
        quotient = Fraction(cell.numerator) / Fraction(cell.denominator)
        assert cell.computed == whole(quotient if "average" in cell.column else 100 * quotient), cell


def test_the_shares_are_of_test_inputs_and_of_issues_under_the_same_measure() -> None:
    found = by_place(cote())
    for method, inputs in {"COTE-L": 163, "COTE-N": 2362}.items():
        for measure, issues in zip(MEASURES, ISSUES[method], strict=True):
            cell = found["2", method, f"{measure} issues"]
            assert (cell.numerator, cell.denominator) == (issues, inputs)
    for table, finder in {"3": "COTE-L", "4": "COTE-N"}.items():
        for measure, issues in zip(MEASURES, ISSUES[finder], strict=True):
            for method in ISSUES:
                for ranking in ("probability", "cross-reference"):
                    assert found[table, method, f"{measure} {ranking}"].denominator == issues


def test_what_the_paper_prints_as_shares_has_no_part_in_what_is_computed(computed_from: Computed) -> None:
    found, data = by_place(cote()), printed_numbers("cote")
    alter(data, str, lambda _: "?")
    blank = computed_from(data)
    assert {place: cell.computed for place, cell in blank.items()} == {
        place: cell.computed for place, cell in found.items()
    }
    # The counts of table 5 and of what was looked at are printed, and computed with, too.
    assert {cell.printed for place, cell in blank.items() if found[place].denominator} == {"?"}


def halved(number: int) -> int:
    return number // 2


def doubled(number: int) -> int:
    return 2 * number


def test_every_cell_changes_with_the_counts(computed_from: Computed) -> None:
    found = by_place(cote())
    other = set()
    for path in ("inputs", "test_inputs", "shares 2", "shares 3", "shares 4", "looked_at", "confirmed"):
        data = printed_numbers("cote")
        # There are no more repairs than issues, and no more issues than test inputs.
        change = halved if path in ("shares 3", "shares 4") else doubled
        alter(reduce(getitem, path.split(), data), int, change)
        for place, cell in computed_from(data).items():
            if (cell.numerator, cell.denominator) != (found[place].numerator, found[place].denominator):
                other.add(place)
    assert other == set(found)


def test_a_count_that_does_not_fit_the_others_disagrees(computed_from: Computed) -> None:
    data = printed_numbers("cote")
    data["table5"]["COTE-N"]["consistency"]["worse"] = 1
    wrong = {
        place: (cell.computed, cell.printed)
        for place, cell in computed_from(data).items()
        if place[0] == "5" and not cell.agrees
    }
    assert wrong == {
        ("5", "COTE-N", "consistency better"): ("44", "45"),
        ("5", "COTE-N", "consistency unchanged"): ("4", "5"),
        ("5", "COTE-N", "consistency worse"): ("0", "1"),
    }


def test_the_counts_of_table_5_add_up_to_the_samples() -> None:
    sums: dict[tuple[str, str], int] = {}
    for cell in cote():
        if cell.table == "5":
            key = cell.row, cell.column.split()[0]
            sums[key] = sums.get(key, 0) + int(cell.printed)
    assert sums == {
        ("COTE-L", "consistency"): 38,
        ("COTE-L", "acceptability"): 76,
        ("COTE-N", "consistency"): 50,
        ("COTE-N", "acceptability"): 100,
    }


@pytest.mark.parametrize(
    ("section", "table", "method", "grey", "black"),
    [
        ("4.2.3", "3", "COTE-L", "51", "67"),
        ("4.2.3", "3", "COTE-N", "50", "56"),
        ("4.2.3", "4", "COTE-L", "4", "4"),
        ("abstract", "4", "COTE-N", "33", "42"),
    ],
)
def test_the_averages_are_those_of_the_printed_percentages(
    section: str, table: str, method: str, grey: str, black: str
) -> None:
    found, finder = by_place(cote()), {"3": "COTE-L", "4": "COTE-N"}[table]
    boxes = {"grey box": ("probability", grey), "black box": ("cross-reference", black)}
    for box, (ranking, expected) in boxes.items():
        printed = [int(found[table, method, f"{measure} {ranking}"].printed) for measure in MEASURES]
        cell = found[f"text {section}", f"{method} on issues of {finder}", f"{box}, average"]
        assert cell.computed == expected == whole(Fraction(sum(printed), 4))
        assert (cell.numerator, cell.denominator) == (sum(printed), 4)


def test_one_average_is_no_other_than_that_of_the_printed_percentages() -> None:
    """Neither the share of all issues together nor the mean of the exact shares is 56."""
    found = by_place(cote())
    repairs = [found["3", "COTE-N", f"{measure} cross-reference"].numerator for measure in MEASURES]
    counts = [int(number) for number in repairs if number is not None]
    exact = [Fraction(100 * n, issues) for n, issues in zip(counts, ISSUES["COTE-L"], strict=True)]
    assert whole(Fraction(100 * sum(counts), sum(ISSUES["COTE-L"]))) == whole(sum(exact) / 4) == "55"
    assert found["text 4.2.3", "COTE-N on issues of COTE-L", "black box, average"].printed == "56"


def test_the_wrong_shares_of_acceptability_are_those_of_repairs() -> None:
    found = by_place(cote())
    for change, number in {"better": 9, "worse": 6}.items():
        cell = found["text 4.2.3", "COTE-L", f"acceptability {change}"]
        assert (cell.numerator, cell.denominator) == (number, 76)
        assert cell.printed == whole(Fraction(100 * number, 38)) != cell.computed


def test_the_number_of_confirmed_issues_is_the_only_one_that_fits() -> None:
    found = by_place(cote())
    for method in ISSUES:
        cell = found["text 4.2.2", method, "issues confirmed by hand"]
        assert [n for n in range(51) if whole(Fraction(100 * n, 50)) == cell.printed] == [cell.numerator]


@pytest.mark.parametrize(
    ("number", "of", "percent"), [(1, 200, "1"), (3, 200, "2"), (5, 200, "3"), (6, 76, "8")]
)
def test_halves_are_rounded_up(number: int, of: int, percent: str) -> None:
    assert whole_percent_cell("1", "row", "column", Ratio(number, of), "").computed == percent


@pytest.mark.parametrize(("terms", "mean"), [([0, 1], "1"), ([1, 2], "2"), ([1, 1, 2], "1")])
def test_a_mean_of_a_half_is_rounded_up(terms: list[int], mean: str) -> None:
    assert mean_cell("1", "row", "column", terms, "", "").computed == mean


def test_no_cases_have_no_percentage() -> None:
    with pytest.raises(ValueError, match="table 1, row, column: 0/0 has no percentage"):
        whole_percent_cell("1", "row", "column", Ratio(0, 0), "")
