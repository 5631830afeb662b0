"""Progress in a notebook, where nothing else shows that a model is at work."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

Item = TypeVar("Item")
_SECONDS = 0.5
"""Between two lines of progress."""


def with_progress(items: Iterator[Item], of: Iterable[object]) -> Iterator[Item]:
    """Yield items; in a notebook, write to stderr how many there are so far.

    Args:
        items: The items.
        of: Requests that they answer; their number is shown if it is known.
    """
    if not _is_notebook():
        yield from items
        return
    total = f" of {len(of):,}" if isinstance(of, Sized) else ""
    count, last = 0, time.monotonic()
    try:
        for count, item in enumerate(items, 1):
            if time.monotonic() - last >= _SECONDS:
                last = time.monotonic()
                print(f"\r{count:,}{total} requests", end="", file=sys.stderr, flush=True)
            yield item
    finally:
        print(f"\r{count:,}{total} requests", file=sys.stderr, flush=True)


def _is_notebook() -> bool:
    """Return whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in shell.config
