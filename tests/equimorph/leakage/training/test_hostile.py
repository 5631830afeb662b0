"""Training data that somebody broke: they are reported where they stand, and the rest is read."""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import os
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.leakage.samples import Item
from equimorph.leakage.training import FORMATS, abstracted, chunks, items, read_training
from equimorph.rows.tables import BadRow, RowCount
from mutators import MutationError
from tests.equimorph.conftest import run

InChunks = Callable[..., tuple[list[Item], list[BadRow]]]


def _read(path: Path, **how: object) -> tuple[list[Item], list[str]]:
    bad, count = list[BadRow](), RowCount()
    found = list(read_training(path, failed=bad.append, count=count, **how))  # type: ignore[arg-type]
    assert (count.read, count.kept) == (len(found) + len(bad), len(found))
    return found, [str(made).removeprefix(f"{path}") for made in bad]


# CSV


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (b"x", "1 columns, where the first line names 2"),
        (b"x,y,z", "3 columns, where the first line names 2"),
        (b"x\ry,z", "a carriage return in a field without quotes"),
    ],
)
def test_a_bad_row_of_csv_is_reported_with_the_line_in_which_it_begins(
    tmp_path: Path, row: bytes, reason: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b'buggy,fixed\n"a\nb",c\n\n' + row + b"\n1,2\n")
    found, bad = _read(path)
    assert [(item.row, item.buggy, item.fixed) for item in found] == [(2, b"a\nb", b"c"), (6, b"1", b"2")]
    [line] = bad
    assert line.startswith(f":5: {reason}")


def test_csv_keeps_bytes_that_are_no_utf_8_and_nul(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b'\xef\xbb\xbfbuggy;fixed\r\n"caf\xe9 \xff";a\x00b')
    [item] = read_training(path)
    assert (item.buggy, item.fixed) == (b"caf\xe9 \xff", b"a\x00b")


def test_a_field_of_ten_megabytes_is_read_and_the_limit_of_the_process_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b'buggy,fixed\n"' + (b"x" * 999 + b"\n") * 10_000 + b'",y\na,b\n')
    before = csv.field_size_limit()
    found = list(read_training(path))
    assert [(len(item.buggy or b""), item.row) for item in found] == [(10_000_000, 2), (1, 10_003)]
    assert csv.field_size_limit() == before


def test_a_quote_that_is_never_closed_takes_no_more_than_the_longest_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_chunks: InChunks
) -> None:
    monkeypatch.setattr("equimorph.leakage.training.csv_rows.LONGEST_FIELD", 1000)
    path = tmp_path / "t.csv"
    path.write_bytes(b'buggy,fixed\na,b\n"open,' + b"x,y\n" * 400)
    whole = in_chunks(path, 1 << 30)
    assert whole[1] == [BadRow(str(path), 3, "field larger than field limit (1000)")]
    assert len(whole[0]) > 100
    for size in (1, 7, 500, 1200):
        assert in_chunks(path, size) == whole


@pytest.mark.parametrize("head", [b"", b"\n", b"id,text", b"\xff\xfeb\x00", b'"buggy'])
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_table_without_the_columns_is_one_bad_row(tmp_path: Path, head: bytes, size: int) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(head + b"\na,b\n" * 5)
    bad = list[BadRow]()
    assert [item for chunk in chunks(path, "csv", size=size) for item in items(chunk, bad.append)] == []
    assert [made.line for made in bad] == [1]
    assert bad[0].reason.startswith("no column ")


def test_csv_in_any_chunks_is_the_same(tmp_path: Path, in_chunks: InChunks) -> None:
    rng = random.Random(7)
    cells = [b"a", b"", b'"q,\n\r\n"', b'"x""y"', b'z"z', b'"\n', b"\xe9", b"\r", b'"']
    for turn in range(100):
        rows = [
            b",".join(rng.choice(cells) for _ in range(rng.choice([1, 2, 2, 2, 3])))
            for _ in range(rng.randrange(8))
        ]
        data = b"buggy,fixed" + b"".join(rng.choice([b"\n", b"\r\n", b"\n\n"]) + row for row in rows)
        path = tmp_path / "t.csv"
        path.write_bytes(data + rng.choice([b"", b"\n"]))
        whole = in_chunks(path, 1 << 30)
        for size in (1, 2, 5, 12, 25):
            assert in_chunks(path, size) == whole, turn


def test_csv_is_what_python_reads(tmp_path: Path) -> None:
    rng = random.Random(8)
    path = tmp_path / "t.csv"
    texts = ["".join(rng.choice('ab",;\n\r\t é\u2028') for _ in range(rng.randrange(12))) for _ in range(200)]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["fixed", "n", "buggy"])
        writer.writerows([text, number, text[::-1]] for number, text in enumerate(texts))
    found = [((item.buggy or b"").decode(), (item.fixed or b"").decode()) for item in read_training(path)]
    assert found == [(text[::-1], text) for text in texts]


# Parquet


def test_parquet_keeps_bytes_that_are_no_utf_8_and_reports_nulls_and_types(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    texts = pa.array([b"caf\xe9", b"", None, b"z"], pa.binary()).view(pa.string())
    table = pa.table({"buggy": texts.dictionary_encode(), "fixed": texts, "id": [1, None, 3, 4]})
    path = tmp_path / "t.parquet"
    parquet.write_table(table, path)
    found, bad = _read(path)
    assert [(item.row, item.id, item.buggy, item.fixed) for item in found] == [
        (1, "1", b"caf\xe9", b"caf\xe9"),
        (2, None, b"", b""),
        (4, "4", b"z", b"z"),
    ]
    assert bad == [":3: field 'buggy' is not a text"]
    parquet.write_table(pa.table({"buggy": [1.5], "fixed": [["x"]]}), path)
    assert _read(path) == ([], [":1: field 'buggy' is not a text"])


def test_parquet_without_the_columns_is_one_bad_row(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"text": ["x"] * 9}), path, row_group_size=2)
    [reason] = _read(path)[1]
    assert reason.startswith(":1: no column 'buggy'; there are: text; known are buggy with fixed, ")
    assert [item.fixed for item in _read(path, fields={"fixed": "text"})[0]] == [b"x"] * 9


def test_what_is_no_parquet_is_an_error_alone_and_a_bad_row_in_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "t.parquet").write_bytes(b"PAR1 no table PAR1")
    with pytest.raises(OSError, match="no Parquet file"):
        list(chunks(tmp_path / "t.parquet"))
    found, bad = _read(tmp_path)
    assert found == []
    assert [line[:32] for line in bad] == ["/t.parquet:1: damaged Parquet: P"]


# Diffs


def _diff(name: str, *hunks: str) -> str:
    return f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n" + "".join(hunks)


def test_lines_of_a_hunk_that_look_like_heads_of_files_are_lines(tmp_path: Path, in_chunks: InChunks) -> None:
    path = tmp_path / "t.diff"
    first = _diff("A.sql", "@@ -1,2 +1,2 @@\n--- one\n--- two\n+++ three\n+++ four\n")
    path.write_text(first + _diff("B.java", "@@ -1 +1 @@\n-x\n+y\n"))
    found, bad = in_chunks(path, 1)
    assert bad == []
    assert [(item.row, item.buggy, item.fixed) for item in found] == [
        (4, b"-- one\n-- two", b"++ three\n++ four"),
        (12, b"x", b"y"),
    ]


def test_a_damaged_diff_of_one_file_is_a_bad_row_and_the_others_are_read(
    tmp_path: Path, in_chunks: InChunks
) -> None:
    path = tmp_path / "t.patch"
    broken = _diff("B.java", "@@ -1,9 +1,9 @@\n-x\n+y\n")
    good = _diff("A.java", "@@ -1 +1 @@\n-a\n+b\n")
    path.write_text("commit 1\n\n    words\n\n" + good + broken + good + _diff("C.java"))
    whole = in_chunks(path, 1 << 30)
    assert [item.row for item in whole[0]] == [8, 20]
    assert [(made.line, made.reason) for made in whole[1]] == [
        (14, "the diff ends within this hunk"),
        (24, "no hunk behind the names of a file"),
    ]
    for size in (1, 30, 100, 150):
        assert in_chunks(path, size) == whole


def test_what_changes_no_line_is_no_row_and_what_is_no_diff_is_a_bad_one(tmp_path: Path) -> None:
    (tmp_path / "a.diff").write_text("diff --git a/A b/A\nold mode 100644\nnew mode 100755\n")
    (tmp_path / "b.diff").write_text(
        "diff --git a/A b/B\nsimilarity index 100%\nrename from A\nrename to B\n"
    )
    (tmp_path / "c.diff").write_text("Binary files a/x.png and b/x.png differ\n")
    (tmp_path / "d.diff").write_text("\n \n")
    (tmp_path / "e.diff").write_bytes(b"")
    (tmp_path / "f.diff.gz").write_bytes(gzip.compress(b"words\n"))
    (tmp_path / "g.diff").write_bytes(_diff("A", "@@ -1 +1 @@\n-a\n+a\r\n").encode())
    (tmp_path / "h.diff").write_bytes(b"\x00\xff\n" * 9)
    found, bad = _read(tmp_path)
    assert found == []
    assert bad == [
        "/c.diff:1: no unified diff",
        "/f.diff.gz:1: no unified diff",
        "/h.diff:1: no unified diff",
    ]


def test_random_diffs_in_any_chunks_are_the_same(tmp_path: Path, in_chunks: InChunks) -> None:
    rng = random.Random(9)
    lines = [
        "diff --git a/A b/A",
        "--- a/A",
        "+++ b/A",
        "@@ -1 +1 @@",
        "@@ -1,2 +1,2 @@",
        "-x",
        "+y",
        " z",
        "",
        "words",
        "\\ No newline",
    ]
    path = tmp_path / "t.diff"
    for turn in range(300):
        text = "".join(rng.choice(lines) + rng.choice(["\n", "\n", "\r\n"]) for _ in range(rng.randrange(30)))
        path.write_text(text, newline="")
        whole = in_chunks(path, 1 << 30)
        for size in (1, 9, 20, 60):
            assert in_chunks(path, size) == whole, turn


def test_the_diffs_of_git_log_are_items_of_all_hunks(tmp_path: Path, in_chunks: InChunks) -> None:
    def git(*words: str) -> bytes:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        return subprocess.run(
            ["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True
        ).stdout

    git("init", "-q")
    rng = random.Random(10)
    texts = [f"int f{n}() {{ return {n}; }}" for n in range(60)]
    for commit in range(6):
        for at in rng.sample(range(60), 4):
            texts[at] = f"-- int g{commit}_{at}();"
        (tmp_path / "A.java").write_text("\n".join(texts))
        git("add", ".")
        git("commit", "-q", "-m", f"commit {commit}\n\n--- a\n+++ b\n@@ -1 +1 @@")
    path = tmp_path / "log.diff"
    path.write_bytes(git("log", "-p", "--no-ext-diff"))
    whole = in_chunks(path, 1 << 30)
    assert whole[1] == []
    heads = [n for n, line in enumerate(path.read_bytes().split(b"\n"), 1) if line.startswith(b"@@ ")]
    assert [item.row for item in whole[0]] == heads
    for size in (1, 500, 3000):
        assert in_chunks(path, size) == whole


def test_damaged_xz_is_a_bad_row(tmp_path: Path) -> None:
    data = lzma.compress(_diff("A", "@@ -1 +1 @@\n-a\n+b\n").encode())
    (tmp_path / "a.diff.xz").write_bytes(data[:-20])
    (tmp_path / "b.diff.xz").write_bytes(data)
    found, bad = _read(tmp_path)
    assert [item.file for item in found][-1] == "b.diff.xz"
    assert [line.split(":")[0] for line in bad] == ["/a.diff.xz"]
    assert "damaged xz data" in bad[0]


# Rows of RewardRepair and SequenceR


def test_rows_of_rewardrepair_that_fit_no_head_are_bad_and_a_tab_before_the_context_is_read(
    tmp_path: Path, in_chunks: InChunks
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(
        b"bugid \t buggy \t patch \n1\tbuggy: x;\t context: {x;}\ty;\n2\tx; context: y\tz\n3\tbuggy: x\ty\n"
        b'4\tbuggy: context: {} context: y\t\r\n5\tbuggy: a\n\n6\tbuggy: \xe9 context:\t"open\n'
    )
    whole = in_chunks(path, 1 << 30)
    assert [(item.row, item.id, item.buggy, item.fixed) for item in whole[0]] == [
        (2, "1", b" x;  ", b"y;"),
        (5, "4", b" ", b""),
        (8, "6", b" \xe9 ", b'"open'),
    ]
    assert [(made.line, made.reason) for made in whole[1]] == [
        (3, "column 'buggy' has no 'buggy: ... context: ...'"),
        (4, "column 'buggy' has no 'buggy: ... context: ...'"),
        (6, "2 columns, where the first line names 3"),
    ]
    for size in (1, 20, 50):
        assert in_chunks(path, size) == whole


@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_file_without_the_head_of_rewardrepair_is_one_bad_row(tmp_path: Path, size: int) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"a\tb\n1\t2\n" * 3)
    bad = list[BadRow]()
    assert [i for c in chunks(path, "rewardrepair", size=size) for i in items(c, bad.append)] == []
    assert [(made.line, made.reason) for made in bad] == [
        (1, "the first line names no columns buggy and patch, but a, b")
    ]


def test_a_source_without_marks_is_read_unless_what_they_mark_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "src-a.txt").write_text("int i ;\n<END_BUG> <START_BUG> x\n")
    (tmp_path / "tgt-a.txt").write_text("int j ;\ny\n")
    assert [item.buggy for item in read_training(tmp_path)] == [b"int i ;", b"  x"]
    found, bad = _read(tmp_path, fields={"buggy": "bug"})
    assert found == []
    assert [line.split(": ")[1] for line in bad] == ["no <START_BUG> with an <END_BUG> behind it"] * 2


# Folders


def test_java_files_that_are_none_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_bytes(b"\xef\xbb\xbfclass A {}")
    (tmp_path / "B.java").mkdir()
    (tmp_path / "B.java" / "C.java").write_bytes(b'String s = "\xe9\x00 /*')
    (tmp_path / "D.java").write_bytes("class D {}".encode("utf-16"))
    (tmp_path / "E.java").symlink_to("E.java")
    os.mkfifo(tmp_path / "F.java")
    (tmp_path / "G.java").write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)
    found, bad = _read(tmp_path)
    assert [(item.file, item.fixed) for item in found] == [
        ("A.java", b"class A {}"),
        ("G.java", b""),
        ("B.java/C.java", b'String s = "\xe9\x00 /*'),
    ]
    assert bad == [
        "/D.java:1: UTF-16 or UTF-32, and not UTF-8",
        "/E.java:1: Too many levels of symbolic links",
        "/F.java:1: not a file",
    ]


def test_a_java_file_of_a_name_that_is_no_utf_8_goes_through_json(
    tmp_path: Path, in_chunks: InChunks
) -> None:
    name = os.fsdecode(b"\xe9\n.java")
    (tmp_path / name).write_text("class A {}")
    [item], bad = in_chunks(tmp_path, 1)
    assert (item.file, bad) == (name, [])


def test_what_cannot_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("A.java", "B.java"):
        (tmp_path / name).write_text("class A {}")
    real = Path.open

    def denied(self: Path, *how: object, **more: object) -> object:
        if self.name == "A.java":
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, *how, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", denied)
    found, bad = _read(tmp_path)
    assert [item.file for item in found] == ["B.java"]
    assert bad == ["/A.java:1: Permission denied"]


def test_a_folder_that_cannot_be_listed_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "A.java").write_text("class A {}")
    real = os.scandir

    def denied(path: str | Path) -> object:
        if Path(path).name == "a":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", denied)
    found, bad = _read(tmp_path)
    assert [item.file for item in found] == ["b/A.java"]
    assert bad == ["/a:1: Permission denied"]


def test_large_files_side_by_side_share_no_chunk_and_small_ones_do(tmp_path: Path) -> None:
    for number, size in enumerate((10, 20, 5000, 30, 40, 50)):
        (tmp_path / f"{number}.java").write_text("x" * size)
    found = [chunk.files for chunk in chunks(tmp_path, size=100)]
    assert found == [("0.java", "1.java"), ("2.java",), ("3.java", "4.java"), ("5.java",)]


def test_the_hash_of_a_chunk_of_files_is_of_names_and_contents(tmp_path: Path) -> None:
    def known() -> str:
        [chunk] = chunks(tmp_path)
        return chunk.sha256

    (tmp_path / "A.java").write_text("ab")
    (tmp_path / "B.java").write_text("c")
    first = known()
    (tmp_path / "A.java").write_text("a")
    (tmp_path / "B.java").write_text("bc")
    second = known()
    (tmp_path / "A.java").rename(tmp_path / "AB.java")
    assert len({first, second, known()}) == 3


@pytest.mark.parametrize(
    ("format", "heads", "row"),
    [
        ("csv", ("buggy,fixed", "fixed,buggy"), "a,b\n"),
        ("rewardrepair", ("buggy\tpatch", "patch\tbuggy"), "buggy: a context: \tbuggy: b context: \n"),
    ],
)
def test_the_hash_of_a_chunk_of_a_table_is_of_its_head_too(
    tmp_path: Path, format: str, heads: tuple[str, str], row: str
) -> None:
    known = []
    for head in heads:
        path = tmp_path / "t.csv"
        path.write_text(f"{head}\n{row * 3}")
        *_, last = chunks(path, format, size=1)
        assert len(list(items(last))) == 1
        known.append(last.sha256)
    assert known[0] != known[1]


# Guessing and refusing


class _Trap:
    """A pickle of it would write a file when it is read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.mkdir, (str(self._path),)


@pytest.mark.parametrize("format", [None, "recoder"])
@pytest.mark.parametrize("inside", [False, True])
def test_a_pickle_is_refused_with_the_reason_and_not_read(
    tmp_path: Path, format: str | None, inside: bool
) -> None:
    trap, path = tmp_path / "trap", tmp_path / "data" / "traindata.pkl"
    path.parent.mkdir()
    path.write_bytes(pickle.dumps(_Trap(trap)))
    with pytest.raises(MutationError, match="executes code"):
        list(read_training(path.parent if inside else path, format=format))
    assert not trap.exists()


def test_what_looks_like_nothing_is_an_error_that_lists_the_formats(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# notes\n")
    for path in (tmp_path, tmp_path / "notes.md"):
        with pytest.raises(MutationError) as caught:
            chunks(path)
        assert all(f"  {name}: " in str(caught.value) for name in FORMATS)


def test_what_looks_like_two_formats_is_an_error_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A {}")
    (tmp_path / "fix.patch").write_text("")
    with pytest.raises(MutationError, match="looks like diff and java; name the format"):
        chunks(tmp_path)
    assert [item.file for item in read_training(tmp_path, format="java")] == ["A.java"]


def test_a_format_that_is_not_known_is_an_error_that_lists_them(tmp_path: Path) -> None:
    with pytest.raises(MutationError, match="no format 'xml' of training data; there are: coconut, "):
        chunks(tmp_path, "xml")


def test_rows_of_json_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    path = tmp_path / "stdin"
    path.write_bytes(b'\xef\xbb\xbf\n{"buggy": "a", "fixed": "b"}\n')
    assert [item.row for item in read_training(path)] == [2]
    path.write_bytes(b'{"code": "a"}\n')
    assert [(item.buggy, item.fixed) for item in read_training(path)] == [(None, b"a")]


@pytest.mark.parametrize("name", ["jsonl", "csv", "diff", "codesearchnet", "java"])
def test_an_empty_file_has_no_items(tmp_path: Path, name: str) -> None:
    path = tmp_path / "empty"
    path.write_bytes(b"")
    bad = list[BadRow]()
    found = list(read_training(path, format=name, failed=bad.append))
    assert [item.fixed for item in found] == ([b""] if name == "java" else [])
    assert len(bad) == (name == "csv")


def test_a_pipe_as_data_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipes = {"bugs2fix": "t.buggy", "coconut": "rem.txt", "sequencer": "src-a.txt"}
    for name in sorted(set(FORMATS) - {"methods"}):
        path = tmp_path / pipes.get(name, f"{name}.pipe")
        os.mkfifo(path)
        found: list[BaseException | None] = [None]

        def read(name: str = name, path: Path = path, found: list[BaseException | None] = found) -> None:
            try:
                list(read_training(path, format=name))
            except (OSError, MutationError) as error:
                found[0] = error

        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        thread.join(10)
        assert not thread.is_alive(), name
        assert "not a file" in str(found[0]), name


def test_fields_are_of_formats_with_columns(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"code": "a", "docstring": "b"}\n')
    assert [item.fixed for item in read_training(path, fields={"fixed": "docstring"})] == [b"b"]
    path = tmp_path / "t.csv"
    path.write_text("buggy\tpatch\nx\ty\n")
    found = list(read_training(path, fields={"buggy": "buggy", "fixed": "patch"}))
    assert [(item.buggy, item.fixed) for item in found] == [(b"x", b"y")]


def test_a_file_without_its_twin_does_not_hide_one_that_has_it(tmp_path: Path) -> None:
    for name in ("a/rem.txt", "b/rem.txt", "b/add.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x\n")
    found, bad = _read(tmp_path)
    assert [item.file for item in found] == ["b/rem.txt"]
    assert [line.split(":")[0] for line in bad] == ["/a/rem.txt"]


@pytest.mark.parametrize("name", ["T.JSONL", "T.Jsonl.GZ", "T.ndjson.XZ"])
def test_the_case_of_suffixes_does_not_matter(tmp_path: Path, name: str) -> None:
    pack = {"L": bytes, "Z": gzip.compress}[name[-1]] if "X" not in name else lzma.compress
    (tmp_path / name).write_bytes(pack(b'{"buggy": "a", "fixed": "b"}\n'))
    assert [item.fixed for item in read_training(tmp_path)] == [b"b"]


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv", "t.diff", "t.buggy"])
def test_a_file_that_has_become_shorter_is_a_bad_row_and_no_end(tmp_path: Path, name: str) -> None:
    head = {"t.csv": "buggy,fixed\n"}.get(name, "")
    row = {"t.jsonl": '{"buggy": "a", "fixed": "b"}\n', "t.csv": "a,b\n", "t.buggy": "a\n"}.get(
        name, _diff("A", "@@ -1 +1 @@\n-a\n+b\n")
    )
    path = tmp_path / name
    path.write_text(head + row * 4)
    (tmp_path / "t.fixed").write_text("b\n" * 4)
    found = list(chunks(path, size=2 * len(row)))
    path.write_text(head + row)
    bad, rows = list[BadRow](), list[Item]()
    for chunk in found:
        rows += items(chunk, bad.append)
    assert len(bad) == sum(chunk.ends[0] > path.stat().st_size for chunk in found)
    assert all("shorter than when it was cut" in made.reason for made in bad)
    assert len(rows) <= 1


@pytest.mark.parametrize("name", sorted(set(FORMATS)))
def test_a_folder_without_a_file_of_the_format_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "README.md").write_text("words")
    with pytest.raises(MutationError, match=f"no file of the format {name}"):
        list(chunks(tmp_path, name))


def test_a_list_in_json_of_no_objects_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('\n["a", "b"]')
    with pytest.raises(MutationError, match="a list in JSON, but not of objects"):
        chunks(tmp_path / "t.json")


@pytest.mark.parametrize(
    ("format", "name"), [("bugs2fix", "t.fixed"), ("coconut", "add.txt"), ("sequencer", "tgt-a.txt")]
)
def test_the_second_of_two_files_is_not_taken_for_the_first(tmp_path: Path, format: str, name: str) -> None:
    for one in (name, "t.buggy", "rem.txt", "src-a.txt"):
        (tmp_path / one).write_text("x\n")
    with pytest.raises(MutationError, match="not the first of files side by side"):
        list(chunks(tmp_path / name, format))


def test_a_column_that_a_table_has_twice_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("buggy,fixed,buggy\na,b,c\n")
    assert _read(path) == ([], [":1: column 'buggy' is there twice"])
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table([["a"], ["b"], ["c"]], names=["buggy", "fixed", "buggy"]), path)
    assert _read(path) == ([], [":1: column 'buggy' is there twice"])


def test_odd_diffs_are_read_or_reported(tmp_path: Path) -> None:
    names = "--- a/A\n+++ b/A\n"
    texts = {
        "binary": "diff --git a/x b/x\nGIT binary patch\nliteral 5\nMc$@(i000\n\n"
        + _diff("A", "@@ -0,0 +1 @@\n+b\n"),
        "crlf": f"{names}@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n".replace("\n", "\r\n"),
        "merge": f"diff --cc A\n{names}@@@ -1 -1 +1 @@@\n- a\n -b\n++c\n"
        + _diff("B", "@@ -1 +1 @@\n-a\n+b\n"),
        "svn": f"Index: A\n====\n{names}@@ -1 +1,0 @@\n-a\n\nIndex: B\n====\n{names}@@ -1 +1 @@\n-a\n+b\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.diff").write_text(text, newline="")
    found, bad = _read(tmp_path)
    assert [(item.file, item.row, item.buggy, item.fixed) for item in found] == [
        ("binary.diff", 9, b"", b"b"),
        ("crlf.diff", 3, b"a", b"b"),
        ("merge.diff", 11, b"a", b"b"),
        ("svn.diff", 5, b"a", b""),
        ("svn.diff", 12, b"a", b"b"),
    ]
    assert bad == ["/merge.diff:4: no head of a hunk, @@ -LINE,COUNT +LINE,COUNT @@"]


# Abstracted data


def test_data_with_numbered_names_are_abstracted_and_constants_are_not() -> None:
    abstract = Item(
        "f", 1, None, b"public void METHOD_1 ( TYPE_1 VAR_1 ) { }", b"public void METHOD_1 ( ) { }"
    )
    raw = Item("f", 2, None, b"int TYPE_1 = 1; MY_METHOD_2(); VAR_3x = $VAR_4; TYPE_1++;", None)
    empty = Item("f", 3, None, b"", None)
    assert abstracted([abstract, abstract, raw, empty])
    assert not abstracted([abstract, raw])
    assert not abstracted([empty])
    assert not abstracted([])


# Memory


@pytest.mark.parametrize("name", ["t.diff", "t.jsonl", "t.csv"])
def test_memory_stays_flat(tmp_path: Path, name: str) -> None:
    def peak(rows: int) -> int:
        path = tmp_path / f"{rows}.{name}"
        line = "int f() { return 1; } " * 40
        with path.open("w") as stream:
            if name == "t.csv":
                stream.write("buggy,fixed\n")
            for _ in range(rows):
                if name == "t.diff":
                    stream.write(_diff("A.java", f"@@ -1 +1 @@\n-{line}\n+{line}x\n"))
                elif name == "t.csv":
                    stream.write(f"{line},{line}\n")
                else:
                    stream.write(json.dumps({"buggy": line, "fixed": line}) + "\n")
        script = (
            "import sys, resource\n"
            "from equimorph.leakage.training import read_training\n"
            "assert sum(1 for _ in read_training(sys.argv[1])) == int(sys.argv[2])\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(path), str(rows)], check=True, capture_output=True, text=True
        )
        return int(done.stdout)

    assert peak(10_000) < peak(100) + 8_000  # KiB; the large file has 17 MB, the small one 0.2


def test_rows_that_are_no_pairs_are_bad_and_the_others_are_read(tmp_path: Path) -> None:
    place = tmp_path / "pairs.jsonl"
    rows = [
        {"anchor": "f()", "positives": None, "negatives": [{"text": "g()"}, {"text": 3}, {}]},
        {"anchor": "f()", "positives": "f()", "negatives": []},
        {"anchor": "f()", "positives": []},
        {"anchor": None, "positives": ["h()"], "negatives": []},
    ]
    place.write_text("".join(json.dumps(row) + "\n" for row in rows) + "[\n")
    found, bad = _read(place)
    assert [(item.row, item.fixed, item.buggy) for item in found] == [
        (1, b"f()", None),
        (1, b"g()", None),
        (4, b"h()", None),
    ]
    assert [reason[:2] for reason in bad] == [":2", ":3", ":5"]


def test_pairs_in_parquet_have_the_items_of_those_in_json(tmp_path: Path, in_chunks: InChunks) -> None:
    pytest.importorskip("pyarrow")
    source = tmp_path / "Most.java"
    source.write_text("class Most { int a(int m) { return m < 3 ? m : 3; } int b(int n) { return n + n; } }")
    found = list[object]()
    for name in ("pairs.jsonl", "pairs.parquet"):
        place = tmp_path / name
        assert run("pairs", source, "--out", place).exit_code == 0
        texts, bad = in_chunks(place, 1)
        assert (bad, {text.row for text in texts}) == ([], {1, 2})
        found.append([(text.row, text.id, text.buggy, text.fixed) for text in texts])
    assert found[0] == found[1]
