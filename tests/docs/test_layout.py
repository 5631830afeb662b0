"""The rooms in docs/layout.md are those of the sources."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
ROOM = re.compile(r"^    (\w+)/(?: |$)", re.MULTILINE)
ALONE = {"__init__.py", "__main__.py", "capabilities.py", "version.py"}


def part_of(title: str) -> str:
    return LAYOUT.partition(f"\n## {title}")[2].partition("\n## ")[0]


def rooms(package: str) -> set[str]:
    return {path.parent.name for path in (ROOT / "src" / package).glob("*/__init__.py")}


def test_each_room_of_equimorph_is_on_a_shelf_and_each_shelf_has_rooms_that_exist() -> None:
    shelves = part_of("equimorph").split("\n### ")[1:]
    assert [shelf.partition(":")[0] for shelf in shelves] == ["core", "repair", "models", "cli"]
    listed = [room for shelf in shelves for room in ROOM.findall(shelf)]
    assert sorted([*listed, "cli"]) == sorted(rooms("equimorph"))


def test_the_folders_of_the_engine_are_listed() -> None:
    assert rooms("parsers") <= set(ROOM.findall(part_of("parsers")))
    assert rooms("mutators") <= set(ROOM.findall(part_of("mutators")))


def test_no_module_is_loose_at_the_root() -> None:
    assert {path.name for path in (ROOT / "src" / "equimorph").glob("*.py")} == ALONE
