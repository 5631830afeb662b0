"""Scores against a recomputation that shares no code with them: `judged.jsonl` in, all cells of ``score.json`` out."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from equimorph.robustness import score, scores
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.scoring.options import Pool
from equimorph.robustness.scoring.population import Judged
from equimorph.rows.tables import RowCount
from mutators import MutationError

Row = dict[str, Any]


def recomputed(lines: list[str], groups: dict[str, str], k: int, pool: str) -> dict[tuple[str, ...], Row]:
    """The cells, from the words of the spec (3.1, 3.2, 3.4, 3.6 to 3.8) alone: dictionaries and fractions."""
    rows = [json.loads(line) for line in lines]
    bugs = {row["bug_id"] for row in rows}
    flaky = {row["bug_id"] for row in rows if row["flaky"]}
    originals = {row["bug_id"]: row for row in rows if row["mutant_id"] is None}
    exact = rows[0]["criterion"] == "exact"
    behaves = rows[0]["criterion"] == "behaviour"

    def good(row: Row) -> bool:
        return row["same"] is True if behaves else row["first_hit"] is not None and row["first_hit"] <= k

    def missing(row: Row | None) -> bool:
        if row is None or row["status"] in ("truncated", "error"):
            return True
        if row["status"] == "no_answer":
            return not row["candidates"]
        return not good(row) and (row.get("first_ended") or 1) > k

    def open_(row: Row) -> bool:
        if good(row) or missing(row) or row["status"] in ("no_answer", "no_code") or not (exact or behaves):
            return False
        if behaves:
            return row["same"] is None
        undone = row["first_undone"]
        return row["status"] == "undecided" if undone is None else undone > k

    population = {
        bug
        for bug, row in originals.items()
        if bug not in flaky
        and (not missing(row) and row["status"] not in ("no_answer", "no_code") if behaves else good(row))
    }
    uncertain = sorted(bug for bug in bugs - flaky if missing(originals.get(bug)))
    mutants = [row for row in rows if row["mutant_id"] is not None]
    names = sorted({row["mutator"] for row in mutants})
    word = {True: "touched", False: "untouched", None: "unknown"}
    found = {}

    def extreme(rows: list[Row], of_samples: bool, most: bool) -> float | None:
        """The bound, by trying all sets of bugs whose original has no answer."""
        ratios = set()
        for asked in product([False, True], repeat=len(uncertain)):
            there = population | {bug for bug, counts in zip(uncertain, asked, strict=True) if counts}
            cases: dict[object, list[bool]] = {}
            for number, row in enumerate(rows):
                if row["bug_id"] in there:
                    blind = behaves and row["bug_id"] in uncertain
                    fails = most if blind or missing(row) or open_(row) else not good(row)
                    unit = (row["bug_id"], row["mutator"] if pool == "cell" else "") if of_samples else number
                    cases.setdefault(unit, []).append(fails)
            if cases:
                ratios.add(Fraction(sum(map(any, cases.values())), len(cases)))
        return float(max(ratios) if most else min(ratios)) if ratios else None

    for mutator, fault, group in product(
        ["all", *names],
        ["all", "touched", "untouched", "unknown"],
        ["all", *{groups.get(bug, "unknown") for bug in bugs}],
    ):
        inside = [
            row
            for row in mutants
            if mutator in ("all", row["mutator"])
            and fault in ("all", word[row["touched"]])
            and group in ("all", groups.get(row["bug_id"], "unknown"))
        ]
        counted = [row for row in inside if row["bug_id"] in population]
        answered = [row for row in counted if not missing(row)]
        units: dict[tuple[str, str], list[Row]] = {}
        for row in answered:
            units.setdefault((row["bug_id"], row["mutator"] if pool == "cell" else ""), []).append(row)
        bad = [any(not good(row) for row in unit) for unit in units.values()]
        sure = [any(not good(row) and not open_(row) for row in unit) for unit in units.values()]
        fails = [not good(row) for row in answered]
        certain = [not good(row) and not open_(row) for row in answered]
        lost = [row for row in counted if missing(row)]
        without = {(row["bug_id"], row["mutator"] if pool == "cell" else "") for row in lost}
        of_mutants, of_samples = ("PFM", "PFA") if exact else ("PDM", "PDA")
        for metric, cases, least, none in (
            (of_mutants, fails, certain, len(lost)),
            (of_samples, bad, sure, len(without)),
        ):
            value = Fraction(sum(cases), len(cases)) if cases else None
            found[metric, mutator, fault, group] = {
                **{"numerator": sum(cases), "denominator": len(cases)},
                "value": None if value is None else float(value),
                "low": extreme(inside, metric == of_samples, most=False),
                "high": extreme(inside, metric == of_samples, most=True),
                "no_answer": none,
                "undecided": sum(cases) - sum(least),
            }
    return found


@st.composite
def judged(draw: st.DrawFn, truncated: bool = True) -> list[Row]:
    """Judged rows of one model, of each kind that the spec has, in any order; perhaps with some truncated candidates."""
    criterion = draw(st.sampled_from(["exact", "repaired", "behaviour"]))
    ranks = st.one_of(st.none(), st.integers(1, 5))

    def row(bug: str, mutant: str | None, flaky: bool) -> Row:
        hit = None if criterion == "behaviour" else draw(ranks)
        hits, misses = {
            "exact": (["hit"], ["miss", "undecided", "no_answer", "no_code", "truncated", "error"]),
            "repaired": (["repaired"], ["not_repaired", "no_answer", "no_code", "truncated", "error"]),
            "behaviour": ([], ["pass", "assertion", "compile_failure", "no_answer", "no_code", "truncated"]),
        }[criterion]
        made: Row = {"schema": 1, "criterion": criterion, "model": "m", "bug_id": bug, "mutant_id": mutant}
        made |= {"mutator": mutant and draw(st.sampled_from(["vr", "rc", "uc"])), "k": 5, "candidates": 5}
        made["touched"] = draw(st.sampled_from([True, False, None])) if mutant else None
        made |= {"first_hit": hit, "status": draw(st.sampled_from(hits if hit else misses))}
        made["first_undone"] = draw(ranks) if criterion == "exact" else None
        made |= {"same": draw(st.sampled_from([True, False, None])), "flaky": flaky}
        if truncated and criterion != "behaviour":
            made |= {"truncated": 1, "first_ended": draw(ranks)}
        if made["status"] in ("truncated", "error"):
            made |= {"first_undone": None, "same": None}
        if made["status"] == "no_answer":
            made |= {"first_undone": None, "same": None, "candidates": draw(st.sampled_from([0, 0, None, 5]))}
        return made | {"undone": 1, "conflicts": 1, "unparsable": 0}

    rows = []
    for bug in range(draw(st.integers(1, 4))):
        flaky = draw(st.integers(0, 5)) == 0
        if draw(st.integers(0, 9)):
            rows.append(row(f"B{bug}", None, flaky))
        rows += [row(f"B{bug}", f"{bug}.{mutant}", flaky) for mutant in range(draw(st.integers(0, 5)))]
    return draw(st.permutations(rows))


NO_CODE: Row = {
    **{
        "schema": 1,
        "criterion": "behaviour",
        "model": "m",
        "bug_id": "B0",
        "mutant_id": None,
        "mutator": None,
    },
    **{"k": 5, "candidates": 5, "touched": None, "first_hit": None, "status": "no_code", "same": True},
    **{"first_undone": None, "flaky": False, "undone": 1, "conflicts": 1, "unparsable": 0},
}
"""An original without code, whose behaviour nobody can have compared."""


@example(
    [NO_CODE, {**NO_CODE, "mutant_id": "0.0", "mutator": "vr", "touched": True, "status": "pass"}],
    {},
    1,
    "sample",
)
@given(
    judged(),
    st.dictionaries(st.sampled_from(["B0", "B1", "B2"]), st.sampled_from(["leaked", "clean"])),
    st.integers(1, 5),
    st.sampled_from(["sample", "cell"]),
)
def test_every_cell_is_recomputed(rows: list[Row], groups: dict[str, str], k: int, pool: Pool) -> None:
    if not rows:
        return
    k = 1 if rows[0]["criterion"] == "behaviour" else k
    expected = recomputed([json.dumps(row) for row in rows], groups, k, pool)
    data = json.loads(json.dumps(score(rows, groups=groups, k=k, pool=pool).to_dict()))
    found = {
        tuple(cell[name] for name in ("metric", "mutator", "fault", "group")): cell for cell in data["cells"]
    }
    for key, cell in expected.items():
        if key not in found:  # a fault or a group that no row has
            assert not cell["denominator"]
            continue
        assert {name: found[key][name] for name in cell} == cell, key
        if cell["value"] is not None:
            assert cell["low"] <= cell["value"] <= cell["high"]
    assert set(found) <= set(expected)
    last = {point["metric"]: (point["numerator"], point["denominator"]) for point in data["curve"]}
    for metric, counts in last.items():
        cell = expected[metric, "all", "all", "all"]
        assert counts == (cell["numerator"], cell["denominator"])


@given(judged(), st.integers(1, 5))
def test_each_point_of_the_curve_is_the_score_at_its_k(rows: list[Row], at: int) -> None:
    if not rows or rows[0]["criterion"] == "behaviour":
        return
    points = {(point.k, point.metric): point.ratio for point in score(rows).curve}
    found = score(rows, k=at)
    for metric in {metric for _, metric in points}:
        assert points[at, metric] == found.cell(metric).ratio


@given(judged(truncated=False))
def test_with_a_fixed_population_no_score_rises_with_k(rows: list[Row]) -> None:
    if not rows:
        return
    curve = score(rows, population="fixed").curve
    for metric in {point.metric for point in curve}:
        ratios = [point.ratio for point in curve if point.metric == metric]
        assert len({ratio.denominator for ratio in ratios}) == 1  # type: ignore[union-attr]
        numerators = [ratio.numerator for ratio in ratios]
        assert numerators == sorted(numerators, reverse=True)  # type: ignore[type-var]


@given(judged(), st.randoms())
def test_the_order_of_rows_changes_nothing(rows: list[Row], chance: Random) -> None:
    if not rows:
        return
    shuffled = rows[:]
    chance.shuffle(shuffled)
    assert score(rows).to_dict() == score(shuffled).to_dict()


@given(judged())
def test_a_perfect_model_has_0_and_one_that_repairs_only_originals_has_1(rows: list[Row]) -> None:
    rows = [{**row, "criterion": "exact", "first_hit": 1, "status": "hit", "flaky": False} for row in rows]
    originals = [
        row | {"mutant_id": None, "bug_id": bug} for bug in ("B0", "B1", "B2", "B3") for row in rows[:1]
    ]
    rows = [row for row in rows if row["mutant_id"]]
    if not rows:
        return
    assert score([*originals, *rows]).cell("PFM").ratio.value == 0
    misses = [{**row, "first_hit": None, "status": "miss"} for row in rows]
    assert score([*originals, *misses]).cell("PFM").ratio.value == 1
    assert score([*originals, *misses]).cell("PFA").ratio.value == 1


FIELDS = st.sampled_from(
    [
        *("criterion", "model", "bug_id", "mutant_id", "mutator", "touched", "k", "candidates", "first_hit"),
        *("first_undone", "first_correct", "undone", "conflicts", "unparsable", "same", "behaviour"),
        *("lines", "nodes", "changed_tokens", "status"),
    ]
)
VALUES = st.sampled_from([None, True, False, 0, 1, -1, 1.0, "", "x", "exact", [], {}, 10**30])


@given(judged(), FIELDS, VALUES)
def test_rows_are_checked_as_judged_rows_are(rows: list[Row], name: str, value: object) -> None:
    """The short way for rows with fields of known types refuses what `JudgedRow` refuses; it may only refuse more."""
    known = Judged(None, (), RowCount())
    for row in rows:
        known.add(row)
    broken: Row = {**(rows[0] if rows else {}), "mutant_id": "new", "mutator": "vr"} | {name: value}
    expected = None
    try:
        JudgedRow.from_row(broken)
    except MutationError as error:
        expected = str(error)
    if expected is not None:
        with pytest.raises(MutationError) as refused:
            known.add(broken)
        assert str(refused.value) == expected


def test_a_file_gives_what_its_rows_give(tmp_path: Path) -> None:
    rows = [
        {"model": m, "bug_id": b, "mutant_id": i, "mutator": "x", "first_hit": 1, "status": "hit"}
        for m in ("m", "n")
        for b in ("A", "B")
        for i in (None, "1", "2")
    ]
    path = tmp_path / "judged.jsonl"
    path.write_text("\r\n".join(map(json.dumps, rows)) + "\r\n\r\n")
    assert [one.to_dict() for one in scores(path)] == [one.to_dict() for one in scores(rows)]
