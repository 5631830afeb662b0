"""Training data of a model as items: what `equimorph.leakage` reads, and what `equimorph codescore train` does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from equimorph.leakage import Item, read_training
from equimorph.leakage.training.formats import guess
from equimorph.leakage.training.pairs import is_row, texts_of
from equimorph.leakage.training.sources import PYTHON
from equimorph.rows.tables import Failed, numbered_rows, read_rows
from equimorph.trees.files import source_files
from mutators import MutationError

_ROWS = (".jsonl", ".gz", ".parquet")
_OF_PAIRS = ("samples.jsonl", "manifest.json")


def training_items(path: Path, failed: Failed) -> Iterator[Item]:
    """Yield the items of training data; a bad row is reported, and the rest continues.

    Args:
        path: what `equimorph.leakage.read_training` reads; rows of `equimorph pairs`, or the folder that it wrote; sources
            of Java and Python.
        failed: gets bad rows.

    Raises:
        MutationError: it is none of these.
        OSError: it cannot be read.
    """
    pairs = [file for file in _files_of_rows(path) if _has_pairs(file)]
    if pairs:
        yield from chain.from_iterable(_of_pairs(file, failed) for file in pairs)
        return
    python = list(source_files([path], _raise, "python")) if path.is_dir() or path.suffix == ".py" else []
    for file in python:
        name = file.relative_to(path).as_posix() if path.is_dir() else str(path)
        yield Item(name, 1, None, None, file.read_bytes())
    if not python or _has_format(path):
        yield from read_training(path, failed=failed)


def _files_of_rows(path: Path) -> list[Path]:
    """Return a file itself, or the files in a folder that `equimorph pairs` wrote."""
    files = [path]
    if path.is_dir():
        files = sorted(path.iterdir()) if any((path / name).is_file() for name in _OF_PAIRS) else []
    return [file for file in files if file.suffix in _ROWS and file.is_file()]


def _has_pairs(path: Path) -> bool:
    return any(islice(read_rows(path, is_row, lambda bad: None), 1))


def _has_format(path: Path) -> bool:
    try:
        return guess(path, path) is not PYTHON
    except MutationError:
        return False


def _of_pairs(file: Path, failed: Failed) -> Iterator[Item]:
    for number, (id, texts) in numbered_rows(file, texts_of, failed):
        for text in texts:
            yield Item(str(file), number, id, None, text.encode("utf-8", "surrogatepass"))


def _raise(error: OSError) -> None:
    raise error
