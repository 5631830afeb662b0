"""A training that runs, or that continues from its checkpoint, to the same weights."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import torch
from torch import Tensor, nn

from equimorph.bulk.reporting import Reporter
from equimorph.learning.checkpoints import CHECKPOINT, load, save
from equimorph.learning.steps import Schedule, descend
from equimorph.runs.seeds import seed_of

SECONDS = 20.0
"""Between checkpoints."""
_SCHEDULE = Schedule(0.05, 0.02)


class Training(ABC):
    """A training of a network.

    Args:
        network: that learns.
        optimizers: Optimizers of all its weights, by their names in the checkpoint.
        work: the folder of the checkpoint.
        seed: Seed of all draws.
        steps: how many are done; None for no limit.
        seconds: the time that it has; None for no limit.

    Attributes:
        step: how many steps are done.
        losses: the parts of the loss of the last one.

    Raises:
        Exception: the checkpoint is damaged: `damaged`.
    """

    damaged: ClassVar[type[Exception]]
    """The error for a damaged checkpoint."""

    def __init__(
        self,
        network: nn.Module,
        optimizers: Mapping[str, torch.optim.Optimizer],
        work: Path,
        seed: int,
        steps: int | None,
        seconds: float | None,
    ) -> None:
        self._network, self._optimizers, self._seed = network, optimizers, seed
        self._steps, self._limit = steps, seconds
        self._path = work / CHECKPOINT
        self.step, self._seconds, self.losses = 0, 0.0, tuple[float, ...]()
        damaged = self.damaged(f"{self._path}: a damaged checkpoint; begin anew with --restart")
        if (head := load(self._path, network, optimizers, damaged)) is not None:
            self.step, self._seconds, self.losses = head["step"], head["seconds"], tuple(head["losses"])

    def go(self, reporter: Reporter) -> None:
        """Train until the steps are done, or the time is up."""
        started = saved = time.monotonic()
        before = self._seconds
        with reporter.bar(self._steps, "steps") as advance:
            advance(self.step)
            while (share := self._share()) < 1:
                self._one_step(share)
                advance()
                now = time.monotonic()
                self._seconds = before + now - started
                if now - saved > SECONDS:
                    self._save()
                    saved = now
        self._save()

    @abstractmethod
    def losses_of(self, share: float) -> tuple[Tensor, ...]:
        """Return the parts of the loss of the step that is to be done, when this share of the training is done."""

    def _one_step(self, share: float) -> None:
        torch.manual_seed(seed_of("step", self._seed, self.step))
        losses = self.losses_of(share)
        weights = self._network.parameters()
        descend(sum(losses[1:], losses[0]), weights, [*self._optimizers.values()], _SCHEDULE.rate(share))
        self.step, self.losses = self.step + 1, tuple(one.item() for one in losses)

    def _share(self) -> float:
        of_steps = self.step / self._steps if self._steps else 0.0
        return max(of_steps, self._seconds / self._limit if self._limit else 0.0)

    def _save(self) -> None:
        head = {"step": self.step, "seconds": self._seconds, "losses": self.losses}
        save(self._path, self._network, self._optimizers, head)
