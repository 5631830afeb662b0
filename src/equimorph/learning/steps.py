"""The device, the threads, the learning rate and the step of a training."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor

_CLIP = 1.0
"""Maximum norm of the gradient."""


def torch_device(name: str | None, failed: Callable[[str], Exception]) -> torch.device:
    """Return a device, by default a GPU if one is available.

    Raises:
        Exception: made by `failed`, if the device does not exist.
    """
    try:
        device = torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise failed(f"no device {name!r}: {str(error).splitlines()[0]}") from error
    return device


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute with one thread, so that the sums do not depend on the machine's cores."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@dataclass(frozen=True)
class Schedule:
    """A learning rate that rises to the highest, and then falls evenly.

    Attributes:
        warm_up: share of the training in which it rises.
        lowest: share of the highest rate below which it does not fall.
    """

    warm_up: float
    lowest: float

    def rate(self, done: float) -> float:
        """Return the share of the highest rate when this share of the training is done."""
        return max(self.lowest, min((done + 1e-3) / self.warm_up, 1 - done))


def descend(
    loss: Tensor, weights: Iterable[Tensor], optimizers: Sequence[torch.optim.Optimizer], rate: float
) -> None:
    """Change weights by the gradient of a loss, at a share of the rates that the optimizers were made with."""
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = optimizer.defaults["lr"] * rate
        optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(weights, _CLIP)
    for optimizer in optimizers:
        optimizer.step()
