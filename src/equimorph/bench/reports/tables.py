"""A report as tables: models side by side, their robustness, and each problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from equimorph.bench.reports.estimates import Figure, Group, Scores
from equimorph.bench.reports.report import ModelReport, Report
from equimorph.bench.reports.samples import ORIGINAL
from equimorph.pages.tables import Cell, Share, Table

__all__ = ["model_table", "problem_table", "robust_table"]


def model_table(report: Report) -> Table:
    """Return the table of models: pass@k, pass^k for k above 1, and the mean and AUC of each metric.

    A model has a row for each kind of its prompts, which a column names if there is another kind than the original ones.
    """
    groups = [(model.name, entry) for model in report.models for entry in model.groups]
    kinds = any(entry.name != ORIGINAL for _, entry in groups)
    figures = list(
        dict.fromkeys(entry.name for _, source in groups for entry in source.passing if _shown(entry))
    )
    metrics = list(dict.fromkeys(entry.name for _, source in groups for entry in source.scores))
    heads = ["Model", *(["Perturbation"] if kinds else []), "Problems", "Samples", *figures]
    rows = (
        (
            *(name, *([entry.name] if kinds else [])),
            *(entry.problems, entry.rows - entry.unlabelled),
            *_shares(entry.passing, figures),
            *_cells(entry, metrics),
        )
        for name, entry in groups
    )
    return Table((*heads, *(head for name in metrics for head in (name, f"{name} AUC"))), tuple(rows))


def _shown(entry: Figure) -> bool:
    return entry.k > 1 or entry.name.startswith("pass@")  # both are the same for one sample


def _shares(source: Iterable[Figure], names: Iterable[str]) -> Iterator[Cell]:
    by_name = {entry.name: entry for entry in source}
    return (_share(by_name[name]) for name in names)


def _share(entry: Figure) -> Cell:
    if entry.value is None:
        return None
    ends = None if entry.interval is None else (entry.interval.low, entry.interval.high)
    return Share(None, None, entry.value, ends)


def _cells(source: Group, metrics: Iterable[str]) -> Iterator[Cell]:
    by_name: dict[str, Scores] = {entry.name: entry for entry in source.scores}
    for name in metrics:
        entry = by_name.get(name)
        yield from (None, None) if entry is None else (entry.mean, entry.auc)


def robust_table(report: Report) -> Table:
    """Return the table of robustness: a row for each model, perturbation and k."""
    heads = ("Model", "Perturbation", "s", "k", "Problems", "RP_s@k", "RD_s@k", "RR_s@k")
    rows = (
        (
            *(model.name, entry.name, max(entry.prompts), measures[0].k, int(measures[0].denominator)),
            *map(_share, measures),
        )
        for model in report.models
        for entry in model.robust
        for measures in entry.figures
    )
    return Table(heads, tuple(rows))


def problem_table(report: Report, most: int) -> Table:
    """Return the first problems with their passing samples of each model, such as 3 of 10."""
    by_model = [_counts(model) for model in report.models]
    problems = list(dict.fromkeys(chain.from_iterable(by_model)))[:most]
    rows = ((problem, *(counts.get(problem) for counts in by_model)) for problem in problems)
    return Table(("Problem", *(model.name for model in report.models)), tuple(rows))


def _counts(model: ModelReport) -> dict[str, str]:
    return {
        f"{problem} {seed}".rstrip(): f"{passed:,} of {samples:,}"
        for entry in model.groups
        for (problem, seed), (samples, passed) in entry.counts.items()
    }
