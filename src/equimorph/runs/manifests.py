"""Manifests: what a run or a folder was made of, as JSON; a run that is continued must have the same."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from equimorph.runs.extras import module
from equimorph.runs.whole import whole_file
from equimorph.version import __version__

Refused = Callable[[str], Exception]
"""The error that is raised with a message."""
_LONGEST = 60


def write_manifest(path: Path, data: Mapping[str, Any], *, indent: int = 1, sort_keys: bool = False) -> None:
    """Write plain data as JSON, whole or not at all, and not lost where the machine stops.

    Raises:
        OSError: it cannot be written.
    """
    with whole_file(path) as stream:
        stream.write(json.dumps(data, indent=indent, sort_keys=sort_keys).encode() + b"\n")
        stream.flush()
        if not path.exists() or path.is_file():  # a device or pipe has nothing to be lost
            os.fsync(stream.fileno())


def package_versions(*packages: str) -> dict[str, str]:
    """Return the versions of equimorph, of Python and of optional packages, by the names of their modules.

    Raises:
        ModuleNotFoundError: one is not installed.
    """
    others = {name: str(module(name).__version__) for name in packages}
    return {"equimorph": __version__, "python": platform.python_version(), **others}


def check_same(
    folder: Path,
    before: Mapping[str, Any],
    now: Mapping[str, Any],
    refused: Refused,
    instead: str = "give --restart",
) -> None:
    """Check that a run continues with what it was begun with: options, hashes of its input, versions.

    Args:
        folder: Folder of the run, for the message.
        before: read from its manifest.
        now: plain data, with all names that count.
        refused: the error for other data, with all differences.
        instead: what else the user can do than repeat the command.

    Raises:
        Exception: what `refused` returns.
    """
    given = json.loads(json.dumps(now))
    differing = "; ".join(one for name in given for one in _differences(name, before.get(name), given[name]))
    if differing:
        raise refused(f"{folder} was made with other {differing}: repeat the command as it was, or {instead}")


def _differences(name: str, before: object, now: object) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            yield from _differences(key, before.get(key), now.get(key))
    elif before != now:
        yield f"{name} ({_brief(before)}, now {_brief(now)})"


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
