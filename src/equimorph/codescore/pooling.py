"""The vector of a text, of the hidden states that an encoder gives (paper 004, 3.1.3 and 5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["VECTORS", "Vector", "places_of", "pooled"]

Vector: TypeAlias = Literal["cls-relu", "cls", "last-avg", "first-last-avg"]
VECTORS: tuple[Vector, ...] = get_args(Vector)
"""``cls-relu``: the last layer's first token, negative numbers set to 0, so that a cosine is from 0 to 1; ``cls``: without that;
``last-avg``: the mean of the last layer's tokens; ``first-last-avg``: the mean of the means of the first and the last layer."""


def places_of(numbers: Tensor, vector: Vector) -> Tensor | None:
    """Return the tokens of the last layer that a vector needs, texts x 1; None where it needs all.

    Args:
        numbers: Numbers of words: texts x tokens.
        vector: which one.
    """
    return numbers.new_zeros((len(numbers), 1)) if vector in ("cls-relu", "cls") else None


def pooled(layers: Sequence[Tensor], mask: Tensor, vector: Vector = "cls-relu") -> Tensor:
    """Return a vector for each text.

    Args:
        layers: the hidden states behind each layer, the first one first: texts x tokens x numbers.
        mask: 1 for a token, 0 for what fills a text up: texts x tokens.
        vector: which one.
    """
    last = layers[-1]
    if vector == "cls-relu":
        return last[:, 0].relu()
    if vector == "cls":
        return last[:, 0]
    if vector == "last-avg":
        return _mean(last, mask)
    return (_mean(layers[0], mask) + _mean(last, mask)) / 2


def _mean(states: Tensor, mask: Tensor) -> Tensor:
    weights = mask.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1)
