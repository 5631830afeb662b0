"""A local Hugging Face model as the encoder, such as UniXcoder; nothing is fetched, and no pickle is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from torch import Tensor, nn

from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.tokenizer import Marks
from equimorph.runs.extras import module

_MODE = "<encoder-only>"
"""The word with which UniXcoder's input begins, where its vocabulary has it."""
_LAYOUT = {"<line>": "\n", "<block>": "\n\t", "<end>": "\n"}
_LENGTH = 512


class BaseWords:
    """The vocabulary of a Hugging Face model."""

    def __init__(self, tokenizer: Any) -> None:  # noqa: ANN401 - transformers is optional
        self._tokenizer = tokenizer

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Return the vocabulary of a folder.

        Raises:
            ModuleNotFoundError: transformers is not installed.
            CodeScoreError: there is no vocabulary there.
        """
        transformers = module("transformers")
        try:
            return cls(transformers.AutoTokenizer.from_pretrained(str(folder), local_files_only=True))
        except (OSError, ValueError) as error:
            raise CodeScoreError(f"{folder}: no tokenizer: {_first(error)}") from error

    @property
    def size(self) -> int:
        """The number of numbers."""
        return len(self._tokenizer)

    @property
    def marks(self) -> Marks:
        """The numbers that are no words of texts."""
        tokenizer = self._tokenizer
        start: tuple[int, ...] = (tokenizer.cls_token_id,)
        if _MODE in tokenizer.get_vocab():
            start = (tokenizer.cls_token_id, tokenizer.convert_tokens_to_ids(_MODE), tokenizer.sep_token_id)
        special = [number for number in tokenizer.all_special_ids if number < len(tokenizer) // 2]
        return Marks(
            start,
            tokenizer.sep_token_id,
            tokenizer.pad_token_id,
            tokenizer.mask_token_id,
            max(special, default=-1) + 1,
        )

    def numbers(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of a text."""
        text = " ".join(_LAYOUT.get(word, word) for word in words)
        return list(self._tokenizer(text, add_special_tokens=False, truncation=False)["input_ids"])

    def save(self, folder: Path) -> None:
        """Write the vocabulary."""
        self._tokenizer.save_pretrained(str(folder))


class Base(nn.Module):
    """A Hugging Face encoder with a head for masked words tied to its embeddings.

    Args:
        model: Model of transformers, such as a RobertaModel.
    """

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - transformers is optional
        super().__init__()
        self.model = model
        width = model.config.hidden_size
        self.head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
        self.length = min(_LENGTH, model.config.max_position_embeddings - 2)

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Return the model of a folder.

        Raises:
            ModuleNotFoundError: transformers is not installed.
            CodeScoreError: there is no model in safetensors there.
        """
        transformers = module("transformers")
        try:
            return cls(
                transformers.AutoModel.from_pretrained(
                    str(folder), local_files_only=True, use_safetensors=True, add_pooling_layer=False
                )
            )
        except (OSError, ValueError) as error:
            raise CodeScoreError(f"{folder}: no model in safetensors: {_first(error)}") from error

    @classmethod
    def empty(cls, folder: Path) -> Self:
        """Return a model of the shape that `save_config` wrote, without its weights."""
        transformers = module("transformers")
        data = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
        kind = data.pop("model_type")
        config = transformers.AutoConfig.for_model(kind, **data)
        return cls(transformers.AutoModel.from_config(config, add_pooling_layer=False))

    def save_config(self, folder: Path) -> None:
        """Write the shape of the model."""
        (folder / _CONFIG).write_text(self.model.config.to_json_string(use_diff=False), encoding="utf-8")

    def forward(self, numbers: Tensor, mask: Tensor, places: Tensor | None = None) -> list[Tensor]:
        """Return the hidden states of each layer: texts x tokens x width; in the last one only `places`, if given."""
        output = self.model(input_ids=numbers, attention_mask=mask.long(), output_hidden_states=True)
        layers = list(output.hidden_states[1:])
        if places is not None:
            layers[-1] = layers[-1].gather(1, places.unsqueeze(-1).expand(-1, -1, layers[-1].shape[-1]))
        return layers

    def guesses(self, states: Tensor) -> Tensor:
        """Return the scores of all words for hidden states of the last layer: tokens x vocabulary."""
        logits: Tensor = self.head(states) @ self.model.get_input_embeddings().weight.T
        return logits


_CONFIG = "base.json"


def _first(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
