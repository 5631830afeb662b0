"""Tables for papers and programs: LaTeX, CSV and Markdown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from equimorph.statistics.ratio import percent_text

Format: TypeAlias = Literal["latex", "csv", "md"]
FORMATS: tuple[Format, ...] = get_args(Format)
_LATEX = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~&$])")
_SHARE, _ENDS = ("numerator", "denominator", "share"), ("low", "high")
"""The columns of a share in CSV, and of its interval."""


@dataclass(frozen=True)
class Share:
    """A share of cases with its interval.

    Attributes:
        numerator, denominator: Number of cases; None for the mean of several shares.
        value: The share; None for no cases.
        interval: Interval of 95 %; None where there is none.
    """

    numerator: int | None
    denominator: int | None
    value: float | None
    interval: tuple[float, float] | None = None


Cell: TypeAlias = str | int | float | Share | None


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        heads: Heads of the columns.
        rows: Cells of each row; None for an empty cell.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def rendered(self, form: Format) -> str:
        """Return the text of the table in a format.

        LaTeX is a plain ``tabular``, which needs no package. In CSV a share has columns of its own for numerator, denominator,
        share, and the ends of the interval, as fractions; none for what no share of the column has.
        """
        return {"latex": _latex, "csv": _csv, "md": _markdown}[form](self)

    def is_text(self, column: int) -> bool:
        """Return whether a column has texts."""
        return any(isinstance(row[column], str) for row in self.rows)


def text_of(cell: Cell) -> str:
    """Return a cell as text for people: a share as its percentage, its cases, and its interval."""
    match cell:
        case None:
            return ""
        case Share():
            return _share(cell)
        case float():
            return f"{cell:,.2f}" if abs(cell) >= 1 or not cell else f"{cell:.4g}"
        case int():
            return f"{cell:,}"
    return cell


def _share(share: Share) -> str:
    if share.value is None:
        return "no cases"
    exact = Fraction(share.value)
    if share.numerator is not None and share.denominator:
        exact = Fraction(share.numerator, share.denominator)
    text = f"{percent_text(exact)} %"
    if share.numerator is not None:
        text += f" ({share.numerator:,}/{share.denominator:,})"
    if share.interval is not None:
        low, high = (percent_text(Fraction(end)) for end in share.interval)
        text += f" [{low}, {high}]"
    return text


def _latex(table: Table) -> str:
    columns = "".join("l" if table.is_text(place) else "r" for place in range(len(table.heads)))
    lines = (" & ".join(map(_latex_text, line)) + r" \\" for line in _lines(table))
    head, *body = lines
    parts = [
        rf"\begin{{tabular}}{{{columns}}}",
        r"\hline",
        head,
        r"\hline",
        *body,
        r"\hline",
        r"\end{tabular}",
    ]
    return "".join(f"{part}\n" for part in parts)


def _latex_text(text: str) -> str:
    plain = "".join(_LATEX.get(letter, letter) for letter in _one_line(text))
    # Behind the end of a row, LaTeX takes these as its arguments.
    return f"{{}}{plain}" if plain.startswith(("[", "*")) else plain


def _markdown(table: Table) -> str:
    marks = ["---" if table.is_text(place) else "---:" for place in range(len(table.heads))]
    head, *body = ([markdown_text(text) for text in line] for line in _lines(table))
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, marks, *body))


def markdown_text(text: str) -> str:
    """Return the Markdown of a plain text, in one line."""
    return _MARKDOWN.sub(r"\\\1", _one_line(text))


def _lines(table: Table) -> Iterator[Sequence[str]]:
    yield table.heads
    for row in table.rows:
        yield [text_of(cell) for cell in row]


def _one_line(text: str) -> str:
    """Return a text in one line that UTF-8 can hold."""
    return " ".join(text.encode("utf-8", "backslashreplace").decode().split())


def _csv(table: Table) -> str:
    parts = [_parts([row[place] for row in table.rows]) for place in range(len(table.heads))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = (
        [f"{head} {part}" for part in names] or [head] for head, names in zip(table.heads, parts, strict=True)
    )
    writer.writerow([_one_line(head) for group in heads for head in group])
    for row in table.rows:
        groups = (_fields(cell, names) for cell, names in zip(row, parts, strict=True))
        writer.writerow([value for group in groups for value in group])
    return out.getvalue()


def _parts(column: Iterable[Cell]) -> Sequence[str]:
    """Return the columns that the shares of a column need in CSV; none if it has no share."""
    shares = [cell for cell in column if isinstance(cell, Share)]
    ends = _ENDS if any(share.interval is not None for share in shares) else ()
    counts = _SHARE if any(share.numerator is not None for share in shares) else _SHARE[2:]
    return (*counts, *ends) if shares else ()


def _fields(cell: Cell, names: Sequence[str]) -> Sequence[str | int | float | None]:
    """Return the fields of a cell in CSV; a share has the ones of its column."""
    if isinstance(cell, Share):
        values = (cell.numerator, cell.denominator, cell.value, *(cell.interval or (None, None)))
        return [value for name, value in zip((*_SHARE, *_ENDS), values, strict=True) if name in names]
    if names:
        return [None] * len(names)
    return [_one_line(cell) if isinstance(cell, str) else cell]
