"""The mean of a score over mutators, in which each mutator weighs the same, however many mutants it makes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from equimorph.robustness.scoring.cells import Cell
from equimorph.robustness.scoring.means import MutatorMean
from equimorph.robustness.scoring.population import ALL
from equimorph.statistics.ratio import Ratio

__all__ = ["with_mutator_means"]


def with_mutator_means(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells; a cell of all mutators gets the mean over the cells that differ from it only in the mutator."""
    all_cells = list(cells)
    shares: dict[tuple[str, ...], list[Fraction]] = {}
    for cell in all_cells:
        if cell.mutator != ALL and (share := _share(cell)) is not None:
            shares.setdefault(_rest(cell), []).append(share)
    return [
        replace(cell, mutator_mean=MutatorMean(sum(values, Fraction()) / len(values), len(values)))
        if cell.mutator == ALL and (values := shares.get(_rest(cell)))
        else cell
        for cell in all_cells
    ]


def _rest(cell: Cell) -> tuple[str, ...]:
    return cell.metric, cell.fault, cell.group, *cell.by.values()


def _share(cell: Cell) -> Fraction | None:
    ratio = cell.ratio
    if not isinstance(ratio, Ratio):
        return ratio.share
    return Fraction(ratio.numerator, ratio.denominator) if ratio.denominator else None
