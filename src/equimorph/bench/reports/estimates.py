"""Figures of a report: pass@k and pass^k over problems, and the scores of metrics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from equimorph.bench.reports.samples import Sample
from equimorph.statistics import Interval, auc, bootstrap, pass_all, pass_at

__all__ = ["Figure", "Group", "Scores", "figure", "group"]


@dataclass(frozen=True)
class Figure:
    """A ratio of sums over problems, such as the mean of their estimates.

    Attributes:
        name: Name, such as "pass@1".
        k: Number of samples drawn.
        numerator, denominator: The two sums; the denominator of a mean is the number of problems.
        interval: Interval of 95 % by the bootstrap over problems; None for no problems.
        short: Number of problems with fewer than k samples, which are left out.
        bounds: Ends of the mean if the problems that are missing or left out had 0, or 1; None where nobody knows.
    """

    name: str
    k: int
    numerator: float
    denominator: float
    interval: Interval | None
    short: int
    bounds: tuple[float, float] | None = None

    @property
    def value(self) -> float | None:
        """The ratio; None for a denominator of 0."""
        return self.numerator / self.denominator if self.denominator else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{"name": self.name, "k": self.k, "numerator": self.numerator, "denominator": self.denominator},
            "value": self.value,
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
            "short": self.short,
            "bounds": None if self.bounds is None else [*self.bounds],
        }


def figure(
    name: str, k: int, pairs: Sequence[tuple[float, float]], short: int, seed: int, total: int | None = None
) -> Figure:
    """Return the figure of problems.

    Args:
        name, k, short: See `Figure`.
        pairs: Numerator and denominator of each problem; the prompts that are perturbed from one problem are added up.
        seed: Seed of the interval.
        total: Number of all problems, for the bounds of a mean.
    """
    above, below = (fsum(pair[place] for pair in pairs) for place in (0, 1))
    bounds = (above / total, (above + total - below) / total) if total else None
    whole = [int(number) if number.is_integer() else number for number in (above, below)]
    return Figure(name, k, whole[0], whole[1], bootstrap(pairs, seed), short, bounds)


@dataclass(frozen=True)
class Scores:
    """The scores of a metric.

    Attributes:
        name: Name of the metric.
        total: Sum of the scores.
        count: Number of scores.
        undefined: Number of rows whose score is null.
        missing: Number of rows without this score.
        interval: Interval of the mean by the bootstrap over problems.
        auc: Probability that a passing sample has a higher score than a failing one, with a tie as one half; None
            where all samples pass, or none.
        passing, failing: Numbers of samples with a score and a label.
    """

    name: str
    total: float
    count: int
    undefined: int
    missing: int
    interval: Interval | None
    auc: float | None
    passing: int
    failing: int

    @property
    def mean(self) -> float | None:
        """The mean; None for no scores."""
        return self.total / self.count if self.count else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{"name": self.name, "numerator": self.total, "denominator": self.count, "mean": self.mean},
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
            **{"undefined": self.undefined, "missing": self.missing},
            **{"auc": self.auc, "passing": self.passing, "failing": self.failing},
        }


@dataclass(frozen=True)
class Group:
    """The samples of a model for one kind of prompts.

    Attributes:
        name: Name of the perturbation, or `samples.ORIGINAL`.
        rows: Number of rows.
        unlabelled: Number of rows without `passed`, which count for metric scores alone.
        errors: Number of unlabelled rows that have an error.
        outcomes: Number of labelled rows by outcome.
        problems: Number of problems with a labelled row.
        total: Number of all problems: of the set, or else of any model.
        counts: Numbers of labelled and of passing samples, by problem and seed of the perturbation.
        passing: pass@k by k, then pass^k by k.
        scores: Scores by metric.
    """

    name: str
    rows: int
    unlabelled: int
    errors: int
    outcomes: Mapping[str, int]
    problems: int
    total: int
    counts: Mapping[tuple[str, str], tuple[int, int]]
    passing: tuple[Figure, ...]
    scores: tuple[Scores, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{"perturbation": self.name, "rows": self.rows, "unlabelled": self.unlabelled},
            **{"errors": self.errors, "outcomes": dict(self.outcomes)},
            "problems": {"numerator": self.problems, "denominator": self.total},
            "passing": [entry.to_dict() for entry in self.passing],
            "metrics": [entry.to_dict() for entry in self.scores],
            "counts": [
                {"problem": problem, **({"seed": seed} if seed else {}), "samples": samples, "passed": passed}
                for (problem, seed), (samples, passed) in self.counts.items()
            ],
        }


def group(name: str, samples: Sequence[Sample], ks: Iterable[int], total: int, seed: int) -> Group:
    """Return the figures of the samples of a model for one kind of prompts.

    Each perturbed prompt counts as a problem; for the intervals, all that are made from one problem are drawn together.

    Args:
        name, total: See `Group`.
        samples: Samples.
        ks: Values of k.
        seed: Seed of the intervals.
    """
    counts, originals = defaultdict[tuple[str, str, str], list[bool]](list), dict[tuple[str, str, str], str]()
    for sample in samples:
        if sample.passed is not None:
            counts[sample.prompt].append(sample.passed)
            originals[sample.prompt] = sample.original
    labelled = [sample for sample in samples if sample.passed is not None]
    estimates: Mapping[str, Callable[[int, int, int], float]] = {"pass@": pass_at, "pass^": pass_all}
    passing = list[Figure]()
    for sign, estimate in estimates.items():
        for k in ks:
            enough = {prompt: results for prompt, results in counts.items() if len(results) >= k}
            pairs = _clusters(
                (originals[prompt], estimate(len(results), sum(results), k))
                for prompt, results in enough.items()
            )
            short = len(counts) - len(enough)
            passing.append(figure(f"{sign}{k}", k, pairs, short, seed, max(total, len(counts))))
    return Group(
        name,
        len(samples),
        len(samples) - len(labelled),
        sum(sample.outcome == "error" for sample in samples if sample.passed is None),
        dict(sorted(Counter(sample.outcome for sample in labelled).items())),
        len(counts),
        max(total, len(counts)),
        {(problem, seed): (len(results), sum(results)) for (problem, _, seed), results in counts.items()},
        tuple(passing),
        tuple(_scores(metric, samples, seed) for metric in _metrics(samples)),
    )


def _clusters(values: Iterable[tuple[str, float]]) -> list[tuple[float, float]]:
    """Return the sum and the number of the values of each problem."""
    clusters = defaultdict[str, list[float]](list)
    for original, value in values:
        clusters[original].append(value)
    return [(fsum(several), len(several)) for several in clusters.values()]


def _metrics(samples: Iterable[Sample]) -> list[str]:
    return list(dict.fromkeys(name for sample in samples for name in sample.scores))


def _scores(metric: str, samples: Sequence[Sample], seed: int) -> Scores:
    having = [sample for sample in samples if metric in sample.scores]
    defined = [(sample, float(score)) for sample in having if (score := sample.scores[metric]) is not None]
    labelled = [(score, sample.passed) for sample, score in defined if sample.passed is not None]
    labels = [passed for _, passed in labelled]
    return Scores(
        metric,
        fsum(score for _, score in defined),
        len(defined),
        len(having) - len(defined),
        len(samples) - len(having),
        bootstrap(_clusters((sample.original, score) for sample, score in defined), seed),
        auc([score for score, _ in labelled], labels),
        sum(labels),
        len(labels) - sum(labels),
    )
