"""The work on a chunk of training data, in the process of a worker: its leaks, and a line of counts behind them."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.leakage.finding.cache import Cache
from equimorph.leakage.finding.counting import Counts
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.searching import Search, batches, prepare
from equimorph.leakage.samples import Sample
from equimorph.leakage.training import Chunk, items
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow

WORK = "equimorph.leakage.finding.working:find"
COUNTS = b'{"counts":'
"""The beginning of the line of counts."""
_SHOWN = 3
"""Bad rows of a chunk that are reported one by one."""


def find(options: Mapping[str, Any], shared: Path) -> Work:
    """Return a function that looks for the samples of a file in chunks of training data.

    Args:
        options: "search", and "cache" or None.
        shared: lines as `sample_lines` makes them.
    """
    search = Search(list(_samples(shared)), FindOptions.from_dict(options["search"]))
    cache = None if options["cache"] is None else Cache(Path(options["cache"]), search.options)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        chunk, counts, written = Chunk.from_row(json.loads(record.data)), Counts(), Counter[tuple[str, str]]()
        failed = _Failed(report)
        with ExitStack() as stack:
            columns = prepare if cache is None else stack.enter_context(cache.columns(chunk))
            for batch in batches(items(chunk, failed)):
                for leak in search.leaks(batch, counts, written, columns):
                    yield encode(leak.to_row())
        failed.end()
        counts.errors = failed.count
        yield encode({"counts": counts.to_dict(), "chunk": record.number})

    return made


class _Failed:
    """Reports bad rows: the first of a chunk, and how many more there are."""

    def __init__(self, report: Report) -> None:
        self._report, self.count, self._last = report, 0, ""

    def __call__(self, bad: BadRow) -> None:
        self.count += 1
        self._last = bad.name
        if self.count <= _SHOWN:
            self._report(bad)

    def end(self) -> None:
        if self.count > _SHOWN:
            more = self.count - _SHOWN
            self._report(f"{self._last}: ... and {more:,} more bad row{'s' * (more > 1)} in the same chunk")


def sample_lines(samples: Iterable[Sample]) -> Iterator[bytes]:
    """Yield samples as lines, for all workers."""
    for sample in samples:
        sides = {side: _text(getattr(sample, side)) for side in ("buggy", "fixed")}
        yield encode(
            {
                "benchmark": sample.benchmark,
                "bug_id": sample.bug_id,
                "hunk": sample.hunk,
                "language": sample.language,
                **sides,
            }
        )


def _text(side: bytes | None) -> str | None:
    return None if side is None else b64encode(side).decode()


def _samples(shared: Path) -> Iterator[Sample]:
    with shared.open("rb") as stream:
        for data in map(json.loads, stream):
            buggy, fixed = (
                None if data[side] is None else b64decode(data[side]) for side in ("buggy", "fixed")
            )
            named = data["benchmark"], data["bug_id"], data["hunk"]
            yield Sample(*named, buggy, fixed, language=data["language"])
