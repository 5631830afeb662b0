"""Items for tests of data sets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

SIDES = {
    "dataset_1": ("buggy_line", "fixed_line"),
    "dataset_2": ("buggy_method", "fixed_method"),
    "dataset_3": ("buggy_class", "fixed_class"),
}
Row = dict[str, Any]
Splits = dict[str, dict[str, list[Row]]]


def item(id: int | str, buggy: str, fixed: str, dataset: str = "dataset_2", **fields: Any) -> Row:  # noqa: ANN401
    """A row as `datasets mine` writes it."""
    names = SIDES[dataset]
    return {
        "schema": 1,
        "id": str(id),
        names[0]: buggy,
        names[1]: fixed,
        "project": "shop",
        "author_time": 0,
        "license": None,
        "group": None,
        "split": None,
        **fields,
    }


def alone(count: int, **fields: Any) -> list[Row]:  # noqa: ANN401
    """Items that share nothing."""
    return [
        item(
            at,
            f"int f() {{ return {at}; }}",
            f"long g() {{ return {at}; }}",
            **{"group": f"g{at}", "author_time": at, **fields},
        )
        for at in range(count)
    ]


def write_items(folder: Path, items: Mapping[str, Iterable[Row]]) -> Path:
    """A folder with data sets."""
    folder.mkdir()
    for name, found in items.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found))
    return folder


def read_splits(folder: Path) -> Splits:
    """The rows of all splits, by data set and split."""
    return {
        below.name: {
            path.stem: [json.loads(line) for line in path.read_text().split("\n") if line]
            for path in sorted(below.iterdir())
        }
        for below in sorted(folder.iterdir())
        if below.is_dir()
    }


def places(found: Splits) -> Iterator[tuple[str, str, Row]]:
    """Data set, split and row of all items."""
    for dataset, splits in found.items():
        for name, rows in splits.items():
            for row in rows:
                yield dataset, name, row


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
