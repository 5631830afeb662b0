"""Runs of tests against sources of which one file is another."""

from __future__ import annotations

import compileall
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
LIMIT = 600
"""Seconds after which a run is ended, many times what the slowest takes: only a loop without end reaches it."""


class Run(NamedTuple):
    """What a run of pytest came to: its exit code, None if it was ended at `LIMIT`, and what it printed."""

    code: int | None
    output: str


class Runner:
    """Runs of pytest by a server of forks (`server.py`), in a folder for its files."""

    def __init__(self, folder: Path) -> None:
        self._output = folder / "output"
        # Where our code is read-only, every run compiles it anew and all else is the same.
        compileall.compile_dir(SOURCES, quiet=2)
        # With CI or BUILD_NUMBER set, pytest works out every difference in full, which nobody reads here.
        ours = ("COV_", "COVERAGE", "PYTEST_", "CI", "BUILD_NUMBER")
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(ours)},
            "HYPOTHESIS_PROFILE": "sabotage",
            # Hundreds of runs: what pytest's plugins import costs more than most of the tests.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            # A process with threads must not fork.
            **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
        }
        # -P: modules of this folder are no modules of the tests.
        command = [sys.executable, "-P", str(Path(__file__).with_name("server.py"))]
        pipe = subprocess.PIPE
        self._server = subprocess.Popen(command, env=env, cwd=ROOT, stdin=pipe, stdout=pipe, encoding="utf-8")

    def run(self, sources: Path, tests: str, limit: float = LIMIT) -> Run:
        """Run tests against sources, with few examples for hypothesis."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        request = {
            "sources": str(sources),
            "arguments": ["-x", "-q", "-p", "no:cacheprovider", tests],
            "output": str(self._output),
            "limit": limit,
        }
        print(json.dumps(request), file=self._server.stdin, flush=True)
        answer = self._server.stdout.readline()
        assert answer, "the server of forks has ended"
        return Run(json.loads(answer)["code"], self._output.read_text(encoding="utf-8", errors="replace"))

    def close(self) -> None:
        """End the server."""
        self._server.communicate()


def overlay(folder: Path, path: str, text: str) -> Path:
    """Make a folder of links to our code in which the file at `path` has another text.

    The folders that lead to the file are real, all else is a link. So byte code is read where it lies, except that of
    the file.
    """
    *parents, last = Path(path).parts
    here, there = folder, SOURCES
    for name in (*parents, last):
        here.mkdir()
        for entry in there.iterdir():
            if entry.name not in (name, "__pycache__"):
                (here / entry.name).symlink_to(entry)
        here, there = here / name, there / name
    here.write_text(text, encoding="utf-8")
    kept = here.with_name("__pycache__")
    kept.mkdir()
    for entry in there.with_name("__pycache__").glob("*.pyc"):
        if entry.name.partition(".")[0] != there.stem:
            (kept / entry.name).symlink_to(entry)
    return folder
