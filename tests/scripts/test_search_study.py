"""The figures of the study of searches, made again from its rows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from scripts import search_study
from scripts.search_study import KINDS


def rows(killed: dict[str, list[list[int]]]) -> list[dict[str, Any]]:
    """Rows of a model: by search, for each seed, how many of four mutant models each method kills."""
    return [
        {
            "model": "names",
            "seed": seed,
            "search": kind,
            "root": f"{seed}-{root}",
            "killed": number,
            "models": 4,
            "adversarial": number > 2,
            "population_killed": number,
            "population_models": 8,
            "calls": 100,
        }
        for kind, by_seed in killed.items()
        for seed, numbers in enumerate(by_seed)
        for root, number in enumerate(numbers)
    ]


KILLED = {
    "once": [[0, 1, 2], [1, 0, 0]],
    "times": [[1, 1, 2], [1, 2, 0]],
    "guided": [[4, 2, 3], [1, 2, 3]],
    "guided-not-worse": [[4, 3, 3], [2, 2, 4]],
}


def test_means_and_differences_are_those_of_all_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_study, "DRAWS", 200)
    found = search_study._figures(rows(KILLED), "names")
    assert found["calls"] == {kind: [100] for kind in KINDS}
    for kind, by_seed in KILLED.items():
        whole = found["best"]["means"][kind]
        assert whole["mean"] == pytest.approx(float(Fraction(sum(map(sum, by_seed)), 4 * 6)))
        assert whole["by_seed"] == {seed: pytest.approx(sum(one) / 12) for seed, one in enumerate(by_seed)}
        assert whole["interval"][0] <= whole["mean"] <= whole["interval"][1]
        assert found["population"]["means"][kind]["mean"] == pytest.approx(whole["mean"] / 2)
    difference = found["best"]["differences"]["guided - times"]
    assert difference["mean"] == pytest.approx((15 - 7) / 24)
    assert 0 <= difference["interval"][0] < difference["interval"][1]
    assert found["adversarial"]["means"]["guided"]["mean"] == pytest.approx(3 / 6)


def test_equal_searches_have_no_difference_in_any_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_study, "DRAWS", 50)
    found = search_study._figures(rows({kind: KILLED["guided"] for kind in KINDS}), "names")
    for one in found["best"]["differences"].values():
        assert (one["mean"], one["interval"], one["p"]) == (0, [0, 0], 1)


def test_the_table_has_each_figure() -> None:
    figures = {"models": {"names": search_study._figures(rows(KILLED), "names")}}
    text = "\n".join(search_study._table(figures))
    assert "| guided | 0.6250 |" in text
    assert text.count("| guided - times | ") == 3
