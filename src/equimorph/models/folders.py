"""Hugging Face models in a local folder, by torch, safetensors and tokenizers; nothing is fetched, and no pickle is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from equimorph.models.errors import ModelError
from equimorph.runs.extras import module

if TYPE_CHECKING:
    from equimorph.models.bert import Bert

CONFIG, WEIGHTS, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"


def config_of(folder: Path) -> Any:  # noqa: ANN401 - of any model
    """Return the config of a model.

    Raises:
        ModelError: the folder has no config, or it is not JSON.
        OSError: it cannot be read.
    """
    if not (folder / CONFIG).is_file():
        raise ModelError(f"{folder}: no model there: it has no {CONFIG}")
    return optional_json(folder / CONFIG)


def optional_json(path: Path) -> Any:  # noqa: ANN401 - of any file
    """Return the object in a file of a model; an empty one if the file does not exist.

    Raises:
        ModelError: it is no JSON.
        OSError: it cannot be read.
    """
    if not path.is_file():
        return {}
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelError(f"{path}: not JSON: {error}") from error


def tensors_of(folder: Path, framework: Literal["torch", "numpy"] = "torch") -> dict[str, Any]:
    """Return the tensors of a model, by name.

    Args:
        folder: Folder of the model.
        framework: whose tensors they become.

    Raises:
        ModelError: they are damaged.
        OSError: they cannot be read.
    """
    safetensors, data = module(f"safetensors.{framework}"), (folder / WEIGHTS).read_bytes()
    try:
        by_name: dict[str, Any] = safetensors.load(data)
    except Exception as error:  # safetensors exports no error of all its versions
        raise _damaged(folder, error) from error
    return by_name


def bert_of(folder: Path, config: Mapping[str, Any], tensors: Mapping[str, Any]) -> Bert:
    """Return the encoder of a BERT.

    Raises:
        ModelError: it is another kind of BERT, or damaged.
    """
    from equimorph.models.bert import Bert, BertSize

    model = Bert(BertSize.of(config))
    try:
        model.load_state_dict(Bert.renamed(tensors))
    except RuntimeError as error:
        raise _damaged(folder, error) from error
    return model


def tokenizer_of(folder: Path, longest: int) -> Any:  # noqa: ANN401 - of tokenizers
    """Return the tokenizer of a model, without padding, cut off where a text is too long.

    Args:
        folder: Folder of the model.
        longest: Maximum number of tokens of a text.

    Raises:
        ModelError: it is damaged.
        OSError: there is none.
    """
    path = folder / TOKENIZER
    if not path.is_file():
        raise FileNotFoundError(2, "no such file", str(path))
    tokenizers = module("tokenizers")
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers exports no error of its own
        raise _damaged(folder, error) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest)
    return tokenizer


def _damaged(folder: Path, error: Exception) -> ModelError:
    return ModelError(f"{folder}: a damaged BERT: {str(error).splitlines()[0]}")
