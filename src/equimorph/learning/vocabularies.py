"""Byte-level BPE: learnt, and read again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from equimorph.runs.extras import module
from equimorph.runs.whole import whole_file


def bpe_learnt(texts: Iterable[str], size: int, marks: Sequence[str], cut: Callable[[Any], Any]) -> str:
    """Learn a vocabulary; return it as JSON.

    Args:
        texts: Training texts.
        size: Maximum size of the vocabulary, with its marks.
        marks: The first words.
        cut: Makes a `tokenizers.Tokenizer` of a model, with the rules by which texts are cut.

    Raises:
        ModuleNotFoundError: tokenizers is not installed.
    """
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    tokenizers = module("tokenizers")
    tokenizer = cut(tokenizers.models.BPE())
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=size,
        show_progress=False,
        special_tokens=list(marks),
        initial_alphabet=sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()),
    )
    tokenizer.train_from_iterator(texts, trainer)
    return str(tokenizer.to_str())


def bpe_loaded(text: str, marks: Sequence[str], failed: Callable[[str], Exception]) -> Any:  # noqa: ANN401 - tokenizers is optional
    """Return the model of a vocabulary that was written as JSON.

    Raises:
        Exception: what `failed` makes: the text is not a vocabulary, or has other marks.
        ModuleNotFoundError: tokenizers is not installed.
    """
    tokenizers = module("tokenizers")
    try:
        tokenizer = tokenizers.Tokenizer.from_str(text)
    except Exception as error:  # tokenizers raises nothing more exact
        raise failed(f"not a vocabulary of tokenizers: {error}") from error
    if [tokenizer.id_to_token(number) for number in range(len(marks))] != list(marks):
        raise failed("the vocabulary does not begin with the marks of this version")
    return tokenizer.model


def text_of(path: Path, make: Callable[[], str]) -> str:
    """Return the text that an earlier run left in a file, or make it and leave it there.

    Raises:
        OSError: the file cannot be read or written.
    """
    if path.is_file():
        return path.read_text(encoding="utf-8")
    text = make()
    with whole_file(path) as stream:
        stream.write(text.encode())
    return text
