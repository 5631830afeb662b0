"""A summary of leaks written before: only some of them, several searches, or against all bugs of a benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from equimorph.leakage.finding.checking import check_samples
from equimorph.leakage.finding.counting import ANY, Counts, Scope
from equimorph.leakage.finding.leaks import Leak
from equimorph.leakage.finding.options import MAX_HITS
from equimorph.leakage.finding.summary import Summary, summary_of
from equimorph.leakage.samples import FORMS, KINDS, Kind, Level, Sample
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows, name_of_rows, numbered_rows, raised
from mutators import MutationError

_Kinds = dict[tuple[Scope, Level, int, tuple[str, int]], Kind]
"""The strongest kind by form, level, number of the sample, and file and row of the item."""


def summarise(
    *leaks: Rows,
    samples: Sequence[Sample] | None = None,
    max_hits: int = MAX_HITS,
    failed: Failed = raised,
    count: RowCount | None = None,
) -> Summary:
    """Return the summary of leaks, which are in memory: item by item, each counts once, whatever file it is in.

    Values that the rows do not tell are None: everything about the training data except the items with leaks, and for
    the bugs, the sides that are too short. Its `cut` lists the bugs of which `find` may have left rows out.

    Args:
        leaks: Rows of `find`, from one file or more.
        samples: Samples of the benchmarks, to count bugs without leaks, too; None to count only the bugs in the rows.
        max_hits: The maximum number of rows of a bug that `find` wrote.
        failed: Gets bad rows, and rows of no sample.
        count: Counts the rows.

    Raises:
        MutationError: a row is bad, and there is no `failed`; or `samples` are empty, or two have one name.
        OSError: a file cannot be read.
    """
    if samples is not None:
        check_samples(samples)
    pieces = list(samples or ())
    numbers = {(sample.benchmark, sample.bug_id, sample.hunk): number for number, sample in enumerate(pieces)}
    kinds = _Kinds()
    cut, rows, forms = set[tuple[str, str]](), 0, set[str]()
    for file in leaks:
        of_bug = Counter[tuple[str, str]]()
        for line, leak in numbered_rows(file, Leak.from_row, failed, count):
            name = leak.benchmark, leak.bug_id, leak.hunk
            if name not in numbers:
                if samples is not None:
                    reason = f"{leak.bug_id} of {leak.benchmark}, piece {leak.hunk}, is not in the benchmark"
                    if count is not None:
                        count.dropped["not in the benchmark"] += 1
                    failed(BadRow(name_of_rows(file), line, reason))
                    continue
                numbers[name] = len(pieces)
                pieces.append(Sample(*name, None, None))
            rows += 1
            of_bug[leak.bug] += 1
            forms.add(leak.form)
            scopes: tuple[Scope, ...] = (leak.form, ANY)
            for scope in scopes:
                key = scope, leak.level, numbers[name], (leak.train_file, leak.train_row)
                kinds[key] = min(leak.kind, kinds.get(key, leak.kind), key=KINDS.index)
        cut.update(bug for bug, number in of_bug.items() if number >= max_hits)
    if not pieces:
        raise MutationError("there is no leak, so no bug is known: give the benchmark")
    counts = _counts(kinds)
    train_totals = {"items": None, "bytes": None, "errors": None, "lost_chunks": None}
    form_names = [form for form in FORMS if form in forms]
    options = {"forms": form_names, "max_hits": max_hits, "leaks": [name_of_rows(file) for file in leaks]}
    draft = summary_of(pieces, form_names, counts, options=options, train=train_totals, sizes=None, rows=rows)
    return Summary({**draft.data, "cut": [list(bug) for bug in sorted(cut)]}, counts, rows)


def _counts(kinds: _Kinds) -> Counts:
    counts = Counts()
    for (scope, level, sample, _), kind in kinds.items():
        counts.hits[scope, level, sample, kind] += 1
    leaking_items = {(scope, level, item) for scope, level, _, item in kinds}
    counts.found.update((scope, level) for scope, level, _ in leaking_items)
    return counts
