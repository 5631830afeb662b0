"""Undo of a mutant of which only some lines are replaced, in Python and on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from equimorph.patches.undoing import replace_lines
from mutators.java.variable_renaming import VariableRenaming
from tests.equimorph.conftest import rows, run

Lines = int | tuple[int, int]


@pytest.mark.parametrize(
    ("text", "hunk", "at_lines", "expected"),
    [
        ("a\nb\nc\n", "x", 2, "a\nx\nc\n"),
        ("a\nb\nc\n", "x\n", 2, "a\nx\nc\n"),
        ("a\nb\nc\n", "x\ny", (2, 3), "a\nx\ny\n"),
        ("a\nb\nc\n", "x", (1, 3), "x\n"),
        ("a\nb\nc\n", "x", (1, 0), "x\na\nb\nc\n"),
        ("a\nb\nc\n", "x", (3, 2), "a\nb\nx\nc\n"),
        ("a\nb\nc\n", "x", (4, 3), "a\nb\nc\nx\n"),
        ("a\nb\nc\n", "", 2, "a\nc\n"),
        ("a\nb\nc\n", "", (2, 1), "a\nb\nc\n"),
        ("a\nb\nc\n", "\n", 2, "a\n\nc\n"),
        ("a\n\nc\n", "x", 2, "a\nx\nc\n"),
        ("a\nb", "x", 2, "a\nx"),  # no final line end before, none after
        ("a\nb", "x", (3, 2), "a\nb\nx"),
        ("a\nb", "x\n", (3, 2), "a\nb\nx\n"),
        ("a", "x", (2, 1), "a\nx"),
        ("a", "x", (1, 0), "x\na"),
        ("", "x", (1, 0), "x\n"),
        ("a\r\nb\r\nc\r\n", "x", 2, "a\r\nx\r\nc\r\n"),
        ("a\r\nb\r\nc\r\n", "x\ny", 2, "a\r\nx\ny\r\nc\r\n"),  # taken as it is, but for the added end
        ("a\r\nb\r\nc\r\n", "x\n", 2, "a\r\nx\nc\r\n"),
        ("a\r\nb\r\nc", "x", (2, 1), "a\r\nx\r\nb\r\nc"),
        ("a\r\nb", "x", (3, 2), "a\r\nb\r\nx"),
        ("a\rb\rc", "x", 2, "a\rx\rc"),
        ("a\u2028\x0bb\nc\n", "x", 1, "x\nc\n"),  # those end no line of Java
    ],
)
def test_lines_are_replaced(text: str, hunk: str, at_lines: Lines, expected: str) -> None:
    assert replace_lines(text, hunk, at_lines) == expected


@given(st.text(alphabet="ab\r\n é", max_size=20), st.data())
def test_lines_replaced_by_themselves_are_the_text(text: str, data: st.DataObject) -> None:
    starts = [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", text)), len(text)]
    count = len(starts) - 1 - (len(text) == starts[-2])
    first = data.draw(st.integers(1, count + 1))
    last = data.draw(st.integers(first - 1, count))
    hunk = text[starts[first - 1] : starts[last]]
    assert replace_lines(text, hunk, (first, last)) == text
    bare = hunk.removesuffix("\n").removesuffix("\r")
    if bare and bare[-1] not in "\r\n":
        assert replace_lines(text, bare, (first, last)) == text


BAD: list[tuple[Any, type[Exception], str]] = [
    (0, ValueError, "no line 0 in a text of 3 lines"),
    (4, ValueError, "no line 4 in a text of 3 lines"),
    ((2, 4), ValueError, "no lines 2-4 in a text of 3 lines"),
    ((5, 4), ValueError, "no lines 5-4 in a text of 3 lines"),
    ((0, -1), ValueError, "no lines 0--1 in a text of 3 lines"),
    ((3, 1), ValueError, "lines 3-1: the first comes after the last"),
    ("2", TypeError, "neither a line nor a pair of lines: '2'"),
    (True, TypeError, "neither a line nor a pair of lines: True"),
    (2.0, TypeError, "neither a line nor a pair of lines: 2.0"),
    (None, TypeError, "neither a line nor a pair of lines: None"),
    ((1, 2, 3), TypeError, "neither a line nor a pair of lines: (1, 2, 3)"),
    ((1, "2"), TypeError, "neither a line nor a pair of lines: (1, '2')"),
    ((1, True), TypeError, "neither a line nor a pair of lines: (1, True)"),
]


@pytest.mark.parametrize(("at_lines", "error", "message"), BAD)
def test_lines_that_are_not_there_are_an_error(at_lines: Lines, error: type[Exception], message: str) -> None:
    [mutant] = em.mutate(
        "boolean f(String s, int n) {\n    return s.length() < n;\n}\n", ["reorder-condition"]
    )
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        em.undo_hunk("x", mutant, at_lines)
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        em.undo_hunk("x", mutant.mutation, at_lines, mutant.source.text)


METHOD = """\
int f(int[] data, int n) {
    int last = n - 1;
    if (last > data.length) {
        return -1;
    }
    return last;
}
"""


def renamed(text: str = METHOD) -> em.Mutant:
    """The mutant of the method in which `last` is `intValue`."""
    return next(
        mutant
        for mutant in VariableRenaming(["type-name"]).mutants(em.parse(text))
        if (mutant.local.edits[0].old, mutant.local.edits[0].new) == ("last", "intValue")
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("hunk", "at_lines", "expected"),
    [
        ("    if (intValue >= data.length) {", 3, "    if (last >= data.length) {"),
        ("if ( intValue >= data . length ) {", 3, "if ( last >= data . length ) {"),  # tokenised
        ("    if (data.length == 0) {", 3, "    if (data.length == 0) {"),
        ("    return intValue + intValue;", 6, "    return last + last;"),
        ("    return 0;", (4, 5), "    return 0;"),
        ("    log(intValue);", (3, 2), "    log(last);"),
    ],
)
def test_a_hunk_of_the_mutant_becomes_one_of_the_original(
    hunk: str, at_lines: Lines, expected: str, end: str
) -> None:
    text = METHOD.replace("\n", end)
    mutant = renamed(text)
    undone = em.undo_hunk(hunk, mutant, at_lines)
    lines = re.findall(f"[^{end}]*{end}", text)
    first, last = (at_lines, at_lines) if isinstance(at_lines, int) else at_lines
    assert undone == "".join([*lines[: first - 1], expected + end, *lines[last:]])
    assert undone.parses == (at_lines != (4, 5))
    assert em.undo_hunk(hunk, mutant.mutation, at_lines, text) == undone


def test_lines_count_in_the_whole_mutated_text() -> None:
    text = "class A {\n    int other;\n\n" + METHOD + "}\n"
    mutant = renamed(text)
    hunk = "    return intValue - other;"
    wanted = text.replace("return last;", "return last - other;")
    assert em.undo_hunk(hunk, mutant, 9) == wanted
    assert em.undo_hunk(hunk, mutant.mutation, 9, text) == wanted
    # The record of the member alone: there it is the sixth.
    assert em.undo_hunk(hunk, mutant.local, 6, mutant.original) == mutant.original.replace(
        "return last;", "return last - other;"
    )
    assert em.undo_hunk("    int another;", mutant, 2) == text.replace("other", "another")


def test_the_lines_are_those_of_the_mutant_not_of_the_original() -> None:
    from mutators.model import Mutation, sha256

    # The mutation of a record may have put lines in, here one line behind the comparison.
    source = "boolean f(String s, int n) {\n    return s.length() < n;\n}\n"
    [made] = em.mutate(source, ["reorder-condition"])
    edits = (em.Edit(source.index("s.length"), "s.length() < n", "n >\n        s.length()"),)
    mutated = source.replace("s.length() < n", "n >\n        s.length()")
    record = Mutation(made.mutation.site, edits, sha256(source.encode()), sha256(mutated.encode()), 1, 0)
    assert em.undo_hunk("} // end", record, 4, source) == source.replace("}", "} // end")
    with pytest.raises(ValueError, match="no line 5"):
        em.undo_hunk("} // end", record, 5, source)


def test_the_region_of_a_conflict_lies_in_the_patched_member() -> None:
    text = "class A {\n    int other;\n\n    int f(int n) {\n        return n + 1;\n    }\n}\n"
    mutant = next(em.mutate(em.parse(text), ["useless-cast"]))
    patched = mutant.mutant.replace("(int)", "(long)")
    with pytest.raises(em.UndoConflict) as found:
        em.undo(patched, mutant)
    start, end = found.value.region
    assert "(long)" in patched.encode()[start:end].decode()
    assert end <= len(patched)


def test_what_undo_says_of_a_patch_undo_hunk_says_of_a_hunk() -> None:
    mutant = renamed()
    with pytest.raises(em.UndoConflict, match="'last' means something else"):
        em.undo_hunk("    int last = 2;", mutant, (6, 5))
    undone = em.undo_hunk("    return intValue", mutant, 6)
    assert undone == METHOD.replace("return last;", "return last")
    assert not undone.parses
    with pytest.raises(TypeError, match="original"):
        em.undo_hunk("    return 0;", mutant.mutation, 6)
    with pytest.raises(em.RecordMismatch):
        em.undo_hunk("    return 0;", mutant.mutation, 6, METHOD + "\n")
    with pytest.raises(em.ParseError, match="surrogate"):
        em.undo_hunk('    return "\ud800";', mutant, 6)


# Command line


def hunks(full: bool, **patches: tuple[object, object]) -> list[dict[str, Any]]:
    """Rows of a mutant of the sample's `add`, each with a hunk and its lines, of which the third is the mutated one."""
    options = ["--full"] if full else []
    run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "add", *options, "--out", "rows.jsonl")
    [row] = rows(Path("rows.jsonl"))
    return [{**row, "kind": kind, "line": hunk, "at": at} for kind, (hunk, at) in patches.items()]


@pytest.mark.parametrize("full", [True, False])
def test_hunks_of_rows_are_undone(folder: Path, full: bool) -> None:
    given = hunks(
        full,
        undone=("        return -sum;", 6),
        pair=("        return -sum;\n    }", [6, 7]),
        inserted=("        log(sum);", [6, 5]),
        conflict=("        if (first() > second()) {", 3),
        other=("        if (first() >= second()) {", 3),
        unparsable=("        return sum", [6, 6]),
    )
    (folder / "hunks.jsonl").write_text("\n".join(map(json.dumps, given)))
    result = run("undo", "hunks.jsonl", "--hunk", "line", "--at-lines", "at")
    assert (result.exit_code, result.stderr) == (0, "6 rows\n")
    found = {row["kind"]: row for row in rows(result.stdout_bytes)}
    original = given[0]["original"]
    assert {kind: row["verdict"] for kind, row in found.items()} == {
        **dict.fromkeys(("undone", "pair", "inserted", "other"), "undone"),
        "conflict": "conflict",
        "unparsable": "unparsable",
    }
    assert found["undone"]["undone"] == original.replace("return sum", "return -sum")
    assert found["pair"]["undone"] == original.replace("return sum", "return -sum")
    assert found["inserted"]["undone"] == original.replace("return", "log(sum);\n        return")
    assert found["conflict"]["undone"] is None
    assert found["other"]["undone"] == original.replace("count < name.length()", "first() >= second()")
    assert found["unparsable"]["undone"] == original.replace("return sum;", "return sum")


def test_rows_whose_lines_are_wrong_are_told(folder: Path) -> None:
    given = hunks(
        False,
        far=("x", 8),
        reversed=("x", [5, 3]),
        text=("x", "5"),
        none=("x", None),
        three=("x", [1, 2, 3]),
        number=(5, 5),
        good=("        return -sum;", 6),
    )
    del given[3]["at"]
    (folder / "hunks.jsonl").write_text("\n".join(map(json.dumps, given)))
    result = run("undo", "hunks.jsonl", "--hunk", "line", "--at-lines", "at")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "error: hunks.jsonl: line 1: field 'at': no line 8 in a text of 7 lines",
        "error: hunks.jsonl: line 2: field 'at': lines 5-3: the first comes after the last",
        "error: hunks.jsonl: line 3: field 'at': neither a line nor a pair of lines: '5'",
        f"error: hunks.jsonl: line 4: no field 'at'; there are: {', '.join(given[3])}",
        "error: hunks.jsonl: line 5: field 'at': neither a line nor a pair of lines: (1, 2, 3)",
        "error: hunks.jsonl: line 6: field 'line' is not a text",
        "1 row; 6 failed",
    ]
    assert [row["kind"] for row in rows(result.stdout_bytes)] == ["good"]


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--hunk", "line"],
        ["--at-lines", "at"],
        ["--field", "patch", "--hunk", "line"],
        ["--field", "patch", "--at-lines", "at"],
        ["--field", "patch", "--hunk", "line", "--at-lines", "at"],
    ],
)
def test_a_patch_is_a_text_or_a_hunk(folder: Path, options: list[str]) -> None:
    (folder / "rows.jsonl").write_text("")
    result = run("undo", "rows.jsonl", *options)
    assert result.exit_code == 2
    assert "give either --field" in result.stderr
