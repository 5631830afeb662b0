"""The bootstrap: deterministic, whatever the order, and about as wide as theory says."""

from __future__ import annotations

from math import sqrt

import pytest

from equimorph.statistics import Interval, bootstrap


def test_the_width_is_the_one_of_the_normal_approximation() -> None:
    found = bootstrap([(number % 2, 1) for number in range(400)])
    assert found is not None
    half = 1.96 * sqrt(0.25 / 400)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half), abs=0.006)


def test_a_ratio_of_sums_weighs_large_clusters() -> None:
    found = bootstrap([(0, 1), (90, 100)] * 50)
    assert found is not None
    assert 0.85 < found.low <= 90 / 101 <= found.high < 0.9


def test_order_does_not_count_and_the_seed_does() -> None:
    clusters = [(number / 7, 1) for number in range(8)]
    assert bootstrap(clusters) == bootstrap(clusters[::-1])
    assert bootstrap(clusters) != bootstrap(clusters, seed=1)


def test_the_ends_leave_out_one_fortieth() -> None:
    found = bootstrap([(0, 1), (1, 1)], draws=40)
    assert found == Interval(0.0, 1.0)
    assert bootstrap([(0.5, 1)] * 3) == Interval(0.5, 0.5)


def test_nothing_has_no_interval() -> None:
    assert bootstrap([]) is None
    assert bootstrap([(1, 0)]) is None
