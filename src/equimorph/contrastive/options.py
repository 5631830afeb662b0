"""What can be asked of the pairs, checked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import mutators as registry
from equimorph.catalogue import versions
from equimorph.contrastive.schema import SCHEMA, SPLITS
from equimorph.mutating import select_mutators
from mutators import MutationError, Mutator

__all__ = ["BREAKING", "SKETCH", "Asked", "Options"]

BREAKING = "operator-mutation"
SKETCH = "sketch"


class Asked(TypedDict, total=False):
    """The arguments of `Options.of`."""

    positives: int
    negatives: int
    depth: int | tuple[int, int]
    mutators: Iterable[str | Mutator] | None
    breaking: Iterable[str | Mutator] | None
    weights: Mapping[str, float] | None
    seed: int
    sketch: bool | Mutator
    max_tokens: int | None
    share: float | None
    splits: tuple[float, float, float]


@dataclass(frozen=True)
class Options:
    """What is asked of each sample.

    Attributes:
        positives, negatives: how many of a method, where so many can be made.
        depth: the least and the most mutations of a positive.
        preserving, breaking: what makes positives and negatives.
        weights: of mutators, by name; 1 where nothing is said.
        seed: of all choices.
        sketch: what makes the anchor of the original, or None.
        max_tokens: of any text; a longer method is skipped, a longer variant drawn again.
        share: which fraction of the operators is mutated at once in a negative; None for a single one.
        splits: fractions of train, validation and test.
    """

    positives: int
    negatives: int
    depth: tuple[int, int]
    preserving: tuple[Mutator, ...]
    breaking: tuple[Mutator, ...]
    weights: Mapping[str, float]
    seed: int
    sketch: Mutator | None
    max_tokens: int | None
    share: float | None
    splits: tuple[float, float, float]

    @classmethod
    def of(
        cls,
        *,
        positives: int = 2,
        negatives: int = 2,
        depth: int | tuple[int, int] = (1, 3),
        mutators: Iterable[str | Mutator] | None = None,
        breaking: Iterable[str | Mutator] | None = None,
        weights: Mapping[str, float] | None = None,
        seed: int = 0,
        sketch: bool | Mutator = False,
        max_tokens: int | None = None,
        share: float | None = None,
        splits: tuple[float, float, float] = (0.8, 0.1, 0.1),
    ) -> Options:
        """Options as `pairs` takes them.

        Raises:
            MutationError: a mutator is not there, or of the wrong relation, or not among those whose weight is told.
            ValueError: a number is not what it should be.
        """
        least, most = depth if isinstance(depth, tuple) else (depth, depth)
        _demand(positives >= 0 and negatives >= 0, "positives and negatives are numbers from 0 on")
        _demand(positives + negatives > 0, "neither positives nor negatives are asked for")
        _demand(1 <= least <= most, f"depth {least}-{most} is no range from 1 on")
        _demand(max_tokens is None or max_tokens > 0, "max_tokens is a number from 1 on")
        _demand(share is None or 0 < share <= 1, "share is a fraction above 0 and up to 1")
        _demand(
            len(splits) == len(SPLITS)
            and all(part >= 0 for part in splits)
            and math.isclose(sum(splits), 1, abs_tol=1e-9),
            f"splits are three fractions ({', '.join(SPLITS)}) with the sum 1",
        )
        kept = _of_relation("preserving", select_mutators(mutators) if positives else ())
        broken = _of_relation("breaking", select_mutators(breaking or [BREAKING]) if negatives else ())
        weights = dict(weights or {})
        _check_weights(weights, [*kept, *broken])
        sketcher = registry.get(SKETCH) if sketch is True else sketch or None
        return cls(
            positives,
            negatives,
            (least, most),
            kept,
            broken,
            weights,
            seed,
            sketcher,
            max_tokens,
            share,
            splits,
        )

    def manifest(self) -> dict[str, Any]:
        """The options as plain data: with the same ones and the same sources, the output is the same."""
        used = [*self.preserving, *self.breaking, *([self.sketch] if self.sketch else [])]
        return {
            "schema": SCHEMA,
            "positives": self.positives,
            "negatives": self.negatives,
            "depth": list(self.depth),
            "mutators": versions(used),
            "weights": dict(sorted(self.weights.items())),
            "seed": self.seed,
            "sketch": self.sketch is not None,
            "max_tokens": self.max_tokens,
            "share": self.share,
            "splits": list(self.splits),
        }


def _demand(true: bool, message: str) -> None:
    if not true:
        raise ValueError(message)


def _of_relation(relation: str, chosen: Iterable[Mutator]) -> tuple[Mutator, ...]:
    by_name = {mutator.name: mutator for mutator in chosen}
    for name, mutator in by_name.items():
        if mutator.relation != relation:
            raise MutationError(f"{name} is {mutator.relation}; {relation} mutators are wanted here")
    return tuple(by_name[name] for name in sorted(by_name))


def _check_weights(weights: Mapping[str, float], chosen: Iterable[Mutator]) -> None:
    names = {mutator.name for mutator in chosen}
    for name, weight in weights.items():
        if name not in names:
            raise MutationError(f"a weight for {name!r}, which is not among the mutators")
        _demand(weight >= 0 and math.isfinite(weight), f"the weight of {name} is a number from 0 on")
