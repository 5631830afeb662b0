"""Rules of difference and mutation scores, with the worked values of paper 003."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from equimorph.search import (
    SearchError,
    cosine_below,
    equal,
    label_change_rate,
    mutation_score,
    nearest,
    suite_score,
)
from equimorph.search.differs import differ_of
from equimorph.search.scores import Score, mean_score


def test_three_of_ten_mutant_models_are_a_score_of_0_3() -> None:
    said = [0, 0, 7, 0, 8, 0, 0, 9, 0, 0]
    score = mutation_score(0, said, equal())
    assert (score.value, score.numerator, score.denominator) == (0.3, 3, 10)
    assert label_change_rate(0, said) == score


def test_no_mutant_models_are_no_score() -> None:
    assert mutation_score(0, [], equal()).value is None
    assert mutation_score(0, [], equal()).exact == 0


def test_killed_classes_are_summed_over_mutant_models() -> None:
    originals = [1, 2, 3, 4]
    killed = [[0, 0, 3, 4], [1, 0, 3, 4]]
    assert suite_score(originals, killed, classes=[1, 2, 3, 4]) == Score(3, 8)
    assert suite_score(originals, killed, classes=[1, 2, 3, 4]).value == 0.375


def test_a_class_is_killed_once_by_a_suite_whatever_the_texts() -> None:
    assert suite_score([1, 1, 2], [[0, 0, 2]], classes=[1, 2]) == Score(1, 2)


def test_the_class_of_a_text_is_what_the_original_says() -> None:
    assert suite_score([1, 1], [[2, 3]], classes=[1, 2, 3]) == Score(1, 3)


@pytest.mark.parametrize(
    ("mutants", "classes", "reason"),
    [([[1]], [1, 2], "1 outputs"), ([[1, 2]], [1], "no class")],
)
def test_what_gives_no_suite_score(mutants: list[list[int]], classes: list[int], reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        suite_score([1, 2], mutants, classes)


def test_cosines_give_no_classes() -> None:
    with pytest.raises(SearchError, match="no class"):
        suite_score([(1.0, 0.0)], [[(0.0, 1.0)]], differ=cosine_below())


def test_a_log_probability_counts_for_nothing() -> None:
    rule = equal()
    assert not rule(("total", -1.0), ("total", -2.0))
    assert rule(("total", -1.0), ("sum", -1.0))
    assert rule(1, 2)
    assert not rule("a", "a")


def test_vectors_differ_if_another_one_of_the_gallery_is_nearest() -> None:
    rule = nearest([(1.0, 0.0), (0.0, 1.0)])
    assert not rule((2.0, 1.9), (1.0, 0.1))
    assert rule((2.0, 1.9), (1.9, 2.0))
    assert [rule.said(one) for one in ((3.0, 1.0), (1.0, 3.0))] == [0, 1]


def test_of_equally_near_vectors_the_first_counts() -> None:
    rule = nearest([(1.0, 1.0), (2.0, 2.0), (0.0, 1.0)])
    assert rule.said((5.0, 5.0)) == 0


def test_a_gallery_is_not_a_matter_of_length_but_of_direction() -> None:
    rule = nearest([(100.0, 0.0), (0.6, 0.8)])
    assert rule.said((0.5, 0.7)) == 1
    huge = nearest([(1e300, 0.0), (0.0, 1e300)])
    assert huge.said((1e200, 2e200)) == 1


@pytest.mark.parametrize("gallery", [[], [(1.0,), (1.0, 2.0)], [(0.0, 0.0)]])
def test_what_is_no_gallery(gallery: list[tuple[float, ...]]) -> None:
    with pytest.raises(SearchError):
        nearest(gallery)


def test_vectors_differ_below_a_cosine() -> None:
    rule = cosine_below(math.cos(math.pi / 4) - 1e-9)
    assert not rule((1.0, 0.0), (1.0, 1.0))
    assert rule((1.0, 0.0), (1.0, 1.01))
    assert cosine_below(0.0)((0.0, 0.0), (1.0, 0.0)) is True
    assert cosine_below(0.0)([0.0, 0.0], [0.0, 0.0]) is False  # type: ignore[arg-type]
    assert cosine_below(0.5)((0.0, 0.0), (1.0, 0.0)) is True
    assert not cosine_below(1.0)((0.1, 0.2, 0.3), (0.1, 0.2, 0.3))


@pytest.mark.parametrize(
    ("rule", "sample", "reason"),
    [
        ("equal", (1.0, 2.0), "nearest or cosine"),
        ("nearest", 1, "the rule is equal"),
        ("cosine", ("a", 1.0), "the rule is equal"),
        ("euclid", 1, "no rule"),
    ],
)
def test_a_rule_is_for_its_kind_of_output(rule: str, sample: object, reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        differ_of(rule, sample, [sample])  # type: ignore[arg-type, list-item]


def test_the_rule_follows_the_outputs() -> None:
    assert differ_of(None, 1, [1]).name == "equal"
    assert differ_of(None, ("a", 0.0), []).name == "equal"
    assert (
        differ_of(None, (1.0, 0.0), [(1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 2.0)]).name == "nearest of 2"
    )
    assert differ_of("cosine", (1.0, 0.0), [], 0.5).name == "cosine < 0.5"


def test_a_vector_of_another_length_is_an_error() -> None:
    with pytest.raises(SearchError, match="3 numbers"):
        nearest([(1.0, 0.0)]).said((1.0, 0.0, 0.0))


def test_means_are_exact_before_they_are_rounded() -> None:
    assert mean_score([Score(1, 3)] * 3) == float(Fraction(1, 3))
    assert mean_score([]) is None
