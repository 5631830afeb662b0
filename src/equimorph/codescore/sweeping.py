"""The threshold that fits best, chosen on rows that nothing is reported on (the paper chose it on the test rows, table 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.options import checked_threshold
from equimorph.codescore.scoring import RAW
from equimorph.rows.labels import passed_of
from equimorph.rows.tables import Failed, RowCount, Rows, raised, read_rows
from mutators import MutationError

__all__ = ["GRID", "Sweep", "Threshold", "sweep"]

GRID = tuple(number / 20 for number in range(20))
"""The thresholds to try, from 0 to 0.95."""
_OF_PAPER = 0.5


@dataclass(frozen=True)
class Threshold:
    """A threshold.

    Attributes:
        value: above which a cosine is 1.
        wrong: rows whose score is not what the tests say.
        rows: all of them.
    """

    value: float
    wrong: int
    rows: int

    @property
    def mae(self) -> float:
        """The mean absolute error."""
        return self.wrong / self.rows


@dataclass(frozen=True)
class Sweep:
    """All thresholds.

    Attributes:
        thresholds: ascending.
        passed: rows whose tests pass.
    """

    thresholds: tuple[Threshold, ...]
    passed: int

    @property
    def best(self) -> Threshold:
        """The threshold with the smallest error; if several have it, the one next to the paper's."""
        return min(
            self.thresholds, key=lambda trial: (trial.wrong, abs(trial.value - _OF_PAPER), trial.value)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "rows": self.best.rows,
            "passed": self.passed,
            "best": self.best.value,
            "thresholds": [
                {"threshold": trial.value, "wrong": trial.wrong, "rows": trial.rows, "mae": trial.mae}
                for trial in self.thresholds
            ],
        }


@dataclass(frozen=True)
class _Row:
    id: str
    cosine: float
    compiled: bool
    passed: bool


def sweep(
    rows: Rows,
    grid: Sequence[float] = GRID,
    *,
    split: str = "validation",
    failed: Failed | None = None,
    count: RowCount | None = None,
) -> Sweep:
    """Try thresholds on scored rows.

    Args:
        rows: Rows from `scored` that also have `passed`.
        grid: The thresholds.
        split: Split to use; rows that name another one are left out and counted.
        failed: Gets bad rows; without it, the first one is raised.
        count: Counts the rows.

    Raises:
        CodeScoreError: no row is left, or a threshold is not between -1 and 1.
        MutationError: a row is bad, and there is no `failed`.
        OSError: the file cannot be read.
    """
    tried_ones = sorted({checked_threshold(value) for value in grid})
    kept = list[_Row]()
    dropped = count or RowCount()
    for result in read_rows(rows, lambda data: _row(data, split), failed or raised, dropped, None):
        if isinstance(result, str):
            dropped.dropped[result] += 1
        else:
            kept.append(result)
    if not kept:
        raise CodeScoreError(f"no scored row of the split {split!r} says whether its tests pass")
    tried = (
        Threshold(
            value, sum((entry.compiled and entry.cosine > value) != entry.passed for entry in kept), len(kept)
        )
        for value in tried_ones
    )
    return Sweep(tuple(tried), sum(entry.passed for entry in kept))


def _row(data: Mapping[str, Any], split: str) -> _Row | str:
    """Return the row, or why it is left out. MutationError: it has no score, or no value that fits."""
    if data.get("split", split) != split:
        return f"not of the split {split}"
    scores, passed = data.get("scores"), passed_of(data)
    if not isinstance(scores, Mapping) or RAW not in scores:
        raise MutationError(f"no score {RAW!r}: run `equimorph codescore score` first")
    if passed is None:
        return "tests unknown"
    if scores[RAW] is None:
        return "no score"
    if isinstance(scores[RAW], bool) or not isinstance(scores[RAW], int | float):
        raise MutationError(f"score {RAW!r} is no number")
    return _Row(str(data.get("id", "")), float(scores[RAW]), data.get("compiled") is not False, passed)
