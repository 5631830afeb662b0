"""Judging metrics: worked values, scipy and naive doubles, the paper's matrices, bad rows."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
import scipy.stats

from equimorph.metrics import MetricError, judge
from equimorph.metrics.judging import Confusion, judge_scores
from equimorph.metrics.table import rounded, table_of
from equimorph.statistics import Ratio
from equimorph.statistics.correlation import auc, kendall, pearson, ranks, spearman
from mutators import MutationError
from tests.equimorph.conftest import run
from tests.equimorph.metrics.pairs import piped

SCORES, PASSES = [0.9, 0.8, 0.3, 0.3, 0.6], [True, True, False, True, False]


def row(id: object, passed: object, **fields: object) -> dict[str, Any]:
    return {"id": id, "lang": "java", "candidate": "a", "reference": "b", "passed": passed, **fields}


def scored_rows() -> list[dict[str, Any]]:
    return [
        row(n, passed, scores={"m": score})
        for n, (score, passed) in enumerate(zip(SCORES, PASSES, strict=True))
    ]


def test_worked_example() -> None:
    [judgement] = judge(scored_rows())
    [found] = judgement.metrics
    assert judgement.passed == Ratio(3, 5)
    assert found.error.value == pytest.approx(0.38)
    assert found.pearson == pytest.approx(0.427669, abs=1e-6)
    assert found.spearman == pytest.approx(0.444262, abs=1e-6)
    assert found.kendall == pytest.approx(0.408248, abs=1e-6)
    assert found.auc == 0.75
    assert found.constants["always-1"].value == 0.4
    assert found.constants["always-0"].value == 0.6
    assert found.constants["best-constant"].value == 0.4
    assert found.confusion is None


@pytest.mark.parametrize("seed", range(12))
def test_correlations_are_those_of_scipy(seed: int) -> None:
    rng = Random(seed)
    size, levels = rng.randint(3, 60), rng.choice([2, 3, 10, 10**6])
    xs = [rng.randint(0, levels) / levels for _ in range(size)] + [0.0, 1.0]
    labels = [rng.random() < 0.5 for _ in range(size)] + [False, True]
    for ys in ([float(one) for one in labels], [rng.randint(0, 4) / 4 for _ in range(size)] + [0.0, 1.0]):
        assert pearson(xs, ys) == pytest.approx(scipy.stats.pearsonr(xs, ys).statistic)
        assert spearman(xs, ys) == pytest.approx(scipy.stats.spearmanr(xs, ys).statistic)
        assert kendall(xs, ys) == pytest.approx(scipy.stats.kendalltau(xs, ys).statistic)
    assert ranks(xs) == list(scipy.stats.rankdata(xs))
    pairs = [
        (x, y) for x, p in zip(xs, labels, strict=True) if p for y, q in zip(xs, labels, strict=True) if not q
    ]
    assert auc(xs, labels) == pytest.approx(sum((x > y) + (x == y) / 2 for x, y in pairs) / len(pairs))


def test_what_is_constant_correlates_with_nothing() -> None:
    for measure in (pearson, spearman, kendall):
        assert measure([1, 1, 1], [0, 1, 0]) is measure([0, 1, 0], [1, 1, 1]) is measure([], []) is None
        assert measure([0.1], [1]) is None
    assert auc([0.1, 0.2], [True, True]) is auc([], []) is None
    assert pearson([0.1 + 0.2, 0.3], [0, 1]) in (None, pytest.approx(-1))
    found = judge_scores("m", [0.5, 0.7], [True, True])
    assert (found.pearson, found.spearman, found.kendall, found.auc) == (None,) * 4
    empty = judge_scores("m", [], [])
    assert (empty.error.value, empty.mean, empty.confusion, empty.gate) == (None,) * 4


@pytest.mark.parametrize("seed", range(5))
def test_no_constant_has_a_smaller_error_than_the_best_one(seed: int) -> None:
    rng = Random(seed)
    labels = [rng.random() < rng.random() for _ in range(rng.randint(1, 40))]
    best = judge_scores("m", [0.0] * len(labels), labels).constants["best-constant"].value
    assert best is not None
    for hundredths in range(101):
        assert best <= sum(abs(hundredths / 100 - label) for label in labels) / len(labels) + 1e-12


MATRICES = """
91 32 21 20 .323 .74 .813 .774
93 32 19 20 .311 .744 .83 .785
89 30 23 22 .323 .748 .795 .771
99 39 13 13 .317 .717 .884 .792
89 28 28 19 .341 .761 .761 .761
93 29 24 18 .323 .762 .795 .778
86 27 31 20 .354 .761 .735 .748
101 31 16 16 .287 .765 .863 .811
159 33 2 6 .175 .828 .988 .901
160 33 1 6 .170 .829 .994 .904
159 34 2 5 .180 .824 .988 .898
161 35 0 4 .175 .821 1 .902
170 24 3 3 .135 .876 .983 .926
171 24 2 3 .130 .877 .988 .929
169 24 4 3 .140 .876 .977 .923
172 24 1 3 .125 .878 .994 .932
"""


@pytest.mark.parametrize("cells", [line.split() for line in MATRICES.strip().splitlines()])
def test_the_papers_matrices_give_its_tables_11_and_12(cells: list[str]) -> None:
    tp, fp, fn, tn = map(int, cells[:4])
    scores = [1.0] * (tp + fp) + [0.0] * (fn + tn)
    labels = [True] * tp + [False] * fp + [True] * fn + [False] * tn
    found = judge_scores("codescore-r", scores, labels)
    assert found.confusion == Confusion(tp, fp, fn, tn)
    computed = (
        found.error.value,
        *(getattr(found.confusion, name).value for name in ("precision", "recall", "f1")),
    )
    # 0.0005 and a little: the paper cuts some cells, such as 0.988636 of 0.9886.
    assert computed == tuple(pytest.approx(float(cell), abs=0.00101) for cell in cells[4:])
    assert found.error.value == pytest.approx(1 - found.confusion.accuracy.value)


def test_codescore_r_is_no_better_than_always_saying_1_on_generated_code() -> None:
    for matrix in ((99, 39, 13, 13), (101, 31, 16, 16)):
        tp, fp, fn, tn = matrix
        found = judge_scores(
            "m",
            [1.0] * (tp + fp) + [0.0] * (fn + tn),
            [True] * tp + [False] * fp + [True] * fn + [False] * tn,
        )
        assert found.error == found.constants["always-1"]


def test_the_law_of_broken_candidates() -> None:
    found = judge_scores("m", [0.2, 0.9, 0.4], [False] * 3)
    assert found.error.value == pytest.approx(0.5) == pytest.approx(found.mean)


def test_undefined_and_unlabelled_rows_count_apart() -> None:
    rows = [
        row("a", True, scores={"m": 1, "n": None}, outcome="pass"),
        row("b", False, scores={"m": 0.0, "n": 0.5}, outcome="no-compile"),
        row("c", None, scores={"m": 0.7}),
        row("d", 0, scores={"n": 1}, compiled=True),
        row("e", 1, scores={"m": 0.5}, perturbation="o2s"),
    ]
    first, second = judge(rows)
    assert (first.group, first.passed, first.unlabelled, second.group) == ("original", Ratio(1, 3), 1, "o2s")
    m, n = first.metrics
    assert (m.error.pairs, m.undefined, n.error.pairs, n.undefined) == (2, 1, 2, 1)
    assert m.confusion == Confusion(1, 0, 0, 1)
    assert [one.gate and one.gate.value for one in (m, n)] == [0, 0.5]
    assert n.constants["always-0"].value == 0
    assert second.metrics[0].gate is None
    assert [one.metric for one in judge(rows, ["n"])[0].metrics] == ["n"]
    assert "gate-only" in table_of([first])
    with pytest.raises(MetricError, match="no row has a score 'x'; there are: m, n"):
        judge(rows, ["x"])


@pytest.mark.parametrize("score", ["0.5", True, float("nan"), float("inf"), [1], 10**400])
def test_scores_are_finite_numbers(score: object) -> None:
    with pytest.raises(MutationError, match="the score 'm' is neither a finite number nor null"):
        judge([row("a", 1, scores={"m": score})])


def test_the_command_writes_json_and_a_table(tmp_path: Path) -> None:
    path, out = tmp_path / "scored.jsonl", tmp_path / "judged.json"
    path.write_text(
        "".join(json.dumps(one) + "\n" for one in [*scored_rows(), row("x", 1), row("x", 1, scores=[])])
    )
    done = run("metrics", "judge", str(path), "--json", str(out))
    assert done.exit_code == 1
    assert "scored.jsonl:6: no 'scores'" in done.output
    found = json.loads(out.read_text())["judgements"][0]["metrics"][0]
    assert found["mae"] == {"sum": pytest.approx(1.9), "pairs": 5, "value": pytest.approx(0.38)}
    done = run("metrics", "judge", str(path))
    assert "0.380     0.600     0.400          -  0.580    0.428     0.444  0.408  0.750" in done.output
    done = piped("", "metrics", "judge", "-")
    assert done.exit_code == 0


def test_numbers_are_rounded_half_up() -> None:
    assert [rounded(value) for value in (0.0625, 0.0005, -0.0005, None, 1.0)] == [
        "0.063",
        "0.001",
        "-0.001",
        "-",
        "1.000",
    ]
    assert math.isclose(float(rounded(2 / 3)), 0.667)


@pytest.mark.parametrize(
    ("verb", "data", "lines"),
    [
        (
            "metrics judge",
            {
                "id": "1",
                "lang": "java",
                "candidate": "a",
                "reference": "a",
                "passed": True,
                "scores": {"ed": 0.25},
            },
            ["group,metric,pairs,undefined,MAE,always-0,always-1,gate-only,mean,Pearson,Spearman,tau-b,AUC"],
        ),
        (
            "codescore sweep",
            {
                "id": "1",
                "split": "validation",
                "passed": True,
                "scores": {"codescore-r-raw": 0.5},
                "compiled": True,
            }
            | {"lang": "java", "candidate": "a", "reference": "a"},
            ["threshold,wrong,rows,MAE", "0.0,0,1,0.0"],
        ),
        (
            "leakage pv",
            {"system": "A", "benchmark": "D", "overlap": 1, "original": 3, "leaked": 1},
            ["system,repaired,rank,leaked,percent,lost,PV,rank without,rank by share"],
        ),
        ("tables robustnpr", {}, [",table,row,column,of,computed,printed"]),
    ],
)
def test_results_of_other_verbs_are_tables_in_all_formats(
    verb: str, data: dict[str, object], lines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([data]))
    words = [*verb.split(), *([path] if data else []), "-q"]
    done = run(*words, "--table", "csv")
    assert (done.exit_code, done.stderr, done.stdout.splitlines()[: len(lines)]) == (0, "", lines)
    assert run(*words, "--table", "md").stdout.startswith(f"| {lines[0].split(',')[0]} |")
    assert run(*words, "--table", "latex").stdout.startswith("\\begin{tabular}")
    assert run(*words, "--table", "html").exit_code == 2
    out = [tmp_path / "x.json"] if verb in ("metrics judge", "codescore sweep") else []
    assert "give either --json or --table" in run(*words, "--table", "md", "--json", *out).stderr
