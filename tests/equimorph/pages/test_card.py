"""Dataset cards, read by YAML's own reader and by `datasets`.

The keys are those of https://huggingface.co/docs/hub/datasets-cards and https://huggingface.co/docs/hub/datasets-manual-configuration.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from equimorph import contrastive
from equimorph.datasets.filtering import filter as filtered
from equimorph.datasets.splitting import split
from equimorph.pages.card import Card, SplitRows
from equimorph.version import __version__

ITEMS = [
    {
        "id": f"i{number}",
        "license": "MIT" if number % 2 else "GPL-2.0-or-later",
        "project": "p",
        "buggy_method": f"int f{number}() {{ return {number}; }}",
        "fixed_method": f"int f{number}() {{ return {number} + {number}; }}",
    }
    for number in range(10)
]


def front(text: str) -> dict[str, Any]:
    head, matter, body = text.split("---\n", 2)
    assert head == ""
    assert body.startswith("\n# ")
    return dict(yaml.safe_load(matter))


@pytest.fixture
def items(tmp_path: Path) -> Path:
    (tmp_path / "items").mkdir()
    for name in ("dataset_1", "dataset_2"):
        text = "".join(json.dumps({**row, "id": f"{name}-{row['id']}"}) + "\n" for row in ITEMS)
        (tmp_path / "items" / f"{name}.jsonl").write_text(text)
    return tmp_path / "items"


def loaded(folder: Path, cache: Path, *name: str) -> dict[str, list[dict[str, Any]]]:
    datasets = pytest.importorskip("datasets")
    return {
        key: rows.to_list()
        for key, rows in datasets.load_dataset(str(folder), *name, cache_dir=str(cache)).items()
    }


def test_datasets_loads_filtered_and_split_items_by_their_card(items: Path, tmp_path: Path) -> None:
    filtered(items, tmp_path / "clean")
    matter = front((tmp_path / "clean" / "README.md").read_text())
    assert (matter["license"], matter["size_categories"]) == (["gpl-2.0", "mit"], ["n<1K"])
    assert "java" not in matter["tags"], "nothing says so"
    whole = loaded(tmp_path / "clean", tmp_path / "cache", "dataset_2")
    assert [row["id"] for row in whole["train"]] == [f"dataset_2-i{number}" for number in range(10)]
    split(tmp_path / "clean", tmp_path / "split", by="item", seed=3)
    matter = front((tmp_path / "split" / "README.md").read_text())
    assert [config["config_name"] for config in matter["configs"]] == ["dataset_1", "dataset_2"]
    assert matter["license"] == ["gpl-2.0", "mit"]
    parts = loaded(tmp_path / "split", tmp_path / "cache")
    for name, rows in parts.items():
        path = tmp_path / "split" / "dataset_1" / f"{name}.jsonl"
        assert rows == [json.loads(line) for line in path.read_text().splitlines()]
    assert {name: len(rows) for name, rows in parts.items()} == {"train": 8, "validation": 1, "test": 1}


def test_the_card_says_how_the_folder_was_made_and_has_the_same_bytes_again(
    items: Path, tmp_path: Path
) -> None:
    for out in ("a", "b"):
        split(items, tmp_path / out, by="item", seed=3)
    text = (tmp_path / "a" / "README.md").read_text()
    assert text == (tmp_path / "b" / "README.md").read_text()
    assert "# Made by `equimorph datasets split`" in text
    assert f"Version {__version__} of equimorph" in text
    made = json.loads(text.split("```json\n")[1].split("```")[0])
    assert made == {
        "by": "item",
        "seed": 3,
        "fractions": {"train": "4/5", "validation": "1/10", "test": "1/10"},
    }
    assert "| dataset\\_1 | validation | 1 |" in text


def test_pairs_for_trainers_have_a_card(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    methods = "".join(f"  boolean f{n}(int a) {{ return a < {n} && a > -{n}; }}\n" for n in range(3))
    (tmp_path / "A.java").write_text(f"class A {{\n{methods}}}\n")
    options = contrastive.Options(positives=1, negatives=1, seed=5)
    counts = contrastive.write(tmp_path / "out", tmp_path / "A.java", options, shape="triplet")
    text = (tmp_path / "out" / "README.md").read_text()
    matter = front(text)
    assert (matter["license"], matter["tags"]) == (["unknown"], ["code", "java", "equimorph"])
    parts = loaded(tmp_path / "out", tmp_path / "cache")
    assert {name: len(rows) for name, rows in parts.items()} == {
        name: counts[name] for name in contrastive.SPLITS if counts[name]
    }
    made = json.loads(text.split("```json\n")[1].split("```")[0])
    assert (made["samples"]["seed"], made["as"]) == (5, "triplet")


def test_datasets_does_not_take_the_rows_of_another_folder_from_its_cache(tmp_path: Path) -> None:
    for number, row in enumerate(ITEMS[:2]):
        (tmp_path / f"{number}" / "in").mkdir(parents=True)
        (tmp_path / f"{number}" / "in" / "dataset_2.jsonl").write_text(
            json.dumps({**row, "license": "MIT"}) + "\n"
        )
        filtered(tmp_path / f"{number}" / "in", tmp_path / f"{number}" / "clean")
        assert loaded(tmp_path / f"{number}" / "clean", tmp_path / "cache")["train"][0]["id"] == row["id"]


def card(folder: Path, *files: SplitRows, licences: tuple[str, ...] = (), **options: object) -> str:
    for one in files:
        (folder / one.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / one.path).touch()
    return Card("datasets filter", files, licences, "java", options, "Rest.").text(folder)


def test_names_and_options_stay_data(tmp_path: Path) -> None:
    name = 'a[1]: "x" #\n---\n<b>|'
    text = card(
        tmp_path,
        SplitRows(name, "train", f"{name}.jsonl", 3),
        path="```\n---\n",
        licences=("Proprietary\n---\n<script>",),
    )
    matter = front(text)
    assert matter["license"] == ["other"]
    [config] = matter["configs"]
    assert not set(config["config_name"]) & set('<>:/\\|?*"')
    assert config["data_files"] == [{"split": "train", "path": f"{name.replace('[', '[[]')}.jsonl"}]
    assert json.loads(text.split("```json\n")[1].rpartition("\n```")[0]) == {"path": "```\n---\n"}
    assert "<script>" not in text
    assert "<b>" not in text.split("---\n", 2)[2]


def test_a_split_without_rows_is_in_the_table_alone(tmp_path: Path) -> None:
    text = card(tmp_path, SplitRows("a", "train", "a.jsonl", 0))
    assert "configs" not in front(text)
    assert "| a | train | 0 |" in text


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (99_999, "10K<n<100K"),
        (10**9, "1B<n<10B"),
        (10**12, "1B<n<10B"),
    ],
)
def test_sizes_are_categories(tmp_path: Path, rows: int, size: str) -> None:
    assert front(card(tmp_path, SplitRows("a", "train", "a.jsonl", rows)))["size_categories"] == [size]
