"""Unified diffs: those of several tools are read, and what is written is applied by the real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.patches.diffs import Change, changes, parse_diff, split_lines, unified_diff
from parsers import ParseError
from tests.equimorph.defects4j.conftest import TOOLS, applied

GIT = b"""\
From 1234 Mon Sep 17 00:00:00 2001
diff --git a/x/A.java b/x/A.java
index 0f0786a..607e9b6 100644
--- a/x/A.java
+++ b/x/A.java
@@ -3,4 +3,3 @@ class A
 one
-two
-three
+TWO
 four
@@ -20 +19,2 @@
--- minus
+++ plus

--
2.39.2
"""


def test_a_diff_of_git() -> None:
    [one] = parse_diff(GIT.replace(b"\n\n--", b"\n+\n--"), "p")
    assert (one.old, one.new, one.line) == ("a/x/A.java", "b/x/A.java", 4)
    first, second = one.hunks
    assert (first.line, first.old_start, first.new_start) == (6, 2, 2)
    assert first.old == (b"one", b"two", b"three", b"four")
    assert first.new == (b"one", b"TWO", b"four")
    assert first.changes == (Change(1, 3, 1, 2),)
    # Lines of a hunk may look like the head of a file.
    assert (second.old, second.new) == ((b"-- minus",), (b"++ plus", b""))


def test_names_of_other_tools() -> None:
    body = b"@@ -1 +1 @@\n-a\n+b\n"
    svn = (
        b"Index: A.java\n" + b"=" * 67 + b"\n--- A.java\t(revision 852)\n+++ A.java\t(revision 846)\n" + body
    )
    plain = b"--- old/A B.java\t2020-01-01 00:00:00 +0000\n+++ /dev/null\t1970-01-01\n" + body
    quoted = b'--- "a/\\303\\251 \\"q\\".java"\n+++ "b/\\303\\251\\tq.java"\n' + body
    found = parse_diff(svn + plain + quoted, "p")
    names = [(one.old, one.new) for one in found]
    assert names == [
        ("A.java", "A.java"),
        ("old/A B.java", None),
        ('a/\u00e9 "q".java', "b/\u00e9\tq.java"),
    ]


def test_crlf_no_newline_and_lost_blanks() -> None:
    data = (
        b"--- a\r\n+++ b\r\n@@ -1,3 +1,3 @@\r\n a\r\n\r\n-b\r\n\\ No newline at end of file\r\n+c\r\n"
        b"\\ No newline at end of file\r\n"
    )
    [hunk] = parse_diff(data, "p")[0].hunks
    assert (hunk.old, hunk.new) == ((b"a", b"", b"b"), (b"a", b"", b"c"))


def test_a_line_end_alone_is_no_change() -> None:
    [hunk] = parse_diff(b"--- a\n+++ b\n@@ -1,2 +1,2 @@\n-a\r\n+a\n-b\n+c\n", "p")[0].hunks
    assert hunk.changes == (Change(1, 2, 1, 2),)
    [hunk] = parse_diff(b"--- a\n+++ b\n@@ -1 +1 @@\n-a\r\n+a\n", "p")[0].hunks
    assert hunk.changes == ()


def test_a_side_without_lines() -> None:
    [one] = parse_diff(b"--- a\n+++ b\n@@ -5,0 +6,2 @@\n+a\n+b\n@@ -9 +10,0 @@\n-c\n", "p")
    assert [(h.old_start, h.new_start) for h in one.hunks] == [(5, 5), (8, 10)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "p: no unified diff"),
        (b"*** a\n--- b\n***************\n*** 1 ****\n", "p: no unified diff"),
        (b"--- a\n+++ b\n", "p:1: no hunk behind the names of a file"),
        (b"--- a\n+++ b\n@@ -1 +1 @@\n-a\n", "p:3: the diff ends within this hunk"),
        (b"--- a\n+++ b\n@@ -1,2 +1 @@\n-a\n+b\n*c\n", "p:6: within a hunk, a line that begins with none"),
        (b"--- a\n+++ b\n@@ -1,1 +1,2 @@\n-a\n-b\n+c\n+d\n", "p:3: the hunk has other numbers of lines"),
        (b"--- a\n+++ b\n@@ -1,1 +1,1 @@\n+c\n+d\n-a\n", "p:3: the hunk has other numbers of lines"),
        (b"--- a\n+++ b\n@@ one @@\n", "p:3: no head of a hunk"),
        (b"--- /dev/null\n+++ /dev/null\n@@ -0,0 +1 @@\n+a\n", "p:1: a diff of no file"),
        (b"Binary files /dev/null and /dev/null differ\n", "p:1: a diff of no file"),
        (b"--- a\n+++ b\n@@ -0,1 +1 @@\n-a\n+b\n", "p:3: lines count from 1"),
        (b"@@ -1 +1 @@\n-a\n+b\n", "p:1: a hunk without the names of its file"),
        (b"diff --git a/a b/b\nsimilarity index 90%\nrename from a\n", "p:2: a rename or copy of a file"),
        (b"diff --cc a\n@@@ -1,1 -1,1 +1,1 @@@\n", "p:2: a hunk without the names"),
    ],
)
def test_what_is_no_diff(data: bytes, told: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_diff(data, "p")
    assert str(caught.value).startswith(told)


def test_changes_with_a_common_context_make_one_hunk() -> None:
    before = [b"%d\n" % number for number in range(30)]
    for apart, hunks in ((6, 1), (7, 2)):
        after = [b"x\n" if n in (10, 11 + apart) else line for n, line in enumerate(before)]
        [one] = parse_diff(unified_diff("a", b"".join(before), b"".join(after)), "p")
        assert [len(hunk.changes) for hunk in one.hunks] == ([2] if hunks == 1 else [1, 1])


def test_an_empty_side_tells_the_line_before_it() -> None:
    assert b"\n@@ -1,1 +0,0 @@\n" in unified_diff("a", b"x\n", b"")
    assert b"\n@@ -0,0 +1,1 @@\n" in unified_diff("a", b"", b"x\n")


def test_changes_are_where_texts_differ() -> None:
    assert list(changes([b"a", b"b", b"c"], [b"a", b"x", b"y", b"c"])) == [Change(1, 2, 1, 3)]
    assert list(changes([b"a", b"a"], [b"a", b"a", b"a"])) == [Change(2, 2, 2, 3)]
    assert list(changes([b"a"], [b"a"])) == []
    assert split_lines(b"a\r\nb\n\nc") == [b"a", b"b", b"", b"c"]
    assert split_lines(b"") == []


LONG = b"".join(b"line %d\n" % number for number in range(40))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool[0])
@pytest.mark.parametrize("path", ["x/A.java", "x y/\u00e9.java", 'x/"q"\\.java'])
def test_real_tools_apply_what_is_written(tmp_path: Path, tool: tuple[str, ...], path: str) -> None:
    pairs = {
        "far apart": (LONG, LONG.replace(b"line 3\n", b"three\n").replace(b"line 30\n", b"x\ny\n")),
        "near": (LONG, LONG.replace(b"line 3\n", b"").replace(b"line 10\n", b"ten\n")),
        "ends": (LONG, b"first\n" + LONG + b"last\n"),
        "crlf": (LONG.replace(b"\n", b"\r\n"), LONG.replace(b"\n", b"\r\n").replace(b"line 7\r", b"seven\r")),
        "no newline": (LONG + b"end", LONG + b"END"),
        "newline comes": (LONG + b"end", LONG + b"end\n"),
        "odd bytes": (b"a\x0cb\xe9\x85\rc\nd\n", b"a\x0cB\xe9\x85\rc\nd\n"),
    }
    for number, (before, after) in enumerate(pairs.values()):
        folder = tmp_path / str(number)
        file = folder / path
        file.parent.mkdir(parents=True)
        file.write_bytes(before)
        applied(tool, folder, unified_diff(path, before, after))
        assert file.read_bytes() == after
    assert unified_diff(path, LONG, LONG) == b""
