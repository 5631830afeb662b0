"""A command that is killed when it has come so far."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def command(*given: object) -> list[str]:
    """`equimorph search` with arguments."""
    return [sys.executable, "-m", "equimorph", "search", *map(str, given)]


def environment(**more: str) -> dict[str, str]:
    """The environment of such a command."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), **more}


def finished(whole: list[str], env: Mapping[str, str] | None = None) -> None:
    """Runs a command, which succeeds."""
    subprocess.run(whole, env=env or environment(), check=True, timeout=300)


def killed(whole: list[str], far: Callable[[], bool], env: Mapping[str, str] | None = None) -> bool:
    """Runs a command and kills it when it has come far; whether it was killed before its end."""
    process = subprocess.Popen(whole, env=env or environment(), stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline and not far():
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return process.returncode == -signal.SIGKILL


def lines(path: Path) -> int:
    """How many lines a file has, none if it is not there."""
    return path.read_bytes().count(b"\n") if path.exists() else 0
