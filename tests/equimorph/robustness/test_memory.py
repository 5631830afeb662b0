"""The model `memory`: what it has seen it repairs, and what it has not seen it does not."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import equimorph as em
from equimorph.models import Answer, Request
from equimorph.robustness.baselines.memory import Memory
from equimorph.robustness.baselines.remembered import Tokens, edit_of
from equimorph.robustness.baselines.training import train
from equimorph.rows.tables import BadRow
from mutators import MutationError
from tests.equimorph.conftest import run

MAX = """\
int max(int[] values) {
    int best = values[0];
    for (int i = 0; i {op} values.length; i++) {
        if (best < values[i]) {
            best = values[i];
        }
    }
    return best;
}
"""


def pair(id: str, buggy: str, fixed: str | None, lines: Iterable[int] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"id": id, "buggy": buggy, "fixed": fixed}
    return found if lines is None else {**found, "fault_lines": list(lines)}


LOOP = pair("loop", MAX.replace("{op}", "<="), MAX.replace("{op}", "<"), [3])


def trained(folder: Path, *pairs: dict[str, Any]) -> Memory:
    assert train(pairs, folder / "model").count.read == len(pairs)
    return Memory(folder / "model")


def repairs(model: Memory, text: str, lines: Iterable[int] = (), k: int = 20) -> list[str]:
    [answer] = model.repair([Request("a", text, tuple(lines))], k)
    assert (answer.id, answer.model, answer.error) == ("a", "memory", None)
    texts = [candidate.text for candidate in answer.candidates]
    assert all(text is not None and em.parse(text).parses for text in texts)
    assert len(set(texts)) == len(texts) <= k
    return [str(text) for text in texts]


def test_a_bug_that_it_was_trained_on_gets_its_fix_first(tmp_path: Path) -> None:
    assert repairs(trained(tmp_path, LOOP), LOOP["buggy"], [3])[0] == LOOP["fixed"]


def test_a_renamed_variable_beside_the_edit_lowers_what_fits(tmp_path: Path) -> None:
    other = pair("other", "void f() { for (int n = 0; n <= 9; n++) { g(n); } }", None)
    other["fixed"] = other["buggy"].replace("<= 9", "<= 8")
    model = trained(tmp_path, LOOP, other)
    assert repairs(model, LOOP["buggy"].replace("values", "list"), [3]) == []
    assert repairs(model, LOOP["buggy"].replace("best", "most"), [3])[0] == LOOP["fixed"].replace(
        "best", "most"
    )


def test_only_the_faulty_lines_are_changed_where_they_are_known(tmp_path: Path) -> None:
    twice = "void f(int a) {\n  g(a <= 1);\n  g(a <= 1);\n  g(a <= 1);\n}"
    seen = pair("seen", "void h(int a) { g(a <= 1); }", "void h(int a) { g(a < 1); }")
    model = trained(tmp_path, seen)
    [found] = repairs(model, twice, [3])
    assert found.splitlines() == [*twice.splitlines()[:2], "  g(a < 1);", *twice.splitlines()[3:]]
    assert len(repairs(model, twice)) == 3


def test_the_longest_equal_context_on_both_sides_comes_first_then_what_is_more_frequent(
    tmp_path: Path,
) -> None:
    def seen(id: str, before: str, new: str) -> dict[str, Any]:
        buggy = f"void f(int a) {{ {before} (a, b); }}"
        return pair(id, buggy, buggy.replace("b", new))

    far = [seen(f"far{n}", f"w{n}", "c") for n in range(3)]
    model = trained(tmp_path, *far, seen("one", "x", "d"), seen("near", "y = z", "e"))
    text = "void f(int a) { y = z (a, b); }"
    assert repairs(model, text) == [text.replace("b)", f"{new})") for new in "ecd"]


def test_equal_frequency_keeps_the_order_of_the_pairs(tmp_path: Path) -> None:
    text = "void f(int a) {{ {} (a, b); }}"
    pairs = [
        pair(f"p{n}", text.format(f"v{n}"), text.format(f"v{n}").replace("b)", f"{new})"))
        for n, new in enumerate("zyx")
    ]
    asked = text.format("other")
    assert repairs(trained(tmp_path, *pairs), asked) == [asked.replace("b)", f"{new})") for new in "zyx"]


@pytest.mark.parametrize(
    ("buggy", "fixed"),
    [
        ("int f(int a) { return a; }", "int f(int a) { if (a < 0) { return 0; }\n return a; }"),
        ("int f(int a) { g(); return a; }", "int f(int a) { return a; }"),
        ("int f(int a) { return -a; }", "int f(int a) { return a; }"),
        ("int f(int a) { return(a); }", "int f(int a) { return a; }"),
        ("boolean f(boolean a) { return a; }", "boolean f(boolean a) { return !a; }"),
        ("int f() { return 1; } // é\r\n", "int f() { return 2; } // é\r\n"),
        ('String f() { return "é // 😀"; }', 'String f() { return "ü /* 😀"; }'),
        ("int f(int a) { /* a */ return a /* b */; }", "int f(int a) { /* a */ return a + /* c */ 1; }"),
        ("int f() { return 1; }", "int f() { return 1; } int g() { return 2; }"),
        ("int f(int a) { h(); return a; }", "int f(int a) { // why\n h(); // so\n g(); return a; }"),
        ("int f() { return a-- -b; }", "int f() { return a - -b; }"),
        ("int f() { x(); y(); return 1; }", "int f() { y(); x(); return 2; }"),
        ("int f(int a) { int b = a; return b; }", "int f(int a) { return a; }"),
        ("List<List<A>> f() { return null; }", "List<List<A>> f() { return a >> b; }"),
    ],
)
def test_insertions_deletions_and_replacements_give_the_fix(tmp_path: Path, buggy: str, fixed: str) -> None:
    [found, *_] = repairs(trained(tmp_path, pair("a", buggy, fixed)), buggy, [1])
    assert em.same_tokens(found, fixed)


def test_where_a_blank_is_missing_tokens_are_not_joined(tmp_path: Path) -> None:
    seen = pair("a", "int f(int a) { return -a; }", "int f(int a) { return a; }")
    assert repairs(trained(tmp_path, seen), "int f(int a){ return-a; }") == ["int f(int a){ return a; }"]


def test_an_edit_that_slid_off_the_faulty_line_is_still_that_of_its_text(tmp_path: Path) -> None:
    """The lines are equal: which of them the fix deletes is not in the tokens."""
    buggy = "void f() {\n  g();\n  g();\n  g();\n  h();\n}"
    fixed = "void f() {\n  g();\n  h();\n}"
    assert em.same_tokens(repairs(trained(tmp_path, pair("a", buggy, fixed)), buggy, [2, 3])[0], fixed)


def test_of_two_bugs_in_a_text_the_faulty_line_decides(tmp_path: Path) -> None:
    text = "int f(int a) {\n  a += 1;\n  return a;\n}"
    first, second = text.replace("+= 1", "-= 1"), text.replace("return a", "return -a")
    model = trained(tmp_path, pair("a", text, first), pair("b", text, second))
    assert repairs(model, text, [2], 1) == [first]
    assert repairs(model, text, [3], 1) == [second]


def test_a_text_that_was_seen_comes_before_its_neighbours_however_many(tmp_path: Path) -> None:
    """A hundred texts with the same tokens around the edit, each with another fix."""
    texts = [f"void f{n}() {{ {'g(); ' * 40} x = 0; {'g(); ' * 40} }}" for n in range(100)]
    model = trained(tmp_path, *(pair(t, t, t.replace("x = 0", f"x = {n + 1}")) for n, t in enumerate(texts)))
    for n in (0, 50, 99):
        assert repairs(model, texts[n], (), 1) == [texts[n].replace("x = 0", f"x = {n + 1}")]


def test_a_text_that_is_not_java_gets_no_candidate(tmp_path: Path) -> None:
    model = trained(tmp_path, LOOP)
    for text in ("", "   \n", "class", "}}}} if (", "\0", '"'):
        assert repairs(model, text, [1]) == []
    assert repairs(model, LOOP["buggy"], [99]) == [LOOP["fixed"]]
    assert list(model.repair([], 1)) == []


def test_what_does_not_parse_is_no_candidate(tmp_path: Path) -> None:
    broken = pair("a", "int f() { return 1; }", "int f() { return 1 +; }")
    assert repairs(trained(tmp_path, broken), broken["buggy"]) == []


def test_an_insertion_has_the_line_ends_of_the_fix(tmp_path: Path) -> None:
    buggy = "void f() {\n    h();\n}"
    seen = pair("a", buggy, buggy.replace("h();", "g();\n    h();"))
    assert repairs(trained(tmp_path, seen), buggy) == [seen["fixed"]]


def test_a_memory_of_nothing_answers_nothing(tmp_path: Path) -> None:
    assert repairs(trained(tmp_path), LOOP["buggy"]) == []


def test_rows_without_a_fix_or_a_change_are_dropped_and_counted(tmp_path: Path) -> None:
    rows: list[Any] = [
        LOOP,
        pair("open", "int f() { return 1; }", None),
        pair("same", "int f() { return 1; }", "int f()  { return 1; /* one */ }"),
        pair("loop", "int f() { return 1; }", "int f() { return 2; }"),
        pair("lone", "int f() { return '\ud800'; }", ""),
        {"id": 3, "buggy": "a", "fixed": "b"},
        {"id": "no text", "fixed": "b"},
        pair("lines", "a", "b", [0]),
        pair("true", "a", "b", [True]),
    ]
    bad: list[BadRow] = []
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "[]\nnot json\n")
    done = train(path, tmp_path / "model", bad.append)
    assert done.count.summary() == (
        "11 read, 1 kept, 10 dropped (bad row: 8, no fix: 1, no token changes: 1)"
    )
    assert [row.line for row in bad] == [4, 5, 6, 7, 8, 9, 10, 11]
    assert str(bad[0]) == f"{path}:4: a second row of loop"
    manifest = json.loads((tmp_path / "model" / "memory.json").read_text())
    assert manifest["input"] == {"sha256": done.sha256, "read": 11, "kept": 1}
    assert (manifest["schema"], manifest["edits"], done.edits) == (1, 1, 1)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def many(count: int) -> list[dict[str, Any]]:
    """Pairs of texts that differ in a number, a third of them with a common edit."""
    rng = random.Random(3)
    texts = [f"int f(int a) {{ g({rng.randrange(10)}); return a + {n}; }}" for n in range(count)]
    return [pair(f"p{n}", text, text.replace("+", "-" if n % 3 else "*")) for n, text in enumerate(texts)]


def test_the_same_pairs_give_the_same_bytes_in_any_form_of_file(tmp_path: Path) -> None:
    pairs = many(30)
    lines = "".join(json.dumps(row) + "\n" for row in pairs).encode()
    (tmp_path / "a.jsonl").write_bytes(lines)
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(lines))
    train(tmp_path / "a.jsonl", tmp_path / "one")
    train(tmp_path / "a.jsonl.gz", tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    train(list(reversed(pairs)), tmp_path / "three")
    assert files(tmp_path / "one").keys() == files(tmp_path / "three").keys()
    assert files(tmp_path / "one") != files(tmp_path / "three")


def test_the_edits_are_readable_and_the_most_frequent_ones_first(tmp_path: Path) -> None:
    train([*many(9), {**many(1)[0], "id": "again"}], tmp_path / "model")
    rows = [json.loads(line) for line in (tmp_path / "model" / "edits.jsonl").read_text().splitlines()]
    assert [row["times"] for row in rows] == sorted((row["times"] for row in rows), reverse=True)
    assert [(row["new"], row["times"]) for row in rows][::6] == [("-", 6), ("*", 4)]
    assert rows[6] | {"left": ..., "right": ..., "text": ...} == {
        **{"schema": 1, "left": ..., "old": ["+"], "right": ..., "new": "*", "gap": "", "at": 14},
        **{"text": ..., "pairs": 2, "times": 4, "id": "p0"},
    }


def test_an_old_folder_stays_and_a_failed_training_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    with pytest.raises(FileExistsError):
        train([LOOP], tmp_path / "full")
    with pytest.raises(OSError, match="No such file"):
        train(tmp_path / "missing.jsonl", tmp_path / "model")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "memory", "schema": 2, "width": 32}', "\udce4"])
def test_a_folder_that_is_no_memory_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "memory.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(MutationError, match="memory"):
        Memory(tmp_path)


def test_an_edit_of_another_schema_is_an_error_not_a_guess(tmp_path: Path) -> None:
    model = trained(tmp_path, LOOP)
    path = tmp_path / "model" / "edits.jsonl"
    path.write_text(path.read_text().replace('"schema":1', '"schema":2'))
    with pytest.raises(MutationError, match="schema 2"):
        repairs(model, LOOP["buggy"], [3])


SNIPPETS = st.lists(
    st.sampled_from(
        [
            "\n",
            "\r\n",
            *[
                "ab",
                "/",
                "*",
                "/*",
                "*/",
                "//",
                '"',
                "'",
                "\\",
                "+",
                "++",
                "=",
                ">",
                "<",
                "1",
                ".",
                "1.",
                "e",
                "0x",
                '"""',
                "é",
                "\x00",
                "-",
                "(",
                ")",
            ],
            " ",
            "a",
        ]
    ),
    max_size=14,
).map("".join)


def spans(tokens: Tokens) -> list[tuple[bytes, int, int]]:
    assert tokens.texts == [token.text for token in tokens.places]
    return [(token.text, token.start, token.end) for token in tokens.places]


@given(SNIPPETS, SNIPPETS, SNIPPETS, SNIPPETS)
@example("1.", "x", "5", "")
@example("a..", "b", ".b", "")
@example("", "", "/*", "*/ x")
@example("", "", '"', "")
def test_reading_only_what_differs_gives_the_tokens_of_all(
    head: str, one: str, other: str, tail: str
) -> None:
    tail = tail + " a b c d e f " + tail
    before, after = (f"x y {head}{middle}{tail}".encode() for middle in (one, other))
    found, whole = Tokens(before).edited(after), Tokens(after)
    assert spans(found) == spans(whole)


@given(SNIPPETS, SNIPPETS, SNIPPETS, SNIPPETS)
def test_an_edit_leads_from_the_tokens_of_the_bug_to_those_of_the_fix(
    head: str, one: str, other: str, tail: str
) -> None:
    texts = [f"{head} {middle} {tail}" for middle in (one, other)]
    # A text block that does not end takes in all that follows, so a part of it is another token.
    assume(not any('"""' in text for text in texts))
    buggy, fixed = (Tokens(text.encode()) for text in texts)
    edit = edit_of(buggy, fixed, "id")
    if edit is None:
        assert buggy.texts == fixed.texts
        return
    end = edit.at + len(edit.old)
    assert tuple(text.decode() for text in buggy.texts[edit.at : end]) == edit.old
    assert [*buggy.texts[: edit.at], *Tokens(edit.new.encode()).texts, *buggy.texts[end:]] == fixed.texts


def test_the_command_trains_and_reports_bad_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.jsonl").write_text(f"{json.dumps(LOOP)}\n{{}}\n")
    done = run("robustness", "train", "pairs.jsonl", "--out", "model")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "error: pairs.jsonl:2: no field 'id'",
        "model written: 1 edit of 2 rows: 2 read, 1 kept, 1 dropped (bad row: 1); 1 failed",
    ]
    assert repairs(Memory(Path("model")), LOOP["buggy"], [3])[0] == LOOP["fixed"]
    again = run("robustness", "train", "pairs.jsonl", "--out", "model")
    assert (again.exit_code, "not an empty folder" in again.stderr) == (1, True)
    assert run("robustness", "train", "pairs.jsonl").exit_code == 2


def test_answers_do_not_depend_on_the_requests_before(tmp_path: Path) -> None:
    model = trained(tmp_path, *many(40))
    requests = [Request(row["id"], row["buggy"], (1,)) for row in many(40)]
    answers: list[Answer] = list(model.repair(requests, 3))
    assert [answer.id for answer in answers] == [request.id for request in requests]
    assert answers == [one for request in requests for one in model.repair([request], 3)]
    assert [answer.candidates[0].text for answer in answers] == [row["fixed"] for row in many(40)]
