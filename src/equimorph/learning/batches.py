"""Batches of texts of about the same length, so that little is filled up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import torch
from torch import Tensor

from equimorph.runs.seeds import seed_of


class Epochs:
    """The batches of a training, in epochs: each text at most once in one, beside texts of about its length.

    A step can be asked for by itself, as after a kill.

    Args:
        lengths: Lengths of the texts.
        size: Texts of a batch; all texts, if there are fewer. Texts that fill no batch are left out.
        bucket: Number of batches among which texts are sorted by length.
        seed: gives the order of each epoch.
    """

    def __init__(self, lengths: Sequence[int], size: int, bucket: int, seed: int) -> None:
        self._lengths, self._size, self._bucket = lengths, min(size, len(lengths)), bucket
        self._seed = seed
        self._epoch = lru_cache(1)(self._shuffled)

    def __len__(self) -> int:
        """Return the number of batches of an epoch."""
        return len(self._lengths) // self._size

    def batch(self, step: int) -> list[int]:
        """Return the places of the texts of a step, from 0."""
        epoch, at = divmod(step, len(self))
        return self._epoch(epoch)[at]

    def _shuffled(self, epoch: int) -> list[list[int]]:
        rng = Random(seed_of("epoch", self._seed, epoch))
        order = rng.sample(range(len(self._lengths)), len(self._lengths))
        batches, size = list[list[int]](), self._size
        for start in range(0, len(order), size * self._bucket):
            part = sorted(order[start : start + size * self._bucket], key=self._lengths.__getitem__)
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
