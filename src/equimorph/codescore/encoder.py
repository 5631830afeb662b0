"""The encoder: RoBERTa's architecture, small enough to be trained from scratch on a CPU."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["Encoder", "EncoderSize"]

_SPREAD = 0.09
"""The standard deviation of the first weights: one by the square root of the width. With BERT's 0.02, which is of a width of 768,
all texts begin with nearly the same vector, and ten minutes are too short."""
_SLOWEST = 2000.0
"""Tokens of the slowest wave of the first positions, by two pi."""


@dataclass(frozen=True)
class EncoderSize:
    """The size of an encoder.

    Attributes:
        vocabulary: words.
        length: tokens of a text, at the most; what is behind is cut off.
        layers, width, heads: of the transformer; the layers between have four times the width.
        dropout: a share of the hidden states. Attention has none: it would hide the operator in which a negative differs.
    """

    vocabulary: int
    length: int = 512
    layers: int = 2
    width: int = 128
    heads: int = 4
    dropout: float = 0.1

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


class Encoder(nn.Module):
    """A transformer with learnt positions, normalised behind each part, and a head for masked words tied to the embeddings.

    Args:
        size: of it.
    """

    def __init__(self, size: EncoderSize) -> None:
        super().__init__()
        self.size = size
        self.length = size.length
        self.words = nn.Embedding(size.vocabulary, size.width)
        self.positions = nn.Embedding(size.length, size.width)
        self.norm = nn.LayerNorm(size.width)
        self.layers = nn.ModuleList(_Layer(size) for _ in range(size.layers))
        self.head = nn.Sequential(nn.Linear(size.width, size.width), nn.GELU(), nn.LayerNorm(size.width))
        self.head_bias = nn.Parameter(torch.zeros(size.vocabulary))
        self.apply(_first_weights)
        with torch.no_grad():
            self.positions.weight.copy_(_SPREAD * _waves(size.length, size.width))

    def forward(self, numbers: Tensor, mask: Tensor, places: Tensor | None = None) -> list[Tensor]:
        """Return the hidden states behind each layer: texts x tokens x width.

        Args:
            numbers: of words: texts x tokens.
            mask: True for a token, False for what fills a text up.
            places: the tokens that are wanted of the last layer: texts x places; all for None. The others cost nothing there.
        """
        at = torch.arange(numbers.shape[1], device=numbers.device)
        states = self.norm(self.words(numbers) + self.positions(at))
        states = functional.dropout(states, self.size.dropout, self.training)
        found = []
        for number, layer in enumerate(self.layers, 1):
            states = layer(states, mask, places if number == len(self.layers) else None)
            found.append(states)
        return found

    def guesses(self, states: Tensor) -> Tensor:
        """Return the scores of all words for hidden states of the last layer: tokens x vocabulary."""
        found: Tensor = self.head(states) @ self.words.weight.T + self.head_bias
        return found


class _Layer(nn.Module):
    """A layer: attention, then a network with one hidden layer."""

    def __init__(self, size: EncoderSize) -> None:
        super().__init__()
        self.heads, self.dropout = size.heads, size.dropout
        self.ask = nn.Linear(size.width, size.width)
        self.into = nn.Linear(size.width, 2 * size.width)
        self.out = nn.Linear(size.width, size.width)
        self.norm = nn.LayerNorm(size.width)
        self.wide = nn.Linear(size.width, 4 * size.width)
        self.narrow = nn.Linear(4 * size.width, size.width)
        self.last_norm = nn.LayerNorm(size.width)

    def forward(self, states: Tensor, mask: Tensor, places: Tensor | None) -> Tensor:
        width = states.shape[-1]
        asking = states
        if places is not None:
            asking = states.gather(1, places.unsqueeze(-1).expand(-1, -1, width))
        keys, values = self._split(self.into(states)).unbind(2)
        queries = self._split(self.ask(asking))[:, :, 0]
        queries, keys, values = (one.transpose(1, 2) for one in (queries, keys, values))
        attended = functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask[:, None, None, :]
        )
        attended = self.out(attended.transpose(1, 2).reshape(asking.shape))
        states = self.norm(asking + functional.dropout(attended, self.dropout, self.training))
        inner = self.narrow(functional.gelu(self.wide(states)))
        found: Tensor = self.last_norm(states + functional.dropout(inner, self.dropout, self.training))
        return found

    def _split(self, table: Tensor) -> Tensor:
        """Return a table by kind and head: texts x tokens x kinds x heads x numbers."""
        texts, tokens, _ = table.shape
        return table.view(texts, tokens, -1, self.heads, self.out.in_features // self.heads)


def _waves(length: int, width: int) -> Tensor:
    """Return sines and cosines of positions, so that neighbours are alike before anything is learnt: positions x numbers."""
    rates = torch.exp(-math.log(_SLOWEST) * torch.arange(width // 2) / (width // 2))
    angles = torch.arange(length)[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def _first_weights(part: nn.Module) -> None:
    if isinstance(part, nn.Linear | nn.Embedding):
        nn.init.normal_(part.weight, std=_SPREAD)
    if isinstance(part, nn.Linear):
        nn.init.zeros_(part.bias)
