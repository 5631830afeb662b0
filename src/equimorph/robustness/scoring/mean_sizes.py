"""Sizes: means of lines, nodes and changed tokens by cell (RobustNPR, RQ2 and RQ3; spec 3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.splitting import Key, Split, keys_of, rolled_up

_MEANS = ("lines", "nodes", "changed_tokens")


def sizes_of(splits: Sequence[Split], scoring: Scoring) -> list[dict[str, Any]]:
    """Return the sizes in each cell, in the order of the cells, over all samples that are not flaky, repaired or not.

    Lines and nodes are of originals, each counted once; changed tokens of mutants. A mean includes its sum and the
    number of known values; it is null if none is known.
    """
    found: dict[Key, list[int]] = {}
    for split in splits:
        if not split.sample.flaky:
            _add(found, split)
    return [_data(key, found.get(key, [0] * 8), scoring.by) for key in keys_of(splits, scoring)]


def _add(found: dict[Key, list[int]], split: Split) -> None:
    """Add a sample: 1, its mutants, then sums and numbers of known values."""
    original = [1, *_known(split.sample.lines, 1), *_known(split.sample.nodes, 1)]
    mutants = ((key, [many, *_known(result.changed_tokens, many)]) for key, result, many in split.finest)
    for key, (many, *changed) in rolled_up(mutants).items():
        numbers = [original[0], many, *original[1:], *changed]
        known = found.get(key)
        found[key] = numbers if known is None else [a + b for a, b in zip(known, numbers, strict=True)]


def _known(value: int | None, many: int) -> tuple[int, int]:
    """Return the contribution of values to a sum, and to the number of known values."""
    return (0, 0) if value is None else (value * many, many)


def _data(key: Key, numbers: Sequence[int], by: Iterable[str]) -> dict[str, Any]:
    data: dict[str, Any] = dict(zip(("mutator", "fault", "group"), key, strict=False))
    if further := dict(zip(by, key[3:], strict=True)):
        data["by"] = further
    data |= {"samples": numbers[0], "mutants": numbers[1]}
    for place, name in enumerate(_MEANS):
        total, count = numbers[2 + 2 * place : 4 + 2 * place]
        data[name] = {"sum": total, "count": count, "mean": total / count if count else None}
    return data
