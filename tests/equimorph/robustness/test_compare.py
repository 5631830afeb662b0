"""Comparisons: discordant samples by hand, names, families of tests, groups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimorph.robustness import compare
from equimorph.statistics import Ratio, fisher, holm, mcnemar, sign_flip
from mutators import MutationError
from tests.equimorph.robustness.rows import behaviour, exact, example, repaired


def named(rows: list[dict[str, Any]], model: str) -> list[dict[str, Any]]:
    """The rows of another model."""
    return [{**row, "model": model} for row in rows]


ONE = [
    *(exact(bug, hit=1) for bug in "ABCDE"),
    *(exact("A", "x-1"), exact("A", "x-2"), exact("B", "x-3"), exact("C", "x-4", 1), exact("D", "x-5")),
    *(exact("F"), exact("F", "x-6")),
]
TWO = named(
    [
        *(exact(bug, hit=1) for bug in "ABCF"),
        *(exact("D"), exact("E")),
        *(
            exact("A", "x-1", 1),
            exact("A", "x-2"),
            exact("B", "x-3", 1),
            exact("C", "x-4"),
            exact("D", "x-5"),
        ),
        *(exact("F", "x-6"), exact("B", "x-7")),
    ],
    "n",
)


def test_pairs_are_compared_on_what_both_have() -> None:
    found = compare(ONE, TWO)
    tests = {test.metric: test for test in found.pairs}
    counts = {metric: (test.n, test.a_only, test.b_only, test.test) for metric, test in tests.items()}
    # D and E are repaired by the first alone, F by the second; A, B and C are common, and x-7 has no counterpart.
    assert counts == {
        "repaired": (6, 1, 2, "mcnemar"),
        "PFA": (3, 1, 1, "mcnemar"),
        "PFM": (4, 2, 1, "sign-flip"),
    }
    assert tests["repaired"].p == mcnemar(1, 2)
    assert tests["PFM"].p == sign_flip([1, 1, -1])
    assert [test.p_holm for test in found.pairs] == holm([test.p for test in found.pairs])


def test_what_one_of_the_two_did_not_answer_is_left_out() -> None:
    one = [*ONE[:5], exact("A", "x-1", status="no_answer"), *ONE[6:10], exact("G", status="no_answer")]
    two = [*TWO[:6], *TWO[6:11], *named([exact("G", hit=1)], "n")]
    found = {
        test.metric: (test.n, test.no_answer, test.a_only, test.b_only) for test in compare(one, two).pairs
    }
    # x-1 alone differs from the test above; that A still counts for PFA is due to x-2.
    assert found == {"repaired": (5, 1, 0, 2), "PFA": (3, 0, 1, 1), "PFM": (3, 1, 1, 1)}
    groups = {"A": "leaked", "G": "leaked", "B": "clean"}
    [test] = [test for test in compare(one, groups=groups).fisher if test.metric == "repaired"]
    assert [str(ratio) for ratio in test.ratios] == [str(Ratio(1, 1)), str(Ratio(1, 1))]


def test_mutants_of_one_sample_are_flipped_together() -> None:
    mutants = [f"x-{number}" for number in range(10)]
    one = [exact("A", hit=1), *(exact("A", mutant) for mutant in mutants)]
    two = named([exact("A", hit=1), *(exact("A", mutant, 1) for mutant in mutants)], "n")
    [test] = [test for test in compare(one, two).pairs if test.metric == "PFM"]
    assert (test.n, test.a_only, test.b_only, test.p) == (10, 10, 0, 1.0)


def test_criteria_are_compared_each_for_itself() -> None:
    one = [*example(), behaviour("A"), behaviour("A", "x-1", True)]
    two = named([*example(), repaired("A", hit=1)], "n")
    assert {(test.criterion, test.metric) for test in compare(one, two).pairs} == {
        *(("exact", metric) for metric in ("repaired", "PFA", "PFM")),
    }


def test_flaky_samples_are_not_compared() -> None:
    one = [behaviour("A", flaky=True), behaviour("A", "x-1", False)]
    two = named([behaviour("A"), behaviour("A", "x-1", True)], "n")
    assert {test.n for test in compare(one, two).pairs} == {0}


def test_both_are_compared_at_one_k() -> None:
    one = [exact("A", hit=9, k=20), exact("A", "x-1", 15, k=20)]
    two = named([exact("A", hit=1, k=10), exact("A", "x-1", 1, k=10)], "n")
    assert {test.k for test in compare(one, two).pairs} == {10}
    assert [test.a_only for test in compare(one, two).pairs] == [0, 1, 1]
    with pytest.raises(MutationError, match="k is 20, but there are models that were judged with k 10"):
        compare(one, two, k=20)


def test_three_models_are_one_family() -> None:
    found = compare(ONE, TWO, named(ONE, "o"))
    assert [(test.a, test.b) for test in found.pairs[::3]] == [("m", "n"), ("m", "o"), ("n", "o")]
    assert [test.p_holm for test in found.pairs] == holm([test.p for test in found.pairs])


def test_models_of_one_name_are_called_by_their_files(tmp_path: Path) -> None:
    def written(name: str, rows: list[dict[str, Any]]) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    one, two = written("one.jsonl", ONE), written("two.jsonl", [*ONE, *TWO])
    assert {(test.a, test.b) for test in compare(one, two).pairs} == {
        *(("one", "two:m"), ("one", "n"), ("two:m", "n")),
    }
    again = written("more/one.jsonl", ONE)
    assert {(test.a, test.b) for test in compare(one, again).pairs} == {(str(one), str(again))}
    with pytest.raises(MutationError, match="give each file once"):
        compare(one, one)


def test_leaked_samples_may_be_repaired_more_often() -> None:
    rows = [repaired(f"leak{n}", hit=1 if n < 7 else None) for n in range(10)]
    rows += [repaired(f"clean{n}", hit=1 if n < 2 else None) for n in range(20)]
    rows += [repaired("other", hit=1)]  # of no group
    groups = {f"leak{n}": "leaked" for n in range(10)} | {f"clean{n}": "clean" for n in range(20)}
    [test] = compare(rows, groups=groups).fisher
    assert (test.metric, test.mutator, test.groups) == ("repaired", "all", ("leaked", "clean"))
    assert test.p == fisher((7, 10), (2, 20))


def test_leaked_samples_against_clean_ones() -> None:
    rows = [repaired(f"{group}{n}", hit=1) for group in ("leak", "clean") for n in range(60)]
    rows += [repaired(f"leak{n}", f"vr-l{n}", None if n < 17 else 1) for n in range(38)]
    rows += [repaired(f"clean{n % 60}", f"vr-c{n}", None if n < 18 else 1) for n in range(172)]
    groups = {f"leak{n}": "leaked" for n in range(60)} | {f"clean{n}": "clean" for n in range(60)}
    found = compare(rows, groups=groups)
    assert not found.pairs
    of_mutants = [test for test in found.fisher if (test.metric, test.mutator) == ("PDM", "all")]
    [test] = of_mutants
    assert test.groups == ("leaked", "clean")
    assert test.p == fisher((17, 38), (18, 172)) == pytest.approx(3.93e-6, rel=1e-3)
    assert [one.p_holm for one in found.fisher] == holm([one.p for one in found.fisher])
    first, data = found.to_dict()["fisher"][:2]
    assert (first["metric"], [one["numerator"] for one in first["ratios"]]) == ("repaired", [60, 60])
    assert data["ratios"][0] == {
        **{"group": "leaked", "numerator": 17, "denominator": 38},
        **{"value": 17 / 38, "percent": "44.74"},
    }
