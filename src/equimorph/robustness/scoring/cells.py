"""Cells: counts of samples and mutants by mutator, fault line, group and further fields, each also for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from equimorph.robustness.scoring.bounds import Counts, bounds
from equimorph.robustness.scoring.means import MeanRatio, MutatorMean
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import ALL
from equimorph.robustness.scoring.splitting import Key, Split, keys_of, rolled_up
from equimorph.robustness.scoring.verdicts import METRICS, Verdicts
from equimorph.statistics.intervals import Interval, clustered_wilson, wilson
from equimorph.statistics.ratio import Ratio

__all__ = ["Cell", "cells_of"]


@dataclass(frozen=True)
class Cell:
    """A score of some mutants.

    Attributes:
        metric: "PFM", "PFA", "PDM" or "PDA".
        mutator: "all", or the name of the mutator.
        fault: "all", "touched", "untouched" or "unknown".
        group: Group of the samples; "all", "unknown", or a name.
        by: Values of further fields, likewise.
        ratio: Number of failures (PDM, PDA: differences) among the answered mutants (PFM, PDM) or samples (PFA, PDA).
        low: The lower bound of the ratio, whatever is undecided and whatever answers are missing.
        high: The upper bound, likewise.
        interval: Interval of 95 %; None where there is none.
        method: Method of computing it; None likewise.
        undecided: Number of cases in the numerator that count only because nothing is known of them.
        no_answer: Number of mutants left out because they have no answer; or (PFA, PDA) of samples with an unanswered
            mutant.
        samples: Number of samples in the cell.
        repaired: Number of these that are repaired as they are. Counts are means where models are averaged.
        mutator_mean: Mean of the ratio over the mutators, each of which weighs the same; None for a single mutator, and
            where none has cases.
        as_failures: Ratio with missing answers counted as failures, as in equimorph 0.1; None where models are
            averaged.
    """

    metric: str
    mutator: str
    fault: str
    group: str
    by: Mapping[str, str]
    ratio: Ratio | MeanRatio
    low: Ratio | MeanRatio
    high: Ratio | MeanRatio
    interval: Interval | None
    method: str | None
    undecided: float
    no_answer: float
    samples: float
    repaired: float
    as_failures: Ratio | None = None
    mutator_mean: MutatorMean | None = None

    @property
    def is_unsplit(self) -> bool:
        """Whether the cell is about all mutants and samples."""
        return {self.mutator, self.fault, self.group, *self.by.values()} == {ALL}

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
        data |= {"ci_method": self.method, "low": self.low.value, "high": self.high.value}
        data |= {name: getattr(self, name) for name in ("undecided", "no_answer", "samples", "repaired")}
        if self.mutator == ALL:
            data["mutator_mean"] = None if self.mutator_mean is None else self.mutator_mean.to_dict()
        return data


def cells_of(splits: Sequence[Split], verdicts: Verdicts, scoring: Scoring) -> list[Cell]:
    """Return the cells of a population, first for the score of mutants, then for the score of samples.

    Args:
        splits: The samples.
        verdicts: Verdicts on the samples that count and the results that fail.
        scoring: Options for pooling.
    """
    tallies = _tallied(splits, verdicts, scoring)
    nothing = _Tally(Counter(), Counter())

    def cell(key: Key, metric: str, place: int) -> Cell:
        tally = tallies.get(key, nothing)
        sums = tally.sums(place)
        low, high = bounds(sums, tally.open(place))
        if place:
            found, method = wilson(sums.failed, sums.answered), "wilson"
        else:
            found, method = clustered_wilson(tally.clusters), "wilson-clustered"
        return Cell(
            metric,
            mutator=key[0],
            fault=key[1],
            group=key[2],
            by=dict(zip(scoring.by, key[3:], strict=True)),
            ratio=Ratio(sums.failed, sums.answered),
            low=low,
            high=high,
            interval=found,
            method=None if found is None else method,
            undecided=sums.undecided,
            no_answer=sums.no_answer,
            samples=tally.samples,
            repaired=tally.repaired,
            as_failures=Ratio(sums.most, sums.all),
        )

    metrics, keys = METRICS[verdicts.criterion], keys_of(splits, scoring)
    return [cell(key, metric, place) for place, metric in enumerate(metrics) for key in keys]


class _Profile(NamedTuple):
    """The mutants of a sample in a cell, the same as one sample or (pooled by cell) as one for each mutator, and the original.

    Attributes:
        mutants: their counts.
        samples: likewise.
        repaired: whether the original is repaired.
    """

    mutants: Counts
    samples: Counts
    repaired: bool

    def of(self, place: int) -> Counts:
        """Return the counts of the score of mutants (0), or of the score of samples (1)."""
        return self.samples if place else self.mutants


@dataclass(frozen=True)
class _Tally:
    """The sums behind the two scores of a cell.

    Attributes:
        counted: Number of samples that count and have a profile.
        uncertain: The same for samples whose original has no answer: with one they might count.
    """

    counted: Counter[_Profile]
    uncertain: Counter[_Profile]

    def sums(self, place: int) -> Counts:
        """Return the sums over the samples that count, for mutants (0) or for samples (1)."""
        return Counts.summed((profile.of(place), many) for profile, many in self.counted.items())

    def open(self, place: int) -> Counter[Counts]:
        """Return the counts of the samples that might count."""
        found = Counter[Counts]()
        for profile, many in self.uncertain.items():
            found[profile.of(place)] += many
        return found

    @property
    def samples(self) -> int:
        """The number of samples that count."""
        return self.counted.total()

    @property
    def repaired(self) -> int:
        """The number of repaired samples among them."""
        return sum(many for profile, many in self.counted.items() if profile.repaired)

    @property
    def clusters(self) -> Counter[tuple[float, float]]:
        """The number of samples for each number of failing and of answered mutants."""
        found = Counter[tuple[float, float]]()
        for profile, many in self.counted.items():
            found[profile.mutants.failed, profile.mutants.answered] += many
        return found


def _tallied(splits: Iterable[Split], verdicts: Verdicts, scoring: Scoring) -> dict[Key, _Tally]:
    found: dict[Key, _Tally] = {}
    judged = lru_cache(None)(verdicts.flags)
    for split in splits:
        counts, may_count = verdicts.counts(split.sample), verdicts.may_count(split.sample)
        if not (counts or may_count):
            continue
        repaired = verdicts.repaired(split.sample)
        # Nothing is known of a behaviour where that of the original is not known.
        is_blind = may_count and verdicts.criterion == "behaviour"
        flagged = ((key, [many * flag for flag in judged(result)]) for key, result, many in split.finest)
        rolled = {key: Counts.of(numbers, is_blind) for key, numbers in rolled_up(flagged).items()}
        for key, profile in _profiles(rolled, repaired, scoring.pool == "cell").items():
            tally = found.setdefault(key, _Tally(Counter(), Counter()))
            (tally.counted if counts else tally.uncertain)[profile] += 1
    return found


def _profiles(rolled: Mapping[Key, Counts], repaired: bool, is_pooled: bool) -> dict[Key, _Profile]:
    """Return the profiles of a sample by cell; pooled, it is one for each mutator where all mutators are meant."""
    units = dict[Key, Counts]()
    for key, mutants in rolled.items():
        if is_pooled and key[0] != ALL:
            pooled = (ALL, *key[1:])
            units[pooled] = Counts.summed([(units.get(pooled, Counts()), 1), (mutants.as_sample, 1)])
        if not is_pooled or key[0] != ALL:
            units[key] = mutants.as_sample
    return {key: _Profile(mutants, units[key], repaired) for key, mutants in rolled.items()}
