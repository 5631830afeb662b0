"""Sends the session that a test started a signal when files of a pattern take their names; see tests/killing.py.

Python imports a module of this name at its start, so that also the processes that a command starts have it.
"""

import os
from collections.abc import Callable
from fnmatch import fnmatchcase
from itertools import count
from signal import SIGINT
from typing import Any


def _watched(rename: Callable[..., None], pattern: str, nth: int, sent: int, numbers: "count[int]") -> Any:  # noqa: ANN401
    def renamed(source: Any, target: Any, **more: Any) -> None:  # noqa: ANN401
        rename(source, target, **more)
        if fnmatchcase(os.path.abspath(os.fsdecode(target)), pattern) and next(numbers) == nth:  # noqa: PTH100
            (os.killpg if sent == SIGINT else os.kill)(os.getsid(0), sent)

    return renamed


if "EQUIMORPH_KILLED" in os.environ:
    _PATTERN, _NTH, _SENT = os.environ["EQUIMORPH_KILLED"].rsplit(":", 2)
    _NUMBERS = count(1)
    for _name in ("rename", "replace"):
        setattr(os, _name, _watched(getattr(os, _name), _PATTERN, int(_NTH), int(_SENT), _NUMBERS))
