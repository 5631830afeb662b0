"""Rows: what is in them, and what comes of bad ones."""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph.rows.by_row import invert_row
from equimorph.rows.jsonl import JsonLine, encode, json_lines
from equimorph.rows.undoing import undo_row
from mutators.java.match import JavaMatch
from tests.equimorph.conftest import SAMPLE
from tests.equimorph.defects4j.conftest import TOOLS, applied
from tests.strategies.matches import Always

FIELDS = [
    "id",
    "path",
    "method",
    "mutator",
    "relation",
    "original",
    "mutant",
    "mutation",
    "offset",
    "fault_lines",
]


def one(text: str = SAMPLE, *, fault_lines: Collection[int] = (), full: bool = False) -> dict[str, Any]:
    mutant = next(em.mutate(em.parse(text, "shop/Cart.java"), ["reorder-condition"]))
    return em.row(mutant, fault_lines=fault_lines, full=full)


def test_a_row_says_what_was_done_where() -> None:
    row = one()
    assert list(row) == FIELDS
    assert row["path"] == "shop/Cart.java"
    assert row["method"] == {"name": "add", "start_line": 6, "end_line": 12}
    assert (row["mutator"], row["relation"]) == ("reorder-condition", "preserving")
    assert row["original"].startswith("int add(")
    assert row["mutant"] == row["original"].replace("count < name.length()", "name.length() > count")
    assert SAMPLE.encode()[row["offset"] :].decode().startswith(row["original"])
    assert "mutant_file" not in row


@pytest.mark.parametrize("before", ["", "\ufeff", "// é \U0001f600\r\n", "/* \u2028 */\t"])
def test_a_row_is_self_contained(before: str) -> None:
    text = before + SAMPLE
    row = one(text, full=True)
    read = em.parse_row(json.loads(encode(row)))
    assert em.invert(read.mutant, read.mutation) == row["original"]
    assert read.original_file() == text.encode()
    assert read.id == row["id"]
    read.check()


def test_what_is_behind_a_longer_mutant_is_in_the_original_file_too() -> None:
    mutant = next(em.mutate(em.parse(SAMPLE), ["useless-cast"]))
    assert len(mutant.mutant) > len(mutant.original)
    read = em.parse_row(em.row(mutant, full=True))
    assert read.original_file() == SAMPLE.encode()


def test_a_row_that_does_not_agree_with_itself_is_not_inverted() -> None:
    with pytest.raises(em.RecordMismatch, match="mutator is 'other'"):
        invert_row(em.parse_row({**one(), "mutator": "other"}))
    inverted = invert_row(em.parse_row({**one(full=True), "original": None}))
    assert (inverted["original"], inverted["original_file"]) == (one()["original"], SAMPLE)


def test_a_row_of_a_part_of_a_method_is_undone_in_that_part() -> None:
    [mutant] = em.mutate(em.parse("int n = 1; if (n < 2) less();"), ["reorder-condition"])
    whole = f"class A {{ void f() {{ {mutant.mutant} }} }}"
    row = {**em.row(mutant), "mutant_file": whole, "offset": whole.index(mutant.mutant)}
    patched = mutant.mutant.replace("less", "more")
    undone = undo_row(em.parse_row({**row, "patched": patched}), "patched")
    assert (undone["undone"], undone["verdict"]) == ("int n = 1; if (n < 2) more();", "undone")


def test_fault_lines_are_followed_into_the_mutated_file() -> None:
    assert one(fault_lines=[5, 6, 8, 12, 13, 99])["fault_lines"] == {
        "original": [6, 8, 12],
        "mutant": [6, 8, 12],
        "touched": True,
    }
    assert one(fault_lines=[7, 11])["fault_lines"] == {
        "original": [7, 11],
        "mutant": [7, 11],
        "touched": False,
    }
    assert one(fault_lines=[1, 99])["fault_lines"] == {"original": [], "mutant": [], "touched": False}


class Inserting(em.Mutator):
    """Puts lines before the second and the last but one of a member, and text before its closing brace."""

    name = "inserting"
    language = "java"
    relation = "preserving"
    examples = ()

    def matches(self, method: em.Method) -> Iterator[Always]:
        yield Always(method, method.root, self.lines)

    def lines(self, match: JavaMatch) -> Iterator[em.Edit]:
        lines = match.method.source.lines
        first, last = lines.line(match.start), lines.line(match.end)
        yield em.Edit(lines.start(first + 1), "", "        int u = 0;\n")
        yield em.Edit(match.end - 1, "", "int v; ")
        yield em.Edit(lines.start(last - 1), "", "\n")


def test_fault_lines_are_followed_past_inserted_lines() -> None:
    source = em.parse(SAMPLE)
    mutant = next(m for m in em.mutate(source, [Inserting()]) if m.method.start_line == 6)
    inserted = mutant.text.splitlines()
    for line, where, touched in (
        (6, 6, False),
        (7, 8, False),
        (10, 11, False),
        (11, 13, False),
        (12, 14, True),
    ):
        found = em.row(mutant, fault_lines=[line])["fault_lines"]
        assert found == {"original": [line], "mutant": [where], "touched": touched}
        assert (inserted[where - 1] == SAMPLE.splitlines()[line - 1]) != touched
    assert inserted[6] == "        int u = 0;"
    assert inserted[11] == ""
    assert em.row(mutant, fault_lines=range(1, 99))["fault_lines"] == {
        "original": [*range(6, 13)],
        "mutant": [6, *range(8, 12), 13, 14],
        "touched": True,
    }


def test_the_original_can_be_left_out() -> None:
    row = one()
    original = row.pop("original")
    assert em.parse_row(row).original == original


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mutant": None}, "no field 'mutant'"),
        ({"mutant": 7}, "'mutant' is not a text"),
        ({"mutant": "\ud800"}, "'mutant' is not a text"),
        ({"original": ["x"]}, "'original' is not a text"),
        ({"mutant_file": "\udfff"}, "'mutant_file' is not a text"),
        ({"path": 1}, "'path' is not a text"),
        ({"offset": -1}, "'offset' is not a number of bytes"),
        ({"offset": True}, "'offset' is not a number of bytes"),
        ({"offset": None}, "'offset' is not a number of bytes"),
        ({"mutation": None}, "'mutation' is not a JSON object"),
        ({"mutation": {"schema": 2}}, "schema is 2"),
        ({"original": None, "mutant": "void f() {}"}, "SHA-256 differs"),
    ],
)
def test_a_bad_row_is_named_by_line_and_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(em.RecordMismatch, match=message) as caught:
        em.parse_row({**one(), **change}, 12)
    assert str(caught.value).startswith("line 12: ")


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("site",), 3),
        (("site", "start"), "4"),
        (("site", "mutator"), 4),
        (("edits",), [[1, "a"]]),
        (("edits",), [[1, "\ud800", "b"]]),
    ],
)
def test_a_bad_mutation_is_a_mismatch(keys: tuple[str, ...], value: object) -> None:
    row = copy.deepcopy(one())
    target = row["mutation"]
    for key in keys[:-1]:
        target = target[key]
    target[keys[-1]] = value
    with pytest.raises(em.RecordMismatch, match="line 3: field 'mutation'"):
        em.parse_row(row, 3)


@pytest.mark.parametrize("data", [None, [], "row", 1])
def test_what_is_no_object_is_no_row(data: object) -> None:
    with pytest.raises(em.RecordMismatch, match="not a JSON object"):
        em.parse_row(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "000000000000"}, "id is '000000000000'"),
        ({"mutator": "loop-exchange"}, "mutator is 'loop-exchange'"),
        ({"original": "int add() {}"}, "does not belong to this text"),
        ({"mutant": "int add() {}"}, "does not make the row's mutant"),
        ({"mutant_file": SAMPLE}, "is not at byte 63"),
    ],
)
def test_check_finds_what_does_not_agree(change: dict[str, Any], message: str) -> None:
    assert one()["offset"] == 63
    read = em.parse_row({**one(), **change}, 5)
    with pytest.raises(em.MutationError, match=message):
        read.check()


def test_lines_that_are_no_objects_carry_their_error() -> None:
    lines = [
        b'\xef\xbb\xbf{"a": 1}\n',
        b"\n",
        b'{"a": NaN}\n',
        b"{]\n",
        b'{"a": "\xff"}\n',
        b"[1]\n",
        b"[" * 100_000 + b"\n",
        b'{"a": "\xe2\x80\xa8"}',
    ]
    found = list(json_lines(lines))
    assert found[0] == JsonLine(1, {"a": 1})
    assert found[-1] == JsonLine(8, {"a": "\u2028"})
    errors = {line.number: line.error or "" for line in found[1:-1]}
    assert list(errors) == [3, 4, 5, 6, 7]
    for number, start in ((3, "not JSON: NaN"), (4, "not JSON"), (5, "not "), (6, "not a JSON object")):
        assert errors[number].startswith(start)
    assert list(json_lines([b"\xef\xbb\xbf \n", b"{}"])) == [JsonLine(2, {})]
    assert errors[7] in ("nested too deep", "not a JSON object") or errors[7].startswith("not JSON")


def test_a_line_is_one_line_and_takes_any_path() -> None:
    line = encode({"path": "a\udcff.java", "text": "é\n\u2028"})
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert json.loads(line) == {"path": "a\udcff.java", "text": "é\n\u2028"}
    assert encode({"text": "é"}) == '{"text":"é"}\n'.encode()


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_the_diff_of_a_row_makes_the_mutant_of_the_file(
    tmp_path: Path, tool: tuple[str, ...], end: str
) -> None:
    text = "// é\n" * 20 + SAMPLE + "class B { int f(int a, int b) { return a < b ? a : b; } }" + end
    data = text.replace("\n", end or "\n").encode()
    for number, mutant in enumerate(em.mutate(em.SourceFile(data, "./src/Cart.java"))):
        found = em.row(mutant, diff=True)["diff"]
        assert found.startswith("--- a/src/Cart.java\n+++ b/src/Cart.java\n@@ ")
        folder = tmp_path / str(number)
        (folder / "src").mkdir(parents=True)
        (folder / "src/Cart.java").write_bytes(data)
        applied(tool, folder, found.encode())
        assert (folder / "src/Cart.java").read_bytes() == mutant.data


def test_a_diff_is_in_rows_only_where_it_is_asked_for() -> None:
    mutant = next(em.mutate(SAMPLE))
    plain = em.row(mutant)
    assert "diff" not in plain
    assert em.row(mutant, diff=True) == {**plain, "diff": em.row(mutant, diff=True)["diff"]}
    assert next(em.mutate_row({"x": SAMPLE}, "x", diff=True))["diff"].startswith("--- a/original\n")


def test_a_diff_that_is_not_of_the_mutant_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "Cart.java"
    file.write_text(SAMPLE)
    one, other, *_ = (em.row(mutant, diff=True) for mutant in em.mutate(em.read(file)))
    assert [found.ok for found in em.verify([one, {**one, "path": None}])] == [True, True]
    wrong = {**one, "diff": other["diff"]}
    [found] = em.verify([wrong])
    assert found.failures == ("record: line 1: diff is not that of the file and its mutant",)
    full = em.row(next(em.mutate(SAMPLE)), full=True, diff=True)
    em.parse_row(full).check()
    for bad in (other["diff"], 7):
        with pytest.raises(em.RecordMismatch, match="diff is not"):
            em.parse_row({**full, "diff": bad}).check()
    # Without the file there is nothing to compare it with; names in its head are free.
    em.parse_row({**full, "diff": full["diff"].replace("original", "renamed")}).check()
