"""Splits: which cells the mutants of a sample belong to, by mutator, fault line, group and further fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from equimorph.robustness.scoring.groups import group_of
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import ALL, UNKNOWN, Population, Result, Sample

Key: TypeAlias = tuple[str, ...]
"""Mutator, fault, group and the further fields of a cell; each may be "all"."""
_FAULTS = (ALL, "touched", "untouched")


@dataclass(frozen=True)
class Split:
    """A sample and its mutants by cell.

    Attributes:
        sample: the sample.
        finest: keys in which nothing is "all" but a group where there are none; with a result, and how many mutants have it.
    """

    sample: Sample
    finest: tuple[tuple[Key, Result, int], ...]


def splits_of(population: Population, scoring: Scoring) -> list[Split]:
    """Return the samples of a population, split."""
    groups = scoring.groups
    return [
        Split(sample, tuple(_finest(sample, ALL if groups is None else group_of(bug, groups))))
        for bug, sample in population.samples.items()
    ]


def _finest(sample: Sample, group: str) -> Iterable[tuple[Key, Result, int]]:
    original = sample.original
    for result, many in Counter(sample.mutants.values()).items():
        own = result.by
        if None in own and original is not None:
            own = tuple(a if a is not None else b for a, b in zip(own, original.by, strict=True))
        further = (UNKNOWN if value is None else value for value in own)
        yield (result.mutator, result.fault, group, *further), result, many


@lru_cache(100_000)
def _rolled(key: Key) -> tuple[Key, ...]:
    """Return the keys of all cells that one is part of, itself included."""
    return tuple(product(*((value,) if value == ALL else (ALL, value) for value in key)))


def rolled_up(finest: Iterable[tuple[Key, Sequence[int]]]) -> dict[Key, list[int]]:
    """Return sums of rows of numbers for each key, and for all keys that include it."""
    base: dict[Key, list[int]] = {}
    for key, numbers in finest:
        _add(base, key, numbers)
    found: dict[Key, list[int]] = {}
    for key, numbers in base.items():
        for upper in _rolled(key):
            _add(found, upper, numbers)
    return found


def _add(sums: dict[Key, list[int]], key: Key, numbers: Sequence[int]) -> None:
    known = sums.get(key)
    if known is None:
        sums[key] = list(numbers)
    else:
        for place, number in enumerate(numbers):
            known[place] += number


def keys_of(splits: Iterable[Split], scoring: Scoring) -> list[Key]:
    """Return the keys of all cells: mutators, faults and groups crossed, other fields as they occur; "all" first."""
    found = {key for split in splits for key, _, _ in split.finest}
    mutators, faults, groups = ({key[place] for key in found} - {ALL} for place in range(3))
    further = {tail for key in found for tail in _rolled(key[3:])} or {(ALL,) * len(scoring.by)}
    crossed = product(
        (ALL, *sorted(mutators)),
        (*_FAULTS, *sorted(faults - set(_FAULTS))),
        (ALL, *sorted(groups)),
        sorted(further, key=_all_first),
    )
    return [(mutator, fault, group, *tail) for mutator, fault, group, tail in crossed]


def _all_first(key: Key) -> list[tuple[bool, str]]:
    return [(value != ALL, value) for value in key]
