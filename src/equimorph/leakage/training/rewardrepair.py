"""RewardRepair: lines with tabs under a head, in files called `.csv`; a column `buggy: ... context: ...`, and one `patch`.

The columns that `fields` can name are `buggy` (what is before `context:`), `context`, `patch`, and the others of the head.
The name of an item is its `bug`, or its `bugid`.

Confirmed from ASSERT-KTH/RewardRepair, data/*.csv and Bears_Training/BearsTraining.csv (5,120 rows): tabs, no quoting, line
ends of both kinds, `buggy:` at the start of each row's column and one `context:` in it. Its script extract_CoCoNut_data.py
puts a tab before `context:`, too, which is read as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.files import cut_files, head_of, line_cuts, opened, with_packed_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import MARK, Cut, Line
from equimorph.leakage.training.reading import Span, each_line_of, spans, text_line
from equimorph.leakage.training.sides import Fields, item_of
from equimorph.rows.tables import BadRow
from mutators import MutationError

is_table = with_packed_suffix(".csv", ".tsv")
_SOURCE = re.compile(rb"\s*buggy:(.*?)(?<!\S)context:(.*)", re.DOTALL)


_COLUMNS = {"buggy", "patch"}


def _head(path: Path) -> list[str]:
    line = head_of(path).removeprefix(MARK).partition(b"\n")[0]
    return [name.strip().decode("utf-8", "replace") for name in line.split(b"\t")]


def is_rewardrepair(path: Path) -> bool:
    """Return whether a file has a head with the columns of RewardRepair, and a first row as it has them."""
    row = head_of(path).partition(b"\n")[2].partition(b"\n")[0]
    return _COLUMNS.issubset(_head(path)) and b"buggy:" in row


def _cuts(path: Path, size: int) -> Iterator[Cut]:
    names = _head(path)
    head = repr(names).encode()  # what a row means depends on it
    if not _COLUMNS.issubset(names):
        yield Cut(0, 0, 1, 0, hashlib.sha256(head).hexdigest())
        return
    for cut in line_cuts(path, size):
        yield cut._replace(sha256=hashlib.sha256(head + bytes.fromhex(cut.sha256)).hexdigest())


def _read(chunk: Chunk) -> Iterator[Read]:
    for span in spans(chunk):
        head = _head(chunk.origin.place(span.file))
        if not set(head) >= _COLUMNS:
            yield from _headless(chunk, span, head)
            continue

        def item(line: Line, file: str, head: list[str] = head) -> Item | None:
            text = text_line(line)
            if line.number == 1 or not text.strip():
                return None
            return _item(text, head, chunk.origin.fields, file, line.number)

        yield from each_line_of(chunk, span, item)


def _headless(chunk: Chunk, span: Span, head: list[str]) -> Iterator[Read]:
    """Yield why a file has no rows: it cannot be read, or its first line does not name them."""
    try:
        opened(chunk.origin.place(span.file)).close()
    except OSError as error:
        yield BadRow(span.name, 1, error.strerror or str(error))
    else:
        yield BadRow(span.name, 1, f"the first line names no columns buggy and patch, but {', '.join(head)}")


def _item(text: bytes, head: list[str], fields: Fields, file: str, number: int) -> Item:
    cells = text.removesuffix(b"\n").removesuffix(b"\r").split(b"\t")
    at = head.index("buggy")
    if len(cells) == len(head) + 1 and cells[at + 1].lstrip().startswith(b"context:"):
        cells[at : at + 2] = [b" ".join(cells[at : at + 2])]
    if len(cells) != len(head):
        raise MutationError(f"{len(cells)} columns, where the first line names {len(head)}")
    row = dict(zip(head, cells, strict=True))
    source = _SOURCE.fullmatch(row["buggy"])
    if source is None:
        raise MutationError("column 'buggy' has no 'buggy: ... context: ...'")
    row["buggy"], row["context"] = source[1], source[2]
    if not fields.named:
        fields = Fields(fields.buggy, fields.fixed, "bug" if "bug" in row else "bugid")
    return item_of(row, fields, file, number)


REWARDREPAIR = Format(
    "rewardrepair",
    "lines with tabs under a head, 'buggy: ... context: ...' in buggy, the fix in patch",
    is_table,
    lambda origin, size: cut_files(origin, is_table, _cuts, size),
    _read,
    Fields("buggy", "patch", "bugid"),
    is_rewardrepair,
)
