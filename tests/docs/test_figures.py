"""The tables of figures: their data add up, and are shown as the formulas of their heads say."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PARTS = {
    "undo-commons-lang3": ("all", ("undone", "but for blanks", "does not parse", "conflict", "WRONG")),
    "undo-jackson-core": ("all", ("undone", "but for blanks", "does not parse", "conflict", "WRONG")),
    "undo-commons-collections4": ("all", ("undone", "but for blanks", "does not parse", "conflict", "WRONG")),
    "undo-jsoup": ("all", ("undone", "but for blanks", "does not parse", "conflict", "WRONG")),
    "undo-other-mutators": ("all", ("undone", "but for blanks", "does not parse", "conflict", "WRONG")),
    "killed-preserving": (
        "drawn",
        ("does not compile", "same class files", "not covered", "survived", "killed"),
    ),
    "killed-operator-mutation": (
        "mutants",
        (
            *("does not compile", "same class files", "not covered", "survived"),
            *("killed: failure", "killed: timeout", "killed: crash"),
        ),
    ),
}
"""By table a column, and those whose sum it is."""
SUMS = ("killed-preserving", "killed-operator-mutation")
"""Tables whose last row has the sums of the others."""


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("figures")


def rows_of(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DOCS / "figures" / f"{name}.csv").read_text("utf-8").splitlines()))


def number(cell: str) -> int:
    return int(cell.replace(",", "") or 0)


@pytest.mark.parametrize("name", PARTS)
def test_each_row_adds_up(name: str) -> None:
    whole, parts = PARTS[name]
    for row in rows_of(name):
        assert number(row[whole]) == sum(number(row[part]) for part in parts), row


@pytest.mark.parametrize("name", SUMS)
def test_the_last_row_has_the_sums(name: str) -> None:
    *rows, last = rows_of(name)
    whole, parts = PARTS[name]
    for column in (whole, *parts):
        assert number(last[column]) == sum(number(row[column]) for row in rows), column


def test_every_table_is_shown_once(figures: ModuleType) -> None:
    page = (DOCS / "figures.md").read_text("utf-8")
    named = re.findall(r"^```\{figures\} (\S+)$", page, re.MULTILINE)
    assert sorted(named) == sorted(path.stem for path in figures.FOLDER.glob("*.csv"))
    assert "{figures}" not in figures.expanded(page)


def test_formulas_and_thousands(figures: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "some.csv").write_text(
        'name,of,hits,share = {hits} / {of} %,each = ({hits} + {of}) / 4\na,1234,617,,\n"b, c",3,1,,\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    assert figures.table("some") == (
        "| name | of | hits | share | each |\n"
        "| --- | ---: | ---: | ---: | ---: |\n"
        "| a | 1,234 | 617 | 50.0 % | 462.75 |\n"
        "| b, c | 3 | 1 | 33.3 % | 1.00 |\n"
    )
    assert figures.expanded("x\n\n```{figures} some\n```\n").startswith("x\n\n| name |")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1\n", "line 2: 1 cells, not 2"),
        ("a,b = {c} / 2\n1,\n", "line 2: 'c'"),
        ("a,b = {a} / 0\n1,\n", "line 2: division by zero"),
        ("a,b = {a} ** 2\n3,\n", "line 2: "),
        ("a,b = len({a})\n3,\n", r"line 2: a formula has len\(3\)"),
    ],
)
def test_data_that_make_no_table_are_an_error_with_the_line(
    figures: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "wrong.csv").write_text(text, encoding="utf-8")
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=message):
        figures.table("wrong")
    with pytest.raises(LookupError, match="no figures 'absent'"):
        figures.table("absent")


def test_a_printed_table_becomes_data(figures: ModuleType) -> None:
    printed = "text\n\n| a | b |\n| --- | ---: |\n| x, y | 1,234 |\n| `p \\|\\| q` | 5.1 % |\n"
    assert figures.data(printed) == 'a,b\n"x, y",1234\n`p \\|\\| q`,5.1 %\n'
