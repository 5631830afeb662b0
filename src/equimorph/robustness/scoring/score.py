"""Scores: PFM, PFA, PDM and PDA of judged rows, with intervals, splits, curves and sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from equimorph.defects4j.methods.scope import NEEDS
from equimorph.robustness.judging.judged import (
    ERROR,
    NO_ANSWER,
    NO_CODE,
    TRUNCATED,
    UNANSWERED,
    Criterion,
)
from equimorph.robustness.scoring.cells import Cell, cells_of
from equimorph.robustness.scoring.curve import Point, curve_of
from equimorph.robustness.scoring.mean_sizes import sizes_of
from equimorph.robustness.scoring.means import MeanRatio
from equimorph.robustness.scoring.mutator_means import with_mutator_means
from equimorph.robustness.scoring.options import Scoring, ScoringOptions
from equimorph.robustness.scoring.population import Population, read
from equimorph.robustness.scoring.splitting import splits_of
from equimorph.robustness.scoring.verdicts import STATES, Verdicts
from equimorph.rows.tables import Failed, RowCount, Rows, raised
from equimorph.statistics.ratio import Ratio
from mutators import MutationError

__all__ = ["SCHEMA", "Score", "chosen", "is_warning", "score", "score_of", "scores"]

SCHEMA = 1
_FEW, _TOO_MANY = 0.01, 0.2
"""The share of requests without an answer above which a reader is warned, and above which the scores are no result."""
_REASONS = {TRUNCATED: "truncated", ERROR: "with an error", NO_ANSWER: "missing"}
_WARNING = "warning: "


@dataclass(frozen=True)
class Score:
    """The scores of one model by one criterion.

    Attributes:
        model: Name of the model.
        criterion: "exact", "repaired" or "behaviour".
        k: Number of candidates that count.
        scoring: Options for the scores.
        samples: Numbers of samples: read, repaired, without mutants (unmutated), flaky, without an answer to the
            original (no_answer; error; truncated), with one that has no code (no_code), and without a row of the
            original (no_original);
            for the criteria repaired and behaviour also the number left out because their fix needs more (left_out):
            apart from the samples read, no other number includes them.
        requests: Number of requests for samples that are not flaky, and number of requests without an answer.
        states: Number of these requests in each state: answered, no_code, truncated, error, no_answer. The last three
            have no answer.
        cells: The scores.
        curve: Scores of all mutants at each k.
        measures: Mean sizes by cell, as in ``score.json``.
        remarks: Remarks for readers of the numbers.
        averaged: Models whose scores are averaged; empty for one model.
    """

    model: str
    criterion: Criterion
    k: int
    scoring: Scoring
    samples: Mapping[str, float]
    requests: Ratio | MeanRatio
    states: Mapping[str, float]
    cells: tuple[Cell, ...]
    curve: tuple[Point, ...]
    measures: tuple[Mapping[str, Any], ...]
    remarks: tuple[str, ...] = ()
    averaged: tuple[str, ...] = ()

    @property
    def too_few(self) -> str:
        """A message if more than a fifth of the requests have no answer; else an empty text."""
        share = self.requests.value
        if share is None or share <= _TOO_MANY:
            return ""
        return (
            f"{self.requests.percent} % of the requests have no answer: the scores are about too few of them"
        )

    def cell(self, metric: str, mutator: str = "all", fault: str = "all", group: str = "all") -> Cell:
        """Return a cell that is not split by further fields.

        Raises:
            KeyError: there is none.
        """
        asked = (metric, mutator, fault, group)
        for cell in self.cells:
            if set(cell.by.values()) <= {"all"} and asked == (
                cell.metric,
                cell.mutator,
                cell.fault,
                cell.group,
            ):
                return cell
        raise KeyError(", ".join(asked))

    def _repr_html_(self) -> str:
        from equimorph.pages.notebook import titled_table
        from equimorph.robustness.scoring.cell_rows import HEAD, cell_row

        rows = (cell_row(cell) for cell in self.cells if cell.ratio.value is not None)
        return titled_table(f"{self.model}, {self.criterion}, k {self.k}", HEAD, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``score.json``."""
        return {
            "schema": SCHEMA,
            "model": self.model,
            **({"averaged": list(self.averaged)} if self.averaged else {}),
            "criterion": self.criterion,
            "k": self.k,
            "pool": self.scoring.pool,
            "hits": self.scoring.hits,
            "population": self.scoring.population,
            "samples": dict(self.samples),
            "unanswered": self.requests.to_dict(),
            "states": dict(self.states),
            "cells": [cell.to_dict() for cell in self.cells],
            "curve": [point.to_dict() for point in self.curve],
            "measures": [dict(row) for row in self.measures],
            "remarks": list(self.remarks),
        }


def scores(
    rows: Rows,
    *,
    criterion: Criterion | None = None,
    failed: Failed | None = None,
    count: RowCount | None = None,
    **options: Unpack[ScoringOptions],
) -> list[Score]:
    """Return the scores of each model and criterion in judged rows.

    Args:
        rows: the path of ``judged.jsonl``, or rows; in any order.
        criterion: Criterion of rows that have none; rows of another one are left out.
        failed: gets bad rows; by default, the first one is raised.
        count: counts the rows.
        options: the fields of `Scoring`.

    Raises:
        MutationError: a row is bad, and `failed` is not given; or an option does not fit the rows.
        OSError: the file cannot be read.
    """
    scoring = Scoring(**options)
    found = read(rows, failed or raised, count, criterion, scoring.by)
    return [score_of(one, scoring) for one in found]


def score(
    rows: Rows,
    *,
    model: str | None = None,
    criterion: Criterion | None = None,
    failed: Failed | None = None,
    **options: Unpack[ScoringOptions],
) -> Score:
    """Return the scores of one model.

    Args:
        rows: See `scores`.
        model: Name of the model; None for the only one.
        criterion: See `scores`.
        failed: See `scores`.
        options: See `scores`.

    Raises:
        MutationError: see `scores`; or there is not exactly one matching score.
        OSError: the file cannot be read.
    """
    found = scores(rows, criterion=criterion, failed=failed, **options)
    return chosen(found, model, "give model=")


def chosen(found: Sequence[Score], model: str | None, hint: str) -> Score:
    """Return the only score, or the one of a model.

    Raises:
        MutationError: there is not exactly one; names those there are.
    """
    fitting = [one for one in found if model in (None, one.model)]
    if len(fitting) == 1:
        return fitting[0]
    there = ", ".join(f"{one.model} ({one.criterion})" for one in found) or "none"
    raise MutationError(f"{len(fitting)} scores, not one; {hint}: there are: {there}")


def score_of(population: Population, scoring: Scoring) -> Score:
    """Return the scores of a population.

    Raises:
        MutationError: an option does not fit its rows.
    """
    every, population = population, population if scoring.all_fixes else population.whole()
    most = every.k
    k = most if scoring.k is None else scoring.k
    if k > most and (population.ks or population.criterion == "behaviour"):
        raise MutationError(f"k is {k}, but {population.model} was judged with k {most}")
    if scoring.hits == "correct" and population.criterion != "repaired":
        raise MutationError(f"only criterion 'repaired' knows correct patches, not {population.criterion!r}")
    verdicts, splits = Verdicts(population.criterion, k, scoring.hits), splits_of(population, scoring)
    cells = with_mutator_means(cells_of(splits, verdicts, scoring))
    states = _states(population, verdicts)
    requests = Ratio(sum(states[state] for state in UNANSWERED), sum(states.values()))
    return Score(
        population.model,
        population.criterion,
        k,
        scoring,
        _samples(every, population, verdicts),
        requests,
        states,
        tuple(cells),
        tuple(curve_of(population, verdicts, scoring)),
        tuple(sizes_of(splits, scoring)),
        (
            *_missing(requests, states, cells),
            *_left_out(every, population),
            *_remarks(population, scoring, cells),
        ),
    )


def is_warning(remark: str) -> bool:
    """Return whether readers must not miss a remark, such as one on many missing answers."""
    return _WARNING in remark


def _samples(every: Population, population: Population, verdicts: Verdicts) -> dict[str, int]:
    steady = [sample for sample in population.samples.values() if not sample.flaky]
    originals = [sample.original for sample in steady if sample.original is not None]
    states = Counter(map(verdicts.state, originals))
    found = {
        "read": len(every.samples),
        "repaired": sum(map(verdicts.repaired, steady)),
        "unmutated": sum(not sample.mutants for sample in steady),
        "flaky": len(population.samples) - len(steady),
        **{state: states[state] for state in (NO_ANSWER, ERROR, TRUNCATED, NO_CODE)},
        "no_original": len(steady) - len(originals),
    }
    if population.criterion != "exact":
        found["left_out"] = len(every.samples) - len(population.samples)
    if population.criterion == "repaired":
        correct = Verdicts("repaired", verdicts.k, "correct")
        found["correct"] = sum(map(correct.repaired, steady))
    return found


def _states(population: Population, verdicts: Verdicts) -> dict[str, int]:
    """Return the number of requests in each state; an original has a request although no row is of it."""
    steady = [sample for sample in population.samples.values() if not sample.flaky]
    results = [result for sample in steady for result in (sample.original, *sample.mutants.values())]
    objects = {id(result): result for result in results}  # of equal results there is one
    counts = Counter[str]()
    for number, many in Counter(map(id, results)).items():
        counts[verdicts.state(objects[number])] += many
    return {state: counts[state] for state in STATES}


def _missing(requests: Ratio, states: Mapping[str, int], cells: Iterable[Cell]) -> Iterable[str]:
    """Yield remarks for the reader where answers are missing."""
    if not requests.numerator:
        return
    warning = _WARNING if requests.numerator > _FEW * requests.denominator else ""
    reasons = ", ".join(f"{states[state]:,} {word}" for state, word in _REASONS.items() if states[state])
    yield (
        f"{warning}{requests.numerator:,} of {requests.denominator:,} requests ({requests.percent} %) have no answer"
        f" ({reasons}): the scores are about the others, and low and high say what the missing answers could change"
    )
    before = [
        f"{cell.metric} {cell.as_failures.numerator}/{cell.as_failures.denominator} ({cell.as_failures.percent} %)"
        for cell in cells
        if cell.is_unsplit and cell.no_answer and cell.as_failures is not None
    ]
    if before and not states[TRUNCATED]:  # which that version judged like others
        yield f"equimorph 0.1 counted missing answers as failures: {', '.join(before)}"


def _left_out(every: Population, population: Population) -> Iterable[str]:
    """Yield the numbers of samples that are left out because of the needs of their fix."""
    gone = (sample.scope for bug, sample in every.samples.items() if bug not in population.samples)
    scopes = Counter(scope for scope in gone if scope is not None)
    if scopes:
        reasons = "; ".join(f"{scopes[scope]:,} {NEEDS.get(scope, scope)}" for scope in sorted(scopes))
        yield (
            f"{scopes.total():,} of {len(every.samples):,} samples are left out, for the model was not asked about all that the fix"
            f" needs: {reasons}"
        )


def _remarks(population: Population, scoring: Scoring, cells: Iterable[Cell]) -> Iterable[str]:
    if len(population.ks) > 1 and population.criterion != "behaviour":
        ks = ", ".join(map(str, sorted(population.ks)))
        yield f"rows were judged with different k: {ks}"
    if population.words:
        words = ", ".join(sorted(population.words))
        yield f"rows have statuses of their own, where the other fields decide: {words}"
    if population.by_class:
        yield "rows have neither 'same' nor 'behaviour': behaviour is compared by its class alone"
    for cell in cells:
        if cell.is_unsplit and cell.metric in ("PDM", "PDA") and cell.ratio.value is not None:
            if cell.ratio.value == 0 and not cell.repaired:
                yield (
                    f"{cell.metric} is 0 and no sample is repaired: a model that answers its input unchanged has this score"
                )
            if scoring.pool == "cell" and cell.metric.endswith("A"):
                yield f"{cell.metric} counts a sample once for each mutator; its interval takes these as independent"
