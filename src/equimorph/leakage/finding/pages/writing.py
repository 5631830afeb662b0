"""Writing the page of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from equimorph.leakage.finding.pages.collecting import Shown
from equimorph.leakage.finding.summary import Summary
from equimorph.leakage.samples import LEVELS, Level, Sample
from equimorph.pages.assembling import listing, save_page
from equimorph.pages.markup import notes, safe, table

_SAYS: Mapping[Level, str] = {
    "pair": "buggy and fixed side are in the same item: for systems that are trained with pairs",
    "buggy": "the buggy side is in the buggy side of an item",
    "fixed": "the fixed side is in the fixed side of an item: for models that complete or fill in code",
}


def write_page(out: Path, summary: Summary, samples: Sequence[Sample], shown: Shown) -> None:
    """Write a page, one HTML file that needs nothing else, whole or not at all.

    Raises:
        OSError: the page cannot be written, or the training data not be read again.
    """
    data = shown.data(samples)
    values = {"summary": _table(summary.data), "notes": notes(_remarks(summary.data, data["left"]))}
    save_page(out, listing(__package__ or "", "leaks", "Leakage", data, values))


def _table(data: Mapping[str, Any]) -> str:
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
    rows = (
        (_said(level, number), [f"<td>{safe(cell)}</td>" for cell in cells])
        for level in LEVELS
        for number, cells in enumerate(_rows(data, level))
    )
    return table("totals", heads, rows)


def _said(level: Level, number: int) -> str:
    """Return the head of a row of the table; the first one of a level explains it."""
    return f'<b>{level}</b> <span class="quiet">{_SAYS[level]}</span>' if number == 0 else level


def _rows(data: Mapping[str, Any], level: Level) -> Iterator[list[str]]:
    forms = {form: form_data["totals"] for form, form_data in data["by_form"].items()}
    scopes = {**({"any": data["totals"]} if len(forms) > 1 else {}), **forms}
    for scope, totals in scopes.items():
        total = totals[level]
        share = total["share"]
        names = ("exact", "inside", "contains", "all_hunks", "items", "too_short")
        percent = "" if share["percent"] is None else f"{share['percent']} % of {share['denominator']:,}"
        yield [scope, f"{total['bugs']:,}", percent, *(f"{total[name]:,}" for name in names)]


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
    yield "What a bug and an item have in common, blanks and comments aside, is shown as the item has it."
    if left:
        yield f"{left:,} further bugs leak; the rows have all of them."
    yield "That nothing is found does not prove that nothing leaks: code that is written anew is not found."
