"""The report for other tools' viewers: it keeps to the format, and each mutant can be made from it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph import report
from equimorph.rows.jsonl import encode
from mutators import get
from tests.equimorph.conftest import SAMPLE, rows, run

ODD = (
    "// \U0001f600 é\r\nclass A {\r  boolean f(int a, int b) { /* \U0001f600\u2028 */ return a /* é\U0001f600 */ < b; }\n"
    "  boolean g(int a, int b) { return a < b; }\n  boolean h(int a, int b) { return a < b; }\n}\n"
)
STATUSES = (
    "Killed",
    "Survived",
    "NoCoverage",
    "CompileError",
    "RuntimeError",
    "Timeout",
    "Ignored",
    "Pending",
)


def check(data: Mapping[str, Any]) -> None:
    """Checks a report against what the schema of mutation-testing-elements asks for (report-schema, version 2 and 3)."""

    def has(one: Mapping[str, Any], required: Mapping[str, type], optional: Mapping[str, type]) -> None:
        assert set(required) <= set(one) <= {*required, *optional}
        for name, value in one.items():
            assert type(value) is {**required, **optional}[name], (name, value)

    has(
        data,
        {"schemaVersion": str, "thresholds": dict, "files": dict},
        {"framework": dict, "projectRoot": str},
    )
    assert re.fullmatch(r"[12](\.(0|[1-9]\d*)){0,2}", data["schemaVersion"])
    has(data["thresholds"], {"high": int, "low": int}, {})
    assert all(0 <= value <= 100 for value in data["thresholds"].values())
    has(data["framework"], {"name": str}, {"version": str})
    ids: list[str] = []
    for file in data["files"].values():
        has(file, {"language": str, "source": str, "mutants": list}, {})
        for mutant in file["mutants"]:
            texts = {name: str for name in ("id", "mutatorName", "status")}
            more = {"description": str, "replacement": str, "statusReason": str, "duration": int}
            has(mutant, {**texts, "location": dict}, more)
            assert mutant["status"] in STATUSES
            has(mutant["location"], {"start": dict, "end": dict}, {})
            for place in mutant["location"].values():
                has(place, {"line": int, "column": int}, {})
                assert min(place.values()) >= 1
            ids.append(mutant["id"])
    assert len(ids) == len(set(ids))


def applied(source: str, mutant: Mapping[str, Any]) -> str:
    """The mutated file as a viewer makes it, in JavaScript's strings and lines."""
    wide = source.encode("utf-16-le")
    starts = [0, *(match.end() for match in re.finditer("\r\n|[\n\r\u2028\u2029]", source))]
    start, end = (
        2 * (place["column"] - 1) + len(source[: starts[place["line"] - 1]].encode("utf-16-le"))
        for place in (mutant["location"]["start"], mutant["location"]["end"])
    )
    return (wide[:start] + mutant["replacement"].encode("utf-16-le") + wide[end:]).decode("utf-16-le")


@pytest.mark.parametrize("text", [SAMPLE, ODD], ids=["plain", "odd"])
def test_each_mutant_can_be_made_from_the_report(text: str) -> None:
    mutants = [
        mutant
        for chosen in (None, ["operator-mutation", "sketch"])
        for mutant in em.mutate(em.parse(text, "src/A.java"), chosen)
    ]
    data = report.elements([em.row(mutant, full=True) for mutant in mutants])
    check(data)
    [(name, file)] = data["files"].items()
    assert (name, file["source"], file["language"]) == ("src/A.java", text, "java")
    assert [applied(text, one) for one in file["mutants"]] == [mutant.text for mutant in mutants]


def test_equal_methods_have_ids_of_their_own() -> None:
    data = report.elements(
        [em.row(m, full=True) for m in em.mutate(em.parse(ODD.replace(" h(", " g("), "A.java"))]
    )
    check(data)
    assert any(one["id"].endswith(".2") for one in data["files"]["A.java"]["mutants"])


def test_statuses() -> None:
    by_relation = {
        get(name).relation: em.row(next(em.mutate(em.parse(SAMPLE, "A.java"), [name])), full=True)
        for name in ("reorder-condition", "operator-mutation", "log-statement")
    }
    told = {
        (None, "preserving"): "Ignored",
        ("survived", "preserving"): "Ignored",
        ("killed", "preserving"): "Killed",
        (None, "preserving-but-for-output"): "Ignored",
        ("killed", "preserving-but-for-output"): "Ignored",
        ("survived", "preserving-but-for-output"): "Ignored",
        ("does_not_compile", "preserving-but-for-output"): "CompileError",
        (None, "breaking"): "Pending",
        ("killed", "breaking"): "Killed",
        ("survived", "breaking"): "Survived",
        ("timeout", "breaking"): "Timeout",
        ("does_not_compile", "breaking"): "CompileError",
        ("error", "breaking"): "RuntimeError",
    }
    made = [{**by_relation[relation], "status": status} for status, relation in told]
    made[-1] |= {"status_reason": "no such file", "seconds": 1.25}
    data = report.elements(made)
    check(data)
    found = data["files"]["A.java"]["mutants"]
    assert [one["status"] for one in found] == list(told.values())
    assert found[0]["statusReason"].startswith("preserving: it behaves as the original")
    assert found[3]["statusReason"].startswith("preserving but for output: only a test that reads")
    assert found[7]["statusReason"] == "no tests were run on it"
    assert (found[-1]["statusReason"], found[-1]["duration"]) == ("no such file", 1250)
    with pytest.raises(em.MutationError, match="line 1: status 'dead' is none of killed, survived"):
        report.elements([{**by_relation["preserving"], "status": "dead"}])


def test_the_command_reads_files_from_a_folder(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "Cart.java").rename(folder / "src/Cart.java")
    run("mutate", "src", "--out", "m.jsonl")
    result = run("report", "m.jsonl", "--elements", "elements.json")
    assert (result.exit_code, result.stderr) == (
        0,
        f"elements.json written, with {len(rows(folder / 'm.jsonl'))} mutants\n",
    )
    data = json.loads((folder / "elements.json").read_text())
    check(data)
    assert data["files"]["src/Cart.java"]["source"] == SAMPLE
    (folder / "moved").mkdir()
    (folder / "src").rename(folder / "moved/src")
    gone = run("report", "m.jsonl", "--elements", "gone.json")
    assert gone.exit_code == 1
    first = gone.stderr.splitlines()[0]
    assert first == (
        "error: m.jsonl: line 1: src/Cart.java: No such file or directory;"
        " give the folder of the paths (--sources), or rows with the file (mutate --full)"
    )
    moved = run("report", "m.jsonl", "--elements", "moved.json", "--sources", "moved")
    assert moved.exit_code == 0
    assert json.loads((folder / "moved.json").read_text()) == data


def test_rows_that_cannot_be_shown_are_errors(folder: Path) -> None:
    one, *_ = (em.row(mutant) for mutant in em.mutate(em.read("Cart.java")))
    text = {**one, "path": None}
    other = {**em.row(next(em.mutate(em.parse(SAMPLE + "\n"))), full=True), "path": "Cart.java"}
    (folder / "m.jsonl").write_bytes(b"".join(map(encode, [text, one, other])))
    result = run("report", "m.jsonl", "--elements", "e.json")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "error: m.jsonl: line 1: neither a file (mutate --full) nor a path: its whole source is not to be had",
        "error: m.jsonl: line 3: another text of Cart.java than rows before it have: of another version?",
        "e.json written, with 1 mutant; 2 failed",
    ]
    (folder / "Cart.java").write_text("//\n" + SAMPLE)
    assert "Cart.java has another text at byte" in run("report", "m.jsonl", "--elements", "e.json").stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "give either --html or --elements"),
        (("--html", "a.html", "--elements", "a.json"), "give either --html or --elements"),
        (("--elements", "a.json", "--title", "x"), "need --html"),
        (("--html", "a.html", "--sources", "."), "--sources needs --elements"),
    ],
)
def test_options_that_do_not_go_together(folder: Path, options: tuple[str, ...], message: str) -> None:
    (folder / "m.jsonl").write_bytes(b"")
    result = run("report", "m.jsonl", *options)
    assert result.exit_code == 2
    assert message in result.stderr
