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
        out: The file.
        rows: The judged rows, which are read again; bad ones are left out.
        judged: Results of `judge`.
        title: Title in plain text.
        shown: Number of pairs shown for each metric.

    Raises:
        OSError: the rows cannot be read, or the page not be written.
    """
    metrics = list(dict.fromkeys(result.metric for judgement in judged for result in judgement.metrics))
    scores: dict[str, list[tuple[float, bool]]] = {name: [] for name in metrics}
    worst, labelled = _worst(rows, metrics, scores, shown)
    data = {
        "metrics": metrics,
        "pairs": [_shown(pair, metrics) for pair in worst],
        "left": labelled - len(worst),
    }
    figures = [
        *(errors(judgement) for judgement in judged),
        *(histogram(name, points) for name, points in scores.items()),
    ]
    values = {
        "tables": "".join(map(_table, judged)),
        "figures": "".join(figure.inline() for figure in figures),
    }
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
    by_number: dict[int, tuple[float, Pair]] = {}
    for kept in worst.values():
        for error, number, pair in kept:
            by_number[number] = max(
                by_number.get(number, (0.0, pair)), (error, pair), key=lambda candidate: candidate[0]
            )
    ordered = sorted(by_number.items(), key=lambda item: (-item[1][0], -item[0]))
    return [pair for _, (_, pair) in ordered], labelled


def _score(pair: Pair, metric: str) -> float | None:
    scores = pair.data.get("scores")
    value = scores.get(metric) if isinstance(scores, Mapping) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


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


def _table(judgement: Judgement) -> str:
    passed = judgement.passed
    share = "" if passed.percent is None else f" ({passed.percent} %)"
    unlabelled = f"; {judgement.unlabelled:,} have no label" if judgement.unlabelled else ""
    said = f"{passed.numerator:,} of {passed.denominator:,} candidates pass{share}{unlabelled}."
    metrics = ((safe(result.metric), _cells(result)) for result in judgement.metrics)
    return f'<h2>{safe(judgement.group)}</h2><p class="quiet">{said}</p>{table("totals", _HEADS, metrics)}'


def _cells(result: Judged) -> Iterator[str]:
    values = (
        f"{result.error.pairs:,}",
        f"{result.undefined:,}",
        rounded(result.error.value),
        *(rounded(result.constants[name].value) for name in ("always-0", "always-1")),
        rounded(None if result.gate is None else result.gate.value),
        *map(rounded, (result.mean, result.pearson, result.spearman, result.kendall, result.auc)),
    )
    yield from (f"<td>{value}</td>" for value in values)
