"""Batches of texts of about the same length, so that little is filled up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import torch
from torch import Tensor


def epoch_of(lengths: Sequence[int], size: int, bucket: int, rng: Random) -> list[list[int]]:
    """Return the batches of an epoch in random order: places of texts, each at most once.

    Args:
        lengths: of the texts.
        size: of a batch; texts that fill none are left out.
        bucket: number of batches among which texts are sorted by length.
        rng: gives the order.
    """
    order = rng.sample(range(len(lengths)), len(lengths))
    batches = list[list[int]]()
    for start in range(0, len(order), size * bucket):
        part = sorted(order[start : start + size * bucket], key=lengths.__getitem__)
        batches += [part[at : at + size] for at in range(0, len(part) - size + 1, size)]
    rng.shuffle(batches)
    return batches


def padded(texts: Sequence[Sequence[int]], pad: int) -> tuple[Tensor, Tensor]:
    """Return texts as one table, and True where it has a token: texts x tokens."""
    longest = max(map(len, texts))
    numbers = torch.full((len(texts), longest), pad, dtype=torch.long)
    mask = torch.zeros(numbers.shape, dtype=torch.bool)
    for row, text in enumerate(texts):
        numbers[row, : len(text)] = torch.tensor(text, dtype=torch.long)
        mask[row, : len(text)] = True
    return numbers, mask
