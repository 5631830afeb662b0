"""Scores: the examples of the spec and of the papers, denominators, bounds, splits, pools; each number by hand."""

from __future__ import annotations

from typing import Any, Unpack

import pytest

from equimorph.robustness import averaged, score, scores
from equimorph.robustness.scoring.options import ScoringOptions
from mutators import MutationError
from tests.equimorph.robustness.rows import behaviour, cells, counts, exact, example, repaired


def test_the_example_of_the_spec() -> None:
    found = score(example())
    asked = [(metric, mutator) for metric in ("PFM", "PFA") for mutator in ("renaming", "cast", "all")]
    assert [counts(found, *one) for one in asked] == ["1/3", "2/3", "3/6", "1/2", "1/2", "2/2"]
    assert found.samples == {
        **{"read": 4, "repaired": 3, "unmutated": 1, "flaky": 0},
        **{"no_answer": 0, "error": 0, "truncated": 0, "no_code": 0, "no_original": 0},
    }
    assert counts(score(example(), pool="cell"), "PFA") == "2/4"
    assert counts(score(example(), pool="cell"), "PFA", "cast") == "1/2"
    assert counts(score(example(), pool="cell"), "PFM") == "3/6"


TABLE_5 = {
    "CoCoNuT": ("17/38", "14/32", "18/172", "16/165", "5/9", "5/9", "6/35", "5/35", "65/407", "21/88"),
    "CURE": ("7/49", "4/43", "21/216", "15/207", "5/13", "4/13", "12/63", "7/63", "47/515", "28/152"),
    "Recoder": ("6/44", "4/40", "15/186", "13/178", "4/12", "3/12", "7/41", "4/41", "38/448", "18/106"),
    "RewardRepair": (
        *("93/170", "85/282", "92/200", "53/215", "23/34", "11/34", "26/56", "16/56"),
        *("323/867", "76/180"),
    ),
    "SequenceR": ("16/17", "5/17", "34/88", "25/92", "2/2", "2/2", "5/12", "4/12", "80/214", "13/28"),
}
"""Leakage study, table 5: PDM of leaked VR and RC, clean VR and RC; PDA likewise; both pooled."""


@pytest.mark.parametrize("model", TABLE_5)
def test_table_5_of_the_leakage_study(model: str) -> None:
    *printed, pooled_mutants, pooled_samples = TABLE_5[model]
    pairs = [tuple(map(int, text.split("/"))) for text in printed]
    places = [(group, mutator) for group in ("leaked", "clean") for mutator in ("vr", "rc")]
    rows: dict[object, dict[str, Any]] = {}
    for (group, mutator), mutants, samples in zip(places, pairs[:4], pairs[4:], strict=True):
        for row in cells(mutants, samples, mutator, group):  # type: ignore[arg-type]
            rows[row["bug_id"], row["mutant_id"]] = row
    groups = {row["bug_id"]: row["bug_id"].rstrip("0123456789") for row in rows.values()}
    found = score(list(rows.values()), groups=groups, pool="cell")
    for metric, texts in (("PDM", printed[:4]), ("PDA", printed[4:])):
        assert [counts(found, metric, mutator, group=group) for group, mutator in places] == texts
    assert counts(found, "PDM") == pooled_mutants
    assert counts(found, "PDA") == pooled_samples
    each_once = score(list(rows.values()), groups=groups)
    assert counts(each_once, "PDM") == pooled_mutants
    assert each_once.cell("PDA").to_dict()["denominator"] == int(pooled_samples.partition("/")[2]) // 2


@pytest.mark.parametrize(
    ("mutants", "samples", "percents"),
    [
        ((50, 1424), (20, 245), ("3.51", "8.16")),
        ((236, 2471), (53, 312), ("9.55", "16.99")),
        ((78, 571), (27, 120), ("13.66", "22.50")),
        ((719, 5540), (151, 312), ("12.98", "48.40")),
        ((461, 5540), (90, 312), ("8.32", "28.85")),
        ((21, 64), (21, 32), ("32.81", "65.63")),
    ],
)
def test_cells_of_robustnpr(
    mutants: tuple[int, int], samples: tuple[int, int], percents: tuple[str, str]
) -> None:
    rows = [
        behaviour(row["bug_id"], row["mutant_id"], row["first_hit"] == 1 if row["mutant_id"] else None)
        for row in cells(mutants, samples, "vr")
    ]
    found = score(rows)
    assert (found.cell("PDM").ratio.percent, found.cell("PDA").ratio.percent) == percents
    assert counts(found, "PDA") == f"{samples[0]}/{samples[1]}"


def test_closure_86_of_the_leakage_study() -> None:
    rows = [repaired("Closure-86", hit=1), *(repaired("Closure-86", f"vr-{n}", 1) for n in range(2))]
    rows += [repaired("Closure-86", f"rc-{n}") for n in range(2)]
    assert score(rows).cell("PDM").ratio.percent == "50.00"


def test_what_is_undecided_fails_and_gives_bounds() -> None:
    rows = [exact("A", hit=1), exact("A", "x-1", status="undecided"), exact("A", "x-2"), exact("A", "x-3", 1)]
    rows += [exact("B", hit=1), exact("B", "x-4", status="undecided"), exact("B", "x-5", 1)]
    found = score(rows)
    mutants, samples = found.cell("PFM").to_dict(), found.cell("PFA").to_dict()
    assert [mutants[name] for name in ("numerator", "denominator", "undecided")] == [3, 5, 2]
    assert (mutants["low"], mutants["high"]) == (1 / 5, 3 / 5)
    assert [samples[name] for name in ("numerator", "denominator", "undecided")] == [2, 2, 1]
    assert (samples["low"], samples["high"]) == (1 / 2, 1)


def test_what_is_undecided_at_a_smaller_k() -> None:
    rows = [exact("A", hit=1, k=10), exact("A", "x-1", 5, k=10, first_undone=4)]
    rows += [exact("A", "x-2", k=10, first_undone=2), exact("A", "x-3", status="undecided")]
    assert [score(rows, k=k).cell("PFM").undecided for k in (1, 3, 4, 5, 10)] == [3, 2, 1, 1, 1]
    assert [counts(score(rows, k=k), "PFM") for k in (1, 4, 5)] == ["3/3", "3/3", "2/3"]


def test_a_missing_answer_is_no_failure_but_a_bound() -> None:
    """33 of 100 answers never came: no score rises with them, and the bounds say what they could change."""
    rows = [exact("A", hit=1), *(exact("A", f"x-{number}", 1) for number in range(66))]
    rows += [exact("A", f"x-{number}", status="no_answer") for number in range(66, 99)]
    found = score(rows)
    mutants, samples = found.cell("PFM").to_dict(), found.cell("PFA").to_dict()
    asked = ("numerator", "denominator", "percent", "no_answer", "undecided", "low", "high")
    assert [mutants[name] for name in asked] == [0, 66, "0.00", 33, 0, 0, 33 / 99]
    assert [samples[name] for name in asked] == [0, 1, "0.00", 1, 0, 0, 1]
    assert (found.requests.numerator, found.requests.denominator) == (33, 100)  # type: ignore[union-attr]
    assert found.remarks == (
        "warning: 33 of 100 requests (33.00 %) have no answer (33 missing): the scores are about the others, and low and high"
        " say what the missing answers could change",
        "equimorph 0.1 counted missing answers as failures: PFM 33/99 (33.33 %), PFA 1/1 (100.00 %)",
    )
    assert score(rows[:67]).remarks == ()


def test_up_to_a_hundredth_of_the_answers_may_be_missing_without_a_warning() -> None:
    rows = [exact("A", hit=1), *(exact("A", f"x-{number}", 1) for number in range(99))]
    some = [
        row | {"status": "no_answer", "first_hit": None} if number < 1 else row
        for number, row in enumerate(rows[1:])
    ]
    assert [remark.partition(" ")[0] for remark in score([rows[0], *some]).remarks] == ["1", "equimorph"]
    assert score([rows[0], *some[:-1]]).remarks[0].startswith("warning: 1 of 99 requests (1.01 %)")


def test_an_answer_without_code_fails() -> None:
    rows = [exact("A", hit=1), exact("A", "x-1", status="no_code"), exact("A", "x-2", 1)]
    found = score(rows)
    assert (counts(found, "PFM"), counts(found, "PFA"), found.remarks) == ("1/2", "1/1", ())
    assert (found.cell("PFM").low.value, found.cell("PFM").high.value) == (1 / 2, 1 / 2)
    # So does the row that equimorph 0.1 wrote of it: without an answer, but with candidates.
    assert (
        counts(score([rows[0], exact("A", "x-1", status="no_answer", candidates=2), rows[2]]), "PFM") == "1/2"
    )


def test_a_sample_whose_original_has_no_answer_widens_the_bounds() -> None:
    rows = [exact("A", hit=1), exact("A", "x-1"), exact("A", "x-2", 1)]
    rows += [exact("B", status="no_answer"), exact("B", "x-3", 1), exact("B", "x-4", 1)]
    rows += [exact("C", "x-5")]
    cell = score(rows).cell("PFM")
    assert (counts(score(rows), "PFM"), cell.low.value, cell.high.value) == ("1/2", 1 / 4, 2 / 3)
    assert (cell.samples, score(rows).requests.to_dict()["numerator"]) == (1, 2)
    # Whether a mutant behaves as an answer that never came is not known of any.
    rows = [behaviour("A", status="pass"), behaviour("A", "x-1", False), behaviour("B", status="no_answer")]
    for same in (True, False):
        cell = score([*rows, behaviour("B", "x-2", same)]).cell("PDM")
        assert (cell.ratio.value, cell.low.value, cell.high.value) == (1, 1 / 2, 1)


def test_behaviour_is_about_all_samples_with_an_answer() -> None:
    rows = [behaviour("A"), behaviour("A", "x-1", True), behaviour("A", "x-2", False)]
    rows += [behaviour("B", status="no_answer"), behaviour("B", "x-3", None)]
    rows += [behaviour("C", status="pass"), behaviour("C", "x-4", None, status="no_answer")]
    found = score(rows)
    assert (counts(found, "PDM"), counts(found, "PDA")) == ("1/2", "1/1")
    assert found.samples["repaired"] == 1
    assert found.samples["no_answer"] == 1
    assert found.cell("PDM").repaired == 1
    assert found.cell("PDM").samples == 2
    assert found.cell("PDM").no_answer == 1


def test_behaviour_that_nobody_compared_is_undecided() -> None:
    rows = [behaviour("A"), behaviour("A", "x-1", None), behaviour("A", "x-2", True)]
    cell = score(rows).cell("PDM")
    assert (cell.ratio.value, cell.low.value, cell.undecided) == (1 / 2, 0, 1)


def test_flaky_samples_are_left_out_and_counted() -> None:
    rows = [behaviour("A", flaky=True, lines=5), behaviour("A", "x-1", False, flaky=True)]
    rows += [behaviour("B", lines=3), behaviour("B", "x-2", True), behaviour("C", flaky=True)]
    found = score(rows)
    assert counts(found, "PDM") == "0/1"
    assert (found.samples["flaky"], found.samples["read"], found.samples["unmutated"]) == (2, 3, 0)
    assert found.measures[0]["lines"] == {"sum": 3, "count": 1, "mean": 3.0}


def test_a_mutant_without_a_row_of_its_original_does_not_count_and_is_reported() -> None:
    rows = [exact("A", "x-1"), exact("B", hit=1), exact("B", "x-2")]
    assert counts(score(rows), "PFM") == "1/1"
    assert score(rows).samples["no_original"] == 1
    assert counts(score([behaviour("A", "x-1", False)]), "PDM") == "0/0"


def test_no_cases_have_no_value() -> None:
    cell = score([exact("A"), exact("A", "x-1")]).cell("PFA").to_dict()
    assert (cell["numerator"], cell["denominator"]) == (0, 0)
    assert [cell[name] for name in ("value", "percent", "ci", "ci_method", "low", "high")] == [None] * 6


def test_strict_asks_for_patches_that_are_called_correct() -> None:
    rows = [repaired("A", hit=1, first_correct=2), repaired("B", hit=1)]
    rows += [repaired("A", "x-1", 1, first_correct=1), repaired("A", "x-2", 3), repaired("A", "x-3")]
    rows += [repaired("B", "x-4", 1)]
    plausible, correct = score(rows), score(rows, hits="correct")
    assert (counts(plausible, "PDM"), counts(correct, "PDM")) == ("1/4", "2/3")
    assert (plausible.samples["repaired"], plausible.samples["correct"]) == (2, 1)
    assert correct.samples["repaired"] == 1
    # That x-2 is correct is what nobody has said.
    assert (correct.cell("PDM").undecided, correct.cell("PDM").low.value) == (1, 1 / 3)
    with pytest.raises(MutationError, match="only criterion 'repaired' knows correct patches"):
        score(example(), hits="correct")


def test_splits_by_fault_group_and_fields() -> None:
    rows = [exact("A-1:f:2", hit=1, size="big"), exact("B", hit=1), exact("C", hit=1)]
    rows += [exact("A-1:f:2", "x-1", touched=True), exact("A-1:f:2", "x-2", 1, size="small")]
    rows += [exact("B", "x-3", touched=None), exact("C", "x-4", 1, size=3)]
    found = score(rows, groups={"A-1": "leaked", "B": "clean"}, by=("size",))
    assert [counts(found, "PFM", fault=fault) for fault in ("touched", "untouched", "unknown")] == [
        *("1/1", "0/2", "1/1"),
    ]
    assert [counts(found, "PFM", group=group) for group in ("leaked", "clean", "unknown")] == [
        *("1/2", "1/1", "0/1"),
    ]
    sizes = {
        cell.by["size"]: (cell.ratio.numerator, cell.ratio.denominator)
        for cell in found.cells
        if cell.metric == "PFM" and {cell.mutator, cell.fault, cell.group} == {"all"}
    }
    # A mutant without the field has its original's.
    assert sizes == {"all": (2, 4), "big": (1, 1), "small": (0, 1), "3": (0, 1), "unknown": (1, 1)}
    assert list(sizes) == ["all", "3", "big", "small", "unknown"]
    assert found.cells[0].to_dict()["by"] == {"size": "all"}


def test_all_crossed_cells_are_there() -> None:
    found = score(example(), groups={"A": "leaked"})
    keys = [(cell.metric, cell.mutator, cell.fault, cell.group) for cell in found.cells]
    assert keys == [
        (metric, mutator, fault, group)
        for metric in ("PFM", "PFA")
        for mutator in ("all", "cast", "renaming")
        for fault in ("all", "touched", "untouched")
        for group in ("all", "leaked", "unknown")
    ]


def test_the_curve_moves_with_k_or_is_fixed() -> None:
    rows = [exact("A", hit=1, k=4), exact("B", hit=3, k=4), exact("A", "x-1", 2), exact("A", "x-2", 4)]
    rows += [exact("B", "x-3", 1), exact("B", "y-4")]

    def curve(metric: str, **options: Unpack[ScoringOptions]) -> list[str]:
        points = [point.to_dict() for point in score(rows, **options).curve if point.metric == metric]
        assert [point["k"] for point in points] == list(range(1, len(points) + 1))
        return [f"{point['numerator']}/{point['denominator']}" for point in points]

    assert curve("PFM") == ["2/2", "1/2", "2/4", "1/4"]
    assert curve("PFA") == ["1/1", "1/1", "2/2", "1/2"]
    assert curve("PFA", pool="cell") == ["1/1", "1/1", "2/3", "1/3"]
    assert curve("PFM", population="fixed") == ["3/4", "2/4", "2/4", "1/4"]
    assert curve("PFM", k=2) == ["2/2", "1/2"]


def test_the_largest_k_counts_unless_asked_otherwise() -> None:
    rows = [exact("A", hit=2), exact("A", "x-1", 5)]
    assert score(rows).k == 5
    assert score([*rows, exact("B", k=9)]).k == 9
    assert score([behaviour("A", k=9)]).k == 1
    with pytest.raises(MutationError, match="k is 10, but m was judged with k 9"):
        score([*rows, exact("B", k=9)], k=10)
    assert score([*rows, exact("B", k=9), exact("C", k=3)]).remarks == (
        "rows were judged with different k: 3, 9",
    )


def test_a_model_that_copies_has_a_remark_beside_its_zero() -> None:
    rows = [behaviour("A"), behaviour("A", "x-1", True)]
    assert score(rows).cell("PDM").ratio.value == 0
    assert score(rows).cell("PDM").repaired == 0
    assert [remark.partition(":")[0] for remark in score(rows).remarks] == [
        "PDM is 0 and no sample is repaired",
        "PDA is 0 and no sample is repaired",
    ]
    assert not score([behaviour("A", status="pass"), behaviour("A", "x-1", True)]).remarks


def test_measures_count_each_sample_once() -> None:
    rows = [exact("A", lines=10, nodes=100), exact("A", "x-1", changed_tokens=3, lines=10, nodes=100)]
    rows += [exact("A", "x-2", changed_tokens=4), exact("B", "x-3", changed_tokens=8, lines=4, nodes=9)]
    rows += [exact("C", lines=99), exact("B", "y-4")]
    every, of_x = (
        next(row for row in score(rows).measures if (row["mutator"], row["fault"]) == (mutator, "all"))
        for mutator in ("all", "x")
    )
    assert (every["samples"], every["mutants"], of_x["mutants"]) == (2, 4, 3)
    assert every["lines"] == {"sum": 14, "count": 2, "mean": 7.0}
    assert every["nodes"] == {"sum": 109, "count": 2, "mean": 54.5}
    assert every["changed_tokens"] == {"sum": 15, "count": 3, "mean": 5.0}


def test_the_mean_of_an_ensemble_is_marked_and_has_no_numerator() -> None:
    rows = [*example(), *(row | {"model": "n"} for row in example() if "2" not in str(row["mutant_id"]))]
    found = averaged(scores(rows))
    cell = found.cell("PFM").to_dict()
    assert (cell["numerator"], cell["denominator"]) == (None, None)
    assert cell["members"] == [
        {"model": "m", "numerator": 3, "denominator": 6},
        {"model": "n", "numerator": 1, "denominator": 4},
    ]
    assert (cell["value"], cell["percent"], cell["ci"]) == (3 / 8, "37.50", None)
    data = found.to_dict()
    assert data["averaged"] == ["m", "n"]
    assert data["curve"][0]["value"] == 3 / 8
    assert data["samples"]["read"] == 4
    with pytest.raises(MutationError, match="there are: exact with k 1, exact with k 7"):
        averaged(scores([*rows, exact("Z", model="o", k=7)]))


def test_an_average_leaves_out_members_without_cases() -> None:
    rows = [*example(), *(row | {"model": "n"} for row in example() if row["mutator"] != "cast")]
    assert averaged(scores(rows)).cell("PFM", "cast").ratio.value == 2 / 3
    none = [*rows, *(row | {"model": "o", "status": "miss", "first_hit": None} for row in example())]
    assert averaged(scores(none)).cell("PFM").ratio.value == pytest.approx((3 / 6 + 1 / 3) / 2)


def test_one_model_is_asked_for_by_name() -> None:
    rows = [*example(), *(row | {"model": "n"} for row in example())]
    assert score(rows, model="n").model == "n"
    with pytest.raises(MutationError, match=r"2 scores, not one; give model=: there are: m \(exact\), n"):
        score(rows)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"status": "hit"}, "status 'hit' does not agree with first_hit null"),
        ({"first_hit": 2}, "status 'miss' does not agree with first_hit 2"),
        ({"status": 5}, "field 'status' is not a text"),
        ({"mutator": "all"}, "a mutator cannot be named 'all'"),
        ({"size": "all"}, "field 'size' is 'all'"),
        ({"size": [1]}, "field 'size' is no single value"),
        ({"mutant_id": "renaming-1"}, "a second row of m, A, mutant renaming-1"),
        ({"mutant_id": None}, "a second row of m, A"),
        ({"criterion": "text"}, "field 'criterion' is 'text'"),
        ({"first_undone": 0}, "field 'first_undone' is 0"),
        ({"conflicts": -1}, "field 'conflicts' is -1"),
        ({"conflicts": True}, "field 'conflicts' is not a whole number"),
        ({"touched": 1}, "field 'touched' is neither true, false nor null"),
        ({"bug_id": None}, "no field 'bug_id'"),
    ],
)
def test_a_bad_row_is_reported_and_the_others_go_on(row: dict[str, Any], reason: str) -> None:
    bad: list[str] = []
    # Rows before it make the reader know such rows.
    rows = [{**one, "criterion": "exact", "size": "big"} for one in example()]
    broken = {**exact("A", "x-1"), "criterion": "exact", "size": "big"} | row
    found = score([*rows, broken], by=("size",), failed=lambda one: bad.append(str(one)))
    assert len(bad) == 1
    assert bad[0].startswith(f"rows:14: {reason}")
    assert counts(found, "PFM") == "3/6"
    with pytest.raises(MutationError, match="rows:14: "):
        score([*rows, broken], by=("size",))


def test_rows_of_another_criterion_are_left_out_if_one_is_given() -> None:
    rows = [*example(), behaviour("A"), behaviour("A", "x-1", True)]
    assert [(one.criterion, one.samples["read"]) for one in scores(rows)] == [("behaviour", 1), ("exact", 4)]
    assert score(rows, criterion="exact").criterion == "exact"
    no_answers = [behaviour("A"), behaviour("B", status="no_answer")]
    del no_answers[1]["criterion"], no_answers[1]["same"]
    assert score(no_answers, criterion="behaviour").samples["no_answer"] == 1
