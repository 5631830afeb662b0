"""The losses of CodeScore-R (paper 004, 3.1.3, equations 2 to 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equimorph.runs.extras import module

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["TEMPERATURE", "contrastive_loss", "contrastive_loss_of", "masked_loss"]

TEMPERATURE = 0.05
"""tau. The paper does not give it; this is SimCSE's."""


def contrastive_loss(
    anchors: Tensor, positives: Tensor, negatives: Tensor, temperature: float = TEMPERATURE
) -> Tensor:
    """Return the mean over the batch of equation 3.

    Args:
        anchors, positives, negatives: a vector for each text, of the same texts in the same order: texts x numbers.
        temperature: tau.
    """
    functional = module("torch.nn.functional")
    units = [functional.normalize(each, dim=-1) for each in (anchors, positives, negatives)]
    return contrastive_loss_of(units[0] @ units[1].T, units[0] @ units[2].T, temperature)


def contrastive_loss_of(positive: Tensor, negative: Tensor, temperature: float = TEMPERATURE) -> Tensor:
    """Return the mean over the batch of equation 3, of similarities.

    The denominator sums over all texts j of the batch, including i: similarities of i with j's positive and j's
        negative.

    Args:
        positive: Similarities of anchor i (row) with the positive of j (column).
        negative: Similarities of anchor i (row) with the negative of j (column).
        temperature: Tau.
    """
    torch = module("torch")
    scores = torch.cat([positive, negative], dim=1) / temperature
    mean: Tensor = (scores.logsumexp(dim=1) - scores.diagonal()).mean()
    return mean


def masked_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Return equation 2: the sum over masked tokens of the negative logarithm of the true token's probability.

    Args:
        logits: Logits for each word of the vocabulary: tokens x words.
        targets: Numbers of the true words: tokens.
    """
    loss: Tensor = module("torch.nn.functional").cross_entropy(logits, targets, reduction="sum")
    return loss
