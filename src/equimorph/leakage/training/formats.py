"""The formats of training data, and which of them a file or folder is in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from equimorph.leakage.samples import LANGUAGE
from equimorph.leakage.training.bugs2fix import BUGS2FIX
from equimorph.leakage.training.coconut import COCONUT
from equimorph.leakage.training.codesearchnet import CODESEARCHNET
from equimorph.leakage.training.csv_rows import CSV
from equimorph.leakage.training.diff import DIFF
from equimorph.leakage.training.files import below, head_of, with_suffix
from equimorph.leakage.training.format import Format
from equimorph.leakage.training.jsonl import JSONL, first_row
from equimorph.leakage.training.methods import METHODS
from equimorph.leakage.training.pairs import PAIRS
from equimorph.leakage.training.parquet_rows import PARQUET
from equimorph.leakage.training.rewardrepair import REWARDREPAIR
from equimorph.leakage.training.sequencer import SEQUENCER
from equimorph.leakage.training.sources import JAVA, PYTHON
from mutators import MutationError

_ROWS = (COCONUT, SEQUENCER, BUGS2FIX, METHODS, REWARDREPAIR, CODESEARCHNET, PAIRS, JSONL, PARQUET, CSV, DIFF)
_ALL = (*_ROWS, JAVA, PYTHON)
FORMATS: Mapping[str, Format] = {file_format.name: file_format for file_format in _ALL}
"""The formats by name; the first one that fits is guessed."""
_REFUSED = "recoder"
_is_pickle = with_suffix(".pkl", ".pickle", ".pkl.gz", ".pickle.gz")


def format_of(name: str, path: object) -> Format:
    """Return the format of a name.

    Args:
        name: One of `FORMATS`.
        path: Path of the data, for messages.

    Raises:
        MutationError: the format does not exist or is refused.
    """
    if name == _REFUSED:
        _refuse_pickle(path)
    try:
        return FORMATS[name]
    except KeyError:
        raise MutationError(f"no format {name!r} of training data; there are: {', '.join(FORMATS)}") from None


def guess(path: Path, label: object, language: str = LANGUAGE) -> Format:
    """Return the format that a file or folder looks like: the names of files, and the first bytes of some.

    Args:
        path: the file or folder.
        label: what messages call it.
        language: Language of the source files that are meant in a folder that has Java and Python.

    Raises:
        MutationError: it looks like none, like several, or like one that is refused.
    """
    formats = (
        _in_folder(path, language) if path.is_dir() else _of_file(path, path.as_posix()) or _of_rows(path)
    )
    if len(formats) == 1:
        return FORMATS[formats[0]]
    if formats:
        raise MutationError(f"{label}: looks like {' and '.join(formats)}; name the format that is meant")
    if _is_pickle(path.name) or (path.is_dir() and any(True for _ in below(path, _is_pickle))):
        _refuse_pickle(label)
    if path.is_file() and head_of(path).lstrip().startswith(b"["):
        raise MutationError(f"{label}: a list in JSON, but not of objects, which would be rows")
    listing = "".join(f"\n  {file_format.name}: {file_format.looks}" for file_format in FORMATS.values())
    raise MutationError(f"{label}: looks like no format of training data; name one of these:{listing}")


def _of_file(path: Path, name: str) -> list[str]:
    """Return the first format that fits a file, in a list; an empty one if none does."""
    return [
        file_format.name
        for file_format in FORMATS.values()
        if file_format.is_file(name) and file_format.sniff(path)
    ][:1]


def _of_rows(path: Path) -> list[str]:
    """Return the format of a file of rows of JSON, whatever its name, in a list; an empty one if it has none."""
    return [
        file_format.name
        for file_format in (CODESEARCHNET, PAIRS, JSONL)
        if first_row(path) and file_format.sniff(path)
    ][:1]


def _in_folder(folder: Path, language: str) -> list[str]:
    """Return the formats of files below a folder; of files that look alike by their names, the first one that fits counts."""
    choices: dict[tuple[str, ...], list[str]] = {}

    def look(name: str) -> bool:
        alike = tuple(file_format.name for file_format in FORMATS.values() if file_format.is_file(name))
        if alike and not choices.get(alike):
            choices[alike] = _of_file(folder / name, name)
        return False

    for _ in below(folder, look):
        pass
    format_names = {name for names in choices.values() for name in names}
    if {JAVA.name, PYTHON.name} <= format_names:
        format_names.discard(JAVA.name if language == PYTHON.name else PYTHON.name)
    if len(format_names) > 1:
        format_names.discard(PYTHON.name)  # scripts are in folders of any kind
    if PAIRS.name in format_names:
        format_names.discard(PARQUET.name)  # `pairs --as` writes the same texts as both
    return [name for name in FORMATS if name in format_names]


def _refuse_pickle(path: object) -> NoReturn:
    """Refuse a pickle, as Recoder's data are: `Dataset.py` of pkuzqh/Recoder reads and writes lists of trees and edits."""
    raise MutationError(
        f"{path}: a pickle, as of Recoder, is not read: reading one executes code that it brings along."
        " Load it where you trust it, and write its methods as JSON Lines with buggy and fixed"
    )
