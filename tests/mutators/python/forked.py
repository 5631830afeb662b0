"""Runs Python programs, each in a process and a module of its own: texts in JSON in, what they printed and how they ended out.

It stands alone, since a fresh interpreter runs it: `unspoilt` starts that, and one process is forked from it for each program.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import types
from collections.abc import Sequence

__all__ = ["unspoilt"]


def unspoilt(texts: Sequence[str]) -> list[str]:
    """What each program prints, and the class of the exception that ends it."""
    done = subprocess.run(
        [sys.executable, "-I", __file__], input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    return [str(each) for each in json.loads(done.stdout)]


def _run(text: str) -> str:
    module = types.ModuleType("subject")
    sys.modules["subject"] = module
    printed, ends = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(text, "<subject>", "exec"), module.__dict__)
        except Exception as error:
            ends = type(error).__name__
    return printed.getvalue() + ends


def _forked(text: str) -> str:
    reading, writing = os.pipe()
    if os.fork() == 0:
        with os.fdopen(writing, "w", encoding="utf-8") as out:
            out.write(_run(text))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        found = answer.read()
    os.wait()
    return found


if __name__ == "__main__":
    for used in (
        "bdb",
        "code",
        "functools",
        "importlib",
        "inspect",
        "operator",
        "traceback",
        "unittest.mock",
    ):
        __import__(used)  # once, before the forks
    print(json.dumps([_forked(text) for text in json.load(sys.stdin)]))
