"""BERT's encoder in torch alone, so that a sentence encoder of a wheel runs without transformers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from torch import Tensor, arange, nn, zeros_like
from torch.nn import functional

from equimorph.models.errors import ModelError

_NAMES = (
    (r"^(bert|model)\.", ""),
    (r"^embeddings\.word_embeddings", "words"),
    (r"^embeddings\.position_embeddings", "positions"),
    (r"^embeddings\.token_type_embeddings", "types"),
    (r"^embeddings\.LayerNorm", "norm"),
    (r"^encoder\.layer\.", "layers."),
    (r"\.attention\.self\.", "."),
    (r"\.attention\.output\.dense", ".out"),
    (r"\.attention\.output\.LayerNorm", ".norm"),
    (r"\.intermediate\.dense", ".wide"),
    (r"(layers\.\d+)\.output\.dense", r"\1.narrow"),
    (r"(layers\.\d+)\.output\.LayerNorm", r"\1.last_norm"),
)
"""The names of Hugging Face's tensors, and ours."""
_UNUSED = re.compile(r"position_ids$|^(pooler|cls)\.")


@dataclass(frozen=True)
class BertSize:
    """The size of an encoder, as Hugging Face's config names it.

    Attributes:
        vocab_size, hidden_size, num_hidden_layers, num_attention_heads, intermediate_size: Sizes of the tensors.
        max_position_embeddings: Maximum number of tokens of a text.
        type_vocab_size: Number of kinds of texts; ours are of the first one.
        layer_norm_eps: Epsilon of the norms.
    """

    vocab_size: int
    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    intermediate_size: int
    max_position_embeddings: int = 512
    type_vocab_size: int = 2
    layer_norm_eps: float = 1e-12

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> BertSize:
        """Return the size that a config names.

        Raises:
            ModelError: a number is missing, or it is another kind of BERT.
        """
        other = (config.get("hidden_act", "gelu"), config.get("position_embedding_type", "absolute"))
        if other != ("gelu", "absolute"):
            raise ModelError(f"a BERT with {other[0]} and {other[1]} positions is not supported")
        names = cls.__dataclass_fields__
        try:
            return cls(**{name: config[name] for name in names if name in config})
        except TypeError as error:
            raise ModelError(f"not the config of a BERT: {error}") from error


class Bert(nn.Module):
    """BERT's encoder.

    Args:
        size: Size of it.
    """

    def __init__(self, size: BertSize) -> None:
        super().__init__()
        self.words = nn.Embedding(size.vocab_size, size.hidden_size)
        self.positions = nn.Embedding(size.max_position_embeddings, size.hidden_size)
        self.types = nn.Embedding(size.type_vocab_size, size.hidden_size)
        self.norm = nn.LayerNorm(size.hidden_size, eps=size.layer_norm_eps)
        self.layers = nn.ModuleList(_Layer(size) for _ in range(size.num_hidden_layers))

    @staticmethod
    def renamed(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Return Hugging Face's tensors under our names, without unnecessary ones."""
        by_name = {}
        for name, tensor in tensors.items():
            new_name = name
            for pattern, new in _NAMES:
                new_name = re.sub(pattern, new, new_name)
            if not _UNUSED.search(new_name):
                by_name[new_name] = tensor
        return by_name

    def forward(self, numbers: Tensor, mask: Tensor) -> Tensor:
        """Return the hidden states of the last layer: texts x tokens x width.

        Args:
            numbers: Numbers of words: texts x tokens.
            mask: True for a token, False for what fills a text up.
        """
        places = arange(numbers.shape[1], device=numbers.device)
        states = self.words(numbers) + self.types(zeros_like(numbers)) + self.positions(places)
        states = self.norm(states)
        for layer in self.layers:
            states = layer(states, mask)
        return states  # type: ignore[no-any-return]


class _Layer(nn.Module):
    """A layer: attention, then a network with one hidden layer; each is normalised behind."""

    def __init__(self, size: BertSize) -> None:
        super().__init__()
        width, self.heads = size.hidden_size, size.num_attention_heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=size.layer_norm_eps)
        self.wide = nn.Linear(width, size.intermediate_size)
        self.narrow = nn.Linear(size.intermediate_size, width)
        self.last_norm = nn.LayerNorm(width, eps=size.layer_norm_eps)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        query, key, value = (self._split(part(states)) for part in (self.query, self.key, self.value))
        attended = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask[:, None, None, :]
        )
        states = self.norm(states + self.out(attended.transpose(1, 2).reshape(states.shape)))
        output: Tensor = self.last_norm(states + self.narrow(functional.gelu(self.wide(states))))
        return output

    def _split(self, table: Tensor) -> Tensor:
        """Return a table by head: texts x heads x tokens x numbers."""
        texts, tokens, width = table.shape
        return table.view(texts, tokens, self.heads, width // self.heads).transpose(1, 2)
