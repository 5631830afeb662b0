"""Samples as trainers read them: tables of texts, a file for each split, in a folder that `datasets.load_dataset` loads.

The shapes follow sentence-transformers ("Dataset format" of its training overview): the order of the columns counts,
and each column but `label` is a text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias, get_args

from equimorph.contrastive.schema import SPLITS
from equimorph.pages.card import Card, SplitRows
from equimorph.rows.jsonl import encode
from equimorph.rows.parquet import ColumnType, to_parquet
from equimorph.runs.whole import whole_folder

__all__ = ["SAMPLES", "SHAPES", "Shape", "check_shape", "columns", "rows", "write_splits"]

Shape: TypeAlias = Literal["triplet", "n-tuple", "labeled-pair"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

SAMPLES = "samples.jsonl"
"""The name of the file with the samples themselves, records included; it is not a file of a split."""


def check_shape(shape: str, positives: int, negatives: int) -> None:
    """Check that samples with these numbers of positives and negatives fit a shape.

    Raises:
        ValueError: the shape does not exist, or it needs a positive and a negative.
    """
    if shape not in SHAPES:
        raise ValueError(f"no shape {shape!r}; there are: {', '.join(SHAPES)}")
    if shape != "labeled-pair" and not (positives and negatives):
        request = f"{positives} positives and {negatives} negatives"
        raise ValueError(f"shape {shape} needs a positive and a negative, not {request}")


def columns(shape: Shape, negatives: int) -> dict[str, ColumnType]:
    """Return the columns of a shape and their types, in the order that trainers expect.

    Args:
        negatives: the requested number; an n-tuple has a column for each.
    """
    if shape == "labeled-pair":
        return {"anchor": "string", "text": "string", "label": "int64"}
    names = ["negative"] if shape == "triplet" else [f"negative_{n}" for n in range(1, negatives + 1)]
    return dict.fromkeys(["anchor", "positive", *names], "string")


def rows(sample: Mapping[str, Any], shape: Shape, negatives: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of a sample in a shape; none if the sample lacks a text that the shape needs.

    A triplet joins each positive with each negative. An n-tuple joins each positive with all negatives, and needs the requested
    number. A labeled pair joins the anchor with each positive (label 1) and each negative (label 0).

    Args:
        sample: a row of the samples, as `Sample.row` returns it.
        shape: Shape of the rows.
        negatives: how many were asked for.
    """
    if sample["status"] != "ok":
        return
    anchor = sample["anchor"]
    good, bad = ([variant["text"] for variant in sample[side]] for side in ("positives", "negatives"))
    if shape == "labeled-pair":
        for label, texts in ((1, good), (0, bad)):
            yield from ({"anchor": anchor, "text": text, "label": label} for text in texts)
        return
    names = list(columns(shape, negatives))
    tails: Sequence[Sequence[str]] = [[text] for text in bad] if shape == "triplet" else [bad]
    for positive in good:
        for tail in tails:
            if len(tail) == len(names) - 2:
                yield dict(zip(names, (anchor, positive, *tail), strict=True))


def write_splits(
    samples: Callable[[], Iterable[bytes]],
    folder: Path,
    shape: Shape,
    negatives: int,
    language: str,
    options: Mapping[str, Any],
) -> Counter[str]:
    """Write a folder with a Parquet file for each split that has rows, and the samples that the rows come from.

    Args:
        samples: opens the lines of JSON of the samples; called once for each split.
        folder: new or empty; written whole or not at all.
        shape: Shape of the rows.
        negatives: how many were asked for.
        language: Language of the samples, for the dataset card.
        options: Options of the samples, for the card.

    Returns:
        How many rows each split has, and how many samples are "used".

    Raises:
        FileExistsError: the folder exists and is not empty.
        OSError: something cannot be written.
        ModuleNotFoundError: pyarrow is not installed.
    """
    counts: Counter[str] = Counter()

    def of(split: str) -> Iterator[bytes]:
        for line in samples():
            sample = json.loads(line)
            if sample["split"] == split:
                records = [encode(row) for row in rows(sample, shape, negatives)]
                counts.update({split: len(records), "used": bool(records)})
                yield from records

    with whole_folder(folder) as partial:
        for split in SPLITS:
            table = partial / _table(split)
            with table.open("wb") as out:
                to_parquet(of(split), out, columns(shape, negatives))
            if not counts[split]:
                table.unlink()  # `datasets` refuses a split without rows
        with (partial / SAMPLES).open("wb") as out:
            _copy(samples(), out)
        files = [SplitRows("default", split, _table(split), counts[split]) for split in SPLITS]
        rest = f"{SAMPLES} has the samples with the records of their mutations."
        Card("pairs", files, (), language, {**options, "as": shape}, rest).write(partial)
    return counts


def _table(split: str) -> str:
    """Return the name that `datasets` gives a split of one file."""
    return f"{split}-00000-of-00001.parquet"


def _copy(lines: Iterable[bytes], out: BinaryIO) -> None:
    for line in lines:
        out.write(line)
