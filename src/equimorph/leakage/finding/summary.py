"""The summary of a search: which bugs leak, at which level, by how many items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from equimorph.leakage.finding.counting import ANY, Counts, Scope
from equimorph.leakage.finding.leaks import SCHEMA
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.sizes import SIDES, Sizes
from equimorph.leakage.samples import KINDS, LEVELS, FormName, Level, Sample
from equimorph.statistics.ratio import Ratio


@dataclass(frozen=True)
class Summary:
    """The result of a search.

    Attributes:
        data: plain data for JSON: "schema", "options", "train", "bugs", "totals", "by_form".
        counts: Counts of all training data.
        rows: how many leaks are written.
    """

    data: Mapping[str, Any]
    counts: Counts
    rows: int = 0


@dataclass
class _Bug:
    benchmark: str
    bug_id: str
    repaired: bool | None
    samples: list[int] = field(default_factory=list)


def summary_of(
    samples: Sequence[Sample],
    forms: Sequence[FormName],
    counts: Counts,
    *,
    options: Mapping[str, Any],
    train: Mapping[str, Any],
    sizes: Sequence[Sizes] | None,
    rows: int,
) -> Summary:
    """Return the summary.

    Args:
        samples: Samples of the benchmarks, as they were searched for.
        forms: Forms of the search.
        counts: Counts of the leaks.
        options: Options of the search.
        train: Facts about the training data.
        sizes: Sizes of the samples; None where they are not known.
        rows: Number of leaks written.
    """
    bugs = _bugs(samples)
    data = {
        "schema": SCHEMA,
        "options": options,
        "train": train,
        "bugs": [_row(bug, sizes, counts) for bug in bugs],
        "totals": _totals(bugs, sizes, counts, ANY),
        "by_form": {
            form: {
                "totals": _totals(bugs, sizes, counts, form),
                "bugs": {level: _leaking(bugs, counts, form, level) for level in LEVELS},
            }
            for form in forms
        },
    }
    return Summary(data, counts, rows)


def found_summary(
    samples: Sequence[Sample],
    options: FindOptions,
    counts: Counts,
    training: Sequence[str],
    lost_chunks: int,
    rows: int,
) -> Summary:
    """Return the summary of a search.

    Args:
        samples, options: Samples and options of the search.
        counts: Counts of the leaks.
        training: Names of the training data.
        lost_chunks: Number of chunks of the training data that failed.
        rows: Number of leaks written.
    """
    fixes = Counter(sample.fixed_by for sample in samples if sample.fixed is not None)
    return summary_of(
        samples,
        options.forms,
        counts,
        options={**options.to_dict(), "train": list(training), "fixes": dict(sorted(fixes.items()))},
        train={
            **{"items": counts.items, "bytes": counts.bytes, "errors": counts.errors},
            "lost_chunks": lost_chunks,
        },
        sizes=[Sizes.of(sample, options) for sample in samples],
        rows=rows,
    )


def _bugs(samples: Sequence[Sample]) -> list[_Bug]:
    bugs = dict[tuple[str, str], _Bug]()
    for number, sample in enumerate(samples):
        bug = bugs.setdefault(
            (sample.benchmark, sample.bug_id), _Bug(sample.benchmark, sample.bug_id, sample.repaired)
        )
        bug.samples.append(number)
    return list(bugs.values())


def _row(bug: _Bug, sizes: Sequence[Sizes] | None, counts: Counts) -> dict[str, Any]:
    bug_sizes = None if sizes is None else [sizes[number] for number in bug.samples]
    return {
        **{
            "benchmark": bug.benchmark,
            "bug_id": bug.bug_id,
            "repaired": bug.repaired,
            "hunks": len(bug.samples),
        },
        "too_short": None
        if bug_sizes is None
        else {level: sum(_too_short(sample_sizes, level) for sample_sizes in bug_sizes) for level in LEVELS},
        "empty": None
        if bug_sizes is None
        else {side: sum(getattr(sample_sizes, side) == 0 for sample_sizes in bug_sizes) for side in SIDES},
        **{level: _found(bug, counts, ANY, level) for level in LEVELS},
    }


def _too_short(sizes: Sizes, level: Level) -> bool:
    return sizes.has(level) and level not in sizes.wanted


def _found(bug: _Bug, counts: Counts, scope: Scope, level: Level) -> dict[str, Any]:
    """Return the number of items with pieces of a bug, by kind, and whether any and all of its pieces are found."""
    pieces = [dict(counts.kinds(scope, level, number)) for number in bug.samples]
    leaking = [any(piece.values()) for piece in pieces]
    return {
        **{kind: sum(piece[kind] for piece in pieces) for kind in KINDS},
        **{"any": any(leaking), "all": all(leaking)},
    }


def _totals(
    bugs: Iterable[_Bug], sizes: Sequence[Sizes] | None, counts: Counts, scope: Scope
) -> dict[str, Any]:
    return {level: _total(list(bugs), sizes, counts, scope, level) for level in LEVELS}


def _total(
    bugs: Sequence[_Bug], sizes: Sequence[Sizes] | None, counts: Counts, scope: Scope, level: Level
) -> dict[str, Any]:
    """Return the number of bugs that leak at a level: each counts once, at its strongest kind."""
    rows = [_found(bug, counts, scope, level) for bug in bugs]
    leaking = [(bug, row) for bug, row in zip(bugs, rows, strict=True) if row["any"]]
    strongest = [next(kind for kind in KINDS if row[kind]) for _, row in leaking]
    short = (
        None
        if sizes is None
        else sum(all(_too_short(sizes[number], level) for number in bug.samples) for bug in bugs)
    )
    repaired = [bug for bug in bugs if bug.repaired]
    return {
        **{kind: strongest.count(kind) for kind in KINDS},
        **{"bugs": len(leaking), "all_hunks": sum(row["all"] for _, row in leaking)},
        "repaired": sum(bool(bug.repaired) for bug, _ in leaking) if repaired else None,
        **{"items": counts.found[scope, level], "too_short": short},
        "share": Ratio(len(leaking), len(bugs)).to_dict(),
    }


def _leaking(bugs: Iterable[_Bug], counts: Counts, scope: Scope, level: Level) -> list[list[str]]:
    return [[bug.benchmark, bug.bug_id] for bug in bugs if _found(bug, counts, scope, level)["any"]]
