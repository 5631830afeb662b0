"""Scores: the example of the spec, denominators, bounds, splits, pools; each number by hand."""

from __future__ import annotations

from equimorph.robustness import Score, score
from tests.equimorph.robustness.rows import example


def counts(found: Score, metric: str, mutator: str = "all", fault: str = "all", group: str = "all") -> str:
    """A cell as text."""
    data = found.cell(metric, mutator, fault, group).to_dict()
    return f"{data['numerator']}/{data['denominator']}"


def test_the_example_of_the_spec() -> None:
    found = score(example())
    asked = [(metric, mutator) for metric in ("PFM", "PFA") for mutator in ("renaming", "cast", "all")]
    assert [counts(found, *one) for one in asked] == ["1/3", "2/3", "3/6", "1/2", "1/2", "2/2"]
    assert found.samples["read"] == 4
    assert found.samples["repaired"] == 3
    assert found.samples["unmutated"] == 1
    assert found.samples["flaky"] == 0
    assert counts(score(example(), pool="cell"), "PFA") == "2/4"
    assert counts(score(example(), pool="cell"), "PFA", "cast") == "1/2"
    assert counts(score(example(), pool="cell"), "PFM") == "3/6"
