"""The network of a seq2seq generator: recurrent cells with attention to the sentence and to what is written already.

All words of a method are scored at once in a training, and one after the other when it is written; both ways compute the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from equimorph.cote.generators.subwords import PAD
from equimorph.learning.batches import padded

_SHARPNESS = 3.0
"""Of the first scores, whose words have vectors of length 1."""


@dataclass(frozen=True)
class NetworkSize:
    """The size of a network.

    Attributes:
        vocabulary: words that are read and written.
        width: Width of a word's vector.
        state: State of the cell that writes.
        dropout: share of values that a training drops.
    """

    vocabulary: int
    width: int = 192
    state: int = 256
    dropout: float = 0.1

    def to_dict(self) -> dict[str, float]:
        """Return plain data."""
        return asdict(self)


class Sentence(NamedTuple):
    """Sentences that were read.

    Attributes:
        states: States of their words: sentences x words x width.
        keys: Attention keys of the states.
        mask: True where there is a word.
    """

    states: Tensor
    keys: Tensor
    mask: Tensor


class Past(NamedTuple):
    """The tokens written so far.

    Attributes:
        state: State of the cell that writes: 1 x sentences x state.
        keys, values: Attention keys and values of the words so far: sentences x words x width; None before the first.
    """

    state: Tensor
    keys: Tensor | None = None
    values: Tensor | None = None


class Network(nn.Module):
    """A reader of sentences and a writer of code."""

    def __init__(self, size: NetworkSize) -> None:
        super().__init__()
        self.size = size
        width, state = size.width, size.state
        self.words = nn.Embedding(size.vocabulary, width)
        nn.init.normal_(self.words.weight, std=width**-0.5)
        self.reader = nn.GRU(width, width // 2, bidirectional=True, batch_first=True)
        self.first = nn.Linear(width, state)
        self.writer = nn.GRU(width, state, batch_first=True)
        self.keys = nn.Linear(width, state, bias=False)
        self.own = nn.Linear(state, 3 * width, bias=False)
        self.joint = nn.Linear(state + 2 * width, width)
        self.bias = nn.Parameter(torch.zeros(size.vocabulary))
        self.dropout = nn.Dropout(size.dropout)

    def read(self, numbers: Tensor, mask: Tensor) -> tuple[Sentence, Past]:
        """Return sentences, and the past of a writer that has written nothing.

        Args:
            numbers: Numbers of words: sentences x words.
            mask: True where there is a word; each sentence has one.
        """
        lengths = mask.sum(1)
        packed = nn.utils.rnn.pack_padded_sequence(
            self._vectors(numbers), lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        states = self.dropout(states)
        mean = (states * mask.unsqueeze(-1)).sum(1) / lengths.unsqueeze(-1)
        return Sentence(states, self.keys(states), mask), Past(torch.tanh(self.first(mean)).unsqueeze(0))

    def write(self, sentence: Sentence, past: Past, numbers: Tensor) -> tuple[Tensor, Past]:
        """Return the input for the scores of the next words, and the past with the given words added.

        Args:
            sentence: The sentence that is read.
            past: Words written before; several words at once are allowed only if it is empty.
            numbers: Numbers of the words written last, in order: sentences x words.
        """
        states, state = self.writer(self._vectors(numbers), past.state)
        states = self.dropout(states)
        logits = states @ sentence.keys.transpose(1, 2) / states.shape[-1] ** 0.5
        weights = logits.masked_fill(~sentence.mask.unsqueeze(1), float("-inf")).softmax(-1)
        query, keys, values = self.own(states).chunk(3, -1)
        if past.keys is not None and past.values is not None:
            keys, values = torch.cat([past.keys, keys], 1), torch.cat([past.values, values], 1)
        attention = functional.scaled_dot_product_attention(query, keys, values, is_causal=past.keys is None)
        joint = torch.tanh(self.joint(torch.cat([states, weights @ sentence.states, attention], -1)))
        return self.dropout(joint), Past(state, keys, values)

    def scores(self, joint: Tensor) -> Tensor:
        """Compute the scores of all words from a result of `write`."""
        scores: Tensor = _SHARPNESS * joint @ self.words.weight.T + self.bias
        return scores

    def _vectors(self, numbers: Tensor) -> Tensor:
        vectors: Tensor = self.dropout(self.words(numbers)) * self.size.width**0.5
        return vectors


def table(texts: Sequence[Sequence[int]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Return texts as one table, and True where it has a word: texts x words."""
    numbers, mask = padded(texts, PAD)
    return numbers.to(device), mask.to(device)
