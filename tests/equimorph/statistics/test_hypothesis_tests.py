"""Tests of hypotheses: the values of the spec, and naive doubles that count all cases."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.statistics import hypothesis_tests
from equimorph.statistics.hypothesis_tests import fisher, holm, mcnemar, sign_flip


@pytest.mark.parametrize(
    ("discordant", "p"), [((10, 2), "0.0386"), ((1, 6), "0.1250"), ((0, 0), "1.0000"), ((3, 3), "1.0000")]
)
def test_mcnemar_gives_the_values_of_the_spec(discordant: tuple[int, int], p: str) -> None:
    assert f"{mcnemar(*discordant):.4f}" == p


@given(st.integers(0, 7), st.integers(0, 7))
def test_mcnemar_counts_all_ways_to_fail(a_only: int, b_only: int) -> None:
    ways = [sum(way) for way in product((0, 1), repeat=a_only + b_only)]
    far = [abs(2 * ones - a_only - b_only) >= abs(a_only - b_only) for ones in ways]
    assert mcnemar(a_only, b_only) == pytest.approx(sum(far) / len(far))


@pytest.mark.parametrize(
    ("first", "second", "p"), [((17, 38), (18, 172), "3.93e-06"), ((7, 49), (21, 216), "4.38e-01")]
)
def test_fisher_gives_the_values_of_the_spec(first: tuple[int, int], second: tuple[int, int], p: str) -> None:
    assert f"{fisher(first, second):.2e}" == p


SHARE = st.integers(0, 5).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(SHARE, SHARE)
def test_fisher_counts_all_tables(first: tuple[int, int], second: tuple[int, int]) -> None:
    """All ways to give as many hits to the cases of both; the first so many cases are those of the first share."""
    cases, hits = range(first[1] + second[1]), first[0] + second[0]
    found = [sum(case < first[1] for case in way) for way in combinations(cases, hits)]
    seen = found.count(first[0])
    expected = Fraction(sum(found.count(one) <= seen for one in found), len(found))
    assert fisher(first, second) == pytest.approx(float(expected))


@given(SHARE, SHARE)
def test_fisher_is_the_same_both_ways(first: tuple[int, int], second: tuple[int, int]) -> None:
    assert fisher(first, second) == fisher(second, first)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_refuses_what_going_down_step_by_step_refuses(values: list[float]) -> None:
    corrected = holm(values)
    for level in (0.01, 0.05, 0.2):
        refused = set[int]()
        for rank, place in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
            if (len(values) - rank) * values[place] > level:
                break
            refused.add(place)
        assert {place for place, p in enumerate(corrected) if p <= level} == refused


@given(st.lists(st.integers(-4, 4), max_size=9))
def test_the_sign_flip_counts_all_flips(differences: list[int]) -> None:
    sums = [
        abs(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    far = sum(found >= abs(sum(differences)) for found in sums)
    assert sign_flip(differences) == pytest.approx(far / len(sums))


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_sign_flip_of_single_cases_is_mcnemar(a_only: int, b_only: int) -> None:
    assert sign_flip([1] * a_only + [-1] * b_only) == pytest.approx(mcnemar(a_only, b_only))


def test_many_flips_are_drawn_and_agree_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(4)
    differences = [chance.choice((-2, -1, 0, 1, 1, 2)) for _ in range(60)]
    exact = sign_flip(differences)
    monkeypatch.setattr(hypothesis_tests, "_EXACT", 0)
    drawn = sign_flip(differences)
    assert drawn != exact
    assert drawn == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 10_000) ** 0.5)
    assert drawn == sign_flip(differences[::-1])
    assert drawn != sign_flip(differences, seed=1)
    assert sign_flip([1] * 300, flips=99) == 0.01


def test_all_flips_of_hundreds_of_samples_are_counted() -> None:
    """600 samples of 1: the binomial number, in whole numbers."""
    tail = sum(comb(600, k) for k in range(300 - 30 + 1))
    assert sign_flip([1] * 330 + [-1] * 270) == pytest.approx(2 * tail / 2**600)
