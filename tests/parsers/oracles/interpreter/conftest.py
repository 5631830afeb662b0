"""The interpreters of this machine: that of the tests, and other versions where pyenv or the path has them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.oracles.interpreter import Interpreter


def commands() -> dict[str, str]:
    """Return the commands of the interpreters by version."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for version in ("3.11", "3.12", "3.13"):
        installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        command = str(installed[-1]) if installed else shutil.which(f"python{version}")
        if command is not None:
            found.setdefault(version, command)
    return found


@pytest.fixture(scope="session", params=commands().values(), ids=commands())
def python(request: pytest.FixtureRequest) -> Iterator[Interpreter]:
    with Interpreter(request.param) as python:
        yield python
