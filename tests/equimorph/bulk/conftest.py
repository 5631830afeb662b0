"""What the tests of bulk runs share: inputs, the command in a process of its own, a plugged-in mutator that misbehaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import equimorph as em
from equimorph.bulk import Job
from tests.equimorph.bulk.faulty import ENTRY
from tests.equimorph.contrastive.conftest import numbered

ROOT = Path(__file__).resolve().parents[3]
ECHO = "tests.equimorph.bulk.faulty:echo"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def plugged(place: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the mutator `faulty` is installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "faulty-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRY)
    paths = [str(site), str(ROOT), *filter(None, sys.path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FAULTY_FOLDER": str(site)}


def started(
    *arguments: str | Path, env: dict[str, str] | None = None, module: str = "equimorph"
) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths} if env is None else env,
    )


def finished(*arguments: str | Path, env: dict[str, str] | None = None) -> tuple[int, bytes, list[str]]:
    """Exit code, output and messages of the command."""
    with started(*arguments, env=env) as process:
        out, told = process.communicate(timeout=120)
    return process.returncode, out, told.decode().splitlines()


def texts(path: Path, names: list[str]) -> Path:
    """A JSON Lines file with a method of each name; one named "broken" is no Java."""
    with path.open("w") as stream:
        for number, name in enumerate(names):
            text = numbered(number).replace(f"work{number}(", f"{name}(") if name != "broken" else "no (("
            stream.write(json.dumps({"source": text, "path": f"{name}.java"}) + "\n")
    return path


def echo_job(folder: Path, timeout: float = 30, memory: int | None = None, **options: object) -> Job:
    """A job of which the rows come out as they went in."""
    return Job(ECHO, options, str(folder), str(folder), em.__version__, None, timeout, memory)


def of_parts(folder: Path) -> bytes:
    """All rows of a folder of parts."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("part-*.jsonl")))


def running(mark: str) -> list[int]:
    """The processes that have a text in their command line or environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            told = (path / "cmdline").read_bytes() + (path / "environ").read_bytes()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # it has ended meanwhile
            continue
        if mark.encode() in told and b"bulk.child" in told and state != "Z":
            found.append(int(path.name))
    return found


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[], list[int]]]:
    """Gives the processes of workers that this test has started, all descendants."""
    mark = f"EQUIMORPH_TEST={tmp_path}"
    monkeypatch.setenv("EQUIMORPH_TEST", str(tmp_path))
    yield lambda: running(mark)
    assert running(mark) == []
