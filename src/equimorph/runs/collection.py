"""Garbage collection while many mutants are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 50_000
"""The number of new objects that starts a collection; Python's own is 700 or more, by version."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """Collect garbage less often: the tree and the facts of a method live long, and are looked through in vain.

    For a process that is ours, such as the command or a worker; a library does not change how its user's process collects.
    """
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
