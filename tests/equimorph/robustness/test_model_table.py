"""Tables of models by `score --table` and `compare --table`, recomputed from the rows; outcomes of bugs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from equimorph.pages.tables import Share
from equimorph.robustness import averaged, compare, scores
from equimorph.robustness.scoring.model_table import group_table, model_table, pair_table, repaired_share
from equimorph.robustness.scoring.outcomes import Outcome, matrix_of
from equimorph.robustness.scoring.population import read
from tests.equimorph.conftest import run
from tests.equimorph.robustness.rows import behaviour, exact, example, repaired
from tests.equimorph.robustness.test_compare import named

UNANSWERED = [
    exact("E", status="no_answer", criterion="exact"),
    exact("A", "cast-9", status="no_answer", criterion="exact"),
    exact("E", "cast-8"),
    exact("F", status="error", criterion="exact"),
    exact("G", status="truncated", criterion="exact"),
]
ROWS = [
    *(example() + UNANSWERED),
    *named([exact(bug, hit=2) for bug in "ABC"] + [exact("A", "cast-1")], "n_2"),
]


def table(rows: list[dict[str, Any]], **options: Any) -> Any:  # noqa: ANN401
    return model_table(score.to_dict() for score in scores(rows, **options))


def test_a_row_has_the_ratios_of_its_model() -> None:
    content = table(ROWS)
    assert content.heads == ("Model", "Repaired", "PFM", "PFA", "Unanswered")
    first, second = content.rows
    # E, F and G have no answer, nor has cast-9 of A; 3 of the other 6 mutants of A and B fail, in both of these.
    assert [(cell.numerator, cell.denominator) for cell in first[1:]] == [(3, 4), (3, 6), (2, 2), (4, 18)]
    assert second[0] == "n_2"
    assert [(cell.numerator, cell.denominator) for cell in second[1:]] == [(3, 3), (1, 1), (1, 1), (0, 4)]


def test_flaky_and_left_out_samples_are_in_no_share_of_repairs() -> None:
    rows = [
        behaviour("A", status="pass"),
        behaviour("B"),
        behaviour("C", flaky=True),
        behaviour("D", fix_scope="files"),
    ]
    [score] = scores(rows)
    share = repaired_share(score.to_dict())
    assert (share.numerator, share.denominator) == (1, 2)
    assert table(rows).heads == ("Model", "Passes tests", "PDM", "PDA", "Unanswered")


def test_criteria_are_side_by_side_and_told_apart() -> None:
    rows = [
        *example(),
        *[repaired("A", hit=1), repaired("A", "cast-1")],
        behaviour("A", status="pass"),
        behaviour("A", "cast-1", True),
    ]
    content = table([*rows, *named([behaviour("A")], "n")])
    assert content.heads == (
        *("Model", "Repaired", "PFM", "PFA", "Repaired (tests)", "PDM (tests)", "PDA (tests)"),
        *("Passes tests", "PDM", "PDA", "Unanswered"),
    )
    first, second = content.rows
    assert [(cell.numerator, cell.denominator) for cell in first[4:10]] == [
        (1, 1),
        (1, 1),
        (1, 1),
        (1, 1),
        (0, 1),
        (0, 1),
    ]
    assert second[1:7] == (None,) * 6


def test_splits_have_rows_of_their_own() -> None:
    groups = {"A": "leaked", "B": "clean", "C": "clean", "D": "clean", "E": "clean"}
    content = table(ROWS, groups=groups, by=("mutator",))
    assert content.heads[:3] == ("Model", "group", "mutator")
    cells = {row[:3]: row for row in content.rows}
    pfm = {key: (row[4].numerator, row[4].denominator) for key, row in cells.items() if key[0] == "m"}
    assert pfm["m", "all", "all"] == (3, 6)
    assert pfm["m", "leaked", "renaming"] == (1, 2)
    assert pfm["m", "clean", "cast"] == (2, 2)
    assert cells["m", "leaked", "all"][3] is cells["m", "leaked", "all"][-1] is None
    assert cells["m", "all", "all"][3] is not None


def test_a_mean_of_models_has_no_counts() -> None:
    rows = [*example(), *named(example(), "n")]
    content = model_table([averaged(scores(rows)).to_dict()])
    [row] = content.rows
    assert row[1:4] == (Share(None, None, 0.75), Share(None, None, 0.5), Share(None, None, 1.0))


def test_further_columns_are_of_the_row_for_all() -> None:
    content = model_table([score.to_dict() for score in scores(ROWS)], {"n_2": {"Tokens": 5}})
    assert content.heads[-1] == "Tokens"
    assert [row[-1] for row in content.rows] == [None, 5]


def written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "judged.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_command_line_writes_the_tables(tmp_path: Path) -> None:
    path = written(tmp_path, ROWS)
    result = run("robustness", "score", path, "--table", "csv", "--quiet")
    assert "22.22 % of the requests have no answer" in result.stderr
    assert result.stdout == table(ROWS).rendered("csv")
    assert next(csv.DictReader(io.StringIO(result.stdout)))["PFM numerator"] == "3"
    latex = run("robustness", "score", path, "--table", "latex").stdout
    assert "n\\_2 & 100.00 \\% (3/3) [" in latex
    comparison = compare(ROWS).to_dict()
    assert run("robustness", "compare", path, "--table", "md").stdout == pair_table(comparison).rendered("md")
    for verb in ("score", "compare"):
        both = run("robustness", verb, path, "--table", "md", "--json", "-")
        assert both.exit_code == 2
        assert "give either --json or --table" in both.stderr
        assert run("robustness", verb, path, "--table", "html").exit_code == 2


def test_tests_of_groups_have_a_table_too(tmp_path: Path) -> None:
    groups = tmp_path / "groups.jsonl"
    groups.write_text(
        "".join(json.dumps({"id": bug, "group": "x" if bug == "A" else "y"}) + "\n" for bug in "ABCDE")
    )
    path = written(tmp_path, ROWS)
    tables = run("robustness", "compare", path, "--group", groups, "--table", "csv").stdout.split("\n\n")
    assert len(tables) == 2
    comparison = compare(ROWS, groups={bug: "x" if bug == "A" else "y" for bug in "ABCDE"}).to_dict()
    content = group_table(comparison)
    assert tables[1] == content.rendered("csv")
    assert len(content.rows) == len(comparison["fisher"]) > 1
    first = content.rows[0]
    assert first[:5] == ("m", "exact", "repaired", "all", "x")
    assert (first[5], first[6], first[7]) == (Share(1, 1, 1.0), "y", Share(2, 3, 2 / 3))
    one = written(tmp_path, example())
    assert run("robustness", "compare", one, "--group", groups, "--table", "md").stdout.startswith(
        "| Model |"
    )
    assert run("robustness", "compare", one, "--table", "md").stdout.startswith("| A | B |")


def test_a_pair_has_the_numbers_of_the_comparison() -> None:
    comparison = compare(ROWS)
    rows = pair_table(comparison.to_dict()).rows
    assert [row[:4] for row in rows] == [
        ("m", "n_2", "exact", metric) for metric in ("repaired", "PFA", "PFM")
    ]
    assert [row[4:7] for row in rows] == [(test.n, test.a_only, test.b_only) for test in comparison.pairs]
    assert [row[8:] for row in rows] == [(test.p, test.p_holm) for test in comparison.pairs]


def test_outcomes_count_lost_and_differing_mutants() -> None:
    more = [
        behaviour("A", status="pass"),
        behaviour("A", "cast-1", False, status="exception"),
        behaviour("A", "cast-2", True),
    ]
    more += [behaviour("D", status="no_answer"), behaviour("D", "cast-5", None)]
    matrix = matrix_of(read([*ROWS, *more], pytest.fail), ["n_2", "m", "nobody"])
    assert list(matrix.bugs) == ["A", "B", "C", "D", "E", "F", "G"]
    a_of_n, a_of_m, a_of_nobody = matrix.bugs["A"]
    assert a_of_n == Outcome("hit", 2, lost=1, mutants=1)
    # cast-9 of A has no answer: it is not lost.
    assert a_of_m == Outcome("hit", 1, lost=1, mutants=3, differing=1, compared=2, passes=True)
    assert a_of_nobody == Outcome("no_answer", None, 0, 0)
    assert matrix.bugs["D"][1] == Outcome("miss", None, 0, 3, differing=0, compared=0, passes=False)
    assert matrix.bugs["G"][1] == Outcome("truncated", None, 0, 0)
    assert [matrix.repaired_by(bug) for bug in "ABCDE"] == [2, 2, 2, 0, 0]
