"""Sizes: means of lines, nodes and changed tokens by cell (RobustNPR, RQ2 and RQ3; spec 3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.robustness.scoring.cells import Key, group_of, keys_of, rolled, spread
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import Population, Sample

__all__ = ["Mean", "Sizes", "sizes_of"]


@dataclass
class Mean:
    """A mean that carries its parts.

    Attributes:
        total: of the values.
        count: how many values are known.
    """

    total: int = 0
    count: int = 0

    def add(self, value: int | None, many: int = 1) -> None:
        """Add a value that occurs so many times, if it is known."""
        if value is not None:
            self.total += value * many
            self.count += many

    def to_dict(self) -> dict[str, Any]:
        """Return sum, count and mean; the mean of no values is null."""
        mean = self.total / self.count if self.count else None
        return {"sum": self.total, "count": self.count, "mean": mean}


@dataclass
class Sizes:
    """Sizes in a cell, of all samples that are not flaky, repaired or not.

    Attributes:
        samples: how many have mutants in the cell.
        mutants: how many these are.
        lines: of the originals, each counted once.
        nodes: of their syntax trees, likewise.
        changed_tokens: of the mutants.
    """

    samples: int = 0
    mutants: int = 0
    lines: Mean = field(default_factory=Mean)
    nodes: Mean = field(default_factory=Mean)
    changed_tokens: Mean = field(default_factory=Mean)


def sizes_of(population: Population, scoring: Scoring) -> list[dict[str, Any]]:
    """Return the sizes of each cell, in the order of the cells."""
    found: dict[Key, Sizes] = {}
    for bug, sample in population.samples.items():
        if not sample.flaky:
            _add(found, sample, group_of(bug, scoring))
    return [
        {**_named(key, scoring.by), **_data(found.get(key, Sizes()))} for key in keys_of(population, scoring)
    ]


def _add(found: dict[Key, Sizes], sample: Sample, group: str) -> None:
    seen: set[Key] = set()
    for key, result, many in spread(sample, group):
        for upper in rolled(key):
            sizes = found.setdefault(upper, Sizes())
            sizes.mutants += many
            sizes.changed_tokens.add(result.changed_tokens, many)
            if upper not in seen:
                seen.add(upper)
                sizes.samples += 1
                sizes.lines.add(sample.lines)
                sizes.nodes.add(sample.nodes)


def _named(key: Key, by: Iterable[str]) -> Mapping[str, Any]:
    named: dict[str, Any] = dict(zip(("mutator", "fault", "group"), key, strict=False))
    further = dict(zip(by, key[3:], strict=True))
    return named | ({"by": further} if further else {})


def _data(sizes: Sizes) -> dict[str, Any]:
    means = {name: getattr(sizes, name).to_dict() for name in ("lines", "nodes", "changed_tokens")}
    return {"samples": sizes.samples, "mutants": sizes.mutants, **means}
