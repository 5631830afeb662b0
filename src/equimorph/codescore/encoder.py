"""The encoder: RoBERTa's architecture with rotary positions, small enough to be trained from scratch on a CPU.

Three things differ from RoBERTa. Positions turn the queries and keys (RoFormer), so that attention sees distances only: an exchange
that makes a text longer leaves the rest of it as it was. Each part is normalised in front, not behind, so that a word may weigh
little in the mean. And a convolution shows each word its neighbours before the first layer, so that an operator is known with its
operands.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

_SPREAD = 0.09
"""The standard deviation of the first weights: one by the square root of the width. With BERT's 0.02, which is of a width of 768,
all texts begin with nearly the same vector, and ten minutes are too short."""
_SLOWEST = 2000.0
"""Tokens that the slowest pair of numbers takes for a turn, by two pi."""
_NEAR = 3
"""Neighbours on each side that the convolution sees."""


@dataclass(frozen=True)
class EncoderSize:
    """The size of an encoder.

    Attributes:
        vocabulary: Number of words.
        length: Maximum number of tokens of a text; the rest is cut off.
        layers, width, heads: Sizes of the transformer; its feed-forward layers have four times the width.
        dropout: Dropped share of the hidden states. Attention has none: it would hide the operator in which a negative
            differs.
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
    """A transformer, and a head for masked words tied to the embeddings."""

    def __init__(self, size: EncoderSize) -> None:
        super().__init__()
        self.size = size
        self.length = size.length
        self.words = nn.Embedding(size.vocabulary, size.width)
        self.norm = nn.LayerNorm(size.width)
        self.near = nn.Conv1d(
            size.width, size.width, 2 * _NEAR + 1, padding=_NEAR, groups=size.width, bias=False
        )
        self.layers = nn.ModuleList(_Layer(size) for _ in range(size.layers))
        self.head = nn.Sequential(nn.Linear(size.width, size.width), nn.GELU(), nn.LayerNorm(size.width))
        self.head_bias = nn.Parameter(torch.zeros(size.vocabulary))
        self.apply(_first_weights)

    def forward(self, numbers: Tensor, mask: Tensor, places: Tensor | None = None) -> list[Tensor]:
        """Return the hidden states behind each layer: texts x tokens x width.

        Args:
            numbers: Numbers of words: texts x tokens.
            mask: True for a token, False for what fills a text up.
            places: the tokens that are wanted of the last layer: texts x places; all for None. The others cost nothing there.
        """
        states = self.norm(self.words(numbers))
        states = functional.dropout(states, self.size.dropout, self.training)
        there = (states * mask.unsqueeze(-1)).transpose(1, 2)
        states = states + functional.gelu(self.near(there).transpose(1, 2))
        outputs = []
        for number, layer in enumerate(self.layers, 1):
            states = layer(states, mask, places if number == len(self.layers) else None)
            outputs.append(states)
        return outputs

    def guesses(self, states: Tensor) -> Tensor:
        """Return the scores of all words for hidden states of the last layer: tokens x vocabulary."""
        logits: Tensor = self.head(states) @ self.words.weight.T + self.head_bias
        return logits


class _Layer(nn.Module):
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
        calm, turns = (
            self.norm(states),
            _turns(states.shape[1], self.out.in_features // self.heads, states.device),
        )
        keys, values = (tensor.transpose(1, 2) for tensor in self._split(self.into(calm)).unbind(2))
        keys = _turned(keys, turns)
        if places is not None:
            wanted = places.unsqueeze(-1).expand(-1, -1, states.shape[-1])
            states, calm = states.gather(1, wanted), calm.gather(1, wanted)
            turns = turns[:, places].unsqueeze(2)
        queries = _turned(self._split(self.ask(calm))[:, :, 0].transpose(1, 2), turns)
        attended = functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask[:, None, None, :]
        )
        attended = self.out(attended.transpose(1, 2).reshape(states.shape))
        states = states + functional.dropout(attended, self.dropout, self.training)
        inner = self.narrow(functional.gelu(self.wide(self.last_norm(states))))
        return states + functional.dropout(inner, self.dropout, self.training)

    def _split(self, table: Tensor) -> Tensor:
        """Return a table by kind and head: texts x tokens x kinds x heads x numbers."""
        texts, tokens, _ = table.shape
        return table.view(texts, tokens, -1, self.heads, self.out.in_features // self.heads)


def _turns(length: int, width: int, device: torch.device) -> Tensor:
    """Return cosines and sines of the angles of positions: 2 x positions x half the numbers of a head."""
    rates = torch.exp(-math.log(_SLOWEST) * torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(length, device=device)[:, None] * rates
    return torch.stack([angles.cos(), angles.sin()])


def _turned(tensor: Tensor, turns: Tensor) -> Tensor:
    """Return vectors turned by the angles of their positions: texts x heads x tokens x numbers."""
    cosines, sines = turns
    left, right = tensor.chunk(2, -1)
    return torch.cat([left * cosines - right * sines, left * sines + right * cosines], -1)


def _first_weights(part: nn.Module) -> None:
    if isinstance(part, nn.Linear | nn.Embedding):
        nn.init.normal_(part.weight, std=_SPREAD)
    if isinstance(part, nn.Linear):
        nn.init.zeros_(part.bias)
