"""Each format: a sample that is rebuilt from what its publishers wrote, a plant found in it, the same items in any chunks.

Texts here are our own; layouts, names of files and columns, marks and separators are those of the published data.
"""

from __future__ import annotations

import gzip
import json
import lzma
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.leakage.samples import Item
from equimorph.leakage.training import FORMATS, chunks, read_training
from equimorph.rows.tables import BadRow
from mutators import MutationError

BUGGY, FIXED = "int half(int n) { return n >> 2; }", "int half(int n) { return n >> 1; }"
OTHER = "boolean even(int n) { return n % 2 == 0; }"

Write = Callable[[Path], tuple[Path, Item]]
"""Writes data into a folder; returns what to read, and the item that is planted in it."""


def _jsonl(folder: Path) -> tuple[Path, Item]:
    path = folder / "train.jsonl"
    rows: list[Mapping[str, Any]] = [
        {"buggy": OTHER, "fixed": ""},
        {"id": "p", "buggy": BUGGY, "fixed": FIXED},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path, Item(str(path), 2, "p", BUGGY.encode(), FIXED.encode())


def _parquet(folder: Path) -> tuple[Path, Item]:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = folder / "train.parquet"
    rows = [{"id": n, "buggy": OTHER * n, "fixed": OTHER, "more": 1.5} for n in range(50)]
    rows[33] |= {"buggy": BUGGY, "fixed": FIXED}
    parquet.write_table(pa.Table.from_pylist(rows), path, row_group_size=7)
    return path, Item(str(path), 34, "33", BUGGY.encode(), FIXED.encode())


def _csv(folder: Path) -> tuple[Path, Item]:
    path = folder / "train.csv"
    lines = ["id,fixed,buggy", 'a,"x = ""1,2"";\r\n  y();",z', f"p,{FIXED},{BUGGY}", ""]
    path.write_bytes("\r\n".join(lines).encode())
    return path, Item(str(path), 4, "p", BUGGY.encode(), FIXED.encode())


def _bugs2fix(folder: Path) -> tuple[Path, Item]:
    (folder / "train.buggy-fixed.buggy").write_text(f"{OTHER} \n{BUGGY} \n")
    (folder / "train.buggy-fixed.fixed").write_text(f"{OTHER} \n{FIXED} \n")
    return folder, Item("train.buggy-fixed.buggy", 2, None, f"{BUGGY} ".encode(), f"{FIXED} ".encode())


def _coconut(folder: Path) -> tuple[Path, Item]:
    place = folder / "java2006"
    place.mkdir()
    (place / "rem.txt").write_text(f"{OTHER}\n{BUGGY}\n")
    (place / "add.txt").write_text(f"\n{FIXED}\nreturn 0;")
    (place / "context.txt").write_text(f"class A {{ {OTHER} }}\nclass B {{ {BUGGY} }}\nvoid f() {{}}")
    (place / "meta.txt").write_text("commit a\ncommit b\ncommit c")
    return folder, Item("java2006/rem.txt", 2, "commit b", BUGGY.encode(), FIXED.encode())


def _sequencer(folder: Path) -> tuple[Path, Item]:
    (folder / "src-train.txt").write_text(
        "class A { <START_BUG> int i = 0 ; <END_BUG> }\n"
        'class B { String s ( ) { <START_BUG> return "a<seq2seq4repair_space>b" ; <END_BUG> } }\n'
    )
    (folder / "tgt-train.txt").write_text('<DELETE>\nreturn "c<seq2seq4repair_space>d" ;\n')
    buggy = b'class B { String s ( ) {  return "a b" ;  } }'
    return folder, Item("src-train.txt", 2, None, buggy, b'return "c d" ;')


def _rewardrepair(folder: Path) -> tuple[Path, Item]:
    path = folder / "pretrain.csv"
    path.write_bytes(
        b'bugid\tbug\tbuggy\tpatch\tlineNo\taction\r\n7\tshop_1\tbuggy:  say("hi");  context: void f() { say("hi"); }'
        b'\tsay("ho");\t3\treplace\r\n'
        + f"8\tshop_2\tbuggy:  {BUGGY}  context:  class A {{ {BUGGY} }}\t{FIXED}\t4\treplace\r\n".encode()
    )
    return path, Item(str(path), 3, "shop_2", f"  {BUGGY}  ".encode(), FIXED.encode())


def _codesearchnet(folder: Path) -> tuple[Path, Item]:
    place = folder / "java" / "final" / "jsonl" / "train"
    place.mkdir(parents=True)
    for number, code in enumerate((OTHER, FIXED)):
        row = {
            "repo": "o/r",
            "original_string": f"/** Doc. */ {code}",
            "code": code,
            "docstring": "Doc.",
            "url": "u",
        }
        name = f"java_train_{number}.jsonl.gz"
        (place / name).write_bytes(gzip.compress(json.dumps(row).encode()))
    return folder, Item("java/final/jsonl/train/java_train_1.jsonl.gz", 1, "u", None, FIXED.encode())


def _pairs(folder: Path) -> tuple[Path, Item]:
    rows: list[Mapping[str, Any]] = [
        {"id": "a", "status": "skipped", "anchor": "", "positives": [], "negatives": []},
        {"id": "b", "anchor": OTHER, "positives": [{"text": FIXED}], "negatives": [{"text": f"{OTHER};"}]},
    ]
    (folder / "samples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "train-00000-of-00001.parquet").write_bytes(b"of `pairs --as`")
    return folder, Item("samples.jsonl", 2, "b", None, FIXED.encode())


def _methods(folder: Path) -> tuple[Path, Item]:
    for side, texts in (("buggy_methods", (OTHER, BUGGY)), ("fix_methods", (OTHER, FIXED))):
        (folder / side).mkdir()
        for name, text in zip(("a_1", "b_2"), texts, strict=True):
            (folder / side / f"{name}.txt").write_text(text)
    return folder, Item("buggy_methods/b_2.txt", 1, "b_2", BUGGY.encode(), FIXED.encode())


def _diff(folder: Path) -> tuple[Path, Item]:
    for number in range(3):
        (folder / f"{number + 1}").mkdir()
        text = (
            "diff --git a/x/Calc.java b/x/Calc.java\nindex 1..2 100644\n--- a/x/Calc.java\n+++ b/x/Calc.java\n"
            f"@@ -1,3 +1,3 @@\n class Calc {{\n-    {BUGGY if number else OTHER}\n+    {FIXED}\n }}\n"
        )
        name, packed = f"c{number}.diff", lzma.compress(text.encode())
        (folder / f"{number + 1}" / f"{name}.xz").write_bytes(packed)
    buggy, fixed = f"    {BUGGY}".encode(), f"    {FIXED}".encode()
    return folder, Item("2/c1.diff.xz", 5, "b/x/Calc.java", buggy, fixed)


def _java(folder: Path) -> tuple[Path, Item]:
    for name in ("a/A.java", "a/b/B.java", "C.java"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"class X {{ {OTHER} }}" if name != "a/b/B.java" else f"class B {{ {FIXED} }}")
    return folder, Item("a/b/B.java", 1, None, None, f"class B {{ {FIXED} }}".encode())


def _python(folder: Path) -> tuple[Path, Item]:
    (folder / "a").mkdir()
    for name in ("a/one.py", "two.py"):
        (folder / name).write_text(f"# {name}\n{FIXED if name == 'two.py' else OTHER}\n")
    return folder, Item("two.py", 1, None, None, f"# two.py\n{FIXED}\n".encode())


SAMPLES: dict[str, Write] = {
    "jsonl": _jsonl,
    "parquet": _parquet,
    "csv": _csv,
    "bugs2fix": _bugs2fix,
    "coconut": _coconut,
    "sequencer": _sequencer,
    "rewardrepair": _rewardrepair,
    "codesearchnet": _codesearchnet,
    "pairs": _pairs,
    "methods": _methods,
    "diff": _diff,
    "java": _java,
    "python": _python,
}


def test_there_is_a_sample_of_each_format() -> None:
    assert set(SAMPLES) == set(FORMATS)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_format_is_guessed_and_the_plant_is_an_item(tmp_path: Path, name: str) -> None:
    path, plant = SAMPLES[name](tmp_path)
    found = list(read_training(path))
    assert found.count(plant) == 1
    assert found == list(read_training(path, format=name))


@pytest.mark.parametrize("name", ["jsonl", "csv", "codesearchnet"])
def test_rows_in_zstandard_are_the_rows(tmp_path: Path, name: str) -> None:
    pack = pytest.importorskip("zstandard").compress
    path, _ = SAMPLES[name](tmp_path)
    files = [path] if path.is_file() else [file for file in sorted(path.rglob("*")) if file.is_file()]
    plain = [(item.buggy, item.fixed) for item in read_training(path)]
    for file in files:
        unpacked = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        file.with_name(file.name.removesuffix(".gz") + ".zst").write_bytes(pack(unpacked))
        file.unlink()
    place = path if path.is_dir() else next(path.parent.glob("*.zst"))
    assert [(item.buggy, item.fixed) for item in read_training(place)] == plain


@pytest.mark.parametrize(("language", "name"), [("java", "A.java"), ("python", "b.py")])
def test_of_java_and_python_in_a_folder_the_language_of_the_benchmark_counts(
    tmp_path: Path, language: str, name: str
) -> None:
    (tmp_path / "A.java").write_text("class A { }")
    (tmp_path / "b.py").write_text("b = 1\n")
    (chunk,) = chunks(tmp_path, language=language)
    assert chunk.files == (name,)


@pytest.mark.parametrize("name", SAMPLES)
def test_chunks_of_any_size_have_the_same_items(
    tmp_path: Path, name: str, in_chunks: Callable[..., tuple[list[Item], list[BadRow]]]
) -> None:
    path, plant = SAMPLES[name](tmp_path)
    whole = in_chunks(path, 1 << 30)
    assert plant in whole[0]
    assert whole[1] == []
    for size in (1, 30, 100, 200, 1000):
        assert in_chunks(path, size) == whole


@pytest.mark.parametrize("name", SAMPLES)
def test_another_format_does_not_read_it_silently(tmp_path: Path, name: str) -> None:
    path, plant = SAMPLES[name](tmp_path)
    alike = {"jsonl", "codesearchnet"}  # the columns tell them apart
    for other in set(FORMATS) - ({name, *alike} if name in alike else {name}):
        bad = list[BadRow]()
        try:
            found = list(read_training(path, format=other, failed=bad.append))
        except (MutationError, OSError):
            continue
        assert bad or plant not in found


@pytest.mark.parametrize(
    ("name", "fields", "sides"),
    [
        (
            "coconut",
            {"buggy": "context", "fixed": "add"},
            (f"class B {{ {BUGGY} }}".encode(), FIXED.encode()),
        ),
        ("coconut", {"fixed": "add"}, (None, FIXED.encode())),
        ("sequencer", {"buggy": "bug", "fixed": "tgt"}, (b' return "a b" ; ', b'return "c d" ;')),
        ("rewardrepair", {"buggy": "context"}, (f"  class A {{ {BUGGY} }}".encode(), None)),
        ("methods", {"fixed": "fix_methods"}, (None, FIXED.encode())),
        (
            "diff",
            {"buggy": "old", "fixed": "new"},
            (f"class Calc {{\n    {BUGGY}\n}}".encode(), f"class Calc {{\n    {FIXED}\n}}".encode()),
        ),
    ],
)
def test_fields_name_other_columns(
    tmp_path: Path, name: str, fields: dict[str, str], sides: tuple[bytes | None, bytes | None]
) -> None:
    path, _ = SAMPLES[name](tmp_path)
    assert sides in [(item.buggy, item.fixed) for item in read_training(path, fields=fields)]


@pytest.mark.parametrize("name", ["java", "bugs2fix"])
def test_formats_without_columns_refuse_fields(tmp_path: Path, name: str) -> None:
    path, _ = SAMPLES[name](tmp_path)
    with pytest.raises(MutationError, match=f"{name} has no columns"):
        list(read_training(path, fields={"fixed": "x"}))


@pytest.mark.parametrize("name", ["bugs2fix", "coconut", "sequencer"])
def test_one_of_two_files_side_by_side_can_be_given(tmp_path: Path, name: str) -> None:
    path, plant = SAMPLES[name](tmp_path)
    [found] = [item for item in read_training(path / plant.file) if item.row == plant.row]
    assert found == Item(str(path / plant.file), plant.row, plant.id, plant.buggy, plant.fixed)


def test_a_deleted_line_of_sequencer_is_an_empty_side(tmp_path: Path) -> None:
    path, _ = _sequencer(tmp_path)
    assert next(item.fixed for item in read_training(path)) == b""


def test_lines_side_by_side_in_any_chunks(
    tmp_path: Path, in_chunks: Callable[..., tuple[list[Item], list[BadRow]]]
) -> None:
    rng = random.Random(4)
    for turn in range(150):
        for side in ("buggy", "fixed"):
            lines = [rng.choice([b"", b"x", b"a b c", b"\xe9" * 9]) for _ in range(rng.randrange(7))]
            end = rng.choice([b"\n", b"\r\n"])
            mark = b"\xef\xbb\xbf" if rng.random() < 0.2 else b""
            (tmp_path / f"t.{side}").write_bytes(mark + end.join(lines) + rng.choice([b"", end]))
        whole = in_chunks(tmp_path, 1 << 30, "bugs2fix")
        for size in (1, 2, 3, 5, 9, 14):
            assert in_chunks(tmp_path, size, "bugs2fix") == whole, turn


def test_rows_side_by_side_are_those_of_split_lines(tmp_path: Path) -> None:
    rng = random.Random(5)
    for _ in range(100):
        rows = [(rng.choice(["", "a", "bb"]), rng.choice(["", "c"])) for _ in range(rng.randrange(1, 6))]
        joined = rng.random() < 0.5  # as programs write that join lines, the last one without an end
        for at, side in enumerate(("buggy", "fixed")):
            text = "\n".join(row[at] for row in rows) + ("" if joined else "\n")
            (tmp_path / f"t.{side}").write_text(text)
        found = [
            ((item.buggy or b"").decode(), (item.fixed or b"").decode()) for item in read_training(tmp_path)
        ]
        if joined and rows[-1] == ("", ""):
            rows.pop()  # nothing of it can be seen
        assert found == rows


def test_a_line_without_one_beside_it_is_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "t.buggy").write_text("a\n")
    (tmp_path / "t.fixed").write_text("b\nc\nd\n")
    bad = list[BadRow]()
    found = [(item.row, item.buggy, item.fixed) for item in read_training(tmp_path, failed=bad.append)]
    assert found == [(1, b"a", b"b"), (2, b"", b"c")]
    assert bad == [BadRow(f"{tmp_path}/t.buggy", 3, f"{tmp_path}/t.buggy has no such line")]


def test_a_folder_without_the_other_file_is_a_bad_row_when_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.buggy").write_text("a\n")
    bad = list[BadRow]()
    assert list(read_training(tmp_path, format="bugs2fix", failed=bad.append)) == []
    assert bad == [BadRow(f"{tmp_path}/t.buggy", 1, f"{tmp_path}/t.fixed: No such file or directory")]


def test_a_method_without_its_fix_is_a_bad_row_and_so_is_a_fix_without_its_method(tmp_path: Path) -> None:
    _methods(tmp_path)
    (tmp_path / "buggy_methods" / "c.txt").write_text(OTHER)
    (tmp_path / "fix_methods" / "d.txt").write_text(OTHER)
    bad = list[BadRow]()
    assert len(list(read_training(tmp_path, failed=bad.append))) == 2
    assert [(made.name, made.reason) for made in bad] == [
        (f"{tmp_path}/buggy_methods/c.txt", "no file fix_methods/c.txt"),
        (f"{tmp_path}/buggy_methods/d.txt", "no file buggy_methods/d.txt"),
    ]
