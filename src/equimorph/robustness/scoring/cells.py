"""Cells: counts of samples and mutants by mutator, fault line, group and further fields, each also for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from equimorph.robustness.scoring.means import MeanRatio
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import ALL
from equimorph.robustness.scoring.splitting import Key, Split, keys_of, rolled_up
from equimorph.robustness.scoring.verdicts import METRICS, Verdicts
from equimorph.statistics.intervals import Interval, bootstrap, wilson
from equimorph.statistics.ratio import Ratio

__all__ = ["Cell", "cells_of"]


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


def cells_of(splits: Sequence[Split], verdicts: Verdicts, scoring: Scoring) -> list[Cell]:
    """Return the cells of a population: those of the score of mutants, then those of the score of samples.

    Args:
        splits: the samples.
        verdicts: which of them count, and which results fail.
        scoring: how to pool, and how intervals are drawn.
    """
    tallies, keys = _tallied(splits, verdicts), keys_of(splits, scoring)
    pooled = _pooled(tallies) if scoring.pool == "cell" else tallies
    nothing = _Tally(Counter())

    @lru_cache(None)  # cells of the same samples have the same interval
    def interval(clusters: frozenset[tuple[tuple[int, int], int]]) -> Interval | None:
        return bootstrap(dict(clusters), scoring.draws, scoring.seed)

    def cell(key: Key, metric: str, counts: _Counts, found: Interval | None, method: str) -> Cell:
        tally = tallies.get(key, nothing)
        return Cell(
            metric,
            mutator=key[0],
            fault=key[1],
            group=key[2],
            by=dict(zip(scoring.by, key[3:], strict=True)),
            ratio=Ratio(counts.failed, counts.all),
            low=Ratio(counts.failed - counts.undecided, counts.all),
            interval=found,
            method=None if found is None else method,
            undecided=counts.undecided,
            no_answer=counts.no_answer,
            samples=tally.samples.all,
            repaired=tally.repaired,
        )

    def of_mutants(key: Key) -> Cell:
        tally = tallies.get(key, nothing)
        return cell(key, metrics[0], tally.mutants, interval(frozenset(tally.clusters.items())), "bootstrap")

    def of_samples(key: Key) -> Cell:
        counts = pooled.get(key, nothing).samples
        return cell(key, metrics[1], counts, wilson(counts.failed, counts.all), "wilson")

    metrics = METRICS[verdicts.criterion]
    return [made(key) for made in (of_mutants, of_samples) for key in keys]


class _Counts(NamedTuple):
    """Cases of a score: all, those that fail, and of these those that are undecided and those without an answer."""

    all: int
    failed: int
    undecided: int
    no_answer: int


@dataclass(frozen=True)
class _Tally:
    """What adds up to the two scores of a cell.

    Attributes:
        profiles: the mutants of a sample by `_Counts`, and whether the original is repaired; with how many samples are so.
    """

    profiles: Counter[tuple[_Counts, bool]]

    @property
    def mutants(self) -> _Counts:
        """The mutants of all samples."""
        return _Counts(
            *(sum(one[place] * many for (one, _), many in self.profiles.items()) for place in range(4))
        )

    @property
    def samples(self) -> _Counts:
        """The samples; one fails if a mutant of it does, and is undecided if all mutants that fail are."""
        found = [(one, many) for (one, _), many in self.profiles.items()]
        return _Counts(
            sum(many for _, many in found),
            sum(many for one, many in found if one.failed),
            sum(many for one, many in found if one.failed and one.failed == one.undecided),
            sum(many for one, many in found if one.no_answer),
        )

    @property
    def repaired(self) -> int:
        """How many samples are repaired."""
        return sum(many for (_, repaired), many in self.profiles.items() if repaired)

    @property
    def clusters(self) -> Counter[tuple[int, int]]:
        """How many samples have so many mutants that fail, and so many at all."""
        found = Counter[tuple[int, int]]()
        for (one, _), many in self.profiles.items():
            found[one.failed, one.all] += many
        return found


def _tallied(splits: Iterable[Split], verdicts: Verdicts) -> dict[Key, _Tally]:
    found: dict[Key, _Tally] = {}
    judged = lru_cache(None)(verdicts.flags)
    for split in splits:
        if not verdicts.counts(split.sample):
            continue
        repaired = verdicts.repaired(split.sample)
        flagged = ((key, [many * flag for flag in judged(result)]) for key, result, many in split.finest)
        for key, counts in rolled_up(flagged).items():
            if key not in found:
                found[key] = _Tally(Counter())
            found[key].profiles[_Counts(*counts), repaired] += 1
    return found


def _pooled(tallies: Mapping[Key, _Tally]) -> dict[Key, _Tally]:
    """Return the tallies with each sample counted once for each mutator where all mutators are meant."""
    pooled = {key: tally for key, tally in tallies.items() if key[0] != ALL}
    sums: dict[Key, _Tally] = {}
    for key, tally in pooled.items():
        sums.setdefault((ALL, *key[1:]), _Tally(Counter())).profiles.update(tally.profiles)
    return pooled | sums
