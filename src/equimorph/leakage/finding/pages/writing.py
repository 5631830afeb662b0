"""Writing the page of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from equimorph.leakage.finding.pages.collecting import Shown
from equimorph.leakage.finding.summary import Summary
from equimorph.leakage.samples import LEVELS, Level, Sample
from equimorph.report.assembling import assembled, parts_of, well_formed
from equimorph.trees.files import whole_file

__all__ = ["write_page"]

_STYLES = ["base.css", "diff.css", "list.css"]
_SCRIPTS = ["lines.js", "diff.js", "elements.js", "diff_table.js"]
_SAYS: Mapping[Level, str] = {
    "pair": "buggy and fixed side are in the same item: for systems that are trained with pairs",
    "buggy": "the buggy side is in the buggy side of an item",
    "fixed": "the fixed side is in the fixed side of an item: for models that complete or fill in code",
}


def write_page(out: Path, summary: Summary, samples: Sequence[Sample], shown: Shown) -> None:
    """Write a page, one HTML file that needs nothing else, whole or not at all.

    Args:
        out: the file.
        summary: of the search.
        samples: those that were looked for.
        shown: what it collected.

    Raises:
        OSError: the page cannot be written, or the training data not be read again.
    """
    data, package = shown.data(samples), __package__ or ""
    page = assembled(
        parts_of(["leaks.html"], package),
        parts_of(_STYLES) + parts_of(["leaks.css"], package),
        parts_of(_SCRIPTS) + parts_of(["leaks.js"], package),
        "Leakage",
        data,
        {"summary": _table(summary.data), "notes": _notes(summary.data, data["left"])},
    )
    with whole_file(out) as stream:
        stream.write(page.encode())


def _table(data: Mapping[str, Any]) -> str:
    """Return how many bugs leak, by level and form."""
    heads = (
        "Level",
        "Form",
        "Bugs",
        "Share",
        "Exact",
        "Inside",
        "Contains",
        "All pieces",
        "Items",
        "Too short",
    )
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    rows = "".join(
        f'<tr><th scope="row">{_said(level, number)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for level in LEVELS
        for number, cells in enumerate(_rows(data, level))
    )
    return f'<table class="totals"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _said(level: Level, number: int) -> str:
    """Return what stands before a row of the table; the first one of a level explains it."""
    return f'<b>{level}</b> <span class="quiet">{_SAYS[level]}</span>' if number == 0 else level


def _rows(data: Mapping[str, Any], level: Level) -> Iterator[list[str]]:
    forms = {form: one["totals"] for form, one in data["by_form"].items()}
    scopes = {**({"any": data["totals"]} if len(forms) > 1 else {}), **forms}
    for scope, totals in scopes.items():
        one = totals[level]
        share = one["share"]
        names = ("exact", "inside", "contains", "all_hunks", "items", "too_short")
        percent = "" if share["percent"] is None else f"{share['percent']} % of {share['denominator']:,}"
        yield [scope, f"{one['bugs']:,}", percent, *(f"{one[name]:,}" for name in names)]


def _notes(data: Mapping[str, Any], left: int) -> str:
    items = "".join(f"<li>{escape(well_formed(note))}</li>" for note in _remarks(data, left))
    return f'<ul class="notes">{items}</ul>'


def _remarks(data: Mapping[str, Any], left: int) -> Iterator[str]:
    options, train = data["options"], data["train"]
    yield f"{train['items']:,} items of {', '.join(options['train'])} were compared."
    yield (
        f"A side of fewer than {options['min_chars']} characters without blanks and comments is too short,"
        " of a pair both sides together: such text is in any code."
    )
    systems = options["fixes"].get("system", 0)
    if systems:
        yield f"The fixed side of {systems:,} pieces is the patch of a system, of the others the reference fix."
    if train["errors"] or train["lost_chunks"]:
        yield (
            f"{train['errors']:,} rows could not be read, and {train['lost_chunks']:,} chunks of the training data failed:"
            " what is in them is not known."
        )
    if left:
        yield f"{left:,} further bugs leak; the rows have all of them."
    yield "That nothing is found does not prove that nothing leaks: code that is written anew is not found."
