"""Reports: figures computed a second way, by counting all draws and pairs, and all that rows may lack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import PurePath
from random import Random
from statistics import fmean
from typing import Any

import pytest

from equimorph.bench import Problem, ProblemError
from equimorph.bench.reports.report import ModelReport, report
from equimorph.bench.reports.samples import Reading, stem_of
from equimorph.bench.reports.tables import model_table, problem_table, robust_table
from equimorph.pages.tables import text_of
from equimorph.rows.tables import BadRow, RowCount
from mutators import MutationError
from tests.equimorph.bench.conftest import DOUBLE

Row = dict[str, Any]


def row(problem: str, passed: bool | None, **more: object) -> Row:
    return {"problem": problem, "passed": passed, **more}


def one(rows: Iterable[Row], *ks: int, **more: Any) -> ModelReport:  # noqa: ANN401 - arguments of report
    [model] = report({"m": list(rows)}, ks or None, **more).models
    return model


def figures(model: ModelReport) -> dict[str, float | None]:
    return {found.name: found.value for found in model.groups[0].passing}


def test_each_draw_of_k_samples_counts_once() -> None:
    rng = Random(5)
    results = {f"p{n}": [rng.random() < 0.4 for _ in range(rng.randint(3, 6))] for n in range(9)}
    rows = [row(name, passed) for name, found in results.items() for passed in found]
    rng.shuffle(rows)
    found = figures(one(rows, 1, 2, 3))
    for k in (1, 2, 3):
        draws = [list(combinations(passed, k)) for passed in results.values()]
        assert found[f"pass@{k}"] == pytest.approx(fmean(fmean(map(any, each)) for each in draws))
        assert found[f"pass^{k}"] == pytest.approx(fmean(fmean(map(all, each)) for each in draws))


def test_a_problem_with_too_few_samples_is_counted_and_said() -> None:
    rows = [row("a", True), row("a", False), row("b", True)]
    found = report({"m": rows}, [2])
    figure = found.models[0].groups[0].passing[0]
    assert (figure.numerator, figure.denominator, figure.short) == (1, 1, 1)
    assert figure.bounds == (0.5, 1.0)
    assert [*found.remarks()] == [
        "m: 1 of 2 problems have fewer than 2 samples, and count neither for pass@2 nor for pass^2"
    ]


def test_rows_without_a_label_count_for_scores_alone() -> None:
    rows = [row("a", True, scores={"x": 1}), row("a", None, scores={"x": 0}), row("b", None, error="late")]
    found = report({"m": rows})
    group = found.models[0].groups[0]
    assert (group.rows, group.unlabelled, group.errors, group.problems, group.total) == (3, 2, 1, 1, 2)
    assert (group.scores[0].mean, group.scores[0].missing, group.scores[0].auc) == (0.5, 1, None)
    assert "m: 2 of 3 rows have no `passed`, 1 of them with an error" in [*found.remarks()]


def test_the_auc_counts_all_pairs_and_the_mean_all_scores() -> None:
    rng = Random(2)
    rows = [row(f"p{n % 5}", rng.random() < 0.5, scores={"x": rng.randint(0, 4) / 4}) for n in range(30)]
    rows.append(row("p0", True, scores={"x": None}))
    [scores] = one(rows).groups[0].scores
    passing, failing = (
        [r["scores"]["x"] for r in rows[:30] if r["passed"] is label] for label in (True, False)
    )
    wins = [(a > b) + (a == b) / 2 for a in passing for b in failing]
    assert scores.auc == pytest.approx(fmean(wins))
    assert scores.mean == pytest.approx(fmean(passing + failing))
    assert (scores.count, scores.undefined, scores.passing, scores.failing) == (
        30,
        1,
        len(passing),
        len(failing),
    )
    assert scores.interval is not None
    assert scores.interval.low < fmean(passing + failing) < scores.interval.high


def test_with_one_class_there_is_no_auc() -> None:
    [scores] = one([row("a", True, scores={"x": 1}), row("b", True, scores={"x": 0})]).groups[0].scores
    assert (scores.auc, scores.mean) == (None, 0.5)


def test_ten_and_a_hundred_are_shown_where_each_problem_has_as_many_samples() -> None:
    rows = [row("a", n > 3) for n in range(10)]
    assert report({"m": rows}).ks == (1, 10)
    assert report({"m": [*rows, row("b", True)]}).ks == (1,)


def test_prompts_of_one_problem_are_drawn_together() -> None:
    rows = [
        row(
            f"p{n}:{seed}",
            n % 2 == 0,
            original=f"p{n}",
            perturbation="q",
            perturbation_seed=seed,
            scores={"x": n % 2},
        )
        for n in range(20)
        for seed in range(10)
    ]
    group = one(rows, 1).groups[0]
    for interval in (group.passing[0].interval, group.scores[0].interval):
        assert interval is not None
        assert interval.high - interval.low > 0.3  # of 200 independent prompts it would be 0.14
    assert (group.passing[0].denominator, group.problems) == (200, 200)


def test_problems_without_a_sample_bound_the_mean() -> None:
    problems = [Problem(id, "python", "", "x", "x", "x") for id in "abcd"]
    found = one([row("a", True), row("b", False)], 1, problems=problems)
    assert (found.groups[0].problems, found.groups[0].total) == (2, 4)
    assert found.groups[0].passing[0].bounds == (0.25, 0.75)


def test_models_are_named_by_their_field_or_their_file() -> None:
    files = {
        "f": [row("a", True, model="m"), row("a", True)],
        "g": [row("a", True, model="m")],
        "m": [row("a", True)],
    }
    assert [model.name for model in report(files).models] == ["m (f)", "f", "m (g)", "m"]


def test_two_names_that_are_alike_stay_apart() -> None:
    files = {"x": [row("a", True)], "y": [row("a", True, model="x"), row("b", False, model="x")]}
    assert [model.name for model in report(files).models] == ["x (x)", "x (y)"]


@pytest.mark.parametrize(
    ("path", "stem"),
    [("d/gpt-4.1.jsonl.gz", "gpt-4.1"), ("ran.jsonl", "ran"), ("a.parquet", "a"), ("x", "x")],
)
def test_a_stem_keeps_its_dots(path: str, stem: str) -> None:
    assert stem_of(PurePath(path)) == stem


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"passed": True}, "problem or task_id"),
        ({"problem": True, "passed": True}, "problem or task_id"),
        (row("a", True, scores=[1]), "scores are an object"),
        (row("a", True, scores={"x": "1"}), "'x' is neither"),
        (row("a", True, scores={"x": True}), "'x' is neither"),
        (row("a", True, scores={"x": 1e308}), "'x' is neither"),
        (row("a", True, scores={"x": 10**400}), "'x' is neither"),
        (row("a", True, perturbation=3), "perturbation is a text"),
        ({"problem": "a", "passed": "yes"}, "'passed' is neither"),
        (row("a", True, id="1"), "a second row of '1'"),
        (row("unknown", True), "no problem is called 'unknown'"),
    ],
)
def test_bad_rows_are_reported_and_the_rest_counts(bad: Row, said: str) -> None:
    problems, found, count = [Problem("a", "python", "", "x", "x", "x")], list[BadRow](), RowCount()
    rows = [row("a", True, id="1"), bad]
    report({"m": rows}, problems=problems, failed=found.append, count=count)
    assert [each.line for each in found] == [2]
    assert said in found[0].reason
    assert (count.read, count.kept) == (2, 1)
    with pytest.raises(MutationError, match="rows:2: "):
        report({"m": rows}, problems=problems)


def test_results_of_other_programs_are_read() -> None:
    """HumanEval's program writes task_id, completion, result and passed; MBPP numbers its tasks."""
    rows: list[Row] = [
        {"task_id": 11, "passed": 1.0},
        {"task_id": 11, "passed": 0},
        {"task_id": "12", "passed": True},
    ]
    assert figures(one(rows, 1))["pass@1"] == 0.75


def test_without_a_label_there_is_nothing_to_report() -> None:
    with pytest.raises(ProblemError, match="no row has `passed`"):
        report({"m": [{"problem": "a"}]})
    with pytest.raises(ProblemError, match="k is 1 or more"):
        report({"m": [row("a", True)]}, [0])


def test_named_rows_give_the_same_report() -> None:
    rng = Random(7)
    files: Mapping[str, list[Row]] = {
        name: [row(f"p{n % 4}", rng.random() < 0.5, id=f"{n}", scores={"x": rng.random()}) for n in range(20)]
        for name in "fg"
    }
    files["f"].append(row("p0", True, id="3"))  # bad
    again = [*Reading(files).named()]
    assert [one["model"] for one in again] == ["f"] * 20 + ["g"] * 20
    found = report(files, failed=lambda bad: None)
    assert report({"all": again}).to_dict() == found.to_dict()


# --- robustness, by the definitions of ReCode (arXiv 2212.10264)


def nominal_and_perturbed(rng: Random, n: int, s: int) -> tuple[list[bool], list[list[bool]]]:
    return [rng.random() < 0.6 for _ in range(n)], [[rng.random() < 0.7 for _ in range(n)] for _ in range(s)]


def test_the_measures_are_those_of_all_draws() -> None:
    rng = Random(11)
    data = {f"p{x}": nominal_and_perturbed(rng, 4, 3) for x in range(8)}
    rows = list[Row]()
    for name, (plain, prompts) in data.items():
        rows += [row(name, passed, sample=i) for i, passed in enumerate(plain)]
        for seed, found in enumerate(prompts):
            more = {"perturbation": "q", "perturbation_seed": seed, "original": name}
            rows += [row(f"{name}:q:{seed}", passed, sample=i, **more) for i, passed in enumerate(found)]
    rng.shuffle(rows)
    model = one(rows, 1, 2)
    [robust] = model.robust
    assert (robust.name, dict(robust.prompts), robust.uneven) == ("q", {3: 8}, 0)
    for measures, k in zip(robust.figures, (1, 2), strict=True):
        before, after, changed = list[float](), list[float](), list[float]()
        for plain, prompts in data.values():
            draws = list(combinations(range(4), k))
            worst = [all(found[i] for found in prompts) for i in range(4)]
            best = [any(found[i] for found in prompts) for i in range(4)]
            before.append(fmean(any(plain[i] for i in draw) for draw in draws))
            after.append(fmean(any(worst[i] for i in draw) for draw in draws))
            worse = fmean(any(plain[i] and not worst[i] for i in draw) for draw in draws)
            better = fmean(any(best[i] and not plain[i] for i in draw) for draw in draws)
            changed.append(worse + better)
        expected = (fmean(after), (fmean(before) - fmean(after)) / fmean(before), fmean(changed))
        assert tuple(found.value for found in measures) == pytest.approx(expected)
        assert measures[0].denominator == 8


def test_one_greedy_sample_gives_the_shares_of_the_paper() -> None:
    """For n = k = 1: a keeps passing, b fails for one prompt, c passes for one prompt only, d keeps failing."""
    results = {
        "a": (True, True, True),
        "b": (True, True, False),
        "c": (False, True, False),
        "d": (False, False, False),
    }
    rows = [
        row(name, passed, **({} if seed == 0 else {"perturbation": "q", "seed": seed}))
        for name, found in results.items()
        for seed, passed in enumerate(found)
    ]
    [(robust_pass, drop, relative)] = one(rows, 1).robust[0].figures
    assert (robust_pass.numerator, robust_pass.denominator) == (1, 4)
    assert (drop.numerator, drop.denominator) == (1, 2)
    assert (relative.numerator, relative.denominator) == (2, 4)


def test_the_prompt_named_none_is_what_perturbed_ones_are_compared_with() -> None:
    half = {"original": "a", "perturbation": "none"}
    rows = [
        row("a", False),
        row("a:none", True, **half),
        row("a:q:0", False, original="a", perturbation="q", perturbation_seed=0),
    ]
    for order in (rows, rows[::-1]):
        model = one(order, 1)
        assert [group.name for group in model.groups] == ["original", "none", "q"]
        assert model.robust[0].figures[0][1].value == 1.0


def test_several_perturbations_are_also_taken_together() -> None:
    rows = [row("a", True), row("a", True, perturbation="q"), row("a", False, perturbation="r")]
    found = {one.name: one.figures[0][0].value for one in one(rows, 1).robust}
    assert found == {"q": 1.0, "r": 0.0, "all": 0.0}


def test_samples_without_a_counterpart_count_nowhere_and_are_said() -> None:
    rows = [
        *(row("a", True, sample=i) for i in range(3)),
        *(row("a", i > 0, sample=i, perturbation="q") for i in range(2)),
        row("b", True, sample=0, perturbation="q"),
        row("c", True, sample=0),
        row("c", None, sample=0, perturbation="q"),
    ]
    found = report({"m": rows}, [1])
    robust = found.models[0].robust[0]
    robust_pass, drop, _ = robust.figures[0]
    assert (robust_pass.numerator, robust_pass.denominator, robust_pass.short) == (1.5, 2, 1)
    assert (drop.numerator, drop.denominator, drop.short) == (0.5, 1, 1)
    assert (robust.without_original, robust.uneven) == (1, 2)
    said = "\n".join(found.remarks())
    assert "m, q: 1 problems have no sample for the unperturbed prompt, and count for RP alone" in said
    assert "m, q: 2 samples have no counterpart" in said


def test_a_model_that_passes_nothing_has_no_drop() -> None:
    [measures] = one([row("a", False), row("a", True, perturbation="q")], 1).robust[0].figures
    assert measures[1].value is None


# --- tables


def test_models_are_side_by_side() -> None:
    files = {
        "f": [row("a", True, scores={"x": 1}), row("a", False), row("b", True)],
        "g": [row("a", False, scores={"y": 0.25}), row("a", False), row("b", False)],
    }
    found = report(files, [1, 2])
    table = model_table(found)
    assert table.heads == (
        "Model",
        "Problems",
        "Samples",
        "pass@1",
        "pass@2",
        "pass^2",
        "x",
        "x AUC",
        "y",
        "y AUC",
    )
    shown = [[text_of(cell) for cell in line] for line in table.rows]
    assert [line[:3] for line in shown] == [["f", "2", "3"], ["g", "2", "3"]]
    assert [line[3].partition(" [")[0] for line in shown] == ["75.00 %", "0.00 %"]
    assert [line[6:] for line in shown] == [["1.00", "", "", ""], ["", "", "0.25", ""]]
    assert problem_table(found, 9).rows == (("a", "1 of 2", "0 of 2"), ("b", "1 of 1", "0 of 1"))
    assert robust_table(found).rows == ()


def test_an_original_problem_has_no_field_of_a_perturbation() -> None:
    assert "perturbation" not in DOUBLE.to_row()
