"""The work of a process that draws the samples of an item, as if no other item had preceded it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Step, Work
from equimorph.contrastive.inputs import Item, items, row_item
from equimorph.contrastive.options import Compiler, Options, compiler_data, compiler_of
from equimorph.contrastive.sampling import Sampler
from equimorph.mutants.mutating import Conflict
from equimorph.rows.jsonl import encode, json_line
from equimorph.texts.likeness import Seen

DRAW = "equimorph.contrastive.work:draw"


class _Held(Seen):
    """Texts that an item must not produce, and texts that it has produced."""

    def __init__(self, without: Iterable[str]) -> None:
        self._known = {bytes.fromhex(likeness) for likeness in without}

    def __contains__(self, likeness: bytes) -> bool:
        return likeness in self._known

    def add(self, likenesses: Iterable[bytes]) -> None:
        self._known.update(likenesses)


def draw_options(
    options: Options, field: str | None, compiler: Compiler | None, encoding: str | None = None
) -> dict[str, Any]:
    """Return the options of `DRAW`, plain data.

    Args:
        field: Field of the rows that is the text; None if rows are files.
        compiler: compiles the negatives, if given.
        encoding: Encoding of files.
    """
    equivalence = None if compiler is None else compiler_data(compiler)
    return {"samples": options.to_dict(), "field": field, "equivalence": equivalence, "encoding": encoding}


def draw(options: Mapping[str, Any]) -> Work:
    """Return the function that draws the samples of an item; its answer is one line."""
    chosen = Options.from_dict(options["samples"])
    equivalence = options["equivalence"]
    stack = ExitStack()  # its compiler ends with this process
    classes = None if equivalence is None else compiler_of(equivalence).comparison(stack)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        conflicts: list[Conflict] = []
        sampler = Sampler(chosen, _Held(record.without), classes, conflicts.append)
        before: Counter[str] = Counter()
        outcomes: list[dict[str, Any]] = []
        item = item_of(record, options["field"], options["encoding"], chosen.language)
        for sample, texts in sampler.outcomes(item, dict(record.lost), lambda number: report(Step(number))):
            likenesses = {"taken": texts.taken, "own": sorted(texts.own), "refused": sorted(texts.refused)}
            outcomes.append(
                {
                    "sample": None if sample is None else asdict(sample),
                    **{name: [likeness.hex() for likeness in some] for name, some in likenesses.items()},
                    "counts": sampler.counts - before,
                    "conflicts": [str(conflict) for conflict in conflicts],
                }
            )
            before = sampler.counts.copy()
            conflicts.clear()
        yield encode({"row": record.number, "outcomes": outcomes})

    return made


def item_of(record: Record, field: str | None, encoding: str | None = None, language: str = "java") -> Item:
    """Return the item that a row of the input is; without a field the row is the path of a file in this encoding."""
    if field is None:
        path = os.fsdecode(record.data)
        if record.place:
            return Item(path, place=record.place, encoding=encoding, language=language)
        [item] = items([Path(path)])
        return replace(item, encoding=encoding, language=language)
    item = row_item(json_line(record.number, record.data), field)
    return replace(item, language=item.language or language)
