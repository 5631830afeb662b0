"""Intervals: the values of the spec, laws, and the bootstrap against all samples that there are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.statistics.intervals import _binomial, _Draw, bootstrap, wilson


@pytest.mark.parametrize(
    ("numerator", "denominator", "low", "high"),
    [(24, 76, "22.23", "42.70"), (90, 312, "24.10", "34.11"), (0, 10, "0.00", "27.75")],
)
def test_wilson_gives_the_values_of_the_spec(numerator: int, denominator: int, low: str, high: str) -> None:
    found = wilson(numerator, denominator)
    assert found is not None
    assert [f"{end * 100:.2f}" for end in (found.low, found.high)] == [low, high]


def test_wilson_of_no_cases_is_none() -> None:
    assert wilson(0, 0) is None


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_wilson_are_where_the_score_test_is_just_not_refused(case: tuple[int, int]) -> None:
    numerator, denominator = case
    found, z = wilson(numerator, denominator), 1.959963984540054
    assert found is not None
    assert 0 <= found.low <= numerator / denominator <= found.high <= 1
    for end in (found.low, found.high):
        if 0 < end < 1:
            score = (numerator / denominator - end) / (end * (1 - end) / denominator) ** 0.5
            assert abs(score) == pytest.approx(z)


def exactly(clusters: list[tuple[int, int]]) -> list[Fraction]:
    """The ratios of all samples of so many clusters, each as often as it is likely, in order."""
    drawn = product(clusters, repeat=len(clusters))
    return sorted(Fraction(sum(n for n, _ in one), sum(d for _, d in one)) for one in drawn)


CLUSTERS = st.lists(
    st.integers(1, 9).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d))), min_size=2, max_size=5
)


@given(CLUSTERS)
def test_the_bootstrap_lies_between_near_quantiles_of_all_samples(clusters: list[tuple[int, int]]) -> None:
    ratios = exactly(clusters)
    found = bootstrap(Counter(clusters))
    assert found is not None

    def quantile(share: float) -> Fraction:
        return ratios[min(len(ratios) - 1, int(share * len(ratios)))]

    # With 2,000 draws the 50th stands at 2.5 % with a standard error of 0.35 %.
    assert quantile(0.005) <= Fraction(found.low).limit_denominator(100) <= quantile(0.05)
    assert quantile(0.95) <= Fraction(found.high).limit_denominator(100) <= quantile(0.995)


def test_a_draw_is_as_many_clusters_each_equally_likely() -> None:
    """The sums of 3 clusters, of which all 27 samples are known, by the test of chi square."""
    clusters = [(0, 1), (1, 100), (1, 100)]
    expected = Counter(
        (sum(n for n, _ in one), sum(d for _, d in one)) for one in product(clusters, repeat=3)
    )
    draw, rng, draws = _Draw.of([((0, 1), 1), ((1, 100), 2)]), Random(1), 27_000
    found = Counter(draw.sums(rng) for _ in range(draws))
    assert set(found) == set(expected)
    chi = sum((found[key] - 1000 * many) ** 2 / (1000 * many) for key, many in expected.items())
    assert chi < 16.3  # 3 degrees of freedom: p = 0.001


@pytest.mark.parametrize(("part", "whole"), [(1, 2), (1, 3), (2, 3), (4, 7), (16, 17)])
def test_a_binomial_number_has_its_distribution(part: int, whole: int) -> None:
    rng, draws, rounds = Random(2), 4, 20_000
    found = Counter(_binomial(rng, draws, part, whole) for _ in range(rounds))
    chi = 0.0
    for hits in range(draws + 1):
        likely = rounds * comb(draws, hits) * part**hits * (whole - part) ** (draws - hits) / whole**draws
        chi += (found[hits] - likely) ** 2 / likely
    assert chi < 18.5  # 4 degrees of freedom: p = 0.001


@given(st.dictionaries(st.tuples(st.integers(0, 9), st.integers(9, 20)), st.integers(1, 300), min_size=1))
def test_each_draw_has_as_many_clusters_as_there_are(clusters: dict[tuple[int, int], int]) -> None:
    ones = [((1, 1), many) for many in clusters.values()]
    assert _Draw.of(ones).sums(Random(3)) == (sum(clusters.values()),) * 2


def test_the_spread_is_that_of_independent_draws() -> None:
    """4,000 clusters of one case: the bootstrap is Wilson's interval, but for the noise of both."""
    found, other = bootstrap({(0, 1): 3000, (1, 1): 1000}), wilson(1000, 4000)
    assert found is not None
    assert other is not None
    assert found.low == pytest.approx(other.low, abs=0.002)
    assert found.high == pytest.approx(other.high, abs=0.002)


@given(CLUSTERS, st.randoms())
def test_the_order_of_clusters_changes_nothing(clusters: list[tuple[int, int]], chance: Random) -> None:
    shuffled = clusters[:]
    chance.shuffle(shuffled)
    assert bootstrap(Counter(clusters), 100) == bootstrap(Counter(shuffled), 100)


def test_the_seed_changes_the_draws_and_python_does_not() -> None:
    clusters = {(0, 3): 20, (1, 4): 9, (5, 5): 7}
    found = bootstrap(clusters, 100, seed=1)
    assert found != bootstrap(clusters, 100, seed=2)
    code = "from equimorph.statistics import bootstrap\n"
    code += f"print(repr(bootstrap({clusters}, 100, seed=1)))"
    for hashing in ("0", "7"):
        environment = os.environ | {"PYTHONHASHSEED": hashing}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
        assert done.stdout.strip() == repr(found), done.stderr


def test_no_interval_where_no_spread_can_be_seen() -> None:
    assert bootstrap({}) is None
    assert bootstrap({(1, 2): 1}) is None
    assert bootstrap({(1, 2): 1, (0, 0): 5}) is None
    assert bootstrap({(1, 2): 5}, draws=0) is None


def test_clusters_without_cases_change_nothing() -> None:
    assert bootstrap({(1, 2): 5, (0, 3): 4, (0, 0): 9}) == bootstrap({(1, 2): 5, (0, 3): 4})
