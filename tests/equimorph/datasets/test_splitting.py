"""Splits: nothing straddles, all items are there, the order of the input does not matter."""

from __future__ import annotations

import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimorph.contrastive.schema import SPLITS as OF_PAIRS
from equimorph.datasets import Split, check, filter, split
from equimorph.datasets.layout import SPLITS
from equimorph.datasets.placing import fractions_of, sizes
from equimorph.datasets.planning import BY, By
from parsers.java.syntax.tokens import tokenize
from tests.equimorph.datasets.conftest import (
    SIDES,
    Row,
    Splits,
    alone,
    item,
    places,
    read_splits,
    write_items,
)

Items = dict[str, list[Row]]

_TEXT = st.integers(0, 40).map(lambda at: f"int f() {{ return {at}; }}")
_ROW = st.tuples(_TEXT, _TEXT, st.integers(0, 15), st.integers(0, 5), st.integers(0, 9))


@st.composite
def corpora(draw: st.DrawFn) -> Items:
    """Up to three data sets whose items share groups, projects, times and texts now and then."""
    return {
        name: [
            item(at, buggy, fixed, name, group=f"g{group}", project=f"p{project}", author_time=time)
            for at, (buggy, fixed, group, project, time) in enumerate(draw(st.lists(_ROW, max_size=25)))
        ]
        for name in draw(st.lists(st.sampled_from(sorted(SIDES)), min_size=1, max_size=3, unique=True))
    }


def made(items: Items, by: By, seed: int = 0, fractions: str = "8/1/1") -> tuple[Split, Splits]:
    """What `split` returns for items, and the splits."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = write_items(Path(folder, "items"), items), Path(folder, "out")
        done = split(source, out, by=by, seed=seed, fractions=fractions_of(fractions))
        return done, read_splits(out)


def tokens(row: Row, dataset: str) -> Iterator[tuple[bytes, ...]]:
    """The sides of an item as a reader compares them."""
    for name in SIDES[dataset]:
        yield tuple(token.text for token in tokenize(row[name].encode()))


def unsplit(row: Row) -> str:
    """A row without the name of its split, so that rows can be counted."""
    return json.dumps({**row, "split": None})


@pytest.mark.parametrize("by", BY)
@given(corpora(), st.integers(0, 2), st.sampled_from(["8/1/1", "1/1/1", "9/1/0"]))
@settings(max_examples=25)
def test_no_text_and_nothing_that_stays_together_is_in_two_splits(
    by: By, items: Items, seed: int, fractions: str
) -> None:
    done, found = made(items, by, seed, fractions)
    where: dict[object, set[str]] = defaultdict(set)
    for dataset, name, row in places(found):
        for text in tokens(row, dataset):
            where[dataset if by == "item" else "", text].add(name)
        if by in ("group", "project"):
            where[by, row[by]].add(name)
    assert all(len(names) == 1 for names in where.values())
    assert done.count.read == sum(map(len, items.values()))
    assert done.count.kept == sum(1 for _ in places(found))


@pytest.mark.parametrize("by", BY)
@given(corpora())
@settings(max_examples=25)
def test_the_union_of_the_splits_is_what_was_read_in_its_order(by: By, items: Items) -> None:
    done, found = made(items, by)
    assert set(found) == set(items)
    read = Counter((name, unsplit(row)) for name, rows in items.items() for row in rows)
    kept = Counter((dataset, unsplit(row)) for dataset, _, row in places(found))
    assert kept <= read
    assert read.total() - kept.total() == done.count.dropped.total()
    if by in ("group", "item"):
        assert kept == read
    assert all(row["split"] == name for _, name, row in places(found))
    for splits in found.values():
        for rows in splits.values():
            assert [int(row["id"]) for row in rows] == sorted(int(row["id"]) for row in rows)


@pytest.mark.parametrize("by", BY)
@given(corpora(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_the_splits_do_not_depend_on_the_order_of_the_rows(by: By, items: Items, random: Random) -> None:
    mixed = {name: random.sample(rows, len(rows)) for name, rows in items.items()}
    (one, first), (other, second) = made(items, by), made(mixed, by)
    assert (one.sizes, one.largest) == (other.sizes, other.largest)
    ids = [{(dataset, name, row["id"]) for dataset, name, row in places(found)} for found in (first, second)]
    assert ids[0] == ids[1]


@given(corpora())
@settings(max_examples=25)
def test_by_time_nothing_is_later_than_the_next_split(items: Items) -> None:
    _, found = made(items, "time")
    times = {
        name: [row["author_time"] for _, split, row in places(found) if split == name] for name in SPLITS
    }
    for at, earlier in enumerate(SPLITS):
        for later in SPLITS[at + 1 :]:
            assert max(times[earlier], default=-1) < min(times[later], default=99)


@pytest.mark.parametrize("by", ["item", "group", "time"])
@pytest.mark.parametrize("count", [0, 1, 7, 10, 99, 500])
def test_items_that_share_nothing_give_exact_sizes(by: By, count: int) -> None:
    done, _ = made({"dataset_2": alone(count)}, by)
    wanted = dict(zip(SPLITS, sizes(count, fractions_of("8/1/1")), strict=True))
    assert done.sizes["dataset_2"] == done.wanted["dataset_2"] == wanted


def test_by_item_twins_stay_together_and_the_sizes_are_exact() -> None:
    rows = alone(100)
    for at in range(0, 40, 2):
        rows[at + 1]["buggy_method"] = rows[at]["fixed_method"] + " // again"
    done, found = made({"dataset_2": rows}, "item")
    assert done.sizes["dataset_2"] == {"train": 80, "validation": 10, "test": 10}
    assert done.largest == 2
    split_of = {int(row["id"]): name for _, name, row in places(found)}
    assert all(split_of[at] == split_of[at + 1] for at in range(0, 40, 2))
    assert len({split_of[at] for at in range(0, 40, 2)}) > 1


def test_united_groups_are_in_every_split_as_often_as_single_ones() -> None:
    rows = alone(3000)
    for at in range(0, 3000, 3):
        rows[at + 1]["group"] = rows[at]["group"]
        rows[at + 2]["buggy_method"] = rows[at]["fixed_method"]
    rows += [{**row, "id": f"single {row['id']}"} for row in alone(6000)[3000:]]
    _, found = made({"dataset_2": rows}, "group")
    single = {
        name: sum(row["id"].startswith("single") for row in found["dataset_2"][name]) for name in SPLITS
    }
    assert abs(single["train"] - 2400) < 75
    assert abs(single["test"] - 300) < 60


def test_a_seed_gives_the_same_splits_and_another_one_others() -> None:
    items = {"dataset_2": alone(100)}
    assert made(items, "group", 1)[1] == made(items, "group", 1)[1] != made(items, "group", 2)[1]


def test_few_groups_move_when_items_come() -> None:
    before, after = (
        {row["id"]: name for _, name, row in places(made({"dataset_2": alone(count)}, "group")[1])}
        for count in (400, 420)
    )
    assert sum(after[id] != name for id, name in before.items()) <= 20


def test_a_group_is_in_the_same_split_in_all_data_sets() -> None:
    items = {
        name: [
            item(
                at,
                f"int {name}() {{ return {at}; }}",
                f"long {name}() {{ {at}; }}",
                name,
                group=f"g{at % 40}",
            )
            for at in range(80)
        ]
        for name in SIDES
    }
    done, found = made(items, "group")
    where = defaultdict(set)
    for _, name, row in places(found):
        where[row["group"]].add(name)
    assert all(len(names) == 1 for names in where.values())
    assert done.sizes == {name: {"train": 64, "validation": 8, "test": 8} for name in SIDES}


def test_each_data_set_weighs_the_same_however_large_it_is() -> None:
    large = [item(at, f"a{at};", f"b{at};", "dataset_1", group=f"g{at}") for at in range(1000)]
    small = [item(at, f"c{at};", f"d{at};", group=f"h{at}") for at in range(100)]
    done, _ = made({"dataset_1": large, "dataset_2": small}, "group")
    assert done.sizes == done.wanted


def test_the_group_of_a_row_without_one_is_that_of_its_buggy_side() -> None:
    rows = [item(at, f"int f{at % 5}() {{ {'f();' * (at // 2)} }}", f"{at}") for at in range(40)]
    _, found = made({"dataset_2": rows}, "group")
    where = {int(row["id"]): name for _, name, row in places(found)}
    assert all(where[at] == where[at + 1] for at in range(0, 40, 2))
    assert set(where.values()) == set(SPLITS)


def test_a_line_alone_ties_nothing_together_nor_does_an_empty_side() -> None:
    lines = [
        item(at, "i++;", "i--;", "dataset_1", buggy_context=f"f{at}();", group=f"g{at}") for at in range(20)
    ]
    empty = [item(at, f"f{at}();", "/* nothing */", group=f"g{at}") for at in range(20)]
    for name, rows in (("dataset_1", lines), ("dataset_2", empty)):
        done, _ = made({name: rows}, "group")
        assert done.sizes[name] == {"train": 16, "validation": 2, "test": 2}


def test_a_line_in_the_same_context_ties() -> None:
    rows = [item(at, "i++;", "i--;", "dataset_1", buggy_context="f();", group=f"g{at}") for at in range(20)]
    done, _ = made({"dataset_1": rows}, "group")
    assert done.largest == 20


def test_by_time_the_later_twin_is_dropped() -> None:
    rows = alone(20)
    rows[-1]["buggy_method"] = "/* copied */" + rows[0]["fixed_method"]
    done, found = made({"dataset_2": rows}, "time")
    assert {int(row["id"]) for _, _, row in places(found)} == set(range(19))
    assert done.count.dropped == {"an earlier split has its text": 1}


def test_by_project_the_twin_in_the_later_split_is_dropped() -> None:
    rows = [{**row, "project": f"p{at % 10}"} for at, row in enumerate(alone(100))]
    _, before = made({"dataset_2": rows}, "project")
    test, train = before["dataset_2"]["test"][0], before["dataset_2"]["train"][0]
    rows[int(train["id"])]["fixed_method"] = test["buggy_method"]
    done, after = made({"dataset_2": rows}, "project")
    assert done.count.dropped == {"an earlier split has its text": 1}
    assert after["dataset_2"]["test"] == before["dataset_2"]["test"][1:]


def test_times_may_be_iso_8601() -> None:
    times = [
        "2020-01-01T00:00:00+02:00",
        "2019-12-31T23:00:00Z",
        1_577_826_000,
        "2021-06-01T12:00:00.5-05:00",
    ]
    rows = [{**row, "author_time": time} for row, time in zip(alone(4), times, strict=True)]
    _, found = made({"dataset_2": rows}, "time", fractions="2/1/1")
    ids = {name: [row["id"] for row in found["dataset_2"][name]] for name in SPLITS}
    assert ids == {"train": ["0", "2"], "validation": ["1"], "test": ["3"]}


def test_the_names_of_the_splits_are_those_of_pairs() -> None:
    assert SPLITS == OF_PAIRS


def test_paths_may_be_texts_as_in_a_notebook(tmp_path: Path) -> None:
    source = write_items(
        tmp_path / "items",
        {"dataset_2": [item(1, "int f() { return 1; }", "int f() { return 2; }", "dataset_2")]},
    )
    filter(source, tmp_path / "left")
    filter(str(source), str(tmp_path / "left as text"))
    split(tmp_path / "left", tmp_path / "split")
    split(str(tmp_path / "left as text"), str(tmp_path / "split as text"))
    for made in ("left", "split"):
        one, other = (
            {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            for folder in (tmp_path / made, tmp_path / f"{made} as text")
        )
        assert one == other
    assert check(str(tmp_path / "split as text")).to_dict() == check(tmp_path / "split").to_dict()
