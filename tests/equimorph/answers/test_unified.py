"""Unified diffs of a mutant as models write them: where their hunks go, and what is a conflict."""

from __future__ import annotations

import json
from difflib import unified_diff
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from tests.equimorph.answers.test_reading import FILE, IN_FILE, MEMBER, METHOD, WANTED, renamed
from tests.equimorph.conftest import rows, run

WANTED_FILE = FILE.replace(METHOD, WANTED)
HUNK = """\
     for (int i = 0; i < string.length(); i++) {
-        char c = string.charAt(i++);
+        char c = string.charAt(i);
         if (c < '0' || c > '9') return -1;
"""
HEAD = "--- a/A.java\n+++ b/A.java\n"
LOG = WANTED.replace("    return index;", "    log(index);\n    return index;")
TWO = (
    f"@@ -3,3 +3,3 @@\n{HUNK}"
    f"@@ -6,3 +6,4 @@\n         index = index * 10 + (c - '0');\n     }}\n+    log(index);\n     return index;\n"
)
LESS = HUNK.replace("\n     ", "\n    ").replace("\n         ", "\n        ").lstrip(" ")

FORMS: dict[str, tuple[str, str | None, str]] = {
    "as it should be": (f"{HEAD}@@ -3,3 +3,3 @@\n{HUNK}", None, WANTED),
    "of git": (
        "diff --git a/A.java b/A.java\nindex 0f0786a..607e9b6 100644\n"
        + f"{HEAD}@@ -3,3 +3,3 @@ class A\n{HUNK}",
        None,
        WANTED,
    ),
    "of git format-patch": (
        f"From 12 Mon\nSubject: fix\n\n---\n A.java | 2 +-\n\n{HEAD}@@ -3,3 +3,3 @@\n{HUNK}-- \n2.39.2\n",
        None,
        WANTED,
    ),
    "names without a and b": (f"--- A.java\n+++ A.java\n@@ -3,3 +3,3 @@\n{HUNK}", None, WANTED),
    "names with times": (
        f"--- A.java\t2020-01-01\n+++ A.java\t2021-01-01\n@@ -3,3 +3,3 @@\n{HUNK}",
        None,
        WANTED,
    ),
    "hunks alone": (f"@@ -3,3 +3,3 @@\n{HUNK}", None, WANTED),
    "wrong lines": (f"{HEAD}@@ -41,3 +77,3 @@\n{HUNK}", None, WANTED),
    "wrong counts": (f"{HEAD}@@ -3,30 +3,1 @@\n{HUNK}", None, WANTED),
    "no numbers": (f"{HEAD}@@ ... @@\n{HUNK}", None, WANTED),
    "bare head of a hunk": (f"{HEAD}@@\n{HUNK}", None, WANTED),
    "names and no head of a hunk": (f"{HEAD}{HUNK}", None, WANTED),
    "no head at all": (f"```diff\n{HUNK}```", "fence", WANTED),
    "two hunks": (f"{HEAD}{TWO}", None, LOG),
    "no context": (
        "@@ -4 +4 @@\n-        char c = string.charAt(i++);\n+        char c = string.charAt(i);\n",
        None,
        WANTED,
    ),
    "all of it taken out": (
        "@@ @@\n"
        + "".join(f"-{x}\n" for x in MEMBER.text.split("\n"))
        + "".join(f"+{x}\n" for x in MEMBER.text.replace("(i++);", "(i);").split("\n")),
        None,
        WANTED,
    ),
    "fence": (f"```diff\n{HEAD}@@ -3,3 +3,3 @@\n{HUNK}```", "fence", WANTED),
    "fence and prose": (
        f"Sure:\n\n```diff\n@@ -3,3 +3,3 @@\n{HUNK}```\n- one change\n+ it works",
        "fence",
        WANTED,
    ),
    "fence of Java": (f"```java\n@@ -3,3 +3,3 @@\n{HUNK}```", "fence", WANTED),
    "fence unclosed": (f"```patch\n@@ -3,3 +3,3 @@\n{HUNK}", "fence", WANTED),
    "code block besides": (
        f"```diff\n@@ -3,3 +3,3 @@\n{HUNK}```\nSo:\n```java\nchar c = 1;\n```",
        "fence",
        WANTED,
    ),
    "prose around": (f"Here is the diff:\n\n{HEAD}@@ -3,3 +3,3 @@\n{HUNK}\nThis is all.\n", None, WANTED),
    "thinking": (f"<think>\n@@ -1 +1 @@\n-x\n</think>\n@@ -3,3 +3,3 @@\n{HUNK}", "thinking", WANTED),
    "tags": (f"<patch>\n@@ -3,3 +3,3 @@\n{HUNK}</patch>", "tags", WANTED),
    "line ends of Windows": (f"{HEAD}@@ -3,3 +3,3 @@\n{HUNK}".replace("\n", "\r\n"), None, WANTED),
    "indentation lost": (
        "@@ @@\n for (int i = 0; i < string.length(); i++) {\n-char c = string.charAt(i++);\n+        char c = string.charAt(i);\n",
        None,
        WANTED,
    ),
    "sign without its blank": (f"@@ @@\n{LESS}", None, WANTED),
    "no sign before context": (
        "@@ @@\n" + HUNK.replace("     for (", "\tfor (").replace("         if", "\t\tif"),
        None,
        WANTED,
    ),
    "spacing": (f"@@ @@\n{HUNK}".replace("i < string", "i<string"), None, WANTED),
    "blank lines": (f"@@ @@\n\n{HUNK}".replace("{\n", "{\n\n"), None, WANTED),
    "no line end at the end": (f"@@ -3,3 +3,3 @@\n{HUNK}\\ No newline at end of file\n", None, WANTED),
    "insertion behind": (
        "@@ @@\n     return index;\n+    // done\n }\n",
        None,
        METHOD.replace("index;\n}", "index;\n    // done\n}"),
    ),
    "insertion before": (
        "@@ @@\n+    log();\n     return index;\n",
        None,
        METHOD.replace("    return index;", "    log();\n    return index;"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mutant", [MEMBER, IN_FILE], ids=["member", "file"])
def test_a_diff_is_undone(mutant: em.Mutant, form: str) -> None:
    diff, stripped, wanted = FORMS[form]
    undone = em.undo_diff(diff, mutant)
    assert undone == (wanted if mutant is MEMBER else FILE.replace(METHOD, wanted))
    assert (undone.verdict, undone.stripped) == ("undone", stripped)


def test_decrements_are_no_head_of_a_file() -> None:
    text = "int f(String s, int i) {\n    -- i;\n    if (s.length() < i) return 0;\n    return i;\n}"
    mutant = next(em.mutate(text, ["reorder-condition"]))
    diff = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n int f(String s, int i) {\n---    i;\n+++    i;\n"
    diff = diff.replace("---    i;", "-    -- i;").replace("+++    i;", "+    ++ i;")
    assert em.undo_diff(diff, mutant) == text.replace("-- i", "++ i")
    bare = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n int f(String s, int i) {\n--- i;\n+++ i;\n"
    assert em.undo_diff(bare, mutant) == text.replace("    -- i", "++ i")


def test_a_diff_of_the_member_and_one_of_the_file_are_known() -> None:
    # The first line of the member stands behind other text in the file.
    text = f"class A {{ {METHOD}\n}}\n"
    mutant = renamed(text)
    line = 'int index = 0; // it\'s "the first one we have"'
    head = f"@@ -1,2 +1,2 @@\n int index(String string) {{\n-    {line}\n+    int index = 1;\n"
    wanted = text.replace(line, "int index = 1;")
    assert em.undo_diff(head, mutant) == wanted
    other = "@@ -6,1 +6,1 @@\n-    int other;\n+    int another;\n"
    assert em.undo_diff(other, IN_FILE) == FILE.replace("other", "another")
    both = other + f"@@ -10,3 +10,3 @@\n{HUNK}"
    assert em.undo_diff(both, IN_FILE) == WANTED_FILE.replace("other", "another")


def test_lines_of_a_file_with_other_line_ends() -> None:
    text = METHOD.replace("\n", "\r\n")
    mutant = renamed(text)
    assert em.undo_diff(FORMS["two hunks"][0], mutant) == LOG.replace("\n", "\r\n")


TWICE = "int f(String str) {\n    a(str);\n    g();\n    b();\n    g();\n    return 0;\n}\n"
CONFLICTS = {
    "no such line": ("@@ -1 +1 @@\n-    x();\n+    y();\n", "hunk 1 of the diff fits no place of the mutant"),
    "second hunk": (
        "@@ -1 +1 @@\n-    b();\n+    c();\n@@ -9 +9 @@\n-    x();\n",
        "hunk 2 of the diff fits no place of the mutant",
    ),
    "several places": (
        "@@ -3 +3 @@\n-    g();\n+    h();\n",
        "hunk 1 of the diff fits 2 places of the mutant",
    ),
    "no line around": ("@@ -1,0 +2 @@\n+    h();\n", "hunk 1 of the diff only adds lines"),
    "gap in the context": ("@@ @@\n     b();\n-    return 0;\n+    return 1;\n", "fits no place"),
    "several files": (
        "--- a/A\n+++ b/A\n@@ @@\n-    b();\n+    c();\n--- a/B\n+++ b/B\n@@ @@\n-    a();\n",
        "several files",
    ),
    "patched text": (
        TWICE.replace("str", "string"),
        "no change of a unified diff; undo takes a patched text",
    ),
    "prose": ("I would not change it.", "no change of a unified diff"),
    "context alone": ("@@ -1 +1 @@\n     b();\n", "no change of a unified diff"),
    "of the original": ("@@ @@\n-    a(str);\n+    a(str, 1);\n", "fits no place"),
    "two diffs": (
        "```diff\n@@ @@\n-    b();\n+    c();\n```\nor\n```diff\n@@ @@\n-    b();\n+    d();\n```",
        "2 blocks that may be the diff",
    ),
    "same line twice": (
        "@@ @@\n-    b();\n+    c();\n@@ @@\n-    b();\n+    d();\n",
        "take out the same line",
    ),
    "the mutation": (
        "@@ @@\n-    a(string);\n+    String str = string;\n+    a(str);\n",
        "'str' means something else",
    ),
}


@pytest.mark.parametrize("form", CONFLICTS)
def test_a_hunk_without_a_certain_place_is_a_conflict(form: str) -> None:
    mutant = renamed(TWICE)
    diff, reason = CONFLICTS[form]
    with pytest.raises(em.UndoConflict) as found:
        em.undo_diff(diff, mutant)
    assert reason in found.value.reason


def test_the_order_of_hunks_tells_places_apart() -> None:
    mutant = renamed(TWICE)
    behind = "@@ @@\n-    b();\n+    c();\n@@ @@\n-    g();\n+    h();\n"
    assert em.undo_diff(behind, mutant) == TWICE.replace("b();\n    g", "c();\n    h")
    before = "@@ @@\n-    g();\n+    h();\n@@ @@\n-    b();\n+    c();\n"
    assert em.undo_diff(before, mutant) == TWICE.replace("g();\n    b", "h();\n    c")
    both = "@@ @@\n-    g();\n+    h();\n@@ @@\n-    g();\n+    k();\n"
    assert em.undo_diff(both, mutant) == TWICE.replace("g();\n    b", "h();\n    b").replace(
        "g();\n    r", "k();\n    r"
    )


TAKEN = "-    a(string);\n+    k(string);\n"


@pytest.mark.parametrize(
    "diff",
    [
        f"{TAKEN}@@ @@\n-    b();\n+    c();\n",
        f"```diff\n@@ @@\n-    b();\n+    c();\n```\nand\n{TAKEN}",
        f"index 12ab..34cd 100644\n{TAKEN}@@ @@\n-    b();\n+    c();\n",
    ],
)
def test_a_change_outside_of_the_hunks_is_a_conflict(diff: str) -> None:
    with pytest.raises(em.UndoConflict, match="a change outside of its hunks: -    a"):
        em.undo_diff(diff, renamed(TWICE))


def test_a_line_without_a_sign_is_no_head_of_git() -> None:
    text = TWICE.replace("    b();", "index = 3;")
    diff = "@@ @@\n-    a(string);\n+    k(string);\n     g();\nindex = 3;\n-    g();\n+    h();\n"
    assert em.undo_diff(diff, renamed(text)) == text.replace("a(str)", "k(str)").replace(
        "3;\n    g", "3;\n    h"
    )


def test_a_place_elsewhere_is_not_taken_for_one_in_the_member() -> None:
    text = "class A {\n  int g() {\n    return 0;\n  }\n    int f(String str) {\n        a(str);\n        return 0;\n    }\n}\n"
    mutant = renamed(text)
    dedented = "@@ @@\n-    return 0;\n+    return 1;\n"
    with pytest.raises(em.UndoConflict, match="hunk 1 of the diff fits a place outside of the mutated"):
        em.undo_diff(dedented, mutant)
    assert em.undo_diff(f"@@ @@\n   int g() {{\n{dedented[6:]}", mutant) == text.replace("0", "1", 1)
    inside = dedented.replace("    return", "        return")
    assert em.undo_diff(inside, mutant) == text.replace("        return 0", "        return 1")


@pytest.mark.parametrize("diff", ["", " \n", "```diff\n```", "<think>No.</think>"])
def test_no_diff_is_empty(diff: str) -> None:
    assert em.undo_diff(diff, MEMBER).verdict == "empty"


def test_blank_lines_of_a_text_block_are_not_left_aside() -> None:
    text = 'void f(String str) {\n    a(str);\n    g("""\n        one\n\n        two""");\n}\n'
    mutant = renamed(text)
    diff = '@@ @@\n     g("""\n         one\n-\n         two""");\n'
    assert em.undo_diff(diff, mutant) == text.replace("one\n\n", "one\n")
    with pytest.raises(em.UndoConflict, match="fits no place"):
        em.undo_diff(diff.replace("-\n", "").replace("one", "one\n-        x"), mutant)


@given(st.randoms())
def test_a_diff_of_a_patch_is_undone_as_the_patch_is(rng: Random) -> None:
    mutant = rng.choice(list(em.mutate(em.parse(FILE), seed=rng.randrange(9))))
    whole = rng.random() < 0.5
    base = mutant.text if whole else mutant.mutant
    lines = base.split("\n")
    for _ in range(rng.randrange(1, 4) if len(lines) > 4 else 1):
        at = rng.randrange(max(1, len(lines) - 1))
        lines[at : at + 1] = rng.choice(
            (
                [],
                [lines[at], "        log();"],
                [lines[at] + " // new"],
                [lines[at].replace("index", "k")],
                [""],
            )
        )
    patched = "\n".join(lines)
    context = rng.randrange(1, 8)
    old, new = base.removesuffix("\n").split("\n"), patched.removesuffix("\n").split("\n")
    diff = "\n".join(unified_diff(old, new, "a/A", "b/A", n=context, lineterm=""))
    if patched == base:
        return
    start = mutant.text.index(mutant.mutant)
    full = patched if whole else mutant.text[:start] + patched + mutant.text[start + len(mutant.mutant) :]

    def outcome(undo: object) -> tuple[str, str]:
        try:
            undone = undo()  # type: ignore[operator]
        except em.UndoConflict as conflict:
            return "conflict", conflict.reason.partition("; ")[0]
        return undone.verdict, str(undone)

    found = outcome(lambda: em.undo_diff(diff, mutant))
    if "places of the mutant" not in found[1]:
        wanted = outcome(lambda: em.undo(full, mutant.mutation, FILE))
        # With its last line a member loses the line end, which in the file is behind it.
        same = em.same_tokens(found[1], wanted[1]) if not whole else found[1] == wanted[1]
        assert found[0] == wanted[0]
        assert same


def test_rows_with_a_diff(folder: Path) -> None:
    for full in ([], ["--full"]):
        run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "add", *full, "--out", "rows.jsonl")
        [row] = rows(Path("rows.jsonl"))
        given = [
            {**row, "patch": "```diff\n@@ -1,2 +1,2 @@\n-        return sum;\n+        return -sum;\n```"},
            {**row, "patch": "@@ @@\n-        return 7;\n"},
            {**row, "patch": ""},
            {**row, "patch": 5},
            {**row, "patch": None},
        ]
        Path("diffs.jsonl").write_text("\n".join(map(json.dumps, given)))
        result = run("undo", "diffs.jsonl", "--diff", "patch")
        assert (result.exit_code, result.stderr.splitlines()) == (
            1,
            ["error: diffs.jsonl: line 4: field 'patch' is not a text", "4 rows; 1 failed"],
        )
        found = rows(result.stdout_bytes)
        assert [row["verdict"] for row in found] == ["undone", "conflict", "empty", "empty"]
        original = Path("Cart.java").read_text() if full else row["original"]
        assert found[0]["undone"] == original.replace("return sum", "return -sum")
        assert found[0]["stripped"] == "fence"
        assert (found[1]["undone"], found[2]["undone"]) == (None, None)
