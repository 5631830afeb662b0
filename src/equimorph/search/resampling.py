"""Intervals for figures of several seeds and roots: both are drawn again with replacement, the same ones for all cells.

Source: A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application (1997), 3.8, with two crossed factors, as in
A. B. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007): a root has one weight for all seeds, and a seed one
weight for all roots.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from random import Random

from equimorph.statistics.intervals import Interval

DRAWS = 2_000
"""The default number of draws of seeds and roots."""

Counts = Sequence[Sequence[Sequence[float]]]
"""Counts of a cell by seed and root."""


def resampled(cells: Sequence[Counts], draws: int = DRAWS, seed: int = 0) -> list[list[tuple[float, ...]]]:
    """Return the sums of the counts of each cell in each draw: draws x cells.

    Args:
        cells: Cells with the same seeds and the same roots, in the same order.
        draws: Number of draws; each draws as many seeds and roots as there are.
        seed: Seed of the draws.

    Raises:
        ModuleNotFoundError: torch is not installed.
    """
    import torch

    if not draws:
        return []
    table = torch.tensor(cells, dtype=torch.float64)  # cells x seeds x roots x counts
    seeds, roots = table.shape[1], table.shape[2]
    weights = [
        torch.tensor([_weights(size, f"{what}|{draw}|{seed}") for draw in range(draws)], dtype=torch.float64)
        for what, size in (("seeds", seeds), ("roots", roots))
    ]
    sums = torch.einsum("ds,dr,csrn->dcn", *weights, table)
    return [[tuple(cell) for cell in draw] for draw in sums.tolist()]


def _weights(size: int, key: str) -> list[int]:
    rng = Random(int.from_bytes(hashlib.sha256(f"resampled|{size}|{key}".encode()).digest()))
    drawn = Counter(rng.choices(range(size), k=size))
    return [drawn[at] for at in range(size)]


def percentiles(
    draws: Iterable[Sequence[tuple[float, ...]]], value: Callable[[Sequence[tuple[float, ...]]], float | None]
) -> Interval | None:
    """Return the percentile interval of 95 % of a value; None where no draw has one.

    Args:
        draws: Draws from `resampled`.
        value: Value of the sums of the cells; None where it is undefined, such as 0 of 0.
    """
    found = sorted(one for one in map(value, draws) if one is not None)
    if not found:
        return None
    rank = ceil(len(found) / 40)  # 2.5 % of them
    return Interval(found[rank - 1], found[len(found) - rank])
