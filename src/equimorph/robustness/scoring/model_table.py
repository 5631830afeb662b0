"""Tables of models: a row for each model, with its scores side by side; and the tests of pairs of models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from equimorph.pages.tables import Cell, Share, Table
from equimorph.robustness.judging.judged import CRITERIA, UNANSWERED, Criterion
from equimorph.robustness.scoring.verdicts import METRICS
from equimorph.statistics.intervals import wilson

__all__ = ["group_table", "model_table", "pair_table", "repaired_share"]

Data = Mapping[str, Any]

_ALL = "all"
_REPAIRED: Mapping[Criterion, str] = {
    "exact": "Repaired",
    "repaired": "Repaired (tests)",
    "behaviour": "Passes tests",
}
"""Heads of the share of originals that are repaired, by criterion."""


def model_table(
    scores: Iterable[Data], further: Mapping[str, Mapping[str, Cell]] = MappingProxyType({})
) -> Table:
    """Return the table of models: shares of repaired originals, then the scores, by criterion; then unanswered requests.

    A model has one row, or one for each group and each value of further fields that the scores are split by.

    Args:
        scores: Objects of ``score.json``.
        further: By model the cells of further columns, by their heads; the same heads for each model.
    """
    of_model: dict[str, dict[str, Data]] = {}
    for score in scores:
        of_model.setdefault(score["model"], {})[score["criterion"]] = score
    criteria = [name for name in CRITERIA if any(name in scores_of for scores_of in of_model.values())]
    splits = _splits(of_model)
    more = list(dict.fromkeys(head for cells in further.values() for head in cells))
    heads = ["Model", *splits, *(head for name in criteria for head in _heads(name, criteria)), "Unanswered"]
    empty = [None] * (1 + len(more))
    rows = [
        (
            model,
            *key,
            *(cell for name in criteria for cell in _cells(name, by_criterion.get(name), splits, key)),
            *(
                _unanswered(by_criterion.values(), further.get(model, {}), more)
                if set(key) <= {_ALL}
                else empty
            ),
        )
        for model, by_criterion in of_model.items()
        for key in _keys(by_criterion.values(), splits)
    ]
    return Table((*heads, *more), tuple(rows))


def repaired_share(score: Data) -> Share:
    """Return the share of repaired originals among the answered ones that are not flaky."""
    samples = score["samples"]
    steady = samples["read"] - samples["flaky"] - samples.get("left_out", 0)
    answered = steady - samples["no_original"] - sum(samples.get(state, 0) for state in UNANSWERED)
    if score.get("averaged"):
        return Share(None, None, samples["repaired"] / answered if answered else None)
    interval = wilson(samples["repaired"], answered)
    ends = None if interval is None else (interval.low, interval.high)
    value = samples["repaired"] / answered if answered else None
    return Share(samples["repaired"], answered, value, ends)


def pair_table(comparison: Data) -> Table:
    """Return the tests of pairs of models.

    Args:
        comparison: Object of ``compare.json``.
    """
    heads = (
        "A",
        "B",
        "Criterion",
        "Metric",
        "n",
        "Fails in A only",
        "Fails in B only",
        "Test",
        "p",
        "p (Holm)",
    )
    fields = ("a", "b", "criterion", "metric", "n", "a_only", "b_only", "test", "p", "p_holm")
    rows = (tuple(test[name] for name in fields) for test in comparison["pairs"])
    return Table(heads, tuple(rows))


def group_table(comparison: Data) -> Table:
    """Return the tests of pairs of groups.

    Args:
        comparison: Object of ``compare.json``.
    """
    heads = ("Model", "Criterion", "Metric", "Mutator", "A", "In A", "B", "In B", "p", "p (Holm)")
    rows = (
        (
            *(test[name] for name in ("model", "criterion", "metric", "mutator")),
            *(cell for ratio in test["ratios"] for cell in (ratio["group"], _group_share(ratio))),
            *(test["p"], test["p_holm"]),
        )
        for test in comparison["fisher"]
    )
    return Table(heads, tuple(rows))


def _group_share(ratio: Data) -> Share:
    return Share(ratio["numerator"], ratio["denominator"], ratio["value"])


def _heads(criterion: Criterion, criteria: Sequence[Criterion]) -> Sequence[str]:
    """Return the heads of the columns of a criterion; two criteria have scores of the same names."""
    metrics = METRICS[criterion]
    both = criterion == "repaired" and "behaviour" in criteria
    return [_REPAIRED[criterion], *(f"{metric} (tests)" if both else metric for metric in metrics)]


def _cells(criterion: Criterion, score: Data | None, splits: Sequence[str], key: Sequence[str]) -> list[Cell]:
    metrics = METRICS[criterion]
    if score is None:
        return [None] * (1 + len(metrics))
    of_metric = {cell["metric"]: cell for cell in _main(score) if _key(cell, splits) == tuple(key)}
    whole = set(key) <= {_ALL}
    return [
        repaired_share(score) if whole else None,
        *(_share(of_metric[metric]) if metric in of_metric else None for metric in metrics),
    ]


def _share(cell: Data) -> Share:
    ends = cell["ci"] and (float(cell["ci"][0]), float(cell["ci"][1]))
    return Share(cell["numerator"], cell["denominator"], cell["value"], ends)


def _unanswered(scores: Iterable[Data], further: Mapping[str, Cell], heads: Iterable[str]) -> list[Cell]:
    """Return the share of requests without an answer, and further cells of a model.

    Samples that are flaky by one criterion count by another one: the share is the one of most requests.
    """
    data = max((score["unanswered"] for score in scores), key=lambda ratio: ratio["denominator"] or 0)
    share = Share(data["numerator"], data["denominator"], data["value"])
    return [share, *map(further.get, heads)]


def _main(score: Data) -> Iterable[Data]:
    """Return the cells that are split neither by mutator nor by fault lines."""
    return (cell for cell in score["cells"] if cell["mutator"] == cell["fault"] == _ALL)


def _splits(of_model: Mapping[str, Mapping[str, Data]]) -> list[str]:
    """Return the names of the splits that some score has: the group, and further fields."""
    cells = [
        cell for of_criterion in of_model.values() for score in of_criterion.values() for cell in _main(score)
    ]
    groups = ["group"] if any(cell["group"] != _ALL for cell in cells) else []
    return list(dict.fromkeys([*groups, *(name for cell in cells for name in cell.get("by", {}))]))


def _key(cell: Data, splits: Sequence[str]) -> tuple[str, ...]:
    fields = {**cell.get("by", {}), "group": cell["group"]} if "group" in splits else cell.get("by", {})
    return tuple(fields.get(name, _ALL) for name in splits)


def _keys(scores: Iterable[Data], splits: Sequence[str]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(_key(cell, splits) for score in scores for cell in _main(score)))
