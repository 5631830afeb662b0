"""Pairs by workers: samples are drawn anywhere, and settled in the order of the input.

No two texts of an output are alike, so a sample hangs on what came before it. A worker does not know that: it draws as if
nothing had come before, and tells which texts it took. If none of them is like an earlier one, the sample is what it would have
been in its turn. A method that is itself like an earlier text is left out. Else the item is drawn again without the texts that are
there already.
"""

from __future__ import annotations

import functools
import io
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from equimorph.bulk.engines import Engine, in_order
from equimorph.bulk.inputs import records
from equimorph.bulk.job import BulkError, Failure, Job, Part, Record
from equimorph.bulk.parts import RECEIPTS, answers, columns_read, dropped, written
from equimorph.bulk.run import Run
from equimorph.bulk.worker import Worker
from equimorph.contrastive.inputs import Item
from equimorph.contrastive.likeness import Seen
from equimorph.contrastive.parallel import item_of
from equimorph.contrastive.sampling import utf8
from equimorph.contrastive.schema import Sample
from equimorph.rows.jsonl import encode

__all__ = ["Drawn", "Settler", "drawn_from", "settle_parts"]

_DATABASE = "seen.sqlite3"

Drawn: TypeAlias = tuple[Record, Mapping[str, Any] | Failure]
"""An item of the input, and what a worker made of it."""


class Settler:
    """Puts in order what was drawn: the samples are those of a `Sampler` that gets one item after the other.

    Args:
        drawn: gives all items from a place on, in the order of the input.
        worker: of `DRAW`, to draw again with.
        seen: what was put out.
        told: of each site at which the framework's checks reject a mutator's edits.
    """

    def __init__(
        self,
        drawn: Callable[[int], Iterator[Drawn]],
        worker: Worker,
        seen: Seen,
        told: Callable[[str], None],
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._drawn, self._worker, self._seen, self._told = drawn, worker, seen, told
        self._passed = 0
        self._items: Iterator[Drawn] | None = None

    @contextmanager
    def telling(self, told: Callable[[str], None]) -> Iterator[None]:
        """Tells somebody else for a while."""
        before, self._told = self._told, told
        yield
        self._told = before

    def passed(self, item: Item) -> None:
        """Told of an item of which the samples are there already."""
        self._passed += 1

    def samples(self, item: Item) -> Iterator[Sample]:
        """The samples of the next item."""
        if self._items is None:
            self._items = self._drawn(self._passed)
        return self.settled(next(self._items), item)

    def settled(self, drawn: Drawn, item: Item) -> Iterator[Sample]:
        """The samples of what was drawn of an item."""
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
        yield Sample(utf8(item.path), item.line, status="error", error=utf8(answer.bare))

    def _judged(self, outcomes: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], set[str]]:
        """The outcomes as they are in their turn; or what the item must be drawn again without."""
        gone: set[str] = set()
        clashes: set[str] = set()
        again = False
        kept = []
        for one in outcomes:
            hits = {told for told in one["taken"] if bytes.fromhex(told) in self._seen}
            clashes |= hits
            if hits and one["taken"][0] in hits:
                gone.update(one["own"])
                kept.append({**one, "sample": None, "own": [], "counts": {"duplicate": 1}, "conflicts": []})
                continue
            again = again or bool(hits) or not gone.isdisjoint(one["refused"])
            kept.append(one)
        return kept, clashes if again else set()

    def _put_out(self, outcomes: list[dict[str, Any]]) -> Iterator[Sample]:
        for one in outcomes:
            self._seen.add(map(bytes.fromhex, one["own"]))
            self.counts.update(one["counts"])
            for conflict in one["conflicts"]:
                self._told(conflict)
            if one["sample"] is not None:
                yield Sample.from_dict(one["sample"])

    def _again(self, record: Record) -> Mapping[str, Any] | Failure:
        line = io.BytesIO()
        [done] = self._worker.rows([record], line)
        if done.error is not None:
            return Failure(record.number, done.error, done.lost, True, done.error)
        found: dict[str, Any] = json.loads(line.getvalue())
        return found


def drawn_from(job: Job, parts: Sequence[Part], engine: Engine, passed: int) -> Generator[Drawn, None, None]:
    """What is drawn of the items of some parts, in order; the files of a part are removed when it is over.

    Args:
        job: of `DRAW`; what is in its folder is removed.
        parts: all there are.
        engine: does it.
        passed: how many items are left out at the beginning.
    """
    folder = Path(job.folder)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / RECEIPTS).mkdir(parents=True)
    first = 0
    while first < len(parts) and parts[first].rows <= passed:
        passed -= parts[first].rows
        first += 1
    for done in in_order(engine(job, parts[first:]), first):
        part = parts[done.number]
        read = records(part, Path(job.cwd), columns_read(job, part))
        for record, (number, answer) in zip(read, answers(job, done), strict=True):
            if record.number != number:
                raise BulkError(f"the input is changing: {number} is not {record.number}")
            if passed:
                passed -= 1
            else:
                yield record, answer
        dropped(job, part, done)


def settle_parts(
    run: Run,
    job: Job,
    engine: Engine,
    told: Callable[[str], None],
    on_part: Callable[[Part], None],
) -> Counter[str]:
    """Writes the parts of a run that are left.

    Args:
        run: of samples.
        job: of `DRAW`.
        engine: draws.
        told: of what failed in the parts of this call.
        on_part: told of each part that is done, also by an earlier call.

    Returns:
        The counts of `Sampler.counts`, those of earlier calls included.
    """
    parts = run.plan.parts
    with closing(_State(Path(run.job.folder) / _DATABASE)) as state, Worker(job) as worker:
        known = sum(1 for number, done in enumerate(run.done()) if number == done.number)
        if state.settled > known:  # a part is gone: what came before the next one is not known any more
            state.forget()
        for part in parts[: state.settled]:
            on_part(part)
        if state.settled == len(parts):
            return state.counts
        passed = sum(part.rows for part in parts[: state.settled])
        with closing(drawn_from(job, parts, engine, passed)) as drawn:
            settler = Settler(lambda _: drawn, worker, Seen(state.connection), lambda _: None)
            settler.counts.update(state.counts)
            for part in parts[state.settled :]:
                done = written(run.job, part, functools.partial(_settled, settler, drawn, part, job))
                state.settle(settler.counts)
                for failure in done.failures:
                    told(failure.reason)
                on_part(part)
            state.end()
        shutil.rmtree(job.folder)
        return settler.counts


def _settled(
    settler: Settler, drawn: Iterator[Drawn], part: Part, job: Job, out: BinaryIO
) -> Iterator[tuple[int, tuple[Failure, ...]]]:
    """Writes the samples of a part; tells of each item how many they are, and what failed."""
    for one in islice(drawn, part.rows):
        record, _ = one
        failures: list[Failure] = []
        made = 0
        with settler.telling(lambda told: failures.append(Failure(record.number, told))):  # noqa: B023 - within
            for sample in settler.settled(one, item_of(record, job.options["field"])):
                out.write(encode(sample.row()))
                made += 1
                if sample.status == "error":
                    failures.append(Failure(record.number, sample.told))
        yield made, tuple(failures)


class _State:
    """How far the parts are settled, and the likenesses of all texts in them."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path)
        with self.connection:
            self.connection.execute("CREATE TABLE IF NOT EXISTS state (value TEXT)").close()
        found = self.connection.execute("SELECT value FROM state").fetchone()
        state: dict[str, Any] = {"settled": 0, "counts": {}} if found is None else json.loads(found[0])
        self.settled: int = state["settled"]
        self.counts: Counter[str] = Counter(state["counts"])

    def settle(self, counts: Counter[str]) -> None:
        """One more part is settled: in the same step its texts are known for ever."""
        self.settled, self.counts = self.settled + 1, counts.copy()
        self._save()

    def _save(self) -> None:
        value = json.dumps({"settled": self.settled, "counts": self.counts})
        with self.connection:
            self.connection.execute("DELETE FROM state").close()
            self.connection.execute("INSERT INTO state VALUES (?)", (value,)).close()

    def forget(self) -> None:
        """Nothing is settled."""
        self.settled, self.counts = 0, Counter()
        self.end()
        self._save()

    def end(self) -> None:
        """The texts are not needed any more."""
        with self.connection:
            self.connection.execute("DROP TABLE IF EXISTS seen").close()
        self.connection.execute("VACUUM").close()

    def close(self) -> None:
        """Closes the database."""
        self.connection.close()
