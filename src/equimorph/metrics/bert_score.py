"""CodeBERTScore: how near each token vector of one text is to the nearest one of the other (Zhou et al. 2023, section 3).

The vectors come from an encoder of the user's: a callable, or the folder of a Hugging Face model on this machine. Nothing is
fetched, and no pickle is read.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from equimorph.metrics.errors import MetricError
from equimorph.metrics.extra import needed
from equimorph.models.errors import ModelError
from equimorph.runs.extras import MissingPackage

__all__ = ["VALUES", "BertScore", "Encoder", "Value", "bert_score", "codebertscore", "folder_encoder"]

Encoder: TypeAlias = Callable[[Sequence[str]], Sequence[Any]]
"""Gives each text a matrix: a row for each of its tokens, all rows equally long; nested lists, or what numpy takes."""
Value: TypeAlias = Literal["precision", "recall", "f1", "f3"]
VALUES: tuple[Value, ...] = get_args(Value)
Array: TypeAlias = Any
"""A matrix of numpy, which is imported on demand."""

_BLOCK = 1024
"""So many rows are compared with all others at once."""
_MARGIN = 2
"""RoBERTa counts positions from 2 (the number of its padding token, and one)."""


@dataclass(frozen=True)
class BertScore:
    """The nearness of two texts' token vectors, each value from 0 to 1.

    Attributes:
        precision: mean over the candidate's tokens of the greatest cosine with a token of the reference; 0 if it is negative.
        recall: the same over the reference's tokens, with the candidate's.
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return self._mean(1)

    @property
    def f3(self) -> float:
        """The mean in which recall counts three times as much (Zhou et al. 2023, section 3.2)."""
        return self._mean(3)

    def _mean(self, beta: int) -> float:
        weighted = beta**2 * self.precision + self.recall
        return (1 + beta**2) * self.precision * self.recall / weighted if weighted else 0.0


def codebertscore(
    candidate: str,
    reference: str,
    lang: str = "java",
    *,
    encoder: Encoder | str | Path | None = None,
    value: Value = "f1",
) -> float | None:
    """Return CodeBERTScore, from 0 to 1; None where a token vector is zero, which has no cosine.

    Two texts without a token vector give 1, one of them 0.

    Args:
        candidate, reference: Code.
        lang: Language of the code; the encoder is not told.
        encoder: Encoder that gives each text its token vectors, or the folder of a Hugging Face model.
        value: "precision", "recall", "f1", or "f3".

    Raises:
        MetricError: the encoder or value does not exist, or the folder has no model.
        ModelError: the encoder's answer is not one matrix for each text.
        ModuleNotFoundError: numpy, or for a folder transformers, is not installed.
    """
    if encoder is None:
        raise MetricError("codebertscore needs an encoder: a callable, or the folder of a Hugging Face model")
    if value not in VALUES:
        raise MetricError(f"value is {value!r}, not one of {', '.join(VALUES)}")
    if not callable(encoder):
        encoder = folder_encoder(str(encoder))
    score = bert_score(candidate, reference, encoder)
    return (
        None
        if score is None
        else {"precision": score.precision, "recall": score.recall, "f1": score.f1, "f3": score.f3}[value]
    )


def bert_score(candidate: str, reference: str, encoder: Encoder) -> BertScore | None:
    """Return precision and recall of a candidate; None where a token vector is zero.

    Raises:
        ModelError: the encoder's answer is not one matrix for each text.
        ModuleNotFoundError: numpy is not installed.
    """
    candidate_matrix, other = _matrices(encoder, [candidate, reference])
    if not len(candidate_matrix) or not len(other):
        same = float(len(candidate_matrix) == len(other))
        return BertScore(same, same)
    units = [_units(rows) for rows in (candidate_matrix, other)]
    if units[0] is None or units[1] is None:
        return None
    return BertScore(_nearest(units[0], units[1]), _nearest(units[1], units[0]))


def _units(rows: Array) -> Array | None:
    """Return rows of length 1 with the same directions; None where one is zero."""
    largest = abs(rows).max(axis=1, keepdims=True)
    if not largest.all():
        return None
    scaled = rows / largest  # else squares of small numbers are 0, of large ones infinite
    return scaled / (scaled * scaled).sum(axis=1, keepdims=True) ** 0.5


def _nearest(rows: Array, others: Array) -> float:
    """Return the mean over rows of the greatest cosine with one of the others, brought into 0 to 1."""
    greatest = [
        (rows[start : start + _BLOCK] @ others.T).max(axis=1).sum() for start in range(0, len(rows), _BLOCK)
    ]
    return min(1.0, max(0.0, float(sum(greatest)) / len(rows)))


def _matrices(encoder: Encoder, texts: Sequence[str]) -> list[Array]:
    """Return the matrices of texts.

    Raises:
        ModelError: the encoder's answer is not one matrix for each text, with rows of one length and finite numbers.
    """
    numpy = needed("numpy", "codebertscore")
    answers = list(encoder(texts))
    if len(answers) != len(texts):
        raise ModelError(f"the encoder gave {len(answers)} matrices for {len(texts)} texts")
    arrays: list[Array] = []
    for index, answer in enumerate(answers):
        try:
            matrix = numpy.asarray(answer, dtype=numpy.float64)
        except (TypeError, ValueError) as error:
            raise ModelError(f"answer {index} of the encoder is no matrix of numbers: {error}") from error
        if matrix.ndim != 2 and matrix.size:
            raise ModelError(f"answer {index} of the encoder has {matrix.ndim} dimensions, not 2")
        if not numpy.isfinite(matrix).all():
            raise ModelError(f"answer {index} of the encoder has a number that is not finite")
        arrays.append(matrix)
    widths = {matrix.shape[1] for matrix in arrays if matrix.size}
    if len(widths) > 1:
        raise ModelError(f"the encoder's rows have different lengths: {', '.join(map(str, sorted(widths)))}")
    return arrays


@lru_cache(2)
def folder_encoder(folder: str, device: str | None = None) -> Encoder:
    """Return an encoder that gives the last hidden states of a Hugging Face model, except for special tokens.

    A text that is too long for the model is read in pieces, so that each token has a vector.

    Args:
        folder: Folder with config, tokenizer and weights as safetensors.
        device: Name of a device in torch; a GPU if there is one.

    Raises:
        MetricError: there is no model in the folder.
        ModuleNotFoundError: transformers or torch is not installed.
    """
    if not Path(folder).is_dir():
        raise MetricError(f"{folder}: no folder of a Hugging Face model")
    try:
        transformers, torch = map(importlib.import_module, ("transformers", "torch"))
    except ModuleNotFoundError as error:
        raise MissingPackage(
            "codebertscore needs transformers and torch for a folder: pip install transformers 'equimorph[models]'",
            name=error.name,
        ) from error
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = transformers.AutoModel.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    except (OSError, ValueError) as error:
        raise MetricError(f"{folder}: {error}") from error
    place = device or ("cuda" if torch.cuda.is_available() else "cpu")
    model.to(place).eval()
    limit = min(tokenizer.model_max_length, model.config.max_position_embeddings - _MARGIN)

    def vectors(text: str) -> Any:  # noqa: ANN401 - an array
        pieces = tokenizer(
            text,
            truncation=True,
            max_length=limit,
            return_overflowing_tokens=True,
            return_special_tokens_mask=True,
        )
        parts = []
        for ids, special in zip(pieces["input_ids"], pieces["special_tokens_mask"], strict=True):
            with torch.no_grad():
                states = model(torch.tensor([ids], device=place)).last_hidden_state[0]
            parts.append(states[~torch.tensor(special, dtype=torch.bool, device=place)])
        return torch.cat(parts).float().cpu().numpy()

    return lambda texts: [vectors(text) for text in texts]
