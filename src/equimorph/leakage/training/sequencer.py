"""SequenceR: files of lines side by side, `src-*.txt` with a class around a marked line, `tgt-*.txt` with the fixed line.

The buggy side (column `src`) is the class without the marks; the marked line alone is column `bug`. The fixed side is column
`tgt`; `<DELETE>` stands for no line.

Confirmed from ASSERT-KTH/sequencer, data/: the names (src-train.txt, tgt-train.txt, also srcBFP-test.txt), one pair of
`<START_BUG>` and `<END_BUG>` in each line, tokens with blanks between them, and `<seq2seq4repair_space>` for a blank in a literal.
`<DELETE>` is from descriptions: the published targets do not have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.parallel import cut_parallel, each_row, has_twin
from equimorph.leakage.training.sides import Fields, item_of
from mutators import MutationError

_START, _END, _DELETE, _BLANK = b"<START_BUG>", b"<END_BUG>", b"<DELETE>", b"<seq2seq4repair_space>"


def _target_name(name: str) -> str:
    return f"tgt{name.removeprefix('src')}"


_sniff: Callable[[Path], bool] = has_twin(_target_name)


def _is_file(path: str) -> bool:
    name = PurePosixPath(path).name
    return name.startswith("src") and name.endswith(".txt")


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    return cut_parallel(origin, _is_file, lambda path: [_target_name(path.name)], size)


def _read(chunk: Chunk) -> Iterator[Read]:
    fields = chunk.origin.fields

    def item(row: int, file: str, lines: Sequence[bytes]) -> Item:
        source, target = (line.replace(_BLANK, b" ") for line in lines)
        columns = {
            "src": source.replace(_START, b"").replace(_END, b""),
            "tgt": b"" if target.strip() == _DELETE else target,
        }
        if "bug" in (fields.buggy, fields.fixed):
            columns["bug"] = _marked(source)
        return item_of(columns, fields, file, row)

    return each_row(chunk, item)


def _marked(source: bytes) -> bytes:
    """Return the text between the marks. MutationError: they are not there."""
    _, start, rest = source.partition(_START)
    marked, end, _ = rest.partition(_END)
    if not (start and end):
        raise MutationError("no <START_BUG> with an <END_BUG> behind it")
    return marked


SEQUENCER = Format(
    "sequencer",
    "lines side by side, src-X.txt and tgt-X.txt, with <START_BUG> and <END_BUG>",
    _is_file,
    _cut,
    _read,
    Fields("src", "tgt", None),
    _sniff,
)
