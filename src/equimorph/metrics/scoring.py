"""Scores of rows, and scores of a whole corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from equimorph.bulk.job import ROW_NAME, Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.metrics.errors import MetricError
from equimorph.metrics.registry import find_metric
from equimorph.metrics.rows import Pair, pair_of
from equimorph.rows.formats import PREDICTIONS, SCORED, recognised
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import Failed, RowCount, Rows, raised, read_rows
from equimorph.version import __version__

__all__ = ["Asked", "scored", "scores_of", "work_of", "write_scored"]

WORK = "equimorph.metrics.scoring:work_of"
_DATA = "data"


@dataclass(frozen=True)
class Asked:
    """Metrics with their options.

    Attributes:
        metrics: names, in the order of the scores.
        options: Options of all metrics that have them; each is an option of at least one.
    """

    metrics: tuple[str, ...]
    options: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not self.metrics:
            raise MetricError("no metric is asked for")
        names = {option for name in self.metrics for option in find_metric(name).options}
        for name in self.options:
            if name not in names:
                raise MetricError(f"{', '.join(self.metrics)}: no option {name!r}")

    def options_of(self, name: str) -> dict[str, Any]:
        """Return the options that a metric accepts."""
        names = find_metric(name).options
        return {option: value for option, value in self.options.items() if option in names}


def scores_of(pair: Pair, asked: Asked) -> tuple[dict[str, float | None], dict[str, str]]:
    """Return the scores of a pair by metric, and the reasons for scores that are None.

    Raises:
        MetricError: an option has an unknown value.
        ModuleNotFoundError: a metric needs a package that is not installed.
    """
    scores: dict[str, float | None] = {}
    undefined = {}
    for name in asked.metrics:
        metric = find_metric(name)
        scores[name] = metric.score(pair.candidate, pair.reference, pair.lang, **asked.options_of(name))
        if scores[name] is None:
            undefined[name] = metric.undefined
    return scores, undefined


def _with_scores(pair: Pair, settings: Asked) -> dict[str, Any]:
    scores, undefined = scores_of(pair, settings)
    old = pair.data.get("scores"), pair.data.get("undefined")
    kept, reasons = (dict(mapping or {}) for mapping in old)
    reasons = {name: reason for name, reason in reasons.items() if name not in scores}
    return {**pair.data, "scores": {**kept, **scores}, "undefined": {**reasons, **undefined}}


def scored(
    rows: Rows, asked: Asked, *, failed: Failed | None = None, count: RowCount | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rows with `scores`, a number or None by metric, and `undefined`, the reasons of None; scores of other metrics stay.

    Args:
        rows: a file of pairs, or rows: `id`, `lang`, `candidate`, `reference`.
        asked: the metrics.
        failed: gets bad rows; without it, the first one is raised.
        count: counts the rows.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        MetricError, ModuleNotFoundError: see `scores_of`.
        OSError: the file cannot be read.
    """
    for pair in read_rows(rows, pair_of, failed or raised, count, lambda pair: pair.id):
        yield _with_scores(pair, asked)


def write_scored(target: Target, rows: Rows, asked: Asked, failed: Failed) -> tuple[int, RowCount]:
    """Write what `scored` yields, by several processes, and again after a kill.

    Args:
        target: Destination of the rows.
        rows, asked, failed: See `scored`.

    Returns:
        The number of rows, and the counts of the rows read.

    Raises:
        MetricError, ModuleNotFoundError: a metric lacks a package, or an option has an unknown value; before a row is
            read.
        FormatError: no row is a pair.
        BulkError: another run is at work there; or what is done was made with other options, or from other rows.
        OSError: something cannot be read or written.
    """
    scores_of(Pair("", "java", "a b", "a c", None, {}), asked)
    count = RowCount()
    _, rows = recognised(rows, SCORED, PREDICTIONS.values())
    pairs = _checked(read_rows(rows, pair_of, failed, count, lambda pair: pair.id), asked)
    lines = (encode({ROW_NAME: f"pair {pair.id}", _DATA: dict(pair.data)}) for pair in pairs)
    options = {"metrics": list(asked.metrics), "options": dict(asked.options)}
    total = worked(target, WORK, options, lines, "pairs", {"version": __version__})
    return total, count


def _checked(pairs: Iterator[Pair], settings: Asked) -> Iterator[Pair]:
    """Yield the pairs; at the first one of each language, check that its grammar is installed."""
    languages = set[str]()
    for pair in pairs:
        if pair.lang not in languages:
            languages.add(pair.lang)
            scores_of(replace(pair, candidate="a b", reference="a c"), settings)
        yield pair


def work_of(options: Mapping[str, Any]) -> Work:
    """Return the work on a line of `write_scored`."""
    settings = Asked(tuple(options["metrics"]), options["options"])

    def work(record: Record, report: Report) -> Iterator[bytes]:
        line = json_line(record.number, record.data)
        yield encode(_with_scores(pair_of(line.data[_DATA]), settings))

    return work
