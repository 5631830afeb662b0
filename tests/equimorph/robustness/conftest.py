"""What the tests of the chain share: checkouts of small bugs, each with its fix in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.patches.diffs import unified_diff

PATH = "src/main/java/a/Range.java"
BUGGY = """\
package a;

class Range {
    int low;

    boolean has(int value) {
        int least = low;
        // not below
        return value > least + 7;
    }

    int clip(int value, int most) {
        int found = value;
        return found < most - 7 ? found : most;
    }
}
"""
FIXED = BUGGY.replace("least + 7", "least + 1")


def make_bug(
    folder: Path,
    name: str,
    buggy: str | bytes,
    fixed: str | bytes,
    path: str = PATH,
    *,
    tests: Iterable[str] = (),
) -> Path:
    """Makes a checkout with one source file, and `fix.patch` in it."""
    checkout = folder / name
    project, _, version = name.partition("-")
    place = checkout / path
    place.parent.mkdir(parents=True)
    texts = [text.encode() if isinstance(text, str) else text for text in (buggy, fixed)]
    place.write_bytes(texts[0])
    (checkout / ".defects4j.config").write_text(f"pid={project}\nvid={version}\n")
    (checkout / "defects4j.build.properties").write_text(
        "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\n"
        f"d4j.tests.trigger={','.join(tests)}\n"
    )
    (checkout / "fix.patch").write_bytes(unified_diff(path, *texts))
    return checkout


@pytest.fixture
def checkouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, and the folder `bugs` in it with two bugs of one line each."""
    monkeypatch.chdir(tmp_path)
    bugs = Path("bugs")
    make_bug(bugs, "Math-2b", BUGGY, BUGGY.replace("most - 7", "most - 1"), tests=["a.T::two"])
    make_bug(bugs, "Math-1b", BUGGY, FIXED, tests=["a.T::one", "a.T::more"])
    return bugs


def write_rows(place: Path, found: Iterable[Mapping[str, Any] | Bug]) -> Path:
    """Writes a file of rows."""
    place.write_text(
        "".join(json.dumps(one.to_row() if isinstance(one, Bug) else one) + "\n" for one in found)
    )
    return place


def perfect(row: Mapping[str, Any]) -> str:
    """The repair of a mutant: each fix writes 1 for 7, whatever else the mutation did; no undo is needed to see that."""
    text = str(row["mutant"])
    assert text.count("7") == 1, text
    return text.replace("7", "1")


def answer(id: str, *candidates: str | Mapping[str, Any], model: str = "m") -> dict[str, Any]:
    """The row of an answer."""
    listed = [{"text": one} if isinstance(one, str) else dict(one) for one in candidates]
    return {"schema": 1, "id": id, "model": model, "candidates": listed, "error": None}
