"""Evaluation: how well a model tells positives from hard negatives of unseen methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from equimorph.codescore.batches import marked
from equimorph.codescore.examples import Example
from equimorph.codescore.model import CodeScore
from equimorph.statistics.correlation import auc

__all__ = ["HeldOut", "held_out"]


@dataclass(frozen=True)
class HeldOut:
    """Cosines of methods with their variants.

    Attributes:
        methods, positives, negatives: how many there are.
        auc: AUC of all positives against all negatives; None where one kind is missing.
        closer: triplets of a method, one of its positives and one of its negatives in which the positive is closer; one that is
            equally close counts half.
        triplets: Triplets of all methods.
        positive, negative: the mean cosines.
    """

    methods: int
    positives: int
    negatives: int
    auc: float | None
    closer: float
    triplets: int
    positive: float
    negative: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return dict(vars(self))


def held_out(model: CodeScore, examples: Sequence[Example]) -> HeldOut:
    """Compare methods with their variants, which must be there.

    Args:
        model: gives the vectors.
        examples: methods that it has not seen.
    """
    cosines = dict(zip(("positives", "negatives"), _cosines(model, examples), strict=True))
    good = [cosine for of_method in cosines["positives"] for cosine in of_method]
    bad = [cosine for of_method in cosines["negatives"] for cosine in of_method]
    closer, triplets = 0.0, 0
    for positives, negatives in zip(*cosines.values(), strict=True):
        closer += sum((p > n) + 0.5 * (p == n) for p in positives for n in negatives)
        triplets += len(positives) * len(negatives)
    area = auc([*good, *bad], [True] * len(good) + [False] * len(bad))
    return HeldOut(len(examples), len(good), len(bad), area, closer, triplets, _mean(good), _mean(bad))


def _cosines(model: CodeScore, examples: Sequence[Example]) -> tuple[list[list[float]], list[list[float]]]:
    texts: dict[tuple[str, ...], int] = {}
    for example in examples:
        for text in (example.anchor, *example.positives, *example.negatives):
            texts.setdefault(text, len(texts))
    if not texts:
        return [], []
    marks, length = model.vocabulary.marks, model.encoder.length
    vectors = model.vectors([marked(model.vocabulary.numbers(text), marks, length) for text in texts])
    units = torch.nn.functional.normalize(vectors, dim=-1)
    sides = defaultdict[str, list[list[float]]](list)
    for example in examples:
        anchor = units[texts[example.anchor]]
        for side in ("positives", "negatives"):
            sides[side].append([float(units[texts[text]] @ anchor) for text in getattr(example, side)])
    return sides["positives"], sides["negatives"]


def _mean(numbers: Iterable[float]) -> float:
    kept = list(numbers)
    return sum(kept) / len(kept) if kept else 0.0
