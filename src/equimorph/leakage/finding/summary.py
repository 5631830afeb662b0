"""The summary of a search: which bugs leak, at which level, by how many items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from equimorph.leakage.finding.counting import ANY, Counts, Scope
from equimorph.leakage.finding.leaks import SCHEMA
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.sizes import Sizes
from equimorph.leakage.samples import KINDS, LEVELS, Level, Sample
from equimorph.statistics.ratio import Ratio

__all__ = ["Summary", "fixes_of", "summary_of"]


@dataclass(frozen=True)
class Summary:
    """What a search found.

    Attributes:
        data: plain data for JSON: "schema", "options", "train", "bugs", "totals", "by_form".
        counts: of all training data.
        rows: how many leaks are written.
    """

    data: Mapping[str, Any]
    counts: Counts
    rows: int = 0


@dataclass
class _Bug:
    """A bug, and the numbers of its samples."""

    benchmark: str
    bug_id: str
    repaired: bool | None
    samples: list[int] = field(default_factory=list)


def summary_of(
    samples: Sequence[Sample],
    options: FindOptions,
    counts: Counts,
    train: Mapping[str, Any],
    further: Mapping[str, Any],
    rows: int = 0,
) -> Summary:
    """Return the summary.

    Args:
        samples: of the benchmarks, as they were looked for.
        options: with which.
        counts: what was found.
        train: what else is known of the training data.
        further: what else the options are.
        rows: how many leaks are written.
    """
    bugs = _bugs(samples)
    sizes = [Sizes.of(sample, options) for sample in samples]
    data = {
        "schema": SCHEMA,
        "options": {**options.to_dict(), **further},
        "train": {"items": counts.items, "bytes": counts.bytes, "errors": counts.errors, **train},
        "bugs": [_row(bug, sizes, counts) for bug in bugs],
        "totals": _totals(bugs, sizes, counts, ANY),
        "by_form": {
            form: {
                "totals": _totals(bugs, sizes, counts, form),
                "bugs": {level: _leaking(bugs, counts, form, level) for level in LEVELS},
            }
            for form in options.forms
        },
    }
    return Summary(data, counts, rows)


def fixes_of(samples: Iterable[Sample]) -> dict[str, int]:
    """Return of how many samples the fix is whose: the reference, or what a system made."""
    counts = Counter(sample.fixed_by for sample in samples if sample.fixed is not None)
    return {name: counts[name] for name in sorted(counts)}


def _bugs(samples: Sequence[Sample]) -> list[_Bug]:
    found = dict[tuple[str, str], _Bug]()
    for number, sample in enumerate(samples):
        bug = found.setdefault(
            (sample.benchmark, sample.bug_id), _Bug(sample.benchmark, sample.bug_id, sample.repaired)
        )
        bug.samples.append(number)
    return list(found.values())


def _row(bug: _Bug, sizes: Sequence[Sizes], counts: Counts) -> dict[str, Any]:
    own = [sizes[number] for number in bug.samples]
    return {
        **{"benchmark": bug.benchmark, "bug_id": bug.bug_id, "repaired": bug.repaired, "hunks": len(own)},
        "too_short": {level: sum(_too_short(one, level) for one in own) for level in LEVELS},
        "empty": {side: sum(getattr(one, side) == 0 for one in own) for side in ("buggy", "fixed")},
        **{level: _found(bug, counts, ANY, level) for level in LEVELS},
    }


def _too_short(sizes: Sizes, level: Level) -> bool:
    return sizes.has(level) and level not in sizes.wanted


def _found(bug: _Bug, counts: Counts, scope: Scope, level: Level) -> dict[str, Any]:
    """Return how many items have pieces of a bug, by kind, and whether any and all of its pieces are found."""
    pieces = [dict(counts.kinds(scope, level, number)) for number in bug.samples]
    leaking = [any(piece.values()) for piece in pieces]
    return {
        **{kind: sum(piece[kind] for piece in pieces) for kind in KINDS},
        **{"any": any(leaking), "all": all(leaking)},
    }


def _totals(bugs: Iterable[_Bug], sizes: Sequence[Sizes], counts: Counts, scope: Scope) -> dict[str, Any]:
    return {level: _total(list(bugs), sizes, counts, scope, level) for level in LEVELS}


def _total(
    bugs: Sequence[_Bug], sizes: Sequence[Sizes], counts: Counts, scope: Scope, level: Level
) -> dict[str, Any]:
    """Return how many bugs leak at a level: each counts once, at its strongest kind."""
    found = [_found(bug, counts, scope, level) for bug in bugs]
    leaking = [(bug, one) for bug, one in zip(bugs, found, strict=True) if one["any"]]
    strongest = [next(kind for kind in KINDS if one[kind]) for _, one in leaking]
    short = sum(all(_too_short(sizes[number], level) for number in bug.samples) for bug in bugs)
    repaired = [bug for bug in bugs if bug.repaired]
    return {
        **{kind: strongest.count(kind) for kind in KINDS},
        **{"bugs": len(leaking), "all_hunks": sum(one["all"] for _, one in leaking)},
        "repaired": sum(bool(bug.repaired) for bug, _ in leaking) if repaired else None,
        **{"items": counts.found[scope, level], "too_short": short},
        "share": Ratio(len(leaking), len(bugs)).to_dict(),
    }


def _leaking(bugs: Iterable[_Bug], counts: Counts, scope: Scope, level: Level) -> list[list[str]]:
    return [[bug.benchmark, bug.bug_id] for bug in bugs if _found(bug, counts, scope, level)["any"]]
