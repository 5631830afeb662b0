"""What the tests of Defects4J checkouts share: small checkouts, and the tools that apply patches."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import missing

DEMO = Path(__file__).resolve().parents[3] / "demo"

BUGGY = """\
package a;

class Range {
    int low;

    boolean has(int value) {
        return value > low;
    }

    int clip(int value) {
        int found = value;
        return found;
    }

    int clip(int value, int most) {
        if (value > most) {
            return most;
        }
        return value;
    }
}
"""
FIXED = BUGGY.replace("value > low", "value >= low").replace(
    "        return found;",
    "        if (found < low) {\n            found = low;\n        }\n        return found;",
)

Make = Callable[..., Path]


@pytest.fixture
def checkout(tmp_path: Path) -> Make:
    """Makes a checkout: its sources by path, and what its two files say; None for no such file."""

    def make(
        sources: dict[str, str | bytes] | None = None,
        name: str = "buggy",
        config: str | None = "#File\npid=Lang\nvid=1b\n",
        build: str | None = "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\n",
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for file, text in ((".defects4j.config", config), ("defects4j.build.properties", build)):
            if text is not None:
                (folder / file).write_text(text)
        for path, source in (sources or {"src/main/java/a/Range.java": BUGGY}).items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(source if isinstance(source, bytes) else source.encode())
        return folder

    return make


def diff(folder: Path, old: str, new: str, *options: str) -> bytes:
    """What `git diff` says of two folders beside each other, as a patch within them."""
    done = subprocess.run(
        ["git", "diff", "--no-index", "--no-renames", "--no-ext-diff", "--no-color", *options, old, new],
        cwd=folder,
        capture_output=True,
    )
    assert done.returncode == 1, done.stderr
    return done.stdout.replace(b"a/" + old.encode() + b"/", b"a/").replace(b"b/" + new.encode() + b"/", b"b/")


TOOLS = (("git", "apply"), ("patch", "-p1", "-s"))


def applied(tool: tuple[str, ...], folder: Path, patch: bytes) -> None:
    """Applies a patch in a folder."""
    if shutil.which(tool[0]) is None:
        missing(f"no {tool[0]}")
    subprocess.run(tool, cwd=folder, input=patch, check=True)
