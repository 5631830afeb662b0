"""The training of a network on pairs: stopped at any time, and continued to the same weights."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from equimorph.bulk.reporting import Reporter
from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.network import Network, NetworkSize, table
from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.subwords import END, START
from equimorph.extras import module
from equimorph.trees.files import whole_file

__all__ = ["CHECKPOINT", "EVERY", "Batches", "Learning", "Numbers", "device_of"]

CHECKPOINT = "checkpoint.safetensors"
EVERY = 100
"""Steps between checkpoints."""
_WARM_UP = 0.05
"""Of the training, in which the learning rate rises."""
_LEAST_RATE = 0.02
_DECAY = 0.01
_CLIP = 1.0
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
    try:
        found = torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.zeros(1, device=found)
    except (RuntimeError, AssertionError) as error:
        raise GeneratorError(f"no device {name!r}: {str(error).splitlines()[0]}") from error
    return found


class Batches:
    """The pairs of each step: each pair at most once in an epoch, in an order that the seed and the epoch give.

    Args:
        pairs: to learn from.
        size: of a batch; all pairs, if there are fewer.
        seed: of the order.
    """

    def __init__(self, pairs: Sequence[Numbers], size: int, seed: int) -> None:
        self._pairs, self._size, self._seed = pairs, min(size, len(pairs)), seed
        self._epoch = lru_cache(1)(self._shuffled)

    def batch(self, step: int) -> list[Numbers]:
        """Return the pairs of a step."""
        epoch, place = divmod(step, len(self._pairs) // self._size)
        return [self._pairs[at] for at in self._epoch(epoch)[place]]

    def _shuffled(self, epoch: int) -> list[list[int]]:
        rng = Random(_derived("epoch", self._seed, epoch))
        order = rng.sample(range(len(self._pairs)), len(self._pairs))
        found = list[list[int]]()
        for start in range(0, len(order), self._size * _BUCKET):
            part = sorted(
                order[start : start + self._size * _BUCKET], key=lambda at: len(self._pairs[at].code)
            )
            found += [part[at : at + self._size] for at in range(0, len(part) - self._size + 1, self._size)]
        rng.shuffle(found)
        return found


class Learning:
    """A training that runs, or that goes on where a checkpoint is.

    Attributes:
        network: that learns.
        step: how many steps are done.
        loss: of the last one.

    Args:
        options: of the training.
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
        torch.manual_seed(_derived("weights", options.seed))
        self.network = Network(NetworkSize(vocabulary)).to(self._device).train()
        parameters = self.network.parameters()
        self._optimizer = torch.optim.AdamW(parameters, lr=options.rate, weight_decay=_DECAY)
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
        done = self._share()
        for group in self._optimizer.param_groups:
            group["lr"] = self._options.rate * max(_LEAST_RATE, min((done + 1e-3) / _WARM_UP, 1 - done))
        torch.manual_seed(_derived("step", self._options.seed, self.step))
        loss = loss_of(self.network, self._batches.batch(self.step), self._device)
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _CLIP)
        self._optimizer.step()
        self.step, self.loss = self.step + 1, loss.item()

    def _share(self) -> float:
        """Return how much of the training is done."""
        of_steps = self.step / self._options.steps
        limit = self._options.seconds
        return of_steps if limit is None else max(of_steps, self._seconds / limit)

    def _save(self) -> None:
        tensors = {f"weights.{name}": one for name, one in self.network.state_dict().items()}
        for number, state in self._optimizer.state_dict()["state"].items():
            tensors.update({f"moments.{number}.{name}": one for name, one in state.items()})
        head = {"step": self.step, "seconds": self._seconds, "loss": self.loss}
        kept = {name: one.cpu().contiguous().clone() for name, one in tensors.items()}
        data = module("safetensors.torch").save(kept, {"run": json.dumps(head)})
        with whole_file(self._work / CHECKPOINT) as stream:
            stream.write(data)

    def _load(self) -> None:
        path = self._work / CHECKPOINT
        if not path.is_file():
            return
        weights: dict[str, Tensor] = {}
        moments: dict[int, dict[str, Tensor]] = {}
        head, tensors = _stored(path)
        for name, tensor in tensors.items():
            kind, _, rest = name.partition(".")
            if kind == "weights":
                weights[rest] = tensor
            else:
                number, moment = rest.split(".")
                moments.setdefault(int(number), {})[moment] = tensor
        self.network.load_state_dict(weights)
        groups = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": moments, "param_groups": groups})
        self.step, self._seconds, self.loss = head["step"], head["seconds"], head["loss"]


def loss_of(network: Network, pairs: Sequence[Numbers], device: torch.device) -> Tensor:
    """Return the mean of the negative log probabilities of all words of code, and of their ends."""
    sentence, past = network.read(*table([one.text for one in pairs], device))
    wanted, there = table([(*one.code, END) for one in pairs], device)
    given, _ = table([(START, *one.code) for one in pairs], device)
    joint, _ = network.write(sentence, past, given)
    return functional.cross_entropy(network.scores(joint[there]), wanted[there])


def _stored(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Return what a checkpoint says, and its tensors.

    Raises:
        GeneratorError: it is damaged.
    """
    safetensors = module("safetensors")
    try:
        with safetensors.safe_open(str(path), "pt") as stored:
            names = list(stored.keys())
            return json.loads(stored.metadata()["run"]), {name: stored.get_tensor(name) for name in names}
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError) as error:
        raise GeneratorError(f"{path}: a damaged checkpoint; remove {path.parent} to begin anew") from error


def _derived(*keys: object) -> int:
    """Return a seed of 63 bits for keys."""
    return int.from_bytes(hashlib.sha256(repr(keys).encode()).digest()[:8]) >> 1
