"""Small models for the tests of mutant models: a text becomes counts of letters, and these a label or a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from equimorph.search.mutant_models.probes import PROBES

TEXTS = PROBES[:32]
WIDTH, LABELS = 16, 5
WANTED = [at % LABELS for at in range(len(TEXTS))]
"""Labels for the texts; there is nothing to find in them, they are learnt by heart."""


def features(texts: Sequence[str]) -> np.ndarray[Any, Any]:
    """Eight times the shares of letters of 16 classes."""
    table = np.zeros((len(texts), WIDTH), dtype=np.float32)
    for row, text in zip(table, texts, strict=True):
        for letter in text:
            row[ord(letter) % WIDTH] += 1
        row *= 8 / max(1, len(text))
    return table


class TorchModel:
    """A module over counts of letters: labels, or vectors."""

    def __init__(self, module: nn.Module, vectors: bool = False) -> None:
        self.module, self.vectors = module, vectors
        self.calls = 0

    def __call__(self, texts: Sequence[str]) -> list[Any]:
        self.calls += len(texts)
        first = next(self.module.parameters(), None)
        dtype = torch.float32 if first is None or not first.is_floating_point() else first.dtype
        with torch.no_grad():
            # One by one, so that a batch does not change the last bit.
            rows = [self.module(torch.tensor(features([text])).to(dtype))[0] for text in texts]
        return [one.tolist() for one in rows] if self.vectors else [int(one.argmax()) for one in rows]


def mlp(seed: int = 1, hidden: int = 12, depth: int = 2, out: int = LABELS) -> nn.Sequential:
    """A network with square layers between; no two texts are alike to it."""
    torch.manual_seed(seed)
    parts: list[nn.Module] = [nn.Linear(WIDTH, hidden), nn.ReLU()]
    for _ in range(depth):
        parts += [nn.Linear(hidden, hidden), nn.ReLU()]
    made = nn.Sequential(*parts, nn.Linear(hidden, out))
    with torch.no_grad():
        for one in made.parameters():
            one.mul_(3)
    return made


def fitted() -> TorchModel:
    """A module that has learnt a label for each of the texts."""
    module = mlp(hidden=24, depth=1)
    inputs, wanted = torch.tensor(features(TEXTS)), torch.tensor(WANTED)
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    for _ in range(400):
        optimizer.zero_grad()
        nn.functional.cross_entropy(module(inputs), wanted).backward()
        optimizer.step()
    return TorchModel(module)


def vectors() -> TorchModel:
    """A module whose vectors tell texts apart."""
    return TorchModel(mlp(hidden=32, depth=1, out=24), vectors=True)


def trained() -> NumpyModel:
    """A model that has learnt a label for each of the texts."""
    made = NumpyModel()
    made.train(TEXTS, WANTED)
    return made


class NumpyModel:
    """A network with one hidden layer, trained by gradient descent; its weights are as those of Keras."""

    def __init__(self, hidden: int = 16, seed: int = 3) -> None:
        rng = np.random.default_rng(seed)
        self.weights: list[np.ndarray[Any, Any]] = [
            rng.normal(0, 1, (WIDTH, hidden)).astype(np.float32),
            rng.normal(0, 0.1, hidden).astype(np.float32),
            rng.normal(0, 1, (hidden, LABELS)).astype(np.float32),
            rng.normal(0, 0.1, LABELS).astype(np.float32),
        ]
        self.calls = 0

    def train(
        self, texts: Sequence[str], labels: Sequence[int], steps: int = 1500, rate: float = 0.3
    ) -> None:
        """Learn labels."""
        inputs, wanted = features(texts), np.eye(LABELS, dtype=np.float32)[list(labels)]
        for _ in range(steps):
            hidden, shares = self._run(inputs)
            slope = (shares - wanted) / len(texts)
            before = slope @ self.weights[2].T * (hidden > 0)
            for one, change in zip(
                self.weights, (inputs.T @ before, before.sum(0), hidden.T @ slope, slope.sum(0)), strict=True
            ):
                one -= rate * change

    def __call__(self, texts: Sequence[str]) -> list[int]:
        self.calls += len(texts)
        return [int(one) for one in self._run(features(texts))[1].argmax(1)]

    def get_weights(self) -> list[np.ndarray[Any, Any]]:
        """The arrays themselves, not copies."""
        return self.weights

    def set_weights(self, weights: Sequence[np.ndarray[Any, Any]]) -> None:
        """Take arrays."""
        self.weights = list(weights)

    def _run(self, inputs: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        first, bias, second, last = self.weights
        hidden = np.maximum(0, inputs @ first + bias)
        scores = hidden @ second + last
        shares = np.exp(scores - scores.max(1, keepdims=True))
        return hidden, shares / shares.sum(1, keepdims=True)
