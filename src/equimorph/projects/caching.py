"""A folder that keeps results, for this process and for others that run at the same time."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equimorph.runs.whole import whole_file


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that only one process has at a time; it waits for it.

    Args:
        path: Path of the file of the lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


class Results:
    """Results by key, each made once, whichever process asks for it first.

    Args:
        folder: it is made if it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str, make: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the result of a key; make it if there is none.

        Args:
            key: letters and digits.
            make: returns plain data.
        """
        place = self._folder / key[:2] / f"{key}.json"
        value = _read(place)
        if value is not None:
            return value
        with locked(place.with_suffix(".lock")):
            value = _read(place)
            if value is None:
                value = make()
                with whole_file(place) as stream:
                    stream.write(json.dumps(value).encode())
        place.with_suffix(".lock").unlink(missing_ok=True)
        return value


def _read(place: Path) -> Mapping[str, Any] | None:
    try:
        data: Mapping[str, Any] = json.loads(place.read_bytes())
    except FileNotFoundError:
        return None
    return data
