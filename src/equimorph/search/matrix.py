"""The matrix of a retraining: what each training scores on each test set, and its changes, absolute and relative.

Cells pool the counts of all seeds: figures are ratios of sums, and percentages are never averaged. The paper does not say whether
its changes are absolute or relative; both are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from equimorph.search.resampling import DRAWS, Counts, percentiles, resampled
from equimorph.search.tasks.measures import Figure, Measure
from equimorph.statistics.intervals import Clusters, Interval, clustered_wilson

KINDS = ("once", "times", "guided")
"""The methods that make adversarials."""
ORIGINAL, CLEAN = "original", "clean"
TRAININGS = (ORIGINAL, *KINDS)
"""The training without adversarials, and the trainings with adversarials of one kind."""
TESTS = (CLEAN, *KINDS)
_TITLES = {"once": "1-time", "times": "k-times", "guided": "GM"}

Place = tuple[str, str]
"""A training and a test set."""


def title_of(name: str, *, training: bool = False) -> str:
    """Return the name of a test set or a training in tables: "GM", "+GM"."""
    title = _TITLES.get(name, name)
    return f"+{title}" if training and name != ORIGINAL else title


@dataclass(frozen=True)
class Cell:
    """The score of a training on a test set.

    Attributes:
        training, test: Names of the training and of the test set.
        figure: Name of the figure.
        pooled: Value from the counts of all seeds.
        by_seed: Value for each seed.
        interval: Interval of 95 %, from drawing seeds and roots again; if all draws agree, for example 0 of 10, from
            the roots by `clustered_wilson`. None without draws.
    """

    training: str
    test: str
    figure: str
    pooled: Figure
    by_seed: tuple[float | None, ...]
    interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "training": self.training,
            "test": self.test,
            "figure": self.figure,
            **self.pooled.to_dict(),
            "by_seed": list(self.by_seed),
            "interval": _plain(self.interval),
        }


@dataclass(frozen=True)
class Change:
    """The difference of two cells.

    Attributes:
        kind: "drop": the same training on a mutated test set instead of the clean one; "gain": a training with adversarials instead
            of the original one, on the same test set.
        training, test: Training and test set of the cell.
        figure: Name of the figure.
        absolute: The cell minus the other one; None if one is undefined.
        relative: The same as a share of the other cell; None also if the other cell is 0.
        absolute_interval, relative_interval: Intervals of 95 %.
    """

    kind: Literal["drop", "gain"]
    training: str
    test: str
    figure: str
    absolute: float | None
    relative: float | None
    absolute_interval: Interval | None
    relative_interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        data = dict(vars(self))
        for name in ("absolute_interval", "relative_interval"):
            data[name] = _plain(data[name])
        return data


def _plain(interval: Interval | None) -> dict[str, float] | None:
    return None if interval is None else asdict(interval)


class Matrix:
    """The figures of all trainings on all test sets.

    Args:
        measure: Measure of the task.
        counts: Counts of each training and test set: for each seed, for each root, its counts; roots and seeds in one order.
        draws: Draws of the bootstrap; 0 for no intervals.
        seed: Seed of the draws.
    """

    def __init__(
        self, measure: Measure, counts: Mapping[Place, Counts], draws: int = DRAWS, seed: int = 0
    ) -> None:
        self._measure, self._counts = measure, counts
        self._at = {place: number for number, place in enumerate(counts)}
        self._draws = resampled(list(counts.values()), draws, seed)

    def cells(self) -> Iterator[Cell]:
        """Yield all cells, figure by figure."""
        for number, figure in enumerate(self._measure.figures):
            for place, of_place in self._counts.items():
                by_seed = [self._measure.of_sums(_sums([one]))[number].value for one in of_place]
                pooled = self._measure.of_sums(_sums(of_place))[number]
                interval = percentiles(self._draws, lambda draw: self._value(draw, place, number))  # noqa: B023 - called at once
                if interval is not None and interval.low == interval.high and pooled.denominator:
                    interval = clustered_wilson(self._by_root(of_place, number))
                yield Cell(*place, figure, pooled, tuple(by_seed), interval)

    def _by_root(self, of_place: Counts, number: int) -> Clusters:
        """Return the roots by the numerator and denominator of a figure, for which seeds are summed up."""
        roots = zip(*of_place, strict=True)
        figures = [self._measure.of_sums(_sums([[one] for one in root]))[number] for root in roots]
        return Counter((one.numerator or 0.0, one.denominator or 0.0) for one in figures)

    def changes(self) -> Iterator[Change]:
        """Yield all changes, figure by figure, drops before gains."""
        for number, figure in enumerate(self._measure.figures):
            for training in TRAININGS:
                for test in KINDS:
                    yield self._change("drop", (training, test), (training, CLEAN), number, figure)
            for training in KINDS:
                for test in TESTS:
                    yield self._change("gain", (training, test), (ORIGINAL, test), number, figure)

    def _change(
        self, kind: Literal["drop", "gain"], place: Place, other: Place, number: int, figure: str
    ) -> Change:
        sums = [_sums(of_place) for of_place in self._counts.values()]

        def absolute(draw: Sequence[Sequence[float]]) -> float | None:
            return _difference(self._value(draw, place, number), self._value(draw, other, number))

        def relative(draw: Sequence[Sequence[float]]) -> float | None:
            before, found = self._value(draw, other, number), absolute(draw)
            return found / before if before and found is not None else None

        intervals = (percentiles(self._draws, value) for value in (absolute, relative))
        return Change(kind, *place, figure, absolute(sums), relative(sums), *intervals)

    def _value(self, sums: Sequence[Sequence[float]], place: Place, number: int) -> float | None:
        return self._measure.of_sums(sums[self._at[place]])[number].value


def _difference(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _sums(seeds: Iterable[Sequence[Sequence[float]]]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*(one for of_seed in seeds for one in of_seed), strict=True)))
