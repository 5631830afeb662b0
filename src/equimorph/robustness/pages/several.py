"""The page of a study of several models: their table, the tests of each pair, curves together, and a matrix of bugs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from equimorph.pages.assembling import assembled, parts_of, save_page
from equimorph.pages.markup import notes, safe, table
from equimorph.pages.tables import Cell, Share, Table, text_of
from equimorph.robustness.plotting import figures, parse_scores
from equimorph.robustness.scoring.outcomes import Matrix, Outcome
from equimorph.statistics.ratio import percent_text

__all__ = ["Several", "write_models_page"]

MOST_BUGS = 2_000
"""The most bugs that the matrix shows."""
_WORDS = {
    "hit": "repaired",
    "miss": "not repaired",
    "undecided": "only conflicts",
    "no_code": "no code",
    "no_answer": "no answer",
    "truncated": "truncated",
    "error": "an error in place of an answer",
}


@dataclass(frozen=True)
class Several:
    """The contents of the page.

    Attributes:
        models: Table of models; the first cell of a row is the name.
        pairs: Tests of each two models.
        scores: Objects of ``score.json``, of all models and criteria.
        matrix: Outcomes of the bugs.
        links: Address of the page of each model, by its name.
        failures: Reason for each model that could not be asked, by its name.
        notes: Remarks for the reader of the study.
    """

    models: Table
    pairs: Table
    scores: Sequence[Mapping[str, Any]]
    matrix: Matrix
    links: Mapping[str, str] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()


def write_models_page(page: Several, out: Path) -> None:
    """Write the page, one HTML file that needs nothing else and runs no script, whole or not at all.

    Raises:
        OSError: it cannot be written.
        MutationError: a score is none.
    """
    drawn = [score for data in page.scores for score in parse_scores(data)]
    values = {
        "models": _table(page.models, page.links),
        "failures": _failures(page.failures),
        "pairs": _table(page.pairs, {})
        if page.pairs.rows
        else '<p class="empty">There is no pair of models.</p>',
        "figures": "".join(f'<div class="figure">{figure.inline()}</div>' for figure in figures(drawn)),
        "counts": safe(_counts(page.matrix)),
        "matrix": _matrix(page.matrix, page.links),
        "notes": notes([*_left_out(page.matrix), *page.notes]),
    }
    title = f"Robustness of {len(page.matrix.models)} models"
    package = __package__ or ""
    style = parts_of(["base.css", "study.css", "several.css"], package)
    save_page(out, assembled(parts_of(["head.html", "several.html"], package), style, "", title, {}, values))


def _table(content: Table, links: Mapping[str, str]) -> str:
    rows = (
        (
            _named(str(row[0]), links),
            [
                f'<td data-of="{safe(head)}">{_cell(cell)}</td>'
                for head, cell in zip(content.heads[1:], row[1:], strict=True)
            ],
        )
        for row in content.rows
    )
    return f'<div class="wide">{table("scores", content.heads, rows)}</div>'


def _named(name: str, links: Mapping[str, str]) -> str:
    link = links.get(name)
    return safe(name) if link is None else f'<a href="{safe(link)}">{safe(name)}</a>'


def _cell(cell: Cell) -> str:
    if not isinstance(cell, Share):
        return safe(text_of(cell))
    if cell.value is None:
        return '<span class="quiet">no cases (0/0)</span>'
    counts = "" if cell.numerator is None else f"{cell.numerator:,}/{cell.denominator:,}"
    ends = ""
    if cell.interval is not None:
        low, high = (percent_text(Fraction(end)) for end in cell.interval)
        ends = f" [{low}, {high}]"
    percent = text_of(cell).partition(" (")[0].partition(" [")[0]
    return f'<b>{percent}</b> <span class="quiet">{counts}{ends}</span>'


def _failures(failures: Mapping[str, str]) -> str:
    items = "".join(
        f"<li><b>{safe(name)}</b> was not measured: {safe(why)}</li>" for name, why in failures.items()
    )
    return f'<ul class="failures">{items}</ul>' if items else ""


def _counts(matrix: Matrix) -> str:
    numbers = [matrix.repaired_by(bug) for bug in matrix.bugs]
    every = sum(number == len(matrix.models) for number in numbers)
    none = numbers.count(0)
    return (
        f"{len(numbers):,} bugs: {every:,} repaired by all models, {len(numbers) - every - none:,} by some,"
        f" {none:,} by none."
    )


def _left_out(matrix: Matrix) -> Iterable[str]:
    if len(matrix.bugs) > MOST_BUGS:
        yield f"{MOST_BUGS:,} of {len(matrix.bugs):,} bugs are shown; the files of rows have all"


def _matrix(matrix: Matrix, links: Mapping[str, str]) -> str:
    heads = "".join(f'<th scope="col">{_named(model, links)}</th>' for model in matrix.models)
    rows = "".join(
        f'<tr class="{_kind(matrix, bug)}"><th scope="row">{safe(bug)}</th>{"".join(map(_outcome, matrix.bugs[bug]))}</tr>'
        for bug in list(matrix.bugs)[:MOST_BUGS]
    )
    return f'<table class="matrix"><thead><tr><th scope="col">Bug</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _kind(matrix: Matrix, bug: str) -> str:
    """Return the class of a row: whether models differ on it, or one loses a repair."""
    outcomes = matrix.bugs[bug]
    differ = matrix.repaired_by(bug) not in (0, len(outcomes))
    broken = any(outcome.lost or outcome.differing for outcome in outcomes)
    return "differ" if differ or broken else "alike"


def _outcome(outcome: Outcome) -> str:
    word = _WORDS["hit"] if outcome.is_repaired else _WORDS.get(outcome.status, outcome.status)
    rank = f" at rank {outcome.rank}" if outcome.rank is not None else ""
    parts = [f'<span class="chip {"good" if outcome.is_repaired else ""}">{safe(word + rank)}</span>']
    if outcome.lost:
        parts.append(f'<span class="chip bad">{outcome.lost:,} of {outcome.mutants:,} mutants lost</span>')
    if outcome.differing:
        parts.append(
            f'<span class="chip odd">{outcome.differing:,} of {outcome.compared:,} behave otherwise</span>'
        )
    if outcome.passes is not None:
        parts.append(f'<span class="quiet">{"passes" if outcome.passes else "fails"} the tests</span>')
    return f"<td>{' '.join(parts)}</td>"
