"""The training of a network on pairs: stopped at any time, and continued to the same weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.network import Network, NetworkSize, table
from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.subwords import END, START
from equimorph.learning.batches import Epochs
from equimorph.learning.steps import torch_device
from equimorph.learning.training import Training
from equimorph.runs.seeds import seed_of

_DECAY = 0.01
_BUCKET = 8
"""Batches among which pairs are sorted by length, so that little is filled up."""


class Numbers(NamedTuple):
    """A pair as a network has it: the numbers of the sentence's words and of the code's."""

    text: tuple[int, ...]
    code: tuple[int, ...]


def device_of(name: str | None) -> torch.device:
    """Return a device, by default a GPU if one is available.

    Raises:
        GeneratorError: the device does not exist.
    """
    return torch_device(name, GeneratorError)


class Learning(Training):
    """The training of a network on pairs.

    Attributes:
        network: The network in training.

    Raises:
        GeneratorError: the checkpoint is damaged.
    """

    damaged = GeneratorError

    def __init__(self, options: TrainOptions, pairs: Sequence[Numbers], vocabulary: int, work: Path) -> None:
        self._pairs, self._device = pairs, device_of(options.device)
        self._epochs = Epochs([len(pair.code) for pair in pairs], options.batch, _BUCKET, options.seed)
        torch.manual_seed(seed_of("weights", options.seed))
        self.network = Network(NetworkSize(vocabulary)).to(self._device).train()
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=options.rate, weight_decay=_DECAY)
        limits = options.steps, options.seconds
        super().__init__(self.network, {"moments": optimizer}, work, options.seed, *limits)

    def losses_of(self, share: float) -> tuple[Tensor, ...]:
        """Return the loss of the batch."""
        pairs = [self._pairs[at] for at in self._epochs.batch(self.step)]
        return (loss_of(self.network, pairs, self._device),)


def loss_of(network: Network, pairs: Sequence[Numbers], device: torch.device) -> Tensor:
    """Return the mean of the negative log probabilities of all words of code, and of their ends."""
    sentence, past = network.read(*table([pair.text for pair in pairs], device))
    wanted, there = table([(*pair.code, END) for pair in pairs], device)
    inputs, _ = table([(START, *pair.code) for pair in pairs], device)
    joint, _ = network.write(sentence, past, inputs)
    return functional.cross_entropy(network.scores(joint[there]), wanted[there])
