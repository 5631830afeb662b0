"""A mutator's answers from another process, in which `hash` and the order of sets are others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from itertools import zip_longest
from operator import attrgetter

from mutators.base import Mutator
from mutators.testing.broken import LawBroken
from mutators.testing.trial import Trial
from parsers.source import SourceFile

_CHILD = "from mutators.testing.processes import _child; _child()"
_NOT_THERE = 3
"""Exit status of a child that cannot import the mutator."""


def check_other_process(trials: Iterable[Trial]) -> bool:
    """Check that another process with another PYTHONHASHSEED says and makes the same (L1).

    Args:
        trials: Trials of one mutator.

    Returns:
        Whether another process was asked: the mutator must be a class that it can import, and have no constructor of its own.

    Raises:
        LawBroken: it answers something else.
    """
    trials = list(trials)
    if not trials or not _importable(trials[0].mutator):
        return False
    lines = _asked(trials)
    if lines is None:
        return False
    for trial, theirs in zip(trials, lines, strict=True):
        for one, other in zip_longest(trial.answers(), theirs, fillvalue="nothing"):
            if one != other:
                reason = f"another process answers otherwise\n- {one}\n+ {other}"
                raise trial.broken("L1 determinism", reason)
    return True


def _importable(mutator: Mutator) -> bool:
    """Return whether another process may find the class of a mutator and construct it alike."""
    kind = type(mutator)
    try:
        found = attrgetter(kind.__qualname__)(sys.modules[kind.__module__])
    except (AttributeError, KeyError):
        return False
    return found is kind and kind.__init__ is Mutator.__init__ and kind.__module__ != "__main__"


def _asked(trials: list[Trial]) -> list[list[str]] | None:
    """Return the answers of another process for each source, None where it cannot import the mutator.

    Raises:
        LawBroken: the other process fails.
    """
    mutator, kind = trials[0].mutator, type(trials[0].mutator)
    request = {
        "module": kind.__module__,
        "class": kind.__qualname__,
        "settings": dict(mutator.settings),
        "seed": trials[0].seed,
        "sources": [[t.source.text, t.source.path, t.source.language] for t in trials],
    }
    env = {
        **os.environ,
        "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=json.dumps(request),
        env=env,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode == _NOT_THERE:
        return None
    if done.returncode:
        reason = f"another process fails\n{done.stderr}"
        raise LawBroken("L1 determinism", mutator.name, reason)
    found: list[list[str]] = json.loads(done.stdout)
    return found


def _child() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    try:
        __import__(request["module"])
        kind = attrgetter(request["class"])(sys.modules[request["module"]])
    except (ImportError, AttributeError):
        sys.exit(_NOT_THERE)
    mutator = kind(**request["settings"])
    sources = [SourceFile.from_text(*source) for source in request["sources"]]
    found = [list(Trial(mutator, source, request["seed"]).answers()) for source in sources]
    print(json.dumps(found))
