"""The shared traps' yield: lines where a good implementation makes a mutant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import equimorph as em
from mutators import get

SHARE = 0.85
_LINE = re.compile(r"^- (\w+\.java):(\d+) +(.*)$")
_OPTIONAL_FILES = re.compile(r"files ([\w, ]+?),\s*negated patterns")


def positives(path: Path, section: str) -> list[tuple[str, int, str]]:
    """The (file, line, description) of a section."""
    found, inside = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = line[3:].strip() == section
        elif inside and (match := _LINE.match(line)):
            found.append((match[1], int(match[2]), match[3]))
    return found


def optional_files(path: Path) -> set[str]:
    match = _OPTIONAL_FILES.search(" ".join(path.read_text(encoding="utf-8").split()))
    return {f"{name.strip()}.java" for name in match[1].split(",")} if match else set()


@pytest.mark.parametrize(
    ("folder", "section", "mutator", "least"),
    [
        ("names", "VR", "variable-renaming", 30),
        ("names", "UC", "useless-cast", 30),
        ("names", "UV", "unused-variable", 20),
        ("names", "NV", "new-variable", 20),
        ("control", "RC", "reorder-condition", 15),
        ("control", "LX", "loop-exchange", 20),
        ("control", "CE", "condition-exchange", 12),
    ],
)
def test_yield(traps: Path, folder: str, section: str, mutator: str, least: int) -> None:
    listed = traps / folder / "positives.md"
    optional = optional_files(listed)
    wanted = [row for row in positives(listed, section) if row[0] not in optional]
    assert len(wanted) >= least
    made: dict[str, set[int]] = {}
    for file in {row[0] for row in wanted}:
        source = em.read(traps / folder / file)
        made[file] = {source.lines.line(site.start) for site in get(mutator).sites(source)}
        if mutator == "reorder-condition":
            made[file] |= {source.lines.line(site.end - 1) for site in get(mutator).sites(source)}
    missed = [row for row in wanted if row[1] not in made[row[0]]]
    print(f"{mutator}: {len(wanted) - len(missed)} of {len(wanted)}", *missed, sep="\n  missed ")
    assert len(missed) <= (1 - SHARE) * len(wanted), missed
    if folder == "names":
        assert optional == {"LxUnicodeEscape.java", "LxOffsets.java", "LxContextual.java"}
