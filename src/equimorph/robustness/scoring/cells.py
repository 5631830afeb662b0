"""Cells: counts of samples and mutants by mutator, fault line, group and further fields, each also for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

from equimorph.robustness.scoring.means import MeanRatio
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import ALL, UNKNOWN, Population, Result, Sample
from equimorph.robustness.scoring.verdicts import Units, Verdicts
from equimorph.statistics.intervals import Interval, bootstrap, wilson
from equimorph.statistics.ratio import Ratio

__all__ = ["Cell", "Key", "cells_of", "group_of", "keys_of", "rolled", "spread"]

Key: TypeAlias = tuple[str, ...]
"""Mutator, fault, group and the further fields of a cell."""
_FAULTS = (ALL, "touched", "untouched")


@dataclass(frozen=True)
class Cell:
    """A score of some mutants.

    Attributes:
        metric: "PFM", "PFA", "PDM" or "PDA".
        mutator: "all", or the name of the one whose mutants these are.
        fault: "all", "touched", "untouched" or "unknown".
        group: of the samples; "all", "unknown", or a name.
        by: the values of further fields, likewise.
        ratio: how many fail (PDM, PDA: differ), of how many: mutants (PFM, PDM) or samples (PFA, PDA).
        low: the same if all that is undecided did not fail.
        interval: of 95 %; None where there is none.
        method: "wilson" or "bootstrap"; None likewise.
        undecided: how many of the numerator count only because nothing is known of them.
        no_answer: how many of the numerator have no answer, or (PFA, PDA) a mutant without one.
        samples: how many samples there are in the cell.
        repaired: how many of these are repaired as they are. Counts are means where models are averaged.
    """

    metric: str
    mutator: str
    fault: str
    group: str
    by: Mapping[str, str]
    ratio: Ratio | MeanRatio
    low: Ratio | MeanRatio
    interval: Interval | None
    method: str | None
    undecided: float
    no_answer: float
    samples: float
    repaired: float

    def to_dict(self) -> dict[str, Any]:
        """Return the cell of ``score.json``."""
        data: dict[str, Any] = {
            "metric": self.metric,
            "mutator": self.mutator,
            "fault": self.fault,
            "group": self.group,
        }
        if self.by:
            data["by"] = dict(self.by)
        data |= self.ratio.to_dict()
        data["ci"] = None if self.interval is None else [self.interval.low, self.interval.high]
        data |= {"ci_method": self.method, "low": self.low.value, "high": self.ratio.value}
        data |= {name: getattr(self, name) for name in ("undecided", "no_answer", "samples", "repaired")}
        return data


@dataclass
class _Tally:
    """What adds up to the two scores of a cell."""

    mutants: Counter[str] = field(default_factory=Counter)
    samples: Counter[str] = field(default_factory=Counter)
    clusters: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, units: Units, repaired: bool) -> None:
        self.mutants.update(
            {"all": units.all, "failed": units.failed, "undecided": units.undecided, "none": units.no_answer}
        )
        failed = units.failed > 0
        self.samples["all"] += 1
        self.samples["failed"] += failed
        self.samples["undecided"] += failed and units.failed == units.undecided
        self.samples["none"] += units.no_answer > 0
        self.samples["repaired"] += repaired
        self.clusters[units.failed, units.all] += 1


def group_of(bug: str, scoring: Scoring) -> str:
    """Return the group of a sample: of its id, or of the bug that its id begins with; "all" if there are no groups."""
    if scoring.groups is None:
        return ALL
    return scoring.groups.get(bug) or scoring.groups.get(bug.partition(":")[0]) or UNKNOWN


def spread(sample: Sample, group: str) -> Iterator[tuple[Key, Result, int]]:
    """Yield the finest cells of a sample: the key, a result, and how many mutants have it."""
    original = sample.original
    for result, many in Counter(sample.mutants.values()).items():
        own = result.by
        if original is not None and None in own:
            own = tuple(a if a is not None else b for a, b in zip(own, original.by, strict=True))
        yield (result.mutator, result.fault, group, *(value or UNKNOWN for value in own)), result, many


def rolled(key: Key) -> Iterator[Key]:
    """Yield the keys of all cells that a finest cell is part of."""
    return product(*((value,) if value == ALL else (ALL, value) for value in key))


def keys_of(population: Population, scoring: Scoring) -> list[Key]:
    """Return the keys of all cells: mutators, faults and groups are crossed; of further fields, what occurs. "all" comes first."""
    found = {
        key
        for bug, sample in population.samples.items()
        for key, _, _ in spread(sample, group_of(bug, scoring))
    }
    mutators, faults, groups = ({key[place] for key in found} - {ALL} for place in range(3))
    further = {tail for key in found for tail in rolled(key[3:])} or {(ALL,) * len(scoring.by)}
    crossed = product(
        (ALL, *sorted(mutators)),
        (*_FAULTS, *sorted(faults - set(_FAULTS))),
        (ALL, *sorted(groups)),
        sorted(further, key=_all_first),
    )
    return [(mutator, fault, group, *tail) for mutator, fault, group, tail in crossed]


def _all_first(key: Key) -> list[tuple[bool, str]]:
    return [(value != ALL, value) for value in key]


def cells_of(
    population: Population, verdicts: Verdicts, scoring: Scoring, metrics: tuple[str, str]
) -> list[Cell]:
    """Return the cells of a population, mutants first, then samples.

    Args:
        population: the samples.
        verdicts: which of them count, and which results fail.
        scoring: how to split and pool.
        metrics: the names of the scores of mutants and of samples.
    """
    tallies = _tallied(population, verdicts, scoring)
    keys = keys_of(population, scoring)
    pooled = _pooled(tallies) if scoring.pool == "cell" else tallies
    interval = lru_cache(None)(
        lambda clusters: bootstrap(dict(clusters), scoring.draws, scoring.seed)  # equal cells have equal ones
    )

    def cell(key: Key, metric: str, counts: Counter[str], found: Interval | None, method: str) -> Cell:
        samples = tallies.get(key, _Tally()).samples
        return Cell(
            metric,
            mutator=key[0],
            fault=key[1],
            group=key[2],
            by=dict(zip(scoring.by, key[3:], strict=True)),
            ratio=Ratio(counts["failed"], counts["all"]),
            low=Ratio(counts["failed"] - counts["undecided"], counts["all"]),
            interval=found,
            method=None if found is None else method,
            undecided=counts["undecided"],
            no_answer=counts["none"],
            samples=samples["all"],
            repaired=samples["repaired"],
        )

    cells = []
    for key in keys:
        tally = tallies.get(key, _Tally())
        found = interval(tuple(sorted(tally.clusters.items())))
        cells.append(cell(key, metrics[0], tally.mutants, found, "bootstrap"))
    for key in keys:
        counts = pooled.get(key, _Tally()).samples
        cells.append(cell(key, metrics[1], counts, wilson(counts["failed"], counts["all"]), "wilson"))
    return cells


def _tallied(population: Population, verdicts: Verdicts, scoring: Scoring) -> dict[Key, _Tally]:
    tallies: dict[Key, _Tally] = {}
    for bug, sample in population.samples.items():
        if not verdicts.counts(sample):
            continue
        repaired = verdicts.repaired(sample)
        finest = spread(sample, group_of(bug, scoring))
        for key, units in _units(finest, verdicts.units).items():
            tallies.setdefault(key, _Tally()).add(units, repaired)
    return tallies


def _units(
    finest: Iterable[tuple[Key, Result, int]], judge: Callable[[Result, int], Units]
) -> dict[Key, Units]:
    """Return the mutants of a sample by cell, rolled up."""
    base: dict[Key, Units] = {}
    for key, result, many in finest:
        base.setdefault(key, Units()).add(judge(result, many))
    found: dict[Key, Units] = {}
    for key, units in base.items():
        for upper in rolled(key):
            found.setdefault(upper, Units()).add(units)
    return found


def _pooled(tallies: Mapping[Key, _Tally]) -> dict[Key, _Tally]:
    """Return the tallies with samples counted once for each mutator where all mutators are meant."""
    pooled = {key: tally for key, tally in tallies.items() if key[0] != ALL}
    sums: dict[Key, _Tally] = {}
    for key, tally in pooled.items():
        sums.setdefault((ALL, *key[1:]), _Tally()).samples.update(tally.samples)
    return pooled | sums
