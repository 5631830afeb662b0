"""Batches of texts in, columns of mutants out: for `datasets`, row by row the same as `mutate_row`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from tests.equimorph.conftest import SAMPLE, Misfit

GOOD = "boolean f(int a, int b) { return a < b; }"
OTHER = "class A { boolean g(long a, long b) { return a > b; } }"
BAD = "this is not Java"
REORDER = ["reorder-condition"]
BATCH: dict[str, list[Any]] = {"code": [GOOD, BAD, OTHER], "id": ["p", "q", "r"], "label": [0, 1, 2]}


def columns(**options: Any) -> dict[str, list[Any]]:  # noqa: ANN401
    return em.mutate_batch(BATCH, field="code", mutators=REORDER, **options)


def rows_of(made: dict[str, list[Any]]) -> list[dict[str, Any]]:
    assert len({len(values) for values in made.values()}) == 1
    return [dict(zip(made, values, strict=True)) for values in zip(*made.values(), strict=True)]


def test_rows_are_those_of_the_texts_one_by_one() -> None:
    with pytest.warns(UserWarning, match=r"1 of 3 rows failed.*: row 1: 1: not Java"):
        made = rows_of(columns(seed=3, full=True))
    wanted = [
        found
        for text in (GOOD, OTHER)
        for found in em.mutate_row({"code": text}, "code", REORDER, seed=3, full=True)
    ]
    assert len(made) == len(wanted) == 2
    for row, other in zip(made, wanted, strict=True):
        assert row == {name: other[name] for name in row if name != "mutation"} | {
            "mutation": row["mutation"]
        }
        assert json.loads(row["mutation"]) == other["mutation"]
        read = em.parse_row(row)
        read.check()
        assert em.invert_row(read)["original"] == other["original"]
        assert (
            em.undo_row(em.parse_row(row | {"answer": row["mutant"]}), "answer")["undone"]
            == other["original"]
        )
    assert [outcome.failures for outcome in em.verify(made)] == [(), ()]


def test_columns_are_kept_under_their_names_or_others() -> None:
    with pytest.warns(UserWarning, match="row 1"):
        made = columns(keep={"label": "label", "id": "source_id"})
    assert (made["label"], made["source_id"]) == ([0, 2], ["p", "r"])
    with pytest.warns(UserWarning, match="row 1"):
        assert columns(keep="label")["label"] == [0, 2]
    with pytest.raises(em.MutationError, match=r"a column 'id' is made; keep={'id': 'source_id'}"):
        columns(keep=["id"])
    with pytest.raises(em.MutationError, match="no column 'nope'; there are: code, id, label"):
        columns(keep=["nope"])


def test_a_bad_row_is_named_by_its_number_in_the_data_set() -> None:
    with pytest.warns(UserWarning, match="row 41: 1: not Java"):
        assert columns(indices=[40, 41, 42])["index"] == [40, 42]
    with pytest.raises(em.MutationError, match="row 41: 1: not Java"):
        columns(indices=[40, 41, 42], on_error="raise")


def test_a_bad_row_can_be_a_row() -> None:
    made = rows_of(columns(on_error="column", keep=["label"]))
    assert [(row["label"], row["error"] == "", row["mutant"] == "") for row in made] == [
        (0, True, False),
        (1, False, True),
        (2, True, False),
    ]
    assert {type(value) for value in made[1].values()} == {type(value) for value in made[0].values()}


def test_what_is_no_text_and_what_breaks_a_mutator_are_faults_of_the_row() -> None:
    batch = {"code": [None, 3, "\ud800", SAMPLE], "path": [None, "B.java", "C.java", "Cart.java"]}
    made = em.mutate_batch(batch, field="code", mutators=[Misfit(), *REORDER], on_error="column")
    errors = [error for error in made["error"] if error]
    assert errors[:2] == ["field 'code' is not a text"] * 2
    assert "lone surrogate" in errors[2]
    assert "misfit" in errors[3]
    assert [path for path, mutant in zip(made["path"], made["mutant"], strict=True) if mutant] == [
        "Cart.java"
    ] * 2


def test_faults_of_the_call_are_errors_at_once() -> None:
    with pytest.raises(em.MutationError, match="no column 'text'; there are: code, id, label"):
        em.mutate_batch(BATCH, field="text")
    with pytest.raises(em.MutationError, match="no mutator 'nope'"):
        em.mutate_batch(BATCH, field="code", mutators=["nope"])
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        columns(seed="x")
    with pytest.raises(ValueError, match="not 'ignore'"):
        columns(on_error="ignore")


def test_texts_without_the_selected_method_have_no_mutants() -> None:
    batch = {"code": [GOOD, OTHER]}
    made = em.mutate_batch(batch, field="code", mutators=REORDER, select=em.Selection(method="g"))
    assert [method["name"] for method in made["method"]] == ["g"]


def test_numbers_of_a_table_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    row = next(em.mutate_row({"code": OTHER}, "code", REORDER))
    read = em.parse_row(row | {"offset": numpy.int64(row["offset"])})
    read.check()
    assert type(read.offset) is int
    for wrong in (True, -1, 1.0, "1", None):
        with pytest.raises(em.RecordMismatch, match="field 'offset' is not a number of bytes"):
            em.parse_row(row | {"offset": wrong})


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 0, 2]])
@pytest.mark.parametrize("on_error", ["warn", "column"])
@pytest.mark.filterwarnings("ignore:.*rows failed:UserWarning")
def test_datasets_map(tmp_path: Path, order: list[int], on_error: str) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    data = datasets.Dataset.from_dict({name: [values[at] for at in order] for name, values in BATCH.items()})
    given = [em.get_mutator("reorder-condition", purity="conventional")]
    made = data.map(
        em.mutate_batch,
        batched=True,
        batch_size=1,  # so that the first batch may have no mutants
        with_indices=True,
        remove_columns=data.column_names,
        fn_kwargs={"field": "code", "mutators": given, "keep": ["label"], "on_error": on_error},
        cache_file_name=str(tmp_path / "made.arrow"),
    )
    mutants = made.filter(lambda row: row["mutant"] != "", cache_file_name=str(tmp_path / "mutants.arrow"))
    assert sorted(zip(mutants["label"], mutants["index"], strict=True)) == [(0, order.index(0)), (2, 2)]
    for row in mutants:
        em.parse_row(row).check()
    assert len(made) == (3 if on_error == "column" else 2)
