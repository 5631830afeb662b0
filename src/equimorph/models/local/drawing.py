"""Draws of the next token, where each row of a batch has a random generator for itself.

So a candidate depends on its seed and its prompt, and not on the other rows of its batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Distribution:
    """The distribution that tokens are drawn from.

    Attributes:
        temperature: Divides the scores; above 0.
        top_p: Only the most probable tokens that together have this probability are drawn; None for all.
        top_k: Only this many tokens are drawn; None for all.
    """

    temperature: float
    top_p: float | None = None
    top_k: int | None = None

    def probabilities(self, scores: Tensor) -> Tensor:
        """Return the probabilities of all tokens, row by row."""
        scaled = scores.double() / self.temperature
        if self.top_k is not None and self.top_k < scores.shape[-1]:
            least = scaled.topk(self.top_k, dim=-1).values[:, -1:]
            scaled = scaled.masked_fill(scaled < least, -torch.inf)
        chances = scaled.softmax(dim=-1)
        if self.top_p is not None and self.top_p < 1:
            ordered, places = chances.sort(dim=-1, descending=True, stable=True)
            before = ordered.cumsum(dim=-1) - ordered
            dropped = before >= max(self.top_p, 1e-12)  # the most probable token stays
            chances = chances.masked_fill(dropped.scatter(-1, places, dropped), 0.0)
        return chances / chances.sum(dim=-1, keepdim=True)


class Draws:
    """A logits processor of transformers: it leaves one token to each row, which greedy decoding then takes.

    Args:
        distribution: Distribution of the tokens.
        seeds: Seed of each row.
    """

    def __init__(self, distribution: Distribution, seeds: Sequence[int]) -> None:
        self._distribution = distribution
        self._generators = [torch.Generator().manual_seed(seed) for seed in seeds]

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """Return scores that allow exactly one token in each row."""
        chances = self._distribution.probabilities(scores)
        levels = torch.stack(
            [torch.rand(1, generator=generator, dtype=torch.float64) for generator in self._generators]
        ).to(chances.device)
        sums = chances.cumsum(dim=-1)
        # Rounding may leave the last sum below a level; the level is scaled, so that a token of chance 0 is never drawn.
        tokens = torch.searchsorted(sums, levels * sums[:, -1:], right=True).clamp(max=scores.shape[-1] - 1)
        return torch.full_like(scores, -torch.inf).scatter(-1, tokens, 0.0)
