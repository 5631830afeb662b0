"""The training of a network on pairs: stopped at any time, and continued to the same weights."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from equimorph.bulk.reporting import Reporter
from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.network import Network, NetworkSize, table
from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.subwords import END, START
from equimorph.learning.batches import epoch_of
from equimorph.learning.checkpoints import CHECKPOINT, load, save
from equimorph.learning.steps import Schedule, descend, torch_device
from equimorph.runs.seeds import seed_of

EVERY = 100
"""Steps between checkpoints."""
_SCHEDULE = Schedule(0.05, 0.02)
_DECAY = 0.01
_BUCKET = 8
"""Batches among which pairs are sorted by length, so that little is filled up."""


class Numbers(NamedTuple):
    """A pair as a network has it: the numbers of the sentence's words and of the code's."""

    text: tuple[int, ...]
    code: tuple[int, ...]


def device_of(name: str | None) -> torch.device:
    """Return a device: by default a GPU where there is one.

    Raises:
        GeneratorError: there is no such device.
    """
    return torch_device(name, GeneratorError)


class Batches:
    """The pairs of each step: each pair at most once in an epoch, in an order that the seed and the epoch give.

    Args:
        pairs: to learn from.
        size: Size of a batch; all pairs, if there are fewer.
        seed: Seed of the order.
    """

    def __init__(self, pairs: Sequence[Numbers], size: int, seed: int) -> None:
        self._pairs, self._size, self._seed = pairs, min(size, len(pairs)), seed
        self._epoch = lru_cache(1)(self._shuffled)

    def batch(self, step: int) -> list[Numbers]:
        """Return the pairs of a step."""
        epoch, place = divmod(step, len(self._pairs) // self._size)
        return [self._pairs[at] for at in self._epoch(epoch)[place]]

    def _shuffled(self, epoch: int) -> list[list[int]]:
        lengths = [len(pair.code) for pair in self._pairs]
        return epoch_of(lengths, self._size, _BUCKET, Random(seed_of("epoch", self._seed, epoch)))


class Learning:
    """A training that runs, or that continues where a checkpoint is.

    Attributes:
        network: that learns.
        step: how many steps are done.
        loss: of the last one.

    Args:
        options: Options of the training.
        pairs: to learn from.
        vocabulary: how many words there are.
        work: the folder with the checkpoint.

    Raises:
        GeneratorError: the checkpoint is damaged.
    """

    def __init__(self, options: TrainOptions, pairs: Sequence[Numbers], vocabulary: int, work: Path) -> None:
        self._options, self._work = options, work
        self._device = device_of(options.device)
        self._batches = Batches(pairs, options.batch, options.seed)
        torch.manual_seed(seed_of("weights", options.seed))
        self.network = Network(NetworkSize(vocabulary)).to(self._device).train()
        parameters = self.network.parameters()
        self._optimizers = {"moments": torch.optim.AdamW(parameters, lr=options.rate, weight_decay=_DECAY)}
        self.step, self.loss, self._seconds = 0, 0.0, 0.0
        self._load()

    def go(self, reporter: Reporter) -> None:
        """Train until the steps are done, or the time is up."""
        started, before = time.monotonic(), self._seconds
        with reporter.bar(self._options.steps, "steps") as advance:
            advance(self.step)
            while self._share() < 1:
                self._one_step()
                advance()
                self._seconds = before + time.monotonic() - started
                if self.step % EVERY == 0:
                    self._save()
        self._save()

    def _one_step(self) -> None:
        rate = _SCHEDULE.rate(self._share())
        torch.manual_seed(seed_of("step", self._options.seed, self.step))
        loss = loss_of(self.network, self._batches.batch(self.step), self._device)
        descend(loss, self.network.parameters(), [*self._optimizers.values()], rate)
        self.step, self.loss = self.step + 1, loss.item()

    def _share(self) -> float:
        """Return the share of the training that is done."""
        of_steps = self.step / self._options.steps
        limit = self._options.seconds
        return of_steps if limit is None else max(of_steps, self._seconds / limit)

    def _save(self) -> None:
        head = {"step": self.step, "seconds": self._seconds, "loss": self.loss}
        save(self._work / CHECKPOINT, self.network, self._optimizers, head)

    def _load(self) -> None:
        path = self._work / CHECKPOINT
        damaged = GeneratorError(f"{path}: a damaged checkpoint; remove {path.parent} to begin anew")
        if (head := load(path, self.network, self._optimizers, damaged)) is not None:
            self.step, self._seconds, self.loss = head["step"], head["seconds"], head["loss"]


def loss_of(network: Network, pairs: Sequence[Numbers], device: torch.device) -> Tensor:
    """Return the mean of the negative log probabilities of all words of code, and of their ends."""
    sentence, past = network.read(*table([one.text for one in pairs], device))
    wanted, there = table([(*one.code, END) for one in pairs], device)
    given, _ = table([(START, *one.code) for one in pairs], device)
    joint, _ = network.write(sentence, past, given)
    return functional.cross_entropy(network.scores(joint[there]), wanted[there])
