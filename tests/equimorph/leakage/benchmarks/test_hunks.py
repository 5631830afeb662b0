"""Hunks, against what git itself says."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from equimorph.leakage.benchmarks.hunks import diff_hunks, java_diffs, text_hunks

LINES = st.lists(st.sampled_from(["int a;", "int b;", "}", "", "  f();", "// é"]), max_size=12)


def by_git(old: bytes, new: bytes, context: int) -> bytes:
    """What git says of two files called A.java."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("a", old), ("b", new)):
            Path(folder, name).mkdir()
            Path(folder, name, "A.java").write_bytes(data)
        options = ["--no-index", "--no-ext-diff", "--no-color", f"-U{context}", "--inter-hunk-context=0"]
        done = subprocess.run(
            ["git", "diff", *options, "a/A.java", "b/A.java"], cwd=folder, capture_output=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr
        return done.stdout


def blocks(diff: bytes) -> list[tuple[bytes, bytes]]:
    """The minus and plus lines of each hunk of a diff without context, by hand."""
    found = list[tuple[list[bytes], list[bytes]]]()
    for line in diff.split(b"\n"):
        if line.startswith(b"@@"):
            found.append(([], []))
        elif found and line[:1] in (b"-", b"+"):
            found[-1][line[:1] == b"+"].append(line[1:])
    return [(b"\n".join(old), b"\n".join(new)) for old, new in found]


@given(LINES, LINES, st.integers(0, 4))
def test_each_change_is_a_hunk_of_its_own_however_much_stands_around_it(
    old: list[str], new: list[str], context: int
) -> None:
    before, after = ("".join(f"{line}\n" for line in lines).encode() for lines in (old, new))
    wanted = blocks(by_git(before, after, 0))
    assert list(text_hunks(before, after)) == wanted
    if wanted:
        [diff] = java_diffs(by_git(before, after, context), "a.patch")
        assert list(diff_hunks(diff)) == wanted


def test_a_change_that_only_inserts_or_deletes_has_one_empty_side() -> None:
    assert list(text_hunks(b"a\nc\n", b"a\nb\nc\n")) == [(b"", b"b")]
    assert list(text_hunks(b"a\nb\nc\n", b"a\nc\n")) == [(b"b", b"")]
    assert list(text_hunks(b"a\n", b"")) == [(b"a", b"")]


def test_the_end_of_a_line_is_no_change_and_no_part_of_a_side() -> None:
    assert list(text_hunks(b"a\r\nb\r\n", b"a\nc\n")) == [(b"b", b"c")]
    patch = b"--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-b\n\\ No newline at end of file\n+c\r\n"
    [diff] = java_diffs(patch, "a.patch")
    assert list(diff_hunks(diff)) == [(b"b", b"c")]


def test_only_java_files_are_compared_and_a_name_may_be_quoted_by_git() -> None:
    patch = b"".join(
        b"--- %b\n+++ %b\n@@ -1 +1 @@\n-%b\n+%b\n" % (name, name, old, new)
        for name, old, new in (
            (b"a/build.xml", b"1", b"2"),
            (b'"a/odd \\303\\244 \\"name\\".java"', b"3", b"4"),
            (b'"a/line\\nend.java"', b"5", b"6"),
            (b"a/with blank.java\t2020-01-01", b"7", b"8"),
            (b"a/A.java.orig", b"9", b"10"),
        )
    )
    hunks = [pair for diff in java_diffs(patch, "a.patch") for pair in diff_hunks(diff)]
    assert hunks == [(b"3", b"4"), (b"5", b"6"), (b"7", b"8")]
