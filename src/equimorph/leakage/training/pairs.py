"""Contrastive pairs, as `equimorph pairs` writes them in JSON Lines: each text of a row is an item, the fixed side alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from equimorph.leakage.samples import Item, text_of
from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.jsonl import cut_json, first_row, is_json, json_row, json_rows
from equimorph.leakage.training.lines import Line
from equimorph.leakage.training.reading import each_line
from equimorph.rows.tables import BadRow
from mutators import MutationError

_SIDES = ("positives", "negatives")
COLUMNS = ("id", "anchor", *_SIDES)


def is_row(names: Collection[str]) -> bool:
    """Return whether these are the fields of a row of pairs."""
    return {"anchor", *_SIDES} <= {*names}


def texts_of(row: Mapping[str, Any]) -> tuple[str | None, list[str]]:
    """Return the id and the texts of a row: the anchor, the positives and the negatives.

    Raises:
        MutationError: it is no row of pairs.
    """
    sides = [row.get(name) or [] for name in _SIDES]
    if not is_row(row) or not all(isinstance(side, list) for side in sides):
        raise MutationError("not a row of `equimorph pairs`: no anchor, positives and negatives")
    variants = [text.get("text") if isinstance(text, Mapping) else text for side in sides for text in side]
    id = row.get("id")
    texts = [text for text in (row["anchor"], *variants) if isinstance(text, str)]
    return None if id is None else str(id), texts


def items_of(row: Mapping[str, Any], file: str, number: int) -> list[Item]:
    """Return the items of a row of pairs, one for each text.

    Args:
        row: The row.
        file, number: Its place, see `Item`.

    Raises:
        MutationError: it is no row of pairs.
    """
    id, texts = texts_of(row)
    return [Item(file, number, id, None, text_of(text)) for text in texts if text]


def _read(chunk: Chunk) -> Iterator[Read]:
    def items(line: Line, file: str) -> list[Item] | None:
        row = json_row(line)
        return None if row is None else items_of(row, file, line.number)

    for result in each_line(chunk, items, json_rows):
        if isinstance(result, BadRow):
            yield result
        else:
            yield from result


PAIRS = Format(
    "pairs",
    "rows of JSON that `equimorph pairs` writes, .jsonl or .jsonl.gz; the fixed side alone",
    is_json,
    cut_json,
    _read,
    sniff=lambda path: is_row(first_row(path)),
)
