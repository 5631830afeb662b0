"""The matrix of a retraining and its intervals, beside doubles that add up otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.search.matrix import TESTS, TRAININGS, Matrix
from equimorph.search.matrix_table import table_of
from equimorph.search.resampling import percentiles, resampled
from equimorph.search.tasks.measures import RANKS, SUBTOKENS
from equimorph.statistics import Interval

Cells = dict[tuple[str, str], list[list[tuple[float, ...]]]]


def counts(seeds: int = 3, roots: int = 8) -> Cells:
    rng = Random(4)
    found: Cells = {}
    for place in ((training, test) for training in TRAININGS for test in TESTS):
        found[place] = [
            [(rng.randint(0, 2), 2, rng.randint(2, 3)) for _ in range(roots)] for _ in range(seeds)
        ]
    return found


def f1(cells: Sequence[Sequence[tuple[float, ...]]]) -> Fraction:
    right, predicted, true = (sum(int(one[at]) for of_seed in cells for one in of_seed) for at in range(3))
    return Fraction(2 * right, predicted + true)


def test_cells_pool_the_counts_of_all_seeds() -> None:
    given = counts()
    found = {
        (cell.training, cell.test): cell
        for cell in Matrix(SUBTOKENS, given, 40).cells()
        if cell.figure == "f1"
    }
    assert list(found) == list(given)
    for place, cell in found.items():
        assert cell.pooled.value == pytest.approx(float(f1(given[place])))
        assert cell.by_seed == pytest.approx([float(f1([one])) for one in given[place]])
        assert cell.interval is not None
        assert cell.interval.low < cell.pooled.value < cell.interval.high  # type: ignore[operator]


def test_changes_are_absolute_and_relative() -> None:
    given = counts()
    found = {
        (one.kind, one.training, one.test): one
        for one in Matrix(SUBTOKENS, given, 40).changes()
        if one.figure == "f1"
    }
    assert len(found) == 4 * 3 + 3 * 4
    for (kind, training, test), change in found.items():
        before = f1(given[(training, "clean") if kind == "drop" else ("original", test)])
        after = f1(given[training, test])
        assert change.absolute == pytest.approx(float(after - before))
        assert change.relative == pytest.approx(float((after - before) / before))
        assert change.absolute_interval is not None


def test_equal_cells_have_no_change_in_any_draw() -> None:
    same = counts()["original", "clean"]
    given = {place: same for place in counts()}
    for change in Matrix(SUBTOKENS, given, 40).changes():
        assert (change.absolute, change.absolute_interval) == (0, Interval(0, 0))


def test_a_figure_of_nothing_is_undefined() -> None:
    nothing = {place: [[(0.0, 0.0, 1.0)]] for place in counts()}
    none = {place: [[(0.0, 0.0, 0.0)]] for place in counts()}
    change = next(Matrix(RANKS, nothing, 5).changes())
    assert (change.absolute, change.relative, change.relative_interval) == (0, None, None)
    cell = next(Matrix(RANKS, none, 5).cells())
    assert (cell.pooled.value, cell.interval) == (None, None)
    assert next(Matrix(RANKS, nothing, 0).cells()).interval is None


def test_draws_are_sums_of_seeds_and_roots_with_one_weight_each() -> None:
    # Powers of 100 show which seed and root was drawn how often: up to 9 times each.
    seeds, roots = 2, 3
    table = [[(100.0 ** (root + roots * seed),) for root in range(roots)] for seed in range(seeds)]
    seen = set()
    for ([first],) in zip(resampled([table], 60, 1), strict=True):
        weights = [int(first[0]) // 100**at % 100 for at in range(seeds * roots)]
        grid = [weights[:roots], weights[roots:]]
        # A product of the weights of seeds, which add up to 2, and those of roots, which add up to 3.
        assert sum(weights) == seeds * roots
        assert grid[0][0] * grid[1][1] == grid[0][1] * grid[1][0]
        assert all(sum(of_seed) % roots == 0 for of_seed in grid)
        seen.add(tuple(weights))
    assert len(seen) > 10
    assert resampled([table], 60, 1) == resampled([table], 60, 1) != resampled([table], 60, 2)
    assert resampled([table], 0) == []


def test_all_cells_see_the_same_draw() -> None:
    table = [[(1.0,), (100.0,), (10_000.0,)]]
    assert all(one == other for one, other in resampled([table, table], 30))


def test_percentiles_leave_2_5_percent_on_each_side() -> None:
    draws = [[(float(one),)] for one in range(1, 201)]
    assert percentiles(draws, lambda draw: draw[0][0]) == Interval(5, 196)
    assert percentiles(draws, lambda draw: None) is None
    assert percentiles(draws, lambda draw: draw[0][0] if draw[0][0] > 100 else None) == Interval(103, 198)


def test_the_table_has_the_figures_in_percent() -> None:
    matrix = Matrix(SUBTOKENS, counts(), 40)
    figures = {
        "task": "method-names",
        "seeds": [1, 2, 3],
        "sets": {"train_roots": 5, "train": 9, "test_roots": 8},
        "cells": [cell.to_dict() for cell in matrix.cells()],
        "changes": [change.to_dict() for change in matrix.changes()],
    }
    text = table_of(figures)
    value = next(cell.pooled.value for cell in matrix.cells())
    assert f"| original | {100 * value:.2f} [" in text  # type: ignore[operator]
    assert "| training | clean | 1-time | k-times | GM |" in text
    assert "| +GM on GM, training with adversarials instead of without | " in text
    assert text.count("\n## ") == 3
