"""Training data of a model as items: what `equimorph.leakage` reads, and what `equimorph codescore train` does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from equimorph.leakage import Item, read_training
from equimorph.leakage.training.formats import guess
from equimorph.leakage.training.sources import PYTHON
from equimorph.rows.tables import Failed
from equimorph.trees.files import source_files
from mutators import MutationError


def training_items(path: Path, failed: Failed) -> Iterator[Item]:
    """Yield the items of training data; a bad row is reported, and the rest continues.

    Args:
        path: what `equimorph.leakage.read_training` reads, or sources of Java and Python.
        failed: gets bad rows.

    Raises:
        MutationError: it is none of these.
        OSError: it cannot be read.
    """
    python = list(source_files([path], _raise, "python")) if path.is_dir() or path.suffix == ".py" else []
    for file in python:
        name = file.relative_to(path).as_posix() if path.is_dir() else str(path)
        yield Item(name, 1, None, None, file.read_bytes())
    if not python or _has_format(path):
        yield from read_training(path, failed=failed)


def _has_format(path: Path) -> bool:
    try:
        return guess(path, path) is not PYTHON
    except MutationError:
        return False


def _raise(error: OSError) -> None:
    raise error
