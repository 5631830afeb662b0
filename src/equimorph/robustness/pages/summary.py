"""The head of a page, as markup: scores beside the score of doing nothing, and what the reader must know of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from equimorph.report.assembling import well_formed
from equimorph.statistics.intervals import wilson
from equimorph.statistics.ratio import Ratio, percent_text

__all__ = ["notes_of", "summary"]

Data = Mapping[str, Any]

_SAYS = {
    "PFM": "mutants of repaired originals that the model does not repair",
    "PFA": "repaired originals with such a mutant",
    "PDM": "mutants whose patched form behaves otherwise than the patched original",
    "PDA": "originals with such a mutant",
}
_REPAIRED = {
    "exact": "originals repaired: one of the first {k} candidates equals the fix",
    "repaired": "originals repaired: one of the first {k} candidates passes all tests",
    "behaviour": "originals whose first candidate passes all tests",
}


def summary(scores: Sequence[Data], model: str, baseline: str) -> str:
    """Return the table of the main scores: those of a model, beside those of a model that does nothing.

    Args:
        scores: the objects of ``score.json``, of all models and criteria.
        model, baseline: the names of the two.
    """
    head = "".join(f'<th scope="col">{_safe(text)}</th>' for text in ("", model, "95 % interval", baseline))
    rows = "".join(
        f'<tr><th scope="row"><b>{_safe(name)}</b> <span class="quiet">{_safe(says)}</span></th>'
        f"<td>{one}</td><td>{interval}</td><td>{other}</td></tr>"
        for name, says, one, interval, other in _rows(scores, model, baseline)
    )
    return f'<table class="scores"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def notes_of(notes: Iterable[str]) -> str:
    """Return remarks as a list; nothing for none."""
    items = "".join(f"<li>{_safe(note)}</li>" for note in notes)
    return f'<ul class="notes">{items}</ul>' if items else ""


def _rows(scores: Sequence[Data], model: str, baseline: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield for each line of the table its name, what it says, and the cells."""
    for score in scores:
        if score["model"] != model:
            continue
        criterion = score["criterion"]
        others = [one for one in scores if (one["model"], one["criterion"]) == (baseline, criterion)]
        samples = score["samples"]
        own = Ratio(samples["repaired"], samples["read"])
        says = _REPAIRED[criterion].format(k=score["k"])
        found = wilson(own.numerator, own.denominator)
        interval = "" if found is None else _interval([found.low, found.high])
        beside = [Ratio(one["samples"]["repaired"], one["samples"]["read"]).to_dict() for one in others]
        yield "Repaired", says, _ratio(own.to_dict()), interval, _of(beside)
        for cell in _unsplit(score):
            same = [other for one in others for other in _unsplit(one) if other["metric"] == cell["metric"]]
            says = _SAYS.get(cell["metric"], "")
            yield cell["metric"], says, _ratio(cell), _interval(cell["ci"]), _of(same)


def _unsplit(score: Data) -> Iterator[Data]:
    for cell in score["cells"]:
        fields = (cell["mutator"], cell["fault"], cell["group"], *cell.get("by", {}).values())
        if set(fields) == {"all"}:
            yield cell


def _of(ratios: Sequence[Data]) -> str:
    return _ratio(ratios[0]) if ratios else '<span class="quiet">not asked</span>'


def _ratio(data: Data) -> str:
    if data["percent"] is None:
        return '<span class="quiet">no cases (0/0)</span>'
    counts = f"{data['numerator']:,}/{data['denominator']:,}"
    return f'<b>{data["percent"]} %</b> <span class="quiet">{counts}</span>'


def _interval(ends: Sequence[float] | None) -> str:
    if ends is None:
        return ""
    low, high = (percent_text(Fraction(end)) for end in ends)
    return f"{low} to {high} %"


def _safe(text: str) -> str:
    return escape(well_formed(text))
