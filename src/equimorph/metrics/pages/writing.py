"""Writing the page."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from equimorph.metrics.judging import Judged, Judgement, scored_pair
from equimorph.metrics.pages.figures import errors, histogram
from equimorph.metrics.rows import Pair
from equimorph.metrics.table import rounded
from equimorph.pages.assembling import listing, save_page
from equimorph.pages.beside import is_short
from equimorph.pages.edits import edits_between
from equimorph.pages.markup import safe, table
from equimorph.rows.tables import Rows, read_rows

SHOWN = 200
"""So many pairs are shown of each metric, those about which it is most wrong."""
_HEADS = (
    "Metric",
    "Pairs",
    "Undefined",
    "MAE",
    "Always 0",
    "Always 1",
    "Gate only",
    "Mean",
    "Pearson",
    "Spearman",
    "tau-b",
    "AUC",
)


def write_page(
    out: Path, rows: Rows, judged: Sequence[Judgement], title: str = "Metrics", shown: int = SHOWN
) -> None:
    """Write a page, one HTML file that needs nothing else, whole or not at all.

    Args:
        out: the file.
        rows: those that were judged, which are read again; bad ones are left out.
        judged: what `judge` found.
        title: plain text.
        shown: how many pairs of each metric.

    Raises:
        OSError: the rows cannot be read, or the page not be written.
    """
    metrics = list(dict.fromkeys(one.metric for found in judged for one in found.metrics))
    scores: dict[str, list[tuple[float, bool]]] = {name: [] for name in metrics}
    worst, labelled = _worst(rows, metrics, scores, shown)
    data = {
        "metrics": metrics,
        "pairs": [_shown(pair, metrics) for pair in worst],
        "left": labelled - len(worst),
    }
    figures = [*(errors(one) for one in judged), *(histogram(name, found) for name, found in scores.items())]
    values = {"tables": "".join(map(_table, judged)), "figures": "".join(one.inline() for one in figures)}
    save_page(out, listing(__package__ or "", "pairs", title, data, values))


def _worst(
    rows: Rows, metrics: Iterable[str], scores: dict[str, list[tuple[float, bool]]], shown: int
) -> tuple[list[Pair], int]:
    """Return the pairs about which metrics are most wrong, the worst first, and how many have a label; collect all scores."""
    worst: dict[str, list[tuple[float, int, Pair]]] = {name: [] for name in metrics}
    labelled = 0
    judged = read_rows(rows, scored_pair, lambda bad: None, None, lambda pair: pair.id)
    for number, pair in enumerate(judged):
        if pair.passed is None:
            continue
        labelled += 1
        for name, kept in worst.items():
            score = _score(pair, name)
            if score is None:
                continue
            scores[name].append((score, pair.passed))
            entry = (abs(score - pair.passed), -number, pair)
            if len(kept) < shown:
                heapq.heappush(kept, entry)
            else:
                heapq.heappushpop(kept, entry)
    found: dict[int, tuple[float, Pair]] = {}
    for kept in worst.values():
        for error, number, pair in kept:
            found[number] = max(found.get(number, (0.0, pair)), (error, pair), key=lambda one: one[0])
    ordered = sorted(found.items(), key=lambda item: (-item[1][0], -item[0]))
    return [pair for _, (_, pair) in ordered], labelled


def _score(pair: Pair, metric: str) -> float | None:
    scores = pair.data.get("scores")
    found = scores.get(metric) if isinstance(scores, Mapping) else None
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


def _shown(pair: Pair, metrics: Iterable[str]) -> dict[str, Any]:
    short = is_short(pair.candidate, pair.reference)
    return {
        "id": pair.id,
        "lang": pair.lang,
        "group": pair.data.get("perturbation"),
        "outcome": pair.data.get("outcome"),
        "passed": pair.passed,
        "scores": [_score(pair, name) for name in metrics],
        "text": pair.reference if short else None,
        "edits": edits_between(pair.reference, pair.candidate) if short else None,
    }


def _table(found: Judgement) -> str:
    passed = found.passed
    share = "" if passed.percent is None else f" ({passed.percent} %)"
    unlabelled = f"; {found.unlabelled:,} have no label" if found.unlabelled else ""
    said = f"{passed.numerator:,} of {passed.denominator:,} candidates pass{share}{unlabelled}."
    metrics = ((safe(one.metric), _cells(one)) for one in found.metrics)
    return f'<h2>{safe(found.group)}</h2><p class="quiet">{said}</p>{table("totals", _HEADS, metrics)}'


def _cells(one: Judged) -> Iterator[str]:
    values = (
        f"{one.error.pairs:,}",
        f"{one.undefined:,}",
        rounded(one.error.value),
        *(rounded(one.constants[name].value) for name in ("always-0", "always-1")),
        rounded(None if one.gate is None else one.gate.value),
        *map(rounded, (one.mean, one.pearson, one.spearman, one.kendall, one.auc)),
    )
    yield from (f"<td>{value}</td>" for value in values)
