"""The search in files: chunks of training data, done by several processes, and again after a kill."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from equimorph.bulk.job import ROW_NAME
from equimorph.bulk.working import Target, worked
from equimorph.leakage.finding.checking import check_abstraction, check_samples
from equimorph.leakage.finding.comparing import comparer_of
from equimorph.leakage.finding.counting import Counts
from equimorph.leakage.finding.leaks import Leak
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.pages.collecting import Shown
from equimorph.leakage.finding.summary import Summary, found_summary
from equimorph.leakage.finding.working import COUNTS, WORK, sample_lines
from equimorph.leakage.samples import LANGUAGE, Sample
from equimorph.leakage.training import CHUNK_BYTES, Chunk, chunks
from equimorph.rows.jsonl import encode


@dataclass(frozen=True)
class Training:
    """Training data.

    Attributes:
        path, format, fields: See `read_training`.
    """

    path: str | PathLike[str]
    format: str | None = None
    fields: Mapping[str, str] | None = None


def write_leaks(
    target: Target,
    training: Sequence[Training],
    samples: Sequence[Sample],
    options: FindOptions,
    *,
    cache: str | PathLike[str] | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    shown: Shown | None = None,
) -> Summary:
    """Write the leaks of training data to a file, item by item; the result depends on neither jobs nor chunks.

    Args:
        target: The file and the workers; a folder of parts is not possible, since the maximum rows per bug hold across
            all parts.
        training: Training data, in this order.
        samples: Samples of one or more benchmarks. All are held in memory.
        options: Options of the search.
        cache: Folder that keeps the prepared training data for other searches.
        chunk_bytes: Approximate number of bytes that a worker gets at once.
        shown: Collects the data for a page.

    Returns:
        The summary; its `train` includes the number of chunks lost because they failed.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other data.
        MutationError: the format is unknown; or abstracted data are compared with a benchmark that is not.
        OSError: something cannot be read or written.
    """
    check_samples(samples)
    if "near" in options.forms:
        comparer_of("near", options).finder([])  # what is not installed is missed now, not by the workers
    collector = _Found(options, shown)
    cut = collector.counted(_chunks(training, samples, chunk_bytes))
    worked(
        target,
        WORK,
        {"search": options.to_dict(), "cache": None if cache is None else str(Path(cache).absolute())},
        cut,
        "chunks",
        {},
        wanted=collector.wanted,
        shared=sample_lines(samples),
        least=1,
    )
    names = [str(training_set.path) for training_set in training]
    return found_summary(
        samples, options, collector.counts, names, collector.chunks - collector.done, collector.rows
    )


def _chunks(training: Iterable[Training], samples: Sequence[Sample], size: int) -> Iterator[Chunk]:
    languages = {sample.language for sample in samples}
    language = languages.pop() if len(languages) == 1 else LANGUAGE
    for training_set in training:
        cut = chunks(training_set.path, training_set.format, training_set.fields, size, language)
        for number, chunk in enumerate(cut):
            if number == 0:
                check_abstraction(chunk, samples)
            yield chunk


class _Found:
    """The results of the chunks, in order: the counts of all so far, and how many leaks are written."""

    def __init__(self, options: FindOptions, shown: Shown | None) -> None:
        self.counts, self.chunks, self.done, self.rows = Counts(), 0, 0, 0
        self._most, self._shown = options.max_hits, shown
        self._written = Counter[tuple[str, str]]()

    def counted(self, cut: Iterable[Chunk]) -> Iterator[bytes]:
        """Yield the chunks as lines."""
        for self.chunks, chunk in enumerate(cut, 1):
            if self._shown is not None:
                self._shown.add_chunk(self.chunks, chunk)
            yield encode({**chunk.to_row(), ROW_NAME: _name(chunk)})

    def wanted(self, line: bytes) -> bool:
        """Return whether a line is a leak that is written; take in what the others are."""
        data = json.loads(line)
        if line.startswith(COUNTS):
            self.counts.add(Counts.from_dict(data["counts"]))
            self.done += 1
            if self._shown is not None:
                self._shown.end_chunk(data["chunk"])
            return False
        leak = Leak.from_row(data)
        if self._written[leak.bug] >= self._most:
            return False
        self._written[leak.bug] += 1
        self.rows += 1
        if self._shown is not None:
            self._shown.add(leak)
        return True


def _name(chunk: Chunk) -> str:
    first = chunk.origin.name(chunk.files[0]) if chunk.files else chunk.origin.label
    return f"{first}: the items from {chunk.first} on"
