"""Runs Python programs, one after another, in this process: a text on a line of JSON in, what it printed on a line out.

It stands alone, since interpreters other than that of the tests run it. Each program is a new module. An endless one is stopped
after some seconds, one that wants too much memory gets a `MemoryError`.
"""

from __future__ import annotations

import contextlib
import io
import json
import linecache
import resource
import signal
import sys
import types
import warnings
from types import FrameType

PATH = "subject.py"


class Stopped(BaseException):
    """The program took too long."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def run(text: str, seconds: float) -> dict[str, str]:
    """What a program prints, and the type of the exception that ends it, "" if it ends by itself."""
    module = types.ModuleType("subject")
    module.__file__ = PATH
    sys.modules["subject"] = module
    linecache.cache[PATH] = (len(text), None, text.splitlines(True), PATH)
    printed, error = io.StringIO(), ""
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text.encode(), PATH, "exec"), module.__dict__)
    except Stopped:
        error = "Stopped"
    except BaseException as raised:
        error = type(raised).__name__
    finally:
        with contextlib.suppress(Stopped):
            signal.setitimer(signal.ITIMER_REAL, 0)
    return {"printed": printed.getvalue(), "error": error}


def main() -> None:
    """Answer until there are no more lines."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    signal.signal(signal.SIGALRM, _stop)
    out = sys.stdout
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(run(asked["text"], asked["seconds"])), file=out, flush=True)


if __name__ == "__main__":
    main()
