"""The proof of splits: no benchmark's code in any of them, and no text, group or project in two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.datasets.cloning import Clones
from equimorph.datasets.findings import Finding, Problem, Seat
from equimorph.datasets.items import entries
from equimorph.datasets.layout import SplitFile, split_files
from equimorph.datasets.leaking import MIN_CHARS, Guard, Leak, removed
from equimorph.datasets.overlapping import Overlaps
from equimorph.datasets.planning import BY, By
from equimorph.datasets.summary import SCHEMA, SUMMARY, count_of, read_summary
from equimorph.leakage.samples import FormName, Sample
from equimorph.rows.tables import BadRow, Failed, RowCount, name_of_rows, raised
from mutators import MutationError

_Found: TypeAlias = Callable[[Finding], object]


@dataclass
class Checked:
    """The result of `check`.

    Attributes:
        options: The options `by` and the minimum number of characters of a match.
        count: Number of the rows.
        sizes: Number of items in each split, by data set.
        benchmarks: Number of bugs and samples searched for, and of samples too short for the search, by benchmark.
        leaks: Number of items with code of a benchmark, by benchmark: in the buggy side alone, the fixed side alone, or
            both.
        problems: Number of findings by problem and detail, such as "overlap text".
        warnings: Number of findings that may be clones.
    """

    options: dict[str, Any]
    count: RowCount = field(default_factory=RowCount)
    sizes: dict[str, dict[str, int]] = field(default_factory=dict)
    benchmarks: dict[str, dict[str, int]] = field(default_factory=dict)
    leaks: dict[str, dict[str, int]] = field(default_factory=dict)
    problems: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)

    @property
    def clean(self) -> bool:
        """Whether nothing was found, and every row could be read."""
        return not self.problems and not self.count.dropped

    def to_dict(self) -> dict[str, Any]:
        """Return the report."""
        return {
            "schema": SCHEMA,
            "clean": self.clean,
            "options": self.options,
            "rows": count_of(self.count),
            "sizes": self.sizes,
            "benchmarks": self.benchmarks,
            "leaks": self.leaks,
            "problems": dict(sorted(self.problems.items())),
            "warnings": dict(sorted(self.warnings.items())),
        }


def check(
    folder: str | PathLike[str],
    benchmarks: Iterable[Sample] = (),
    *,
    by: By | None = None,
    min_chars: int = MIN_CHARS,
    forms: Sequence[FormName] = (),
    found: _Found = lambda finding: None,
    failed: Failed = raised,
    reporter: Reporter = SILENT,
) -> Checked:
    """Check the splits that `split` wrote, or others of the same layout, against benchmarks and against each other.

    A side of an item, comments and blanks aside, must not be in two splits, however short; neither of any of the data sets, nor,
    by item, of the same one.

    Args:
        folder: A folder with a folder for each data set that contains files named after the splits; or one of these
            inner folders.
        benchmarks: Samples of the benchmarks, from `leakage.read_benchmark`.
        by: Property that must also be in one split only; None for the value in ``datasets.json``, or else "group".
        min_chars: Minimum length of the shorter of both texts of a leak, not counting whitespace and comments.
        forms: Other forms than the text in which an item is compared, such as "canonical"; a match is a warning, of the
            problem "clone", and leaves the splits clean.
        found: Gets the findings.
        failed: Gets bad rows.
        reporter: Gets the progress.

    Raises:
        MutationError: a row is bad, and `failed` is not given.
        OSError: something cannot be read, or there are no splits.
    """
    place = Path(folder)
    split_record = read_summary(place).get("splits") or {}
    if by is None and split_record.get("by", "group") not in BY:
        raise OSError(5, f"not a summary of data sets: split by {split_record['by']!r}", str(place / SUMMARY))
    chosen: By = split_record.get("by", "group") if by is None else by
    if chosen not in BY:
        raise ValueError(f"by is one of {', '.join(BY)}, not {chosen!r}")
    samples = list(benchmarks)
    guard, clones = Guard(samples, min_chars), Clones(samples, forms, min_chars)
    done = Checked({"by": chosen, "min_chars": min_chars, "forms": list(forms)}, benchmarks=guard.to_dict())
    done.leaks = guard.no_leaks()
    with closing(Overlaps(chosen)) as overlaps, reporter.bar(None, "items") as advance:
        reading = _Reading(guard, clones, overlaps, done, failed, advance)
        for finding in chain(
            chain.from_iterable(map(reading.findings, split_files(place))),
            overlaps.order(),
            _sizes(place, done, split_record.get("sizes", {})),
        ):
            (done.warnings if finding.problem == "clone" else done.problems)[finding.name] += 1
            found(finding)
    return done


@dataclass(frozen=True)
class _Reading:
    """The files of splits, read one after the other.

    Attributes:
        guard, clones, overlaps: look at each item.
        done: counts.
        failed: gets bad rows.
        advance: called after each item.
    """

    guard: Guard
    clones: Clones
    overlaps: Overlaps
    done: Checked
    failed: Failed
    advance: Callable[..., None]

    def findings(self, file: SplitFile) -> Iterator[Finding]:
        """Yield the faults of the items of a file."""
        name = name_of_rows(file.rows.rows)
        sizes = self.done.sizes.setdefault(file.dataset, {})
        sizes[file.split] = 0
        for entry, leaks in self.guard.leaks(entries(file.rows, self.failed, self.done.count)):
            self.advance()
            seat = Seat(file.split, name, entry.line, entry.id)
            try:
                shared = list(self.overlaps.of(file.dataset, seat, entry))
            except MutationError as error:
                self.done.count.dropped["bad row"] += 1
                self.failed(BadRow(name, entry.line, str(error)))
                continue
            sizes[file.split] += 1
            for benchmark, side in removed(leaks).items():
                self.done.leaks[benchmark][side] += 1
            yield from (_leaked("leak", "text", seat, leak) for leak in leaks)
            # What leaks word for word is no news as a clone.
            worded = {(leak.side, id(leak.sample)) for leak in leaks}
            for form, leak in self.clones.of(entry):
                if (leak.side, id(leak.sample)) not in worded:
                    yield _leaked("clone", form, seat, leak)
            yield from shared
            if entry.data.get("split") not in (None, file.split):
                yield Finding("split", "", seat, {"split": entry.data["split"]})


def _leaked(problem: Problem, form: FormName, seat: Seat, leak: Leak) -> Finding:
    sample = leak.sample
    other = {
        "benchmark": sample.benchmark,
        "bug_id": sample.bug_id,
        "hunk": sample.hunk,
        "kind": leak.kind,
        "form": form,
    }
    return Finding(problem, leak.side, seat, other)


def _sizes(folder: Path, done: Checked, counts: dict[str, dict[str, int]]) -> Iterator[Finding]:
    """Yield the files that have not as many items as were written."""
    for dataset, of_splits in counts.items():
        for split, size in of_splits.items():
            there = done.sizes.get(dataset, {}).get(split, 0)
            if there != size:
                seat = Seat(split, str(folder / dataset / f"{split}.jsonl"), 0, "")
                yield Finding("size", "", seat, {"expected": size, "there": there})
