"""Deduplication: samples drawn by many workers become the same as the samples of a single process.

No two texts of an output are alike, so a sample depends on the samples before it. A worker does not know them: it draws
as if its item were the first, and lists the texts that it used. This is the serial second pass, in the order of the
input. If none of the listed texts is like an earlier one, the sample is right. A method that is itself like an earlier
text is left out. Otherwise the item is drawn again without the texts that already exist.
"""

from __future__ import annotations

import io
import json
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.bulk.engines import Engine, in_order
from equimorph.bulk.inputs import records
from equimorph.bulk.job import BulkError, Failure, Job, Part, Record
from equimorph.bulk.parts import RECEIPTS, answers, columns_read, dropped
from equimorph.bulk.worker import Worker
from equimorph.contrastive.sampling import utf8
from equimorph.contrastive.schema import Sample
from equimorph.contrastive.work import item_of
from equimorph.texts.likeness import Seen

Drawn: TypeAlias = tuple[Record, Mapping[str, Any] | Failure]
"""An item of the input, and what a worker made of it."""


class Known(Seen):
    """Likenesses, with a list of the latest additions."""

    def __init__(self) -> None:
        super().__init__()
        self._fresh: list[str] = []

    def add(self, likenesses: Iterable[bytes]) -> None:
        """Add likenesses that are not there yet."""
        fresh = list(likenesses)
        super().add(fresh)
        self._fresh += [likeness.hex() for likeness in fresh]

    def fresh(self) -> list[str]:
        """Return, in hex, what was added since the last call."""
        additions, self._fresh = self._fresh, []
        return additions


class Deduplication:
    """The second pass over what was drawn.

    Args:
        job: Job of `DRAW`.
        worker: Worker of the job, to draw again with.
        seen: Likenesses of the texts that were written.
        conflict: Called with each site at which the framework's checks reject a mutator's edits.
    """

    def __init__(self, job: Job, worker: Worker, seen: Seen, conflict: Callable[[str], None]) -> None:
        self.counts: Counter[str] = Counter()
        self._field = job.options["field"]
        self._worker, self._seen, self._conflict = worker, seen, conflict

    def samples(self, drawn: Drawn) -> Iterator[Sample]:
        """Yield the samples of the next item."""
        record, answer = drawn
        without: set[str] = set()
        while not isinstance(answer, Failure):
            outcomes, clashes = self._judged(answer["outcomes"])
            if not clashes:
                yield from self._put_out(outcomes)
                return
            without |= clashes
            answer = self._again(Record(record.number, record.data, tuple(sorted(without))))
        self.counts["error"] += 1
        item = item_of(record, self._field)
        yield Sample(utf8(item.path), item.line, status="error", error=utf8(answer.bare))

    def _judged(self, outcomes: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], set[str]]:
        """Return the outcomes as they are in their turn; or what the item must be drawn again without."""
        gone: set[str] = set()
        clashes: set[str] = set()
        again = False
        kept = []
        for outcome in outcomes:
            hits = {taken for taken in outcome["taken"] if bytes.fromhex(taken) in self._seen}
            clashes |= hits
            if hits and outcome["taken"][0] in hits:
                gone.update(outcome["own"])
                kept.append(
                    {**outcome, "sample": None, "own": [], "counts": {"duplicate": 1}, "conflicts": []}
                )
                continue
            again = again or bool(hits) or not gone.isdisjoint(outcome["refused"])
            kept.append(outcome)
        return kept, clashes if again else set()

    def _put_out(self, outcomes: list[dict[str, Any]]) -> Iterator[Sample]:
        for outcome in outcomes:
            self._seen.add(map(bytes.fromhex, outcome["own"]))
            self.counts.update(outcome["counts"])
            for conflict in outcome["conflicts"]:
                self._conflict(conflict)
            if outcome["sample"] is not None:
                yield Sample.from_dict(outcome["sample"])

    def _again(self, record: Record) -> Mapping[str, Any] | Failure:
        line = io.BytesIO()
        [done] = self._worker.rows([record], line)
        if done.error is not None:
            return Failure(record.number, done.error, done.lost, True, done.error)
        data: dict[str, Any] = json.loads(line.getvalue())
        return data


def drawn_from(job: Job, parts: Sequence[Part], engine: Engine) -> Generator[Drawn, None, None]:
    """Yield the samples drawn from the items of some parts, in order; the files of a part are removed after it.

    Args:
        job: Job of `DRAW`; the content of its folder is removed.
        parts: Parts with consecutive numbers.
        engine: Engine that draws.
    """
    folder = Path(job.folder)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / RECEIPTS).mkdir(parents=True)
    first = parts[0].number
    for done in in_order(engine(job, parts), first):
        part = parts[done.number - first]
        read = records(part, Path(job.cwd), columns_read(job, part))
        for record, (number, answer) in zip(read, answers(job, done), strict=True):
            if record.number != number:
                raise BulkError(f"the input is changing: {number} is not {record.number}")
            yield record, answer
        dropped(job, part, done)
    shutil.rmtree(folder)
