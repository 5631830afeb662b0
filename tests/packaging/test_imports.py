"""What an import of the package brings with it."""

from __future__ import annotations

import os
import subprocess
import sys

_PROGRAM = """
import sys
import equimorph
heavy = {"torch", "numpy", "pyarrow", "libcst", "distributed", "typer", "rich"}
print(sorted(heavy & sys.modules.keys()))
"""


def test_an_import_brings_nothing_heavy() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, encoding="utf-8", env=env, check=True
    )
    assert done.stdout == "[]\n"
