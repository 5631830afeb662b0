"""Tiny language models that the tests make: random ones, and one that has learned an answer by heart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tokenizers
import torch
import transformers

TEXTS = (
    "int f(int a) {\n    return a - 1;\n}",
    "The following java method has a bug. Return the corrected method in one fenced code block.",
    "boolean isEmpty() { return size == 0; }",
)
TEMPLATE = (
    "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def tokenizer(template: str | None = None, **more: Any) -> Any:  # noqa: ANN401 - of transformers
    """A byte-level tokenizer with the tokens <pad>, <end> and <stop>."""
    inner = tokenizers.Tokenizer(tokenizers.models.BPE())
    inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=320,
        special_tokens=["<pad>", "<end>", "<stop>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    inner.train_from_iterator(TEXTS, trainer)
    result = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        eos_token="<end>",
        pad_token="<pad>",
        additional_special_tokens=["<stop>"],
        **more,
    )
    if template is not None:
        result.chat_template = template
    return result


def causal(folder: Path, positions: int = 256, template: str | None = None, **more: Any) -> Path:  # noqa: ANN401
    """Save a random GPT-2."""
    words = tokenizer(template)
    torch.manual_seed(1)
    model = transformers.GPT2LMHeadModel(gpt2(len(words), positions, **more))
    return saved(folder, model, words)


def gpt2(size: int, positions: int = 256, **more: Any) -> Any:  # noqa: ANN401 - see above
    return transformers.GPT2Config(
        **{"vocab_size": size, "n_positions": positions, "n_embd": 32, "n_layer": 2, "n_head": 2},
        **{"bos_token_id": 1, "eos_token_id": 1, "initializer_range": 0.4, **more},
    )


def llama(folder: Path) -> Path:
    """Save a random Llama, whose positions are rotations."""
    words = tokenizer()
    torch.manual_seed(2)
    config = transformers.LlamaConfig(
        **{"vocab_size": len(words), "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2},
        **{"num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 256},
        **{"bos_token_id": 1, "eos_token_id": 1, "initializer_range": 0.4},
    )
    return saved(folder, transformers.LlamaForCausalLM(config), words)


def seq2seq(folder: Path) -> Path:
    """Save a random T5."""
    words = tokenizer()
    torch.manual_seed(3)
    config = transformers.T5Config(
        **{"vocab_size": len(words), "d_model": 32, "d_kv": 16, "d_ff": 64, "num_layers": 2, "num_heads": 2},
        **{"decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1, "initializer_factor": 4.0},
    )
    return saved(folder, transformers.T5ForConditionalGeneration(config), words)


def learned(folder: Path, prompt: str, answer: str, steps: int = 60) -> Path:
    """Save a GPT-2 that was trained to give one answer to one prompt."""
    words = tokenizer()
    torch.manual_seed(4)
    model = transformers.GPT2LMHeadModel(
        gpt2(len(words), initializer_range=0.05, resid_pdrop=0, embd_pdrop=0, attn_pdrop=0)
    )
    asked = words(prompt)["input_ids"]
    rest = [*words(answer)["input_ids"], words.eos_token_id]
    batch = torch.tensor([[*asked, *rest]])
    labels = torch.tensor([[*[-100] * len(asked), *rest]])
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model.train()
    for _ in range(steps):
        optimizer.zero_grad()
        model(input_ids=batch, labels=labels).loss.backward()
        optimizer.step()
    return saved(folder, model.eval(), words)


def saved(folder: Path, model: Any, words: Any) -> Path:  # noqa: ANN401 - see above
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder
