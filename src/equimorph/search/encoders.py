"""Trained encoders as models that can be mutated: text -> vector.

Three kinds of folders are known: what `equimorph codescore train` wrote; a BERT in the format of Hugging Face, such as the sentence
encoder all-MiniLM-L6-v2, which needs torch, safetensors and tokenizers, but not transformers; and any other encoder of Hugging
Face, which needs transformers. Nothing is fetched, and no pickle is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from equimorph.models.errors import ModelError
from equimorph.models.folders import (
    CONFIG,
    TOKENIZER,
    bert_of,
    config_of,
    optional_json,
    tensors_of,
    tokenizer_of,
)
from equimorph.runs.extras import module
from equimorph.search.errors import SearchError

if TYPE_CHECKING:
    from torch import Tensor, nn

    from equimorph.codescore.model import CodeScore
    from equimorph.models.bert import Bert

_ALONE = 1
_TOGETHER = 32
"""Texts at once on a GPU; on a CPU each is alone, so that its vector is the same to the last bit whatever the others are."""


class CodeEncoder:
    """An encoder of `equimorph.codescore`: text -> vector. It sees the sketch of a text, as it did when it was trained.

    Args:
        model: Model of `CodeScore.load`.
        language: Language of the texts, "java" or "python".

    Attributes:
        module: the encoder, whose weights can be mutated.
    """

    def __init__(self, model: CodeScore, language: str = "java") -> None:
        self._model, self._language = model, language
        self.module: nn.Module = model.encoder

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a vector for each text."""
        numbers = [self._model.numbers(text, self._language)[0] for text in texts]
        size = _at_once(self.module)
        parts = (numbers[start : start + size] for start in range(0, len(numbers), size))
        return [vector for part in parts for vector in self._model.vectors(part).tolist()]


class SentenceEncoder:
    """A BERT with the pooling of sentence-transformers: text -> vector.

    Args:
        module: the encoder.
        tokenizer: Tokenizer of tokenizers, without padding, cut off where a text is too long.
        first: whether the first token stands for the text; else the mean of all does.
        unit: whether a vector is scaled to length 1.

    Attributes:
        module: the encoder, whose weights can be mutated.
    """

    def __init__(self, module: Bert, tokenizer: Any, *, first: bool, unit: bool) -> None:  # noqa: ANN401 - optional
        self.module: nn.Module = module.eval()
        self._tokenizer, self._first, self._unit = tokenizer, first, unit

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a vector for each text."""
        numbers = [one.ids for one in self._tokenizer.encode_batch([_encodable(text) for text in texts])]
        order = sorted(range(len(numbers)), key=lambda at: len(numbers[at]))
        size = _at_once(self.module)
        found: list[list[float]] = [[] for _ in texts]
        for start in range(0, len(order), size):
            part = order[start : start + size]
            for at, vector in zip(part, self._vectors([numbers[at] for at in part]).tolist(), strict=True):
                found[at] = vector
        return found

    def _vectors(self, numbers: Sequence[Sequence[int]]) -> Tensor:
        import torch
        from torch.nn import functional

        device = next(self.module.parameters()).device
        longest = max(map(len, numbers))
        table = torch.tensor([[*one, *[0] * (longest - len(one))] for one in numbers], device=device)
        mask = torch.tensor(
            [[True] * len(one) + [False] * (longest - len(one)) for one in numbers], device=device
        )
        with torch.inference_mode():
            states = self.module(table, mask)
            if self._first:
                made = states[:, 0]
            else:
                shares = mask.unsqueeze(-1).to(states.dtype)
                made = (states * shares).sum(1) / shares.sum(1)
            return (functional.normalize(made, dim=-1) if self._unit else made).double().cpu()


Encoder: TypeAlias = CodeEncoder | SentenceEncoder
"""The encoders that `encoder_of` returns."""


def encoder_of(folder: Path, device: str | None = None) -> Encoder:
    """Return the encoder of a folder.

    Args:
        folder: Folder of `equimorph codescore train`, or of a Hugging Face model in safetensors.
        device: Device for torch; None for a GPU if one is available.

    Raises:
        SearchError: the encoder does not exist or is damaged.
        ModuleNotFoundError: a package is not installed.
        OSError: it cannot be read.
    """
    from equimorph.codescore.errors import CodeScoreError

    module("torch")
    from equimorph.codescore.model import CodeScore

    try:
        config = config_of(folder)
        if "model_type" not in config:
            return CodeEncoder(CodeScore.load(folder, device))
        if config["model_type"] == "bert" and (folder / TOKENIZER).is_file():
            return _sentence_encoder(folder, config, device)
        return _by_transformers(folder, device)
    except (CodeScoreError, ModelError) as error:
        raise SearchError(str(error)) from error


def _sentence_encoder(folder: Path, config: Mapping[str, Any], device: str | None) -> SentenceEncoder:
    from equimorph.codescore.model import device_of

    made = bert_of(folder, config, tensors_of(folder))
    positions = made.positions.num_embeddings
    most = optional_json(folder / "sentence_bert_config.json").get("max_seq_length") or positions
    tokenizer = tokenizer_of(folder, min(int(most), positions))
    pooling = optional_json(folder / "1_Pooling" / CONFIG)
    steps = optional_json(folder / "modules.json")
    unit = (
        any(str(one.get("type", "")).endswith(".Normalize") for one in steps)
        if isinstance(steps, list)
        else False
    )
    first = bool(pooling.get("pooling_mode_cls_token"))
    return SentenceEncoder(made.to(device_of(device)), tokenizer, first=first, unit=unit)


def _by_transformers(folder: Path, device: str | None) -> CodeEncoder:
    """Return any other encoder of Hugging Face; its vector is the mean of the last layer's tokens, of the text itself."""
    from equimorph.codescore.base import Base, BaseWords
    from equimorph.codescore.model import CodeScore

    return CodeEncoder(CodeScore(Base.of(folder), BaseWords.of(folder), "last-avg", device=device))


def _at_once(module: nn.Module) -> int:
    return _ALONE if next(module.parameters()).device.type == "cpu" else _TOGETHER


def _encodable(text: str) -> str:
    """Return a text as tokenizers takes it: half of a surrogate pair is a question mark."""
    return text.encode("utf-8", "replace").decode()
