"""A process that has imported what all tests need, and forks for every run of pytest.

This script reads one request a line and answers each with a line, both JSON. It must import none of our own packages
and no test module: each child imports them from the sources that the request names.

- Request: `sources`, the folder that comes first on the path; `arguments` of pytest; `output`, the file for what
  pytest prints; `limit`, the seconds after which the run is ended.
- Answer: `code`, the exit code of pytest, negative for a signal, or null if the run had to be ended.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
from types import FrameType

import pytest
from _pytest.config import default_plugins

OURS = ("parsers", "mutators", "equimorph", "tests")
SHARED = (
    # What pytest imports when it starts.
    *(f"_pytest.{plugin}" for plugin in default_plugins),
    "pdb",
    "xml.etree.ElementTree",
    # What the tests and our packages import of others. Nothing of it starts a thread, torch with one thread for its loops included.
    "concurrent.futures.thread",
    "hypothesis.strategies",
    "hypothesis.stateful",
    "javalang",
    "libcst.metadata",
    "rich.console",
    "rich.progress",
    "rich.table",
    "tree_sitter",
    "tree_sitter_java",
    "sqlite3",
    "tomllib",
    "torch",
    "typer.testing",
)


class Ended(Exception):
    """A run that took longer than its limit."""


def serve() -> int | None:
    """Answer all requests; return the exit code of pytest in a child, None in the server."""
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            return run(request)
        print(json.dumps({"code": wait(child, request["limit"])}), flush=True)
    return None


def run(request: dict[str, str]) -> int:
    """Run pytest in this process, a child of its own group."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for path, flags, files in (
        (os.devnull, os.O_RDONLY, (0,)),
        (request["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, (1, 2)),
    ):
        opened = os.open(path, flags)
        for file in files:
            os.dup2(opened, file)
        os.close(opened)
    early = [name for name in sys.modules if name.partition(".")[0] in OURS]
    assert not early, f"imported before the fork: {early}"
    sys.path.insert(0, request["sources"])
    os.environ["PYTHONPATH"] = request["sources"]
    return pytest.main(request["arguments"])


def wait(child: int, limit: float) -> int | None:
    """Wait for a child and return its exit code; None if it had to be ended with all that it started."""
    try:
        signal.setitimer(signal.ITIMER_REAL, limit)
        _, status = os.waitpid(child, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Ended:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return None
    return os.waitstatus_to_exitcode(status)


def end(signum: int, frame: FrameType | None) -> None:
    """Leave the wait for a child: what SIGALRM does."""
    raise Ended


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, end)
    for module in SHARED:
        importlib.import_module(module)
    # What is there already never becomes garbage: the children do not look at it, so its pages stay shared.
    gc.collect()
    gc.freeze()
    sys.exit(serve())
