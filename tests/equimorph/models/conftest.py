"""What the tests of models share: scripts of models that do as they should, or not."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

_SCRIPT = """\
import json, os, sys, time
def say(data):
    sys.stdout.write(json.dumps(data) + chr(10))
    sys.stdout.flush()
def candidates(request):
    return [{"text": request["text"] + str(n)} for n in range(request["k"])]
"""
_LOOP = """\
sys.stdin.readline()
say({"protocol": 1, "model": "scripted"})
for line in sys.stdin:
    request = json.loads(line)
    id = request["id"]
"""
_ANSWER = """\
    say({"id": id, "candidates": candidates(request)})
"""


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., list[str]]:
    """Makes a command of a Python script; its text runs for each request, before the answer."""

    def make(text: str = "", answer: str = _ANSWER, start: str = "") -> list[str]:
        path = tmp_path / "model.py"
        body = "".join(f"    {line}\n" for line in text.splitlines())
        path.write_text(_SCRIPT + start + _LOOP + body + answer)
        return [sys.executable, "-S", "-E", str(path)]

    return make


def free_port() -> int:
    """A port of this machine that nobody listens to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def gone(pid: int, seconds: float = 5.0) -> bool:
    """Whether a process ends soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":  # an orphan, which somebody else has to bury
            return True
        time.sleep(0.02)
    return False
