"""The layout of splits on disk: ``DATASET/train.jsonl`` and so on, beside ``datasets.json``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from equimorph.datasets.items import Dataset, row_files

SPLITS = ("train", "validation", "test")
"""Names of the splits and their files, in this order, the same as for contrastive pairs."""


@dataclass(frozen=True)
class SplitFile:
    """A file of items of one split.

    Attributes:
        dataset: the name of the data set.
        split: one of `SPLITS`.
        rows: the file, under the name of its split.
    """

    dataset: str
    split: str
    rows: Dataset


def split_files(folder: Path) -> Iterator[SplitFile]:
    """Yield the files of the data sets in a folder, or of the one whose splits are in it, by data set and split.

    Raises:
        OSError: the folder does not exist, it has no splits, or a file of rows in it is no split.
    """
    if not folder.is_dir():
        raise NotADirectoryError(20, "not a folder with splits", str(folder))
    below = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    count = 0
    for place in (folder, *below):
        files = row_files(place)
        for file in files:
            if file.name not in SPLITS:
                raise FileExistsError(17, f"is none of the splits {', '.join(SPLITS)}", str(file.rows))
        for file in sorted(files, key=lambda file: SPLITS.index(file.name)):
            count += 1
            yield SplitFile(place.name or place.resolve().name, file.name, file)
    if not count:
        raise FileNotFoundError(2, f"no file {SPLITS[0]}.jsonl in this folder or one in it", str(folder))
