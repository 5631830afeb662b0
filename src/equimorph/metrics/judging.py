"""Judgement of metrics by tests: errors beside the constants', correlations, and areas under the curve."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.metrics.errors import MetricError
from equimorph.metrics.rows import Pair, pair_of
from equimorph.rows.tables import Failed, RowCount, Rows, raised, read_rows
from equimorph.statistics import Ratio
from equimorph.statistics.correlation import auc, kendall, pearson, spearman

__all__ = ["ORIGINAL", "Confusion", "Error", "Judged", "Judgement", "judge", "judge_scores", "scored_pair"]

ORIGINAL = "original"
"""The group of rows without a field `perturbation`."""
_NO_COMPILE = "no-compile"


@dataclass(frozen=True)
class Error:
    """A mean absolute error (CodeScore-R, eq. 6).

    Attributes:
        total: the sum of ``|score - passed|``.
        pairs: Number of pairs.
    """

    total: float
    pairs: int

    @property
    def value(self) -> float | None:
        """The mean, from 0 to 1 for scores from 0 to 1; None for no pairs."""
        return self.total / self.pairs if self.pairs else None

    def to_dict(self) -> dict[str, Any]:
        """Return sum, pairs and mean."""
        return {"sum": self.total, "pairs": self.pairs, "value": self.value}


@dataclass(frozen=True)
class Confusion:
    """The counts of a metric that says 0 or 1.

    Attributes:
        tp, fp, fn, tn: pairs with score and label 1 and 1, 1 and 0, 0 and 1, 0 and 0.
    """

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def accuracy(self) -> Ratio:
        """The share of pairs with the right score."""
        return Ratio(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)

    @property
    def precision(self) -> Ratio:
        """The share of passing candidates among the candidates with score 1."""
        return Ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Ratio:
        """The share of candidates with score 1 among the passing candidates."""
        return Ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> Ratio:
        """The harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN)."""
        return Ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts, and the ratios with numerator and denominator."""
        ratios = {name: getattr(self, name).to_dict() for name in ("accuracy", "precision", "recall", "f1")}
        return {**vars(self), **ratios}


@dataclass(frozen=True)
class Judged:
    """A metric on labelled pairs.

    Attributes:
        metric: Name of the metric.
        undefined: Number of labelled pairs without a score; these count nowhere.
        error: Mean absolute error of the metric.
        constants: Errors on the same pairs by name: "always-0", "always-1", and "best-constant", the smaller one: no other constant
            has a smaller error, for the median of labels is 0 or 1.
        gate: Error of a score of 1 for compiling candidates and 0 for the rest, if each of the pairs tells it; else
            None.
        mean: Mean of the scores; None for no pairs.
        pearson, spearman, kendall: Correlations of scores and labels; None where one of them is constant.
        auc: Probability that a passing candidate has a higher score than a failing one, with a tie as one half; None as
            above.
        confusion: Confusion matrix of a metric that is 0 or 1 only, else None.
    """

    metric: str
    undefined: int
    error: Error
    constants: Mapping[str, Error]
    gate: Error | None
    mean: float | None
    pearson: float | None
    spearman: float | None
    kendall: float | None
    auc: float | None
    confusion: Confusion | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "metric": self.metric,
            "undefined": self.undefined,
            "mae": self.error.to_dict(),
            **{name: error.to_dict() for name, error in self.constants.items()},
            "gate-only": None if self.gate is None else self.gate.to_dict(),
            **{name: getattr(self, name) for name in ("mean", "pearson", "spearman", "kendall", "auc")},
            "confusion": None if self.confusion is None else self.confusion.to_dict(),
        }


@dataclass(frozen=True)
class Judgement:
    """All metrics on one group of rows.

    Attributes:
        group: The `perturbation` of the rows, or `ORIGINAL`.
        passed: Share of passing candidates among the labelled pairs.
        unlabelled: Number of pairs without a label, which count nowhere.
        metrics: Metrics in the order of the rows' scores.
    """

    group: str
    passed: Ratio
    unlabelled: int
    metrics: tuple[Judged, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "group": self.group,
            "passed": self.passed.to_dict(),
            "unlabelled": self.unlabelled,
            "metrics": [metric.to_dict() for metric in self.metrics],
        }


@dataclass(frozen=True)
class _Scored:
    """The needed part of a row: its group, label, whether it compiles, and the scores."""

    id: str
    group: str
    passed: bool | None
    compiles: bool | None
    scores: Mapping[str, float | None]


def judge(
    rows: Rows,
    metrics: Sequence[str] | None = None,
    *,
    failed: Failed | None = None,
    count: RowCount | None = None,
) -> list[Judgement]:
    """Judge the metrics of scored rows by the labels `passed`, for each `perturbation` of the rows by itself.

    Args:
        rows: a file of scored rows, or rows; labels and scores of all of them are in memory.
        metrics: names of scores; by default all that any row has.
        failed: gets bad rows; without it, the first one is raised.
        count: counts the rows.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        MetricError: no row has a metric of a name.
        OSError: the file cannot be read.
    """
    groups: dict[str, list[_Scored]] = {}
    for row in read_rows(rows, _scored, failed or raised, count, lambda row: row.id):
        groups.setdefault(row.group, []).append(row)
    metric_names = dict.fromkeys(name for group in groups.values() for row in group for name in row.scores)
    for name in metrics or ():
        if name not in metric_names:
            raise MetricError(
                f"no row has a score {name!r}; there are: {', '.join(metric_names) or 'no scores'}"
            )
    return [_judgement(name, group, list(metrics or metric_names)) for name, group in groups.items()]


def scored_pair(data: Mapping[str, Any]) -> Pair:
    """Return the pair that a scored row is.

    Raises:
        MetricError: `judge` would not count the row.
    """
    pair = pair_of(data)
    scores, group = data.get("scores"), data.get("perturbation")
    if not isinstance(scores, Mapping):
        raise MetricError("no 'scores': this is for rows that `metrics score` made")
    if group is not None and not isinstance(group, str):
        raise MetricError("'perturbation' is no text")
    for name, score in scores.items():
        _check(name, score)
    return pair


def _scored(data: Mapping[str, Any]) -> _Scored:
    pair = scored_pair(data)
    group = data.get("perturbation") or ORIGINAL
    return _Scored(pair.id, group, pair.passed, _compiles(pair), data["scores"])


def _check(name: str, score: object) -> None:
    if score is None or (
        isinstance(score, int | float) and not isinstance(score, bool) and _is_finite(score)
    ):
        return
    raise MetricError(f"the score {name!r} is neither a finite number nor null")


def _is_finite(score: float) -> bool:
    try:
        return math.isfinite(score)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _compiles(pair: Pair) -> bool | None:
    compiled, outcome = pair.data.get("compiled"), pair.data.get("outcome")
    if isinstance(compiled, bool):
        return compiled
    return outcome != _NO_COMPILE if isinstance(outcome, str) else None


def _judgement(group: str, rows: Sequence[_Scored], metrics: Iterable[str]) -> Judgement:
    labelled = [row for row in rows if row.passed is not None]
    passed = Ratio(sum(bool(row.passed) for row in labelled), len(labelled))
    return Judgement(
        group, passed, len(rows) - len(labelled), tuple(_judged(name, labelled) for name in metrics)
    )


def _judged(metric: str, rows: Sequence[_Scored]) -> Judged:
    defined = [row for row in rows if row.scores.get(metric) is not None]
    gates = [row.compiles for row in defined]
    return judge_scores(
        metric,
        [float(row.scores[metric] or 0) for row in defined],
        [bool(row.passed) for row in defined],
        None if None in gates else [bool(gate) for gate in gates],
        len(rows) - len(defined),
    )


def judge_scores(
    metric: str,
    scores: Sequence[float],
    labels: Sequence[bool],
    compiles: Sequence[bool] | None = None,
    undefined: int = 0,
) -> Judged:
    """Judge the scores of labelled pairs.

    Args:
        metric: its name.
        scores: finite numbers.
        labels: whether the candidates pass.
        compiles: whether they compile, if that is known.
        undefined: how many further pairs have no score.
    """
    numbers = [float(label) for label in labels]

    def error(of: Callable[[int], float]) -> Error:
        return Error(math.fsum(abs(of(index) - label) for index, label in enumerate(numbers)), len(numbers))

    always = {"always-0": error(lambda _: 0.0), "always-1": error(lambda _: 1.0)}
    return Judged(
        metric,
        undefined,
        error(scores.__getitem__),
        {**always, "best-constant": min(always.values(), key=lambda candidate: candidate.total)},
        None if compiles is None or not numbers else error(lambda index: float(compiles[index])),
        math.fsum(scores) / len(scores) if scores else None,
        pearson(scores, numbers),
        spearman(scores, numbers),
        kendall(scores, numbers),
        auc(scores, labels),
        _confusion(scores, labels),
    )


def _confusion(scores: Sequence[float], labels: Sequence[bool]) -> Confusion | None:
    if not scores or not set(scores) <= {0.0, 1.0}:
        return None
    cells = [(bool(score), label) for score, label in zip(scores, labels, strict=True)]
    return Confusion(
        cells.count((True, True)),
        cells.count((True, False)),
        cells.count((False, True)),
        cells.count((False, False)),
    )
