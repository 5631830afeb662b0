"""A small BERT with random weights, in the format of Hugging Face."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tokenizers
import torch
from safetensors.torch import save_file

WIDTH, HEADS, LAYERS, INNER, POSITIONS = 8, 2, 2, 12, 12
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def config(words: Sequence[str]) -> dict[str, Any]:
    return {
        "model_type": "bert",
        "vocab_size": len(words),
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "intermediate_size": INNER,
        "max_position_embeddings": POSITIONS,
        "type_vocab_size": 2,
        "layer_norm_eps": 1e-12,
        "hidden_act": "gelu",
    }


def tensors(words: Sequence[str]) -> dict[str, Any]:
    """Tensors with the names of Hugging Face."""
    rng = torch.Generator().manual_seed(4)

    def drawn(*shape: int) -> Any:  # noqa: ANN401
        return torch.randn(shape, generator=rng) * 0.7

    found = {
        "embeddings.word_embeddings.weight": drawn(len(words), WIDTH),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
        "embeddings.position_ids": torch.arange(POSITIONS)[None],
        "pooler.dense.weight": drawn(WIDTH, WIDTH),
        "pooler.dense.bias": drawn(WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(LAYERS):
        at = f"encoder.layer.{number}"
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
        shapes = {f"attention.self.{one}": (WIDTH, WIDTH) for one in ("query", "key", "value")}
        shapes |= {"attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (INNER, WIDTH)}
        for name, shape in {**shapes, "output.dense": (WIDTH, INNER)}.items():
            found[f"{at}.{name}.weight"], found[f"{at}.{name}.bias"] = drawn(*shape), drawn(shape[0])
    for one in norms:
        found[f"{one}.weight"], found[f"{one}.bias"] = drawn(WIDTH), drawn(WIDTH)
    return found


def write(folder: Path, words: Sequence[str], more: dict[str, Any] | None = None) -> None:
    """Write config, tensors and tokenizer; the words begin with those of `SPECIAL`.

    Args:
        folder: new.
        words: of the tokenizer, which takes texts apart at blanks and marks.
        more: further tensors.
    """
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config(words)))
    save_file({**tensors(words), **(more or {})}, folder / "model.safetensors")
    numbers = {word: number for number, word in enumerate(words)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
