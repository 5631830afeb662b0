"""Intervals: the values of the spec, laws, and how often they cover the true ratio."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.statistics import clustered_wilson, wilson


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


CLUSTERS = st.dictionaries(
    st.integers(1, 30).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))),
    st.integers(1, 40),
    min_size=1,
)


@pytest.mark.parametrize(
    ("clusters", "low", "high"),
    [
        # 0 of 52 mutants of 12 bugs: the bootstrap said 0.00 to 0.00 %.
        ({(0, 4): 8, (0, 5): 4}, "0.00", "24.47"),
        ({(4, 4): 8, (5, 5): 4}, "75.53", "100.00"),
        ({(0, 1): 52}, "0.00", "6.88"),
        ({(0, 52): 1}, "0.00", "79.35"),
        ({(1, 20): 1, (0, 20): 11}, "0.01", "24.61"),
        # Clusters whose cases are all alike: 6 of 12.
        ({(0, 20): 6, (20, 20): 6}, "25.38", "74.62"),
        ({(10, 20): 12}, "41.94", "58.06"),
    ],
)
def test_clustered_intervals(clusters: dict[tuple[float, float], int], low: str, high: str) -> None:
    found = clustered_wilson(clusters)
    assert found is not None
    assert [f"{end * 100:.2f}" for end in (found.low, found.high)] == [low, high]


def naive(clusters: list[tuple[int, int]]) -> tuple[float, float]:
    """The interval a second way: from a list of clusters, by the quadratic equation of the score test."""
    mean = sum(size for _, size in clusters) / len(clusters)
    cases = sum(size for _, size in clusters) + mean
    share = (sum(part for part, _ in clusters) + mean / 2) / cases
    squares = [(part - share * size) ** 2 for part, size in clusters]
    squares += [((mean - share * mean) ** 2 + (share * mean) ** 2) / 2]
    variance = sum(squares) * len(squares) / (len(squares) - 1) / cases**2
    largest = sum(size**2 for _, size in clusters) / sum(size for _, size in clusters)
    effect = max(1, min(variance / (share * (1 - share) / cases), largest))
    n = sum(size for _, size in clusters) / effect
    p, z = sum(part for part, _ in clusters) / sum(size for _, size in clusters), 1.959963984540054
    a, b, c = 1 + z * z / n, -2 * p - z * z / n, p * p
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@given(CLUSTERS)
def test_a_clustered_interval_is_recomputed_and_never_a_point(
    clusters: dict[tuple[float, float], int],
) -> None:
    found = clustered_wilson(clusters)
    failed, cases = (sum(pair[at] * many for pair, many in clusters.items()) for at in (0, 1))
    assert found is not None
    assert 0 <= found.low <= failed / cases <= found.high <= 1
    assert found.low < found.high
    expected = naive([pair for pair, many in clusters.items() for _ in range(many)])  # type: ignore[misc]
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)
    independent = wilson(failed, cases)
    assert independent is not None
    assert found.high - found.low >= independent.high - independent.low - 1e-12


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_clusters_of_one_case_are_independent_cases(case: tuple[int, int]) -> None:
    failed, cases = case
    assert clustered_wilson({(1, 1): failed, (0, 1): cases - failed}) == wilson(failed, cases)


@given(CLUSTERS, st.randoms())
def test_the_order_of_clusters_changes_nothing(
    clusters: dict[tuple[float, float], int], chance: Random
) -> None:
    shuffled = list(clusters.items())
    chance.shuffle(shuffled)
    assert clustered_wilson(dict(shuffled)) == clustered_wilson(clusters)


def test_clusters_without_cases_change_nothing() -> None:
    assert clustered_wilson({(1, 2): 5, (0, 3): 4, (0, 0): 9}) == clustered_wilson({(1, 2): 5, (0, 3): 4})
    assert clustered_wilson({}) is None
    assert clustered_wilson({(0, 0): 3}) is None


@pytest.mark.parametrize("count", [5, 12, 50])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("alike", [0.0, 0.2, 0.6, 1.0])
def test_the_true_ratio_is_covered(count: int, share: float, alike: float) -> None:
    """Clusters of 3 to 30 cases from none alike to all alike: 85 % of 300 intervals at least."""
    rng, covered = Random(f"{count} {share} {alike}"), 0
    for _ in range(300):
        clusters = Counter[tuple[float, float]]()
        for _ in range(count):
            size, drawn = rng.choice((3, 5, 8, 15, 30)), share
            if alike == 1:
                drawn = float(rng.random() < share)
            elif alike:
                drawn = rng.betavariate(*(part * (1 - alike) / alike for part in (share, 1 - share)))
            clusters[sum(rng.random() < drawn for _ in range(size)), size] += 1
        found = clustered_wilson(clusters)
        assert found is not None
        covered += found.low - 1e-12 <= share <= found.high + 1e-12
    assert covered >= 255
