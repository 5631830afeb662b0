"""The papers' setups: names, casts, counts; and the mean over mutators, recomputed."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from equimorph.defects4j.methods.bug import Bug
from equimorph.robustness import mutants, score, scores
from equimorph.robustness.presets import ALIASES, PRESETS, canonical_name, preset_of
from equimorph.robustness.scoring.averaging import averaged
from mutators import MutationError
from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.conftest import write_rows
from tests.equimorph.robustness.rows import exact, example
from tests.equimorph.robustness.test_recomputed_scores import judged

TEXT = """\
int sum(ArrayList items, int most, String s) {
    int total = most;
    for (Object one : items) {
        total += one.hashCode() + most;
    }
    return s.isEmpty() ? total : most;
}"""
BUG = Bug("b", "A.java", "sum", 1, 7, TEXT, TEXT.replace("+ most", "- most"), (4,))


def by_mutator(preset: str, seed: int = 1) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in mutants([BUG], preset=preset, seed=seed):
        found.setdefault(row["mutator"], []).append(row)
    return found


def new_names(found: list[dict[str, Any]]) -> dict[str, set[str]]:
    """By variable, its new names."""
    names: dict[str, set[str]] = {}
    for row in found:
        edit = row["mutation"]["edits"][0]
        names.setdefault(edit[1], set()).add(edit[2])
    return names


def test_a_variable_has_the_three_names_of_the_paper_and_no_mutant_twice() -> None:
    found = by_mutator("robustnpr-d")["variable-renaming"]
    names = new_names(found)
    assert names["items"] == {"a", "al", "arrayList"}
    assert names["s"] == {"string", "s1"} or names["s"] == {"string", "s1", "s2"}
    assert len({row["mutant"] for row in found}) == len(found) == sum(map(len, names.values()))
    assert set(names) == {"items", "most", "s", "total", "one"}


def test_each_variable_is_cast_once_at_a_place_that_the_seed_draws() -> None:
    places = set()
    for seed in range(8):
        found = by_mutator("robustnpr-d", seed)["useless-cast"]
        cast = Counter(row["mutation"]["edits"][0][1] for row in found)
        assert cast == {"items": 1, "most": 1, "s": 1, "total": 1, "one": 1}
        places.add(next(row["mutant"] for row in found if row["mutation"]["edits"][0][1] == "most"))
    assert len(places) == 3


def test_rows_are_in_the_order_of_the_text_whatever_is_drawn() -> None:
    found = list(mutants([BUG], preset="robustnpr-d", seed=3))
    starts = [row["mutation"]["site"]["start"] for row in found]
    assert starts == sorted(starts)
    few = list(mutants([BUG], preset="robustnpr-d", seed=3, limit_per_mutator=2))
    assert Counter(row["mutator"] for row in few) == {"variable-renaming": 2, "useless-cast": 2}
    assert all(row in found for row in few)


def test_new_variables_are_of_local_variables_alone() -> None:
    found = by_mutator("robustnpr-b")
    assert set(found) == set(PRESETS["robustnpr-b"].mutators)
    aliased = {
        row["mutation"]["edits"][0][2].rpartition("= ")[2].rstrip(";\n ") for row in found["new-variable"]
    }
    assert aliased == {"total", "one"}
    assert len(found["new-variable"]) > len(aliased)


def test_the_leakage_study_has_the_names_of_its_tool() -> None:
    names = new_names(by_mutator("leakage-study")["variable-renaming"])
    assert names == {name: {"var0"} for name in ("items", "most", "s", "total", "one")}


@pytest.mark.parametrize(("former", "name"), ALIASES.items())
def test_a_former_name_is_the_same_preset(former: str, name: str) -> None:
    assert preset_of(former) is PRESETS[former] is PRESETS[name]
    assert list(mutants([BUG], preset=former, seed=2)) == list(mutants([BUG], preset=name, seed=2))
    assert {row["preset"] for row in mutants([BUG], preset=former)} == {name}
    assert canonical_name(former) == name
    with pytest.raises(
        MutationError, match="no preset 'r-other'; there are: robustnpr-d, robustnpr-b, leakage-study"
    ):
        preset_of("r-other")


def test_the_numbers_of_the_papers() -> None:
    """RobustNPR, section 4.2; leakage study, table 5: denominators of PDM of CoCoNuT, CURE, Recoder, RewardRepair, SequenceR."""
    assert sum(PRESETS["robustnpr-d"].counts.values()) == 40_377
    assert sum(PRESETS["robustnpr-b"].counts.values()) == 5_540
    renamed = (38 + 172) + (49 + 216) + (44 + 186) + (170 + 200) + (17 + 88)
    reordered = (32 + 165) + (43 + 207) + (40 + 178) + (282 + 215) + (17 + 92)
    assert dict(PRESETS["leakage-study"].counts) == {
        "variable-renaming": renamed,
        "reorder-condition": reordered,
    }


def test_the_command_shows_both_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bugs = write_rows(Path("bugs.jsonl"), [BUG])
    for options in (("--out", "m.jsonl"), ("--parts", "parts"), ("--out", "m.jsonl.gz"), ()):
        done = run("robustness", "mutants", bugs, "--preset", "r-diversity", *options)
        assert done.exit_code == 0, done.stderr
        assert (
            "robustnpr-d: variable-renaming 11, 68.75 % (paper: 25,105, 62.18 %),"
            " useless-cast 5, 31.25 % (paper: 15,272, 37.82 %)\n" in done.stderr
        ), options
    assert len(rows(Path("m.jsonl"))) == 16
    done = run("robustness", "mutants", bugs, "--mutator", "useless-cast", "--out", "n.jsonl")
    assert "paper" not in done.stderr


def naive_mean(found: dict[str, Any], cell: dict[str, Any]) -> Fraction | None:
    """The mean of the percentages that the cells of the single mutators have, by numerators and denominators alone."""
    same = [
        other
        for other in found["cells"]
        if other["mutator"] != "all"
        and all(other[name] == cell[name] for name in ("metric", "fault", "group"))
        and other.get("by") == cell.get("by")
    ]
    shares = [Fraction(one["numerator"], one["denominator"]) for one in same if one["denominator"]]
    return sum(shares, Fraction()) / len(shares) if shares else None


@given(judged())
def test_each_mutator_weighs_the_same_in_the_mean(found: list[dict[str, Any]]) -> None:
    if not found:
        return
    data = json.loads(json.dumps(score(found, groups={"B0": "leaked"}).to_dict()))
    for cell in data["cells"]:
        if cell["mutator"] != "all":
            assert "mutator_mean" not in cell
            continue
        mean = naive_mean(data, cell)
        shown = cell["mutator_mean"]
        assert (shown is None) is (mean is None)
        if mean is not None:
            assert shown["value"] == float(mean)
            assert abs(Fraction(shown["percent"]) - 100 * mean) <= Fraction(1, 200)


def test_the_mean_over_mutators_of_the_example() -> None:
    """PFM is 1/3 for renaming and 2/3 for cast, whatever their numbers of mutants are."""
    more = [exact("A", f"cast-{number}", 1) for number in range(10, 30)]
    found = score([*example(), *more])
    cell = found.cell("PFM")
    assert cell.ratio.percent == "11.54"
    assert cell.mutator_mean is not None
    assert (cell.mutator_mean.share, cell.mutator_mean.mutators) == (
        Fraction(1, 3) / 2 + Fraction(2, 23) / 2,
        2,
    )
    assert found.cell("PFM", "cast").mutator_mean is None


def test_the_mean_over_mutators_of_an_ensemble() -> None:
    found = [*example(), *(row | {"model": "n"} for row in example() if "2" not in str(row["mutant_id"]))]
    cell = averaged(scores(found)).cell("PFM")
    single = [averaged(scores(found)).cell("PFM", name).ratio.share for name in ("renaming", "cast")]  # type: ignore[union-attr]
    assert cell.mutator_mean is not None
    assert cell.mutator_mean.share == sum(share for share in single if share is not None) / 2


def test_the_table_has_the_mean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in example()))
    lines = run("robustness", "score", "judged.jsonl").stdout.splitlines()
    assert "mean of mutators" in lines[3]
    [pfm] = [line for line in lines if line.startswith("PFM     all       all        all")]
    assert pfm.split()[4:7] == ["3/6", "50.00", "50.00"]
