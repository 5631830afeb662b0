"""The page as text: what it holds is what the rows hold, and none of it is taken for markup."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import threading
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from equimorph import report
from equimorph.pages.data import near, units
from equimorph.rows.jsonl import encode
from tests.equimorph.conftest import SAMPLE, rows, run
from tests.equimorph.report.conftest import embedded, hard_rows, texts, utf16

PARTS, KIT = (files(package) / "parts" for package in ("equimorph.report", "equimorph.pages"))


def cart_rows() -> list[dict[str, object]]:
    return [em.row(mutant, fault_lines=[8, 15]) for mutant in em.mutate(em.parse(SAMPLE, "Cart.java"))]


@pytest.mark.parametrize("made", [cart_rows(), hard_rows()], ids=["plain", "hard"])
def test_the_data_give_originals_and_mutants(made: list[dict[str, object]]) -> None:
    data = embedded(report.page(made))
    assert len(made) > 10
    assert list(texts(data)) == [(row["original"], row["mutant"]) for row in made]
    assert len(data["texts"]) == len({row["original"] for row in made})
    told = [
        [
            data["paths"][data["members"][row[0]][0]],
            data["mutators"][row[1]],
            data["relations"][row[2]],
            row[5],
        ]
        for row in data["mutants"]
    ]
    assert told == [[row[key] for key in ("path", "mutator", "relation", "id")] for row in made]
    faults = [data["faults"][row[4]] for row in data["mutants"]]
    assert faults == [[row["fault_lines"][key] for key in ("original", "mutant", "touched")] for row in made]


def test_nothing_in_the_rows_is_markup() -> None:
    made = hard_rows()
    page = report.page(made, title="</title><script>window.hit=1</script>")
    assert page.count("<script") == page.count("</script") == 2
    assert "\u2028" not in page
    assert "<title>&lt;/title&gt;&lt;script&gt;window.hit=1" in page
    page.encode()  # half a character in the path does not hinder
    assert "\u2028" in embedded(page)["texts"][0]


def test_nothing_is_fetched_and_nothing_else_is_run() -> None:
    page = report.page(hard_rows())
    [policy] = re.findall(r'Security-Policy" content="([^"]*)"', page)
    for tag, source in (("script", "script-src"), ("style", "style-src")):
        [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{source} 'sha256-{digest}'" in policy
        assert not re.search(
            r"https?:|@import|url\(|innerHTML|outerHTML|insertAdjacent|\beval\b|document\.write", text
        )
    assert policy.startswith("default-src 'none'; img-src data:; ")
    assert re.findall(r'\b(?:src|href)="([^"]*)"', page) == ["data:,"]


def test_every_part_is_in_the_page() -> None:
    page = report.page([])
    shared = ("base.css", "diff.css", "lines.js", "diff.js", "elements.js", "diff_table.js")
    for part in (*PARTS.iterdir(), *(KIT / name for name in shared)):
        if part.name != "page.html":
            assert part.read_text(encoding="utf-8") in page, part.name


def test_the_proof_of_a_row_is_a_column_of_its_own() -> None:
    [row] = [em.row(m) for m in em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])]
    rows = [
        row,
        {**row, "proof": "proved", "proof_how": "graph", "proof_reason": None},
        {**row, "proof": "unproved", "proof_how": None, "proof_reason": "a loop"},
    ]
    data = embedded(report.page(rows))
    assert data["proofs"] == ["proved by graph", "unproved"]
    assert [mutant[-2] for mutant in data["mutants"]] == [-1, 0, 1]
    names = [[data["fields"][field] for field, *_ in mutant[-1]] for mutant in data["mutants"]]
    assert names == [[], ["proof_reason"], ["proof_reason"]]


def test_further_fields_keep_their_values() -> None:
    [row] = [em.row(m) for m in em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])]
    long = row["mutant"].replace("return", "return \U0001f600 ") * 2
    further = {"n": 2**80, "none": None, "list": [1, "<b>"], "long": long, "short": "é\udc80", "verdict": 7}
    data = embedded(report.page([{**row, **further}]))
    [[*_, told]] = data["mutants"]
    original, mutant = (utf16(row[key]) for key in ("original", "mutant"))
    found = {}
    for field, value, *kind in told:
        if kind and kind[0] > 1:
            base = original if kind == [2] else mutant
            head, tail, middle = value
            value = (base[: 2 * head] + utf16(middle) + base[len(base) - 2 * tail :]).decode("utf-16-le")
        found[data["fields"][field]] = json.loads(value) if kind == [1] else value
    assert found == further
    assert [kind for *_, kind in (entry for entry in told if len(entry) == 3)] == [1, 1, 1, 3, 1]


@given(st.text(), st.text(), st.text(), st.text())
def test_a_text_is_told_by_one_that_it_resembles(head: str, tail: str, one: str, other: str) -> None:
    text, base = utf16(head + one + tail), utf16(head + other + tail)
    start, end, middle = near(head + one + tail, head + other + tail)
    assert base[: 2 * start] + utf16(middle) + base[len(base) - 2 * end :] == text
    assert start + end >= units(head) or start + end >= units(tail)


def test_replaced_text_beyond_the_basic_plane_has_its_length() -> None:
    text = (
        "int f(int \U0001d4b3, int \U0001d4b4) { return \U0001d4b3 < \U0001d4b4 ? \U0001d4b3 : \U0001d4b4; }"
    )
    made = [em.row(mutant) for mutant in em.mutate(text, ["reorder-condition", "variable-renaming"])]
    assert {row["mutator"] for row in made} == {"reorder-condition", "variable-renaming"}
    assert list(texts(embedded(report.page(made)))) == [(row["original"], row["mutant"]) for row in made]


def test_fields_that_a_row_may_lack() -> None:
    [row] = [em.row(m) for m in em.mutate("boolean f(int i, int j) { return i < j; }", ["reorder-condition"])]
    data = embedded(report.page([{key: row[key] for key in ("mutant", "mutation", "offset")}]))
    assert data["members"] == [[0, "", None, 0, 0]]
    assert (data["paths"], data["relations"], data["faults"]) == ([None], ["unknown"], [[[], [], False]])
    assert list(texts(data)) == [(row["original"], row["mutant"])]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": {"name": "f"}}, "line 1: field 'method' has no name and start_line"),
        ({"method": {"name": "f", "start_line": 0}}, "line 1: field 'method' has no name and start_line"),
        ({"fault_lines": {"original": [], "mutant": [], "touched": 1}}, "line 1: field 'fault_lines'"),
        ({"method": 3}, "line 1: field 'method' has no name and start_line"),
        ({"relation": None}, "line 1: field 'relation' is not a text"),
        ({"fault_lines": {"original": [1]}}, "line 1: field 'fault_lines' does not have original"),
        ({"fault_lines": {"original": ["1"], "mutant": [], "touched": True}}, "line 1: field 'fault_lines'"),
        ({"original": "int f;"}, "does not belong to this text"),
        ({"id": "0"}, "line 1: id is '0'"),
    ],
)
def test_rows_that_are_none_are_errors(change: dict[str, object], message: str) -> None:
    with pytest.raises(em.MutationError, match=message):
        report.page([{**cart_rows()[0], **change}])


def test_rounds_of_a_rewritten_tree(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Cart.java").write_text(SAMPLE)
    em.rewrite(tmp_path / "src", tmp_path / "out", seed=2, per_method=3)
    made = rows(tmp_path / "out" / "mutations.jsonl")
    written = report.write(tmp_path / "out" / "mutations.jsonl", tmp_path / "page.html")
    assert (written.mutants, written.failures) == (len(made), 0)
    data = embedded((tmp_path / "page.html").read_text())
    assert list(texts(data)) == [(row["original"], row["mutant"]) for row in made]
    assert [json.loads(row[-1][0][1]) for row in data["mutants"]] == [row["round"] for row in made]
    assert {row["round"] for row in made} == {1, 2, 3}


def test_the_command_does_the_rest_of_the_rows(folder: Path) -> None:
    good = [encode(row) for row in cart_rows()]
    (folder / "mutants.jsonl").write_bytes(
        b"".join([good[0], b"{\n", b"\n", b"[]\n", b'{"mutant": 3}\n', good[1]])
    )
    result = run("report", "mutants.jsonl", "--html", "page.html")
    assert result.exit_code == 1
    told = result.stderr.splitlines()
    assert [line.split(": ")[:3] for line in told[:3]] == [
        ["error", "mutants.jsonl", f"line {n}"] for n in (2, 4, 5)
    ]
    assert told[3:] == ["page.html written: open it in a browser; 3 failed"]
    data = embedded((folder / "page.html").read_text())
    assert [(data["files"][row[9][0]], row[9][1]) for row in data["mutants"]] == [
        ("mutants.jsonl", 1),
        ("mutants.jsonl", 6),
    ]
    assert data["title"] == "mutants.jsonl"
    with pytest.raises(em.MutationError, match=r"^mutants\.jsonl: line 2: not JSON"):
        report.write("mutants.jsonl", "other.html")
    assert not (folder / "other.html").exists()


def test_rows_from_a_pipe(folder: Path) -> None:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--out", "rows.jsonl")
    os.mkfifo(folder / "pipe")
    writer = threading.Thread(
        target=lambda: (folder / "pipe").write_bytes((folder / "rows.jsonl").read_bytes())
    )
    writer.start()
    result = run("report", "pipe", "--html", "page.html")
    writer.join()
    assert (result.exit_code, result.stderr) == (0, "page.html written: open it in a browser\n")
    count = len(rows(folder / "rows.jsonl"))
    assert len(embedded((folder / "page.html").read_text())["mutants"]) == count > 0


def test_no_rows_and_rows_of_several_files(folder: Path) -> None:
    (folder / "none.jsonl").write_bytes(b"")
    assert run("report", "none.jsonl", "-o", "page.html").stderr.startswith(
        "page.html written, with no mutants: "
    )
    assert embedded((folder / "page.html").read_text())["mutants"] == []
    (folder / "some.jsonl").write_bytes(encode(cart_rows()[0]))
    result = run("report", "some.jsonl", "none.jsonl", "some.jsonl", "--html", "page.html", "--title", "Two")
    assert (result.exit_code, result.stderr) == (0, "page.html written: open it in a browser\n")
    data = embedded((folder / "page.html").read_text())
    assert (data["title"], len(data["members"]), len(data["mutants"]), data["sites"]) == ("Two", 1, 2, None)


def test_sites_as_json_are_those_of_the_text(folder: Path) -> None:
    (folder / "Two.java").write_text(
        "class A { /* é\U0001f600 */ boolean f(int[] a) { while (a[0] <\n a[1]) a[0] += 1; } }"
    )
    asked = ("sites", "Two.java", "-m", "reorder-condition", "-m", "expression-exchange", "--why")
    told, found = run(*asked), run(*asked, "--json")
    assert (found.exit_code, found.stderr) == (0, told.stderr)
    places = rows(found.stdout_bytes)
    assert places[0] == {
        **{"path": "Two.java", "line": 1, "column": 48, "mutator": "reorder-condition", "kind": None},
        **{"method": "f", "text": "a[0] <\n a[1]", "accepted": False, "reason": "both operands may throw"},
    }
    lines = [
        f"{p['path']}:{p['line']}:{p['column']}: {p['mutator']}{' (' + p['kind'] + ')' if p['kind'] else ''}"
        for p in places
    ]
    assert [line.split(" in f")[0] for line in told.stdout.splitlines()] == lines
    assert {p["kind"] for p in places} == {None, "plain", "increment"}
    assert [p["accepted"] for p in places] == [p["reason"] is None for p in places]


def test_the_page_counts_places_and_lists_the_refused(folder: Path) -> None:
    (folder / "sites.jsonl").write_bytes(run("sites", "Cart.java", "--why", "--json").stdout_bytes)
    places = rows(folder / "sites.jsonl")
    (folder / "none.jsonl").write_bytes(b"")
    result = run("report", "none.jsonl", "--sites", "sites.jsonl", "--html", "page.html")
    assert (result.exit_code, result.stderr) == (
        0,
        f"page.html written, with {len(places)} sites: open it in a browser\n",
    )
    told = embedded((folder / "page.html").read_text())["sites"]
    names = ("paths", "mutators", "kinds", "methods", "texts", "reasons")
    refused = [
        [told[name][n] for name, n in zip(names, row, strict=False)] + row[6:] for row in told["refused"]
    ]
    keys = ("path", "mutator", "kind", "method", "text", "reason", "line", "column")
    assert refused == [[p[key] for key in keys] for p in places if not p["accepted"]]
    assert refused
    for mutator, accepted in zip(told["mutators"], told["accepted"], strict=True):
        assert accepted == sum(p["accepted"] for p in places if p["mutator"] == mutator)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mutator": None}, "field 'mutator' is not a text"),
        ({"text": 3}, "field 'text' is not a text"),
        ({"line": "3"}, "fields 'line' and 'column' are not numbers"),
        ({"accepted": True}, "fields 'accepted' and 'reason' do not agree"),
    ],
)
def test_places_that_are_none_are_told(folder: Path, change: dict[str, object], message: str) -> None:
    keys = ("path", "mutator", "kind", "method", "text", "reason")
    place = {**dict.fromkeys(keys, "x"), "line": 1, "column": 1, "accepted": False}
    (folder / "sites.jsonl").write_bytes(encode(place) + encode({**place, **change}))
    (folder / "none.jsonl").write_bytes(b"")
    result = run("report", "none.jsonl", "--sites", "sites.jsonl", "--html", "page.html")
    assert (result.exit_code, result.stderr) == (
        1,
        f"error: sites.jsonl: line 2: {message}\npage.html written, with 1 site: open it in a browser; 1 failed\n",
    )
