"""A report as tables: models side by side, their robustness, and each problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from equimorph.bench.reports.estimates import Figure, Group, Scores
from equimorph.bench.reports.report import Model, Report
from equimorph.bench.reports.samples import ORIGINAL
from equimorph.pages.tables import Cell, Share, Table

__all__ = ["model_table", "problem_table", "robust_table"]


def model_table(report: Report) -> Table:
    """Return the table of models: pass@k, pass^k for k above 1, and the mean and AUC of each metric.

    A model has a row for each kind of its prompts, which a column names if there is another kind than the original ones.
    """
    groups = [(model.name, one) for model in report.models for one in model.groups]
    kinds = any(one.name != ORIGINAL for _, one in groups)
    figures = list(dict.fromkeys(one.name for _, found in groups for one in found.passing if _shown(one)))
    metrics = list(dict.fromkeys(one.name for _, found in groups for one in found.scores))
    heads = ["Model", *(["Prompts"] if kinds else []), "Problems", "Samples", *figures]
    rows = (
        (
            *(name, *([one.name] if kinds else [])),
            *(one.problems, one.rows - one.unlabelled),
            *_shares(one.passing, figures),
            *_cells(one, metrics),
        )
        for name, one in groups
    )
    return Table((*heads, *(head for name in metrics for head in (name, f"{name} AUC"))), tuple(rows))


def _shown(one: Figure) -> bool:
    return one.k > 1 or one.name.startswith("pass@")  # both are the same for one sample


def _shares(found: Iterable[Figure], names: Iterable[str]) -> Iterator[Cell]:
    by_name = {one.name: one for one in found}
    return (_share(by_name[name]) for name in names)


def _share(one: Figure) -> Cell:
    if one.value is None:
        return None
    ends = None if one.interval is None else (one.interval.low, one.interval.high)
    return Share(None, None, one.value, ends)


def _cells(found: Group, metrics: Iterable[str]) -> Iterator[Cell]:
    by_name: dict[str, Scores] = {one.name: one for one in found.scores}
    for name in metrics:
        one = by_name.get(name)
        yield from (None, None) if one is None else (one.mean, one.auc)


def robust_table(report: Report) -> Table:
    """Return the table of robustness: a row for each model, perturbation and k."""
    heads = ("Model", "Perturbation", "s", "k", "Problems", "RP_s@k", "RD_s@k", "RR_s@k")
    rows = (
        (
            *(model.name, one.name, max(one.prompts), measures[0].k, int(measures[0].denominator)),
            *map(_share, measures),
        )
        for model in report.models
        for one in model.robust
        for measures in one.figures
    )
    return Table(heads, tuple(rows))


def problem_table(report: Report, most: int) -> Table:
    """Return the first problems with their passing samples of each model, such as 3 of 10."""
    by_model = [_counts(model) for model in report.models]
    problems = list(dict.fromkeys(chain.from_iterable(by_model)))[:most]
    rows = ((problem, *(counts.get(problem) for counts in by_model)) for problem in problems)
    return Table(("Problem", *(model.name for model in report.models)), tuple(rows))


def _counts(model: Model) -> dict[str, str]:
    return {
        f"{problem} {seed}".rstrip(): f"{passed:,} of {samples:,}"
        for one in model.groups
        for (problem, seed), (samples, passed) in one.counts.items()
    }
