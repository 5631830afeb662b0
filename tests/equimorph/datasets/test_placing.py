"""Sizes of splits by largest remainder, and the places of units."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.datasets.placing import Unit, draw_of, fractions_of, levelled, placed, sizes

EIGHT = fractions_of("8/1/1")
FRACTIONS = st.tuples(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9)).map(
    lambda parts: fractions_of("/".join(map(str, parts)))
)


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (5_834_720, [4_667_776, 583_472, 583_472]),
        (579_967, [463_973, 57_997, 57_997]),
        (157_008, [125_606, 15_701, 15_701]),
        (0, [0, 0, 0]),
        (1, [1, 0, 0]),
        (5, [4, 1, 0]),
        (15, [12, 2, 1]),
    ],
)
def test_sizes_are_those_of_table_7(total: int, expected: list[int]) -> None:
    assert sizes(total, EIGHT) == expected


@given(st.integers(0, 10**7), FRACTIONS)
def test_sizes_are_less_than_one_away_from_their_shares(total: int, fractions: tuple[Fraction, ...]) -> None:
    found = sizes(total, fractions)
    assert sum(found) == total
    assert all(abs(size - total * fraction) < 1 for size, fraction in zip(found, fractions, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "8/1",
        "8/1/1/1",
        "0/1/1",
        "8/-1/1",
        "a/b/c",
        "8:1:1",
        "nan/1/1",
        "1e99999999/1/1",
        " 8/1/1",
        "8/1/+1",
        "٣/1/1",
        "1_0/1/1",
    ],
)
def test_what_is_no_three_shares_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="is not three numbers such as 8/1/1"):
        fractions_of(text)


def test_fractions_may_be_of_any_sum() -> None:
    assert (Fraction(4, 5), Fraction(1, 10), Fraction(1, 10)) == EIGHT
    assert fractions_of("80/10/10") == fractions_of("0.8/0.1/0.1") == EIGHT


def weights_of(units: list[Unit], found: dict[int, int]) -> list[int]:
    return [sum(unit.weight for unit in units if found[unit.number] == split) for split in range(3)]


@given(st.integers(0, 200), FRACTIONS, st.integers(0, 3))
def test_units_of_one_item_give_exact_sizes(count: int, fractions: tuple[Fraction, ...], seed: int) -> None:
    units = [Unit(at, draw_of(seed, str(at))[0], 1) for at in range(count)]
    found = dict(placed((), sorted(units, key=lambda unit: unit.draw), count, fractions))
    assert weights_of(units, found) == sizes(count, fractions)


@given(st.lists(st.integers(1, 9), max_size=60), FRACTIONS)
def test_each_border_is_within_half_a_unit(weights: list[int], fractions: tuple[Fraction, ...]) -> None:
    units = [Unit(at, at, weight) for at, weight in enumerate(weights)]
    places = dict(placed((), units, sum(weights), fractions))
    assert list(places) == list(range(len(units)))
    assert list(places.values()) == sorted(places.values())
    wanted, found = sizes(sum(weights), fractions), weights_of(units, places)
    for border in (1, 2):
        assert 2 * abs(sum(found[:border]) - sum(wanted[:border])) <= max(weights, default=0)


@given(st.lists(st.integers(2, 12), max_size=20), st.integers(0, 100), FRACTIONS)
def test_light_units_level_what_heavy_ones_leave(
    weights: list[int], light: int, fractions: tuple[Fraction, ...]
) -> None:
    heavy = [Unit(at, draw_of(0, str(at))[0], one) for at, one in enumerate(sorted(weights, reverse=True))]
    ones = [Unit(len(heavy) + at, at, 1) for at in range(light)]
    total = sum(weights) + light
    places = dict(placed(heavy, ones, total, fractions))
    wanted, found = sizes(total, fractions), weights_of(heavy + ones, places)
    if all(one <= most for one, most in zip(weights_of(heavy, places), wanted, strict=True)):
        assert found == wanted
    else:
        # A split that heavy units fill gets no light one.
        full = [
            at
            for at, (one, most) in enumerate(zip(weights_of(heavy, places), wanted, strict=True))
            if one >= most
        ]
        assert all(found[at] == weights_of(heavy, places)[at] for at in full)


def test_a_heavy_unit_goes_where_its_draw_sends_it_or_where_there_is_most_room() -> None:
    last = 2**62 - 1
    assert dict(placed([Unit(0, last, 5)], [Unit(1, 0, 5)], 10, EIGHT))[0] == 0
    assert dict(placed([Unit(0, last, 5)], [Unit(1, 0, 95)], 100, EIGHT))[0] == 2


def test_draws_depend_on_seed_and_key_alone_and_are_uniform() -> None:
    assert draw_of(0, "a") == draw_of(0, "a") != draw_of(1, "a")
    assert draw_of(0, "\ud800") != draw_of(0, "\ud801")
    for which in (0, 1):
        draws = [draw_of(7, str(at))[which] / 2**62 for at in range(4000)]
        assert abs(sum(draw < 0.8 for draw in draws) - 3200) < 100


def distance(splits: list[int], counts: list[list[int]], fractions: tuple[Fraction, ...]) -> Fraction:
    """How far the sizes are from the wanted ones, each data set as a share of its items."""
    found = Fraction(0)
    for of_units in counts:
        for split, wanted in enumerate(sizes(sum(of_units), fractions)):
            there = sum(count for unit, count in enumerate(of_units) if splits[unit] == split)
            found += Fraction(abs(there - wanted), sum(of_units) or 1)
    return found


@given(
    st.integers(1, 3).flatmap(
        lambda width: st.lists(
            st.tuples(st.integers(0, 2), st.lists(st.integers(0, 5), min_size=width, max_size=width)),
            max_size=30,
        )
    ),
    FRACTIONS,
)
def test_levelling_brings_sizes_nearer_and_leaves_no_single_move_that_would(
    units: list[tuple[int, list[int]]], fractions: tuple[Fraction, ...]
) -> None:
    before = [split for split, _ in units]
    counts = [list(column) for column in zip(*(counts for _, counts in units), strict=True)]
    after = list(before)
    levelled(range(len(units)), after, counts, fractions)
    moved = sum(one != other for one, other in zip(before, after, strict=True))
    # Data sets weigh the same but for rounding, which three digits of the largest one make small.
    slack = Fraction(1, 200)
    assert distance(after, counts, fractions) <= distance(before, counts, fractions) + moved * slack
    # The first unit was asked when nothing had moved yet.
    if units and after[0] == before[0]:
        for other in range(3):
            assert (
                distance([other, *before[1:]], counts, fractions)
                >= distance(before, counts, fractions) - slack
            )


def test_levelling_moves_few_units() -> None:
    splits = [0] * 78 + [1] * 12 + [2] * 10
    levelled(range(100), splits, [[1] * 100], EIGHT)
    assert [splits.count(split) for split in range(3)] == [80, 10, 10]
    assert sum(one != other for one, other in zip(splits, [0] * 78 + [1] * 12 + [2] * 10, strict=True)) == 2


def test_levelling_moves_no_unit_that_is_as_far_off_elsewhere() -> None:
    splits = [0, 0, 0, 0, 2]
    levelled(range(5), splits, [[2] * 5], EIGHT)
    assert splits == [0, 0, 0, 0, 2]
