"""Filtering: items with code of a benchmark go, by either side alone and in both directions; licences; duplicates."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimorph.datasets import Filtered, filter
from equimorph.datasets.leaking import MIN_CHARS, Guard
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import BadRow
from parsers.java.syntax.tokens import tokenize
from tests.equimorph.datasets.conftest import SIDES, Row, alone, item, write_items

LONG = "int sum(int[] all) { int sum = 0; for (int one : all) { sum += one; } return sum; }"
OTHER = "String name(Person one) { return one.first().trim() + ' ' + one.last().trim(); }"


def sample(buggy: str | None, fixed: str | None, bug: str = "B-1", benchmark: str = "bench") -> Sample:
    sides = [None if side is None else side.encode("utf-8", "surrogatepass") for side in (buggy, fixed)]
    return Sample(benchmark, bug, 1, *sides)


def filtered(
    items: dict[str, list[Row]],
    *samples: Sample,
    **options: Any,  # noqa: ANN401
) -> tuple[Filtered, dict[str, list[str]], dict[str, Any]]:
    """What `filter` returns, the ids that are left in each data set, and the summary."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        done = filter(write_items(Path(folder, "items"), items), out, samples, **options)
        left = {
            name: [json.loads(line)["id"] for line in (out / f"{name}.jsonl").read_text().splitlines()]
            for name in items
        }
        return done, left, json.loads((out / "datasets.json").read_text())


CASES = {
    "the buggy side equals": (item(1, LONG, "x"), "buggy"),
    "the fixed side equals": (item(1, "x", OTHER), "fixed"),
    "both": (item(1, LONG, OTHER), "both"),
    "in another layout": (item(1, LONG.replace(" ", "\r\n\t/* a */ "), "x"), "buggy"),
    "the benchmark's is inside": (item(1, f"class A {{ {LONG} }}", "x"), "buggy"),
    "the item's is inside the benchmark's": (item(1, LONG[4:], "x"), "buggy"),
    "the other side does not count": (item(1, OTHER, LONG), None),
    "too short a piece": (item(1, LONG[:30], "x"), None),
    "another text": (item(1, LONG.replace("+=", "-="), "x"), None),
    "the line": (item(1, f"{LONG}", "x", "dataset_1", buggy_context="y"), "buggy"),
    "the context of the line": (
        item(1, "y", "x", "dataset_1", buggy_context=f"class A {{ {LONG} }}"),
        "buggy",
    ),
    "the class": (item(1, "y", f"class A {{ {OTHER} }}", "dataset_3"), "fixed"),
}


@pytest.mark.parametrize("case", CASES)
def test_an_item_goes_by_either_side_in_both_directions(case: str) -> None:
    row, side = CASES[case]
    name = next(name for name, (buggy, _) in SIDES.items() if buggy in row)
    done, left, summary = filtered({name: [row, item(2, "a", "b", name)]}, sample(LONG, OTHER))
    assert left[name] == (["1", "2"] if side is None else ["2"])
    assert done.removed == {"bench": {one: int(one == side) for one in ("buggy", "fixed", "both")}}
    assert summary["removed"] == done.removed
    assert done.count.dropped == ({} if side is None else {"benchmark": 1})


def test_the_limit_counts_characters_without_blanks_of_the_shorter_text() -> None:
    text = "int a = 1; // b\n" + "é" * 43  # 7 and 43 characters, 93 bytes
    for longer in (text, f"{text} + 1;"):
        for limit, kept in ((50, []), (51, ["1"])):
            _, left, _ = filtered({"dataset_2": [item(1, longer, "x")]}, sample(text, None), min_chars=limit)
            assert left["dataset_2"] == kept
            _, left, _ = filtered({"dataset_2": [item(1, text, "x")]}, sample(longer, None), min_chars=limit)
            assert left["dataset_2"] == kept


def test_the_limit_of_the_paper_takes_what_is_no_code_of_the_benchmark_alone() -> None:
    rows = [item(1, "i++;", "x"), item(2, "i--;", "y")]
    samples = sample("for (;;) { i++; }", None)
    assert filtered({"dataset_2": rows}, samples)[1] == {"dataset_2": ["1", "2"]}
    assert filtered({"dataset_2": rows}, samples, min_chars=1)[1] == {"dataset_2": ["2"]}


def test_empty_sides_match_nothing() -> None:
    done, left, _ = filtered(
        {"dataset_2": [item(1, "", "/* */")]}, sample("", " "), sample(None, None), min_chars=1
    )
    assert left == {"dataset_2": ["1"]}
    assert done.benchmarks == {"bench": {"bugs": 1, "samples": 2, "too_short": 2}}


def test_each_benchmark_counts_and_the_item_is_dropped_once() -> None:
    samples = (sample(LONG, None), sample(LONG, OTHER, benchmark="other"), sample(LONG, None, "B-2"))
    done, _, summary = filtered({"dataset_2": [item(1, LONG, OTHER)]}, *samples)
    assert done.count.dropped == {"benchmark": 1}
    assert summary["removed"] == {
        "bench": {"buggy": 1, "fixed": 0, "both": 0},
        "other": {"buggy": 0, "fixed": 0, "both": 1},
    }
    assert summary["filtered"][0]["benchmarks"]["bench"] == {"bugs": 2, "samples": 2, "too_short": 0}


def naive(text: str) -> str:
    return "".join(token.text.decode() for token in tokenize(text.encode())).translate(
        dict.fromkeys(map(ord, " \t\n\r\f\v"))
    )


_WORDS = st.lists(st.sampled_from(["a", "b", " ", "aa", "/**/", '" "', "é"]), max_size=6).map("".join)


@given(
    st.lists(st.tuples(_WORDS, _WORDS), max_size=6),
    st.lists(st.tuples(_WORDS, _WORDS), max_size=4),
    st.integers(1, 4),
)
@settings(max_examples=100)
def test_what_goes_is_what_three_comparisons_find(
    items: list[tuple[str, str]], benchmark: list[tuple[str, str]], limit: int
) -> None:
    def leaks(one: str, other: str) -> bool:
        short, long = sorted((naive(one), naive(other)), key=len)
        return len(short) >= limit and short in long

    rows = [item(at, *sides) for at, sides in enumerate(items)]
    samples = [sample(*sides, bug=str(at)) for at, sides in enumerate(benchmark)]
    done, left, _ = filtered({"dataset_2": rows}, *samples, min_chars=limit)
    clean = [
        row
        for row in rows
        if not any(leaks(*two) for pair in benchmark for two in zip(sides(row), pair, strict=True))
    ]
    unique = {
        tuple(tuple(t.text for t in tokenize(side.encode())) for side in sides(row)): None for row in clean
    }
    assert len(left["dataset_2"]) == len(unique)
    assert done.count.dropped["benchmark"] == len(rows) - len(clean)
    assert set(left["dataset_2"]) <= {row["id"] for row in clean}
    assert done.count.kept == len(unique)


def sides(row: Row) -> tuple[str, str]:
    return row["buggy_method"], row["fixed_method"]


def test_only_the_first_of_duplicates_is_kept_and_both_sides_must_be_alike() -> None:
    rows = [
        item(1, "int a;", "int b;"),
        item(2, "int  a; // again", "int\nb;"),
        item(3, "int a;", "int c;"),
        item(4, "int b;", "int a;"),
        item(5, "int a", "; int b;"),
        item(6, "inta;", "int b;"),
    ]
    done, left, summary = filtered(
        {"dataset_2": rows, "dataset_3": [item(2, "int a;", "int b;", "dataset_3")]}
    )
    assert left == {"dataset_2": ["1", "3", "4", "5", "6"], "dataset_3": ["2"]}
    assert done.count.dropped == {"duplicate": 1}
    assert summary["duplicates"] == 1


def test_lines_of_other_contexts_are_no_duplicates() -> None:
    rows = [item(at, "i++;", "i--;", "dataset_1", buggy_context=f"f({at // 2});") for at in range(4)]
    assert filtered({"dataset_1": rows})[1] == {"dataset_1": ["0", "2"]}


def test_only_the_licences_that_are_wanted_are_kept() -> None:
    rows = [
        {**row, "license": name}
        for row, name in zip(alone(4), ["MIT", None, "Apache-2.0", "mit"], strict=True)
    ]
    done, left, summary = filtered({"dataset_2": rows}, licenses=["MIT", "Apache-2.0"])
    assert left == {"dataset_2": ["0", "2"]}
    assert done.count.dropped == {"license": 2}
    assert summary["licenses"] == {"Apache-2.0": 1, "MIT": 1}
    assert filtered({"dataset_2": rows})[2]["licenses"] == {"Apache-2.0": 1, "MIT": 1, "mit": 1, "unknown": 1}


def test_a_second_filter_adds_to_the_summary_of_the_first(tmp_path: Path) -> None:
    rows = [*alone(3), {**alone(1)[0], "id": "again"}, item("x", LONG, "y"), item("z", "y", OTHER)]
    write_items(tmp_path / "items", {"dataset_2": rows})
    filter(tmp_path / "items", tmp_path / "one", [sample(LONG, None)])
    filter(tmp_path / "one", tmp_path / "two", [sample(None, OTHER), sample(None, OTHER, benchmark="new")])
    summary = json.loads((tmp_path / "two" / "datasets.json").read_text())
    assert summary["removed"] == {
        "bench": {"buggy": 1, "fixed": 1, "both": 0},
        "new": {"buggy": 0, "fixed": 1, "both": 0},
    }
    assert summary["duplicates"] == 1
    assert [(one["read"], one["kept"]) for one in summary["filtered"]] == [(6, 4), (4, 3)]
    assert summary["items"] == {"dataset_2": 3}


def test_rows_come_out_as_they_are_and_bad_ones_are_counted(tmp_path: Path) -> None:
    rows = [
        item("\ud800", 'String s = "\ud83d";', "\x00", group="\udfff", deep=[{"a": [1.5, None]}]),
        *alone(2),
    ]
    write_items(tmp_path / "items", {"dataset_2": rows})
    with (tmp_path / "items" / "dataset_2.jsonl").open("ab") as stream:
        stream.write(b"\xff\n\n{}\n")
    bad: list[BadRow] = []
    done = filter(tmp_path / "items", tmp_path / "out", [sample("\ud83d" * 60, None)], failed=bad.append)
    lines = (tmp_path / "out" / "dataset_2.jsonl").read_bytes().splitlines()
    assert [json.loads(line) for line in lines] == rows
    assert [one.line for one in bad] == [4, 6]
    assert (done.count.read, done.count.kept, done.count.dropped) == (5, 3, {"bad row": 2})


def test_the_limit_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="min_chars is at least 1, not 0"):
        Guard([], 0)
    assert MIN_CHARS == 50


def test_many_items_are_searched_in_pieces(tmp_path: Path) -> None:
    big = f"/*{200_000 * chr(97)}*/"
    rows = [item(at, f"{big}{at}", LONG if at % 2 else f"{at}") for at in range(12)]
    _, left, _ = filtered({"dataset_2": rows}, sample(None, LONG))
    assert left == {"dataset_2": [str(at) for at in range(0, 12, 2)]}
