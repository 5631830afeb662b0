"""Consistency: the paper's worked values, naive doubles, and what odd programs do."""

from __future__ import annotations

import random
import shutil
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph import cote
from equimorph.cote import MEASURES, THRESHOLDS, Comparing, Corpus, CoteError, consistency, similarity, slices
from equimorph.cote.consistency import MOST_SLICES, Side
from tests.equimorph.cote import doubles

ADD = ["public", "int", "add", "(", "int", "a", ",", "int", "b", ")", "{", "return", "a", "+", "b", ";", "}"]
SUM = ["public", "int", "sum", "(", "int", "a", ",", "int", "b", ")", "{", "return", "a", "+", "b", ";", "}"]
ONE, OTHER = ["A", "B", "C", "D", "F"], ["B", "B", "C", "G", "H", "F"]
TEXTS = [text.split() for text in ("A B C A", "A D", "E")]
programs = st.lists(st.sampled_from("abcdefgh"), max_size=14)


def like(measure: str, one: list[str], other: list[str], corpus: list[list[str]] | None = None) -> float:
    return similarity(measure, *Side.all_of([one, other]), Corpus.of(corpus or [one, other]))  # type: ignore[arg-type]


def test_the_paper_s_lcs_and_edit_distance() -> None:
    one, other = ["A", "B", "C", "D", "G", "H"], ["A", "E", "D", "F", "H", "R"]
    assert like("lcs", one, other) == 3 / 6
    assert like("ed", one, other) == 2 / 6


def test_the_paper_s_precision_of_bigrams() -> None:
    # p_1 = 4/4, p_2 = 2/3, p_3 = 0: unsmoothed, so 0.
    assert like("bleu", ["A", "B", "B", "C"], ["A", "A", "B", "C"]) == 0.0


def test_idf_and_cosine_as_worked_by_hand() -> None:
    corpus = Corpus.of(TEXTS)
    assert (corpus.weight("A"), corpus.weight("B")) == (log(4 / 3), log(2))
    assert corpus.weight("nowhere") == log(4)
    assert round(like("tf-idf", TEXTS[0], TEXTS[1], TEXTS), 6) == 0.194042


def test_two_programs_that_differ_in_a_name() -> None:
    assert round(like("bleu", ADD, SUM), 6) == 0.848220
    assert like("lcs", ADD, SUM) == like("ed", ADD, SUM) == 16 / 17
    assert consistency(ADD, SUM).scores == dict.fromkeys(MEASURES, 1.0)


def test_bleu_is_the_larger_direction() -> None:
    short = ADD[:-3]
    assert round(like("bleu", short, ADD), 6) == round(like("bleu", ADD, short), 6) == 0.807118
    # The shorter candidate has all n-grams right, and pays exp(1 - 17/14).
    assert round(exp(1 - 17 / 14), 6) == 0.807118


def test_slices_and_grid_of_the_paper() -> None:
    assert slices(ONE, OTHER) == ([(0, 1), (3, 4)], [(0, 1), (3, 5)])
    found = consistency(ONE, OTHER, measures=("lcs", "ed"))
    assert found.scores == {"lcs": 0.75, "ed": 0.75}
    assert (found.slices, found.capped) == ((2, 2), False)
    parts = [[ONE, ONE[1:], ONE[:3] + ONE[4:]], [OTHER, OTHER[1:], OTHER[:3] + OTHER[5:]]]
    grid = [[round(doubles.lcs(a, b), 1) for b in parts[1]] for a in parts[0]]
    assert grid == [[0.5, 0.6, 0.6], [0.5, 0.6, 0.8], [0.5, 0.6, 0.8]]  # .75 rounded


@pytest.mark.skipif(shutil.which("wdiff") is None, reason="wdiff is not installed")
def test_wdiff_finds_the_same_slices() -> None:
    assert slices(ONE, OTHER, "wdiff") == slices(ONE, OTHER)
    assert slices(["a b", "{+"], ["a b", "-}", "\n"], "wdiff") == ([(1, 2)], [(1, 3)])
    assert slices([], ["a"], "wdiff") == ([], [(0, 1)])


@given(programs, programs)
@pytest.mark.skipif(shutil.which("wdiff") is None, reason="wdiff is not installed")
def test_what_wdiff_leaves_is_common(one: list[str], other: list[str]) -> None:
    rests = []
    for tokens, spans in zip((one, other), slices(one, other, "wdiff"), strict=True):
        gone = {at for start, end in spans for at in range(start, end)}
        rests.append([token for at, token in enumerate(tokens) if at not in gone])
    assert rests[0] == rests[1]


def test_an_unknown_slicer_is_an_error() -> None:
    with pytest.raises(CoteError, match="difflib or wdiff, not by 'diff'"):
        slices(ONE, OTHER, "diff")  # type: ignore[arg-type]


@given(programs, programs, st.lists(programs, max_size=4))
def test_measures_and_grid_are_those_of_naive_doubles(
    one: list[str], other: list[str], more: list[list[str]]
) -> None:
    corpus = [one, other, *more]
    found = consistency(one, other, Corpus.of(corpus))
    for measure in MEASURES:
        assert like(measure, one, other, corpus) == pytest.approx(doubles.alike(measure, one, other, corpus))
        assert found.scores[measure] == pytest.approx(doubles.consistency(measure, one, other, corpus))


@given(programs, programs)
def test_the_order_of_two_programs_does_not_matter_to_a_measure(one: list[str], other: list[str]) -> None:
    for measure in MEASURES:
        assert like(measure, one, other) == pytest.approx(like(measure, other, one))
        assert 0 <= like(measure, one, other) <= 1


@given(programs)
def test_equal_programs_are_no_issue(one: list[str]) -> None:
    assert consistency(one, list(one)).issues() == dict.fromkeys(MEASURES, False)


def test_programs_that_share_nothing_are_an_issue_although_nothing_is_left_of_them() -> None:
    assert consistency(["a", "b"], ["c", "d"]).scores == dict.fromkeys(MEASURES, 0.0)
    assert consistency([], ["c", "d"]).issues() == dict.fromkeys(MEASURES, True)


def test_thresholds_are_below_not_at() -> None:
    assert cote.Comparison(dict(THRESHOLDS), (1, 1), False).issues() == dict.fromkeys(MEASURES, False)
    below = {name: value - 1e-9 for name, value in THRESHOLDS.items()}
    assert cote.Comparison(below, (1, 1), False).issues() == dict.fromkeys(MEASURES, True)
    assert dict(THRESHOLDS) == {"lcs": 0.963, "ed": 0.963, "tf-idf": 0.999, "bleu": 0.906}


def test_more_slices_than_are_tried_are_flagged_and_the_longest_ones_tried() -> None:
    rng = random.Random(1)
    shared = [f"s{at}" for at in range(70)]
    one = [token for at in range(70) for token in (shared[at], f"a{at}")]
    other = [token for at in range(70) for token in (shared[at], f"b{at}")]
    other[-1:] = [f"long{rng.random()}" for _ in range(30)]
    found = consistency(one, other, measures=("lcs",))
    assert (found.slices, found.capped) == ((70, 70), True)
    # Without the longest slice of the one, and one short slice of the other.
    assert found.scores["lcs"] == 70 / 139
    assert MOST_SLICES == 64
    assert not consistency(one[:128], other[:128], measures=("lcs",)).capped


def test_a_corpus_counts_each_different_program_once() -> None:
    how = Comparing(tokens="split")
    assert how.corpus(["a b", "a b", "a"]) == Corpus.of([["a", "b"], ["a"]])


def test_tokens_are_those_of_the_language_or_between_blanks() -> None:
    assert Comparing().tokens_of("f(a);// x") == ("f", "(", "a", ")", ";")
    assert Comparing(tokens="split").tokens_of("f(a);// x") == ("f(a);//", "x")
    assert Comparing(lang="python").tokens_of("if a:\n  b\n")[:2] == ("if", "a")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        # A test beside this one may have registered another language.
        ({"lang": "perl"}, "lang is java or .*python, not 'perl'"),
        ({"tokens": "words"}, "tokens is lexer or split, not 'words'"),
        ({"slicer": "diff"}, "slicer is difflib or wdiff, not 'diff'"),
        ({"thresholds": {"lcs": 0.5}}, "a threshold each for lcs, ed, tf-idf, bleu is needed"),
        ({"thresholds": {**THRESHOLDS, "ed": 2}}, "the threshold of ed is from 0 to 1, not 2"),
        ({"thresholds": {**THRESHOLDS, "ed": True}}, "the threshold of ed is from 0 to 1, not True"),
    ],
)
def test_a_wrong_way_to_compare_is_an_error(given: dict[str, object], message: str) -> None:
    with pytest.raises(CoteError, match=message):
        Comparing(**given)  # type: ignore[arg-type]


def test_a_way_to_compare_survives_json() -> None:
    how = Comparing("python", "split", "wdiff", {**THRESHOLDS, "lcs": 0.5})
    assert Comparing.from_dict(how.to_dict()) == how
    with pytest.raises(CoteError, match="it is not known how programs were compared"):
        Comparing.from_dict({"way": "other"})
