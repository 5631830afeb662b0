"""Rows for the tests of the verbs: a benchmark of three bugs, and training data that have two of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["BUGS", "FIND", "TRAIN", "put"]


def _method(name: str, sign: str) -> str:
    return f"int {name}(int left, int right) {{\n    int sum = left {sign} right;\n    return sum * 31;\n}}\n"


BUGS = [
    {"id": f"Sum-{number}", "buggy": _method(f"of{number}", "-"), "fixed": _method(f"of{number}", "+")}
    for number in (1, 2, 3)
]
TRAIN: list[dict[str, Any]] = [
    {"id": "a", "buggy": _method("other", "-"), "fixed": _method("other", "+")},
    {  # Sum-1, word for word, in a class
        "id": "b",
        "buggy": "class A { /* it */ " + _method("of1", "-").replace("\n", " ") + "}",
        "fixed": "class A { " + _method("of1", "+").replace("    ", "\t") + "}",
    },
    {"id": "c", "buggy": "int nothing() { return 0; }", "fixed": _method("of1", "+")},
    {  # Sum-2, renamed but for the name of the method
        "id": "d",
        "buggy": _method("of2", "-").replace("sum", "total"),
        "fixed": _method("of2", "+").replace("sum", "total"),
    },
]
FIND = ("leakage", "find", "--train", "train.jsonl", "--benchmark", "bugs.jsonl")


def put(place: Path, name: str, rows: list[Any]) -> Path:
    """Write rows to a file; a text is a line as it is."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (place / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return place / name
