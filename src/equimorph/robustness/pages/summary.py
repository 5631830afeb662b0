"""The head of a page, as markup: scores beside the score of doing nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from equimorph.pages.markup import safe, table
from equimorph.robustness.judging.judged import UNANSWERED
from equimorph.robustness.scoring.verdicts import shown_state
from equimorph.statistics.intervals import wilson
from equimorph.statistics.ratio import Ratio, percent_text

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
    """Return the table of the main scores: a model's scores beside the scores of a model that does nothing.

    Args:
        scores: Objects of ``score.json``, for all models and criteria.
        model, baseline: Names of the two models.

    Returns:
        The table; with a column of bounds if a score has some that differ.
    """
    found = list(_rows(scores, model, baseline))
    heads = ["", model, "95 % interval", "bounds", baseline]
    shown = [
        place
        for place in range(len(heads))
        if heads[place] != "bounds" or any(row[place + 1] for row in found)
    ]
    rows = (
        (
            f'<b>{safe(name)}</b> <span class="quiet">{safe(says)}</span>',
            [f'<td data-of="{safe(heads[place])}">{cells[place - 1]}</td>' for place in shown if place],
        )
        for name, says, *cells in found
    )
    return table("scores", [heads[place] for place in shown], rows)


def _rows(scores: Sequence[Data], model: str, baseline: str) -> Iterator[tuple[str, ...]]:
    """Yield for each line of the table its name, what it says, and the cells."""
    for score in scores:
        if score["model"] != model:
            continue
        criterion = score["criterion"]
        others = [one for one in scores if (one["model"], one["criterion"]) == (baseline, criterion)]
        own, bounds = _repaired(score)
        says = _REPAIRED[criterion].format(k=score["k"])
        found = wilson(own.numerator, own.denominator)
        interval = "" if found is None else _interval([found.low, found.high])
        beside = [_repaired(one)[0].to_dict() for one in others]
        yield "Answered", *_answered(score, others)
        yield "Repaired", says, _ratio(own.to_dict()), interval, bounds, _of(beside)
        for cell in _unsplit(score):
            same = [other for one in others for other in _unsplit(one) if other["metric"] == cell["metric"]]
            says = _SAYS.get(cell["metric"], "")
            yield (
                cell["metric"],
                says,
                _ratio(cell) + _mean(cell),
                _interval(cell["ci"]),
                _bounds(cell["low"], cell["high"]),
                _of(same),
            )


def _answered(score: Data, others: Sequence[Data]) -> tuple[str, ...]:
    """Return the share of answered requests, with the numbers of all states."""
    states = ", ".join(f"{shown_state(name)} {number:,}" for name, number in score["states"].items())
    ratio, *beside = map(_answered_ratio, (score, *others))
    return f"requests with an answer: {states}", _ratio(ratio), "", "", _of(beside)


def _answered_ratio(score: Data) -> Data:
    missing = score["unanswered"]
    return Ratio(missing["denominator"] - missing["numerator"], missing["denominator"]).to_dict()


def _mean(cell: Data) -> str:
    """Return the mean over the mutators, for a reader to whom each of them counts the same."""
    mean = cell.get("mutator_mean")
    return (
        ""
        if mean is None
        else f' <span class="quiet">mean of {mean["mutators"]} mutators {mean["percent"]} %</span>'
    )


def _repaired(score: Data) -> tuple[Ratio, str]:
    """Return the share of repaired originals among the answered ones that are not flaky, and its bounds if all were answered."""
    samples = score["samples"]
    missing = sum(samples.get(state, 0) for state in (*UNANSWERED, "no_original"))
    steady = samples["read"] - samples["flaky"] - samples.get("left_out", 0)
    found = Ratio(samples["repaired"], steady - missing)
    ends = [Ratio(samples["repaired"] + more, steady).value for more in (0, missing)]
    return found, _bounds(*ends)


def _bounds(low: float | None, high: float | None) -> str:
    """Return bounds as text; nothing where they do not differ."""
    return "" if low is None or high is None or low == high else _interval([low, high])


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
