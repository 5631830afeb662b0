"""Tables of figures, made of the data in docs/figures at build time.

A table is a CSV file. A column that follows from others is not stored: the head gives its formula, and its cells are empty.
``yield = {mutants} / {candidates} %`` is a percentage with one decimal, ``per method = {mutants} / 3444`` a number with two.
In a page the directive ``figures`` names the file.

python docs/_ext/figures.py TABLE.md > docs/figures/NAME.csv    # data of a table that one of our scripts printed
"""

from __future__ import annotations

import ast
import csv
import io
import operator
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["FOLDER", "data", "expanded", "table"]

FOLDER = Path(__file__).parents[1] / "figures"
"""The data of the tables."""
_BLOCK = re.compile(r"^```\{figures\} (\S+)\n```$", re.MULTILINE)
_INTEGER = re.compile(r"-?\d+")
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+")
_RIGHT = re.compile(r"(?:[-+]?\d[^a-z]*|-|)")
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def expanded(text: str) -> str:
    """Return a page with the tables that its blocks name."""
    return _BLOCK.sub(lambda block: table(block[1]).rstrip("\n"), text)


def table(name: str) -> str:
    """Return the table of a data file, Markdown.

    Raises:
        LookupError: there is no such file.
        ValueError: a row has not as many cells as the head, or a formula cannot be computed; the message names file and line.
    """
    path = FOLDER / f"{name}.csv"
    if not path.is_file():
        raise LookupError(f"no figures {name!r} in {FOLDER}")
    head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    columns = [column.partition(" = ") for column in head]
    lines = []
    for number, row in enumerate(rows, 2):
        if len(row) != len(head):
            raise ValueError(f"{path}, line {number}: {len(row)} cells, not {len(head)}")
        values = dict(zip((title for title, _, _ in columns), row, strict=True))
        try:
            cells = [
                _computed(formula, values) if formula else _shown(cell)
                for (_, _, formula), cell in zip(columns, row, strict=True)
            ]
        except (KeyError, ValueError, SyntaxError, ZeroDivisionError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
        lines.append(cells)
    right = [all(_RIGHT.fullmatch(cell) for cell in column) for column in zip(*lines, strict=True)]
    titles = [title for title, _, _ in columns]
    return "".join(map(_line, (titles, ["---:" if number else "---" for number in right], *lines)))


def data(text: str) -> str:
    """Return the first table of a Markdown text as CSV; integers lose the commas between their digits."""
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in re.findall(r"^\|.*\|$", text, re.MULTILINE)]
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in (rows[0], *rows[2:]):
        cells = [cell.strip() for cell in row]
        writer.writerow(cell.replace(",", "") if _GROUPED.fullmatch(cell) else cell for cell in cells)
    return lines.getvalue()


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n".replace("|  |", "| |")


def _shown(cell: str) -> str:
    return f"{int(cell):,}" if _INTEGER.fullmatch(cell) else cell


def _computed(formula: str, values: Mapping[str, str]) -> str:
    """Return the value of a formula: a percentage where it ends with ``%``."""
    quotient = re.sub(r"\{(.+?)\}", lambda name: str(int(values[name[1]])), formula.removesuffix("%"))
    value = _value(ast.parse(quotient.strip(), mode="eval").body)
    return f"{100 * value:.1f} %" if formula.endswith("%") else f"{value:.2f}"


def _value(node: ast.expr) -> float:
    match node:
        case ast.BinOp(left, op, right):
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.Constant(int() as value):
            return value
    raise ValueError(f"a formula has {ast.unparse(node)}")


if __name__ == "__main__":
    sys.stdout.write(data(Path(sys.argv[1]).read_text(encoding="utf-8")))
