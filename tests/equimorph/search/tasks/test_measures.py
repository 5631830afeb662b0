"""The measures, each beside an independent double that counts in another way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rapidfuzz", reason="rapidfuzz is not installed: pip install 'equimorph[metrics]'")

from equimorph.search.tasks.measures import (
    RANKS,
    SUBTOKENS,
    TEXT,
    Measure,
    rank_counts,
    subtoken_counts,
    text_counts,
)

WORDS = st.lists(st.sampled_from("abcd"), max_size=7)
NAMES = st.lists(st.tuples(WORDS, WORDS.filter(bool)), min_size=1, max_size=6)


def sums(counts: Sequence[Sequence[float]]) -> list[float]:
    return [math.fsum(column) for column in zip(*counts, strict=True)]


def values(measure: Measure, counts: Sequence[Sequence[float]]) -> dict[str, float | None]:
    return {name: figure.value for name, figure in measure.of(sums(counts)).items()}


def crossed_out(predicted: Sequence[str], true: Sequence[str]) -> int:
    """How many words can be crossed out in both lists, one by one."""
    left, found = list(true), 0
    for word in predicted:
        if word in left:
            left.remove(word)
            found += 1
    return found


@given(NAMES)
def test_precision_recall_and_f1_of_subtokens(names: list[tuple[list[str], list[str]]]) -> None:
    found = values(SUBTOKENS, [subtoken_counts(*one) for one in names])
    right = sum(crossed_out(*one) for one in names)
    predicted, true = (sum(len(one[side]) for one in names) for side in (0, 1))
    assert found["precision"] == (None if not predicted else right / predicted)
    assert found["recall"] == right / true
    if predicted and right:
        precision, recall = Fraction(right, predicted), Fraction(right, true)
        assert found["f1"] == pytest.approx(float(2 * precision * recall / (precision + recall)))
    else:
        assert found["f1"] == 0


def test_the_worked_values_of_subtokens() -> None:
    found = SUBTOKENS.of(
        sums([subtoken_counts(("get", "name"), ("get", "full", "name")), subtoken_counts((), ("size",))])
    )
    assert (found["precision"].value, found["recall"].value, found["f1"].value) == (1, 0.5, 4 / 6)
    assert (found["f1"].numerator, found["f1"].denominator) == (4, 6)
    assert subtoken_counts(("to", "to", "string"), ("to", "string")) == (2, 3, 2)
    assert SUBTOKENS.of((0, 0, 0))["f1"].value is None


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20))
def test_mean_reciprocal_rank_and_top_1(found: list[int]) -> None:
    exact = sum((Fraction(1, rank) for rank in found), Fraction(0)) / len(found)
    made = values(RANKS, [rank_counts(rank) for rank in found])
    assert made["mrr"] == pytest.approx(float(exact))
    assert made["top1"] == len([rank for rank in found if rank == 1]) / len(found)


def lcs(one: Sequence[str], other: Sequence[str]) -> int:
    @lru_cache(None)
    def longest(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        if one[i] == other[j]:
            return 1 + longest(i + 1, j + 1)
        return max(longest(i + 1, j), longest(i, j + 1))

    return longest(0, 0)


@given(NAMES)
def test_rouge_l_is_the_mean_of_f1_of_the_longest_common_subsequence(
    names: list[tuple[list[str], list[str]]],
) -> None:
    each = []
    for predicted, true in names:
        common = lcs(tuple(predicted), tuple(true))
        precision = common / len(predicted) if predicted else 0
        recall = common / len(true)
        each.append(2 * precision * recall / (precision + recall) if common else 0)
    found = values(TEXT, [text_counts(*one) for one in names])
    assert found["rouge_l"] == pytest.approx(math.fsum(each) / len(each))


def grams(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]


@given(NAMES)
def test_bleu_is_that_of_pooled_n_grams(names: list[tuple[list[str], list[str]]]) -> None:
    found = values(TEXT, [text_counts(*one) for one in names])["bleu"]
    length, reference = (sum(len(one[side]) for one in names) for side in (0, 1))
    matched = [sum(crossed_out(grams(p, n), grams(t, n)) for p, t in names) for n in (1, 2, 3, 4)]  # type: ignore[arg-type]
    total = [sum(len(grams(p, n)) for p, _ in names) for n in (1, 2, 3, 4)]
    if not matched[0]:
        assert found == 0
        return
    shares = [matched[0] / total[0]] + [
        (m + 1) / (t + 1) for m, t in zip(matched[1:], total[1:], strict=True) if t
    ]
    brevity = 1 if length > reference else math.exp(1 - reference / length)
    assert found == pytest.approx(brevity * math.prod(shares) ** (1 / len(shares)))


def test_a_name_that_is_right_has_the_best_of_each_figure() -> None:
    same = ("read", "all", "lines", "of", "it")
    assert values(TEXT, [text_counts(same, same)]) == {"rouge_l": 1, "bleu": 1}
    assert values(SUBTOKENS, [subtoken_counts(same, same)]) == {"f1": 1, "precision": 1, "recall": 1}
    assert values(RANKS, [rank_counts(1)]) == {"mrr": 1, "top1": 1}
    assert values(TEXT, [text_counts(same, same[::-1])])["rouge_l"] == pytest.approx(0.2)
