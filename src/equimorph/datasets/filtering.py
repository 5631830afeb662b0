"""Dropping items that have the code of a benchmark, the wrong licence, or a duplicate."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.datasets.items import Dataset, Entry, datasets_in, entries
from equimorph.datasets.leaking import MIN_CHARS, Guard, removed
from equimorph.datasets.summary import count_of, merged, read_summary, write_card, write_summary
from equimorph.leakage.samples import Sample
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import Failed, RowCount, raised
from equimorph.runs.whole import check_new, whole_folder
from equimorph.texts.likeness import HASH_BYTES, Seen

_BENCHMARK, _LICENSE, _DUPLICATE = "benchmark", "license", "duplicate"
_NO_LICENSE = "unknown"


@dataclass
class Filtered:
    """The result of `filter`.

    Attributes:
        count: Number of the items of all data sets, with the reasons of those dropped; the first reason counts.
        items: Number of kept items by data set.
        removed: Number of items with code of a benchmark, by benchmark: in the buggy side alone, the fixed side alone,
            or both.
        licenses: Number of kept items by licence.
        benchmarks: Number of bugs and samples searched for, and of samples too short for the search, by benchmark.
    """

    count: RowCount = field(default_factory=RowCount)
    items: Counter[str] = field(default_factory=Counter)
    removed: dict[str, dict[str, int]] = field(default_factory=dict)
    licenses: Counter[str] = field(default_factory=Counter)
    benchmarks: dict[str, dict[str, int]] = field(default_factory=dict)


def filter(
    items: str | PathLike[str] | Sequence[Dataset],
    out: str | PathLike[str],
    benchmarks: Iterable[Sample] = (),
    *,
    min_chars: int = MIN_CHARS,
    licenses: Collection[str] | None = None,
    failed: Failed = raised,
    reporter: Reporter = SILENT,
) -> Filtered:
    """Write the items that are left of data sets to ``OUT/DATASET.jsonl``.

    An item is dropped if its buggy or its fixed side alone equals, contains, or is part of the same side of a sample,
    not counting blanks and comments; if it has no licence that is wanted; or if an earlier item of the data set has
    both its sides.

    Args:
        items: A folder with data sets, or a file of rows.
        out: A folder, written whole or not at all; also gets ``datasets.json``.
        benchmarks: Samples of the benchmarks, from `leakage.read_benchmark`.
        min_chars: Minimum length of the shorter of both texts of a match, not counting whitespace and comments.
        licenses: SPDX identifiers; items of no other licence are kept, None for all.
        failed: Gets bad rows.
        reporter: Gets the progress.

    Raises:
        MutationError: a row is bad, and `failed` is not given.
        FileExistsError: `out` exists and is not an empty folder.
        OSError: something cannot be read or written.
    """
    target = Path(out)
    check_new(target)
    source = Path(items) if isinstance(items, str | PathLike) else items
    datasets = datasets_in(source) if isinstance(source, Path) else list(source)
    guard = Guard(benchmarks, min_chars)
    done = Filtered(removed=guard.no_leaks(), benchmarks=guard.to_dict())
    with whole_folder(target) as folder, reporter.bar(None, "items") as advance:
        for dataset in datasets:
            done.items[dataset.name] = 0
            with (folder / f"{dataset.name}.jsonl").open("wb") as stream:
                for entry in _kept(dataset, guard, licenses, failed, done, advance):
                    done.items[dataset.name] += 1
                    done.licenses[entry.license or _NO_LICENSE] += 1
                    stream.write(encode(entry.data))
        summary = _summary(source, done, min_chars, licenses)
        write_summary(folder, summary)
        options = {name: summary["filtered"][-1][name] for name in ("min_chars", "licenses", "benchmarks")}
        write_card(folder, "filter", {name: {"": n} for name, n in done.items.items()}, summary, options)
    return done


def _kept(
    dataset: Dataset,
    guard: Guard,
    licenses: Collection[str] | None,
    failed: Failed,
    done: Filtered,
    advance: Callable[..., None],
) -> Iterator[Entry]:
    """Yield the items of a data set that are left, and count the others."""
    seen = Seen()
    for entry, leaks in guard.leaks(entries(dataset, failed, done.count)):
        advance()
        reason = _BENCHMARK if leaks else None
        for benchmark, side in removed(leaks).items():
            done.removed[benchmark][side] += 1
        if reason is None and licenses is not None and entry.license not in licenses:
            reason = _LICENSE
        if reason is None:
            both = hashlib.sha256(b"|".join(entry.alike())).digest()[:HASH_BYTES]
            if both in seen:
                reason = _DUPLICATE
            else:
                seen.add([both])
        if reason is None:
            yield entry
        else:
            done.count.dropped[reason] += 1


def _summary(
    items: Path | Sequence[Dataset], done: Filtered, min_chars: int, licenses: Collection[str] | None
) -> dict[str, Any]:
    before = read_summary(items) if isinstance(items, Path) and items.is_dir() else {}
    step = {
        "min_chars": min_chars,
        "licenses": None if licenses is None else sorted(licenses),
        **count_of(done.count),
        "benchmarks": done.benchmarks,
    }
    return {
        **before,
        "items": dict(done.items),
        "removed": merged(before.get("removed") or {}, done.removed),
        "duplicates": (before.get("duplicates") or 0) + done.count.dropped[_DUPLICATE],
        "licenses": dict(sorted(done.licenses.items())),
        "filtered": [*(before.get("filtered") or ()), step],
    }
