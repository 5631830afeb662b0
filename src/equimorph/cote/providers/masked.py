"""BERT with its head for masked words, read from a local folder of Hugging Face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equimorph.cote.errors import CoteError, ProviderMissing
from equimorph.cote.sentences import Word
from equimorph.models.errors import ModelError
from equimorph.models.folders import WEIGHTS, bert_of, config_of, tensors_of, tokenizer_of
from equimorph.runs.extras import module
from equimorph.runs.hashes import file_hash

if TYPE_CHECKING:
    from torch import Tensor

    from equimorph.models.bert import Bert

__all__ = ["HEAD", "ContextModel", "Head", "read_context_model"]

HEAD = "cls.predictions"
_TRANSFORM, _NORM = f"{HEAD}.transform.dense", f"{HEAD}.transform.LayerNorm"
_LONGEST = 256
"""Tokens of a sentence that are read."""


@dataclass(frozen=True)
class Head:
    """Scores words by the state of a masked token (BERT: a dense layer, GELU, a norm, the input embeddings).

    Attributes:
        dense, norm: Weight and bias of the layer and of the norm.
        bias: Bias of the scores.
        eps: Epsilon of the norm.
    """

    dense: tuple[Tensor, Tensor]
    norm: tuple[Tensor, Tensor]
    bias: Tensor
    eps: float

    @classmethod
    def of(cls, tensors: Mapping[str, Any], eps: float) -> Head | None:
        """Return the head among the tensors of a model; None if it has none.

        Raises:
            CoteError: a part of it is missing.
        """
        if not any(name.startswith(HEAD) for name in tensors):
            return None
        try:
            dense, norm = (
                (tensors[f"{layer}.weight"], tensors[f"{layer}.bias"]) for layer in (_TRANSFORM, _NORM)
            )
            return cls(dense, norm, tensors[f"{HEAD}.bias"], eps)
        except KeyError as error:
            raise CoteError(f"the head for masked words has no {error.args[0]}") from error

    def scores(self, states: Tensor, words: Tensor) -> Tensor:
        """Return the score of each word of the vocabulary: states x words.

        Args:
            states: States of masked tokens: states x width.
            words: the input embeddings.
        """
        from torch.nn import functional

        activations = functional.gelu(functional.linear(states, *self.dense))
        normed = functional.layer_norm(activations, (activations.shape[-1],), *self.norm, self.eps)
        return functional.linear(normed, words, self.bias)


class ContextModel:
    """An encoder that knows words in their context, and masked words if it has a head for them.

    A sentence is read by itself, so that its states do not depend on other sentences.

    Args:
        name: Name in rows.
        digest: Digest of its weights.
        bert: The encoder.
        tokenizer: Tokenizer of tokenizers, which gives the place of each token.
        head: Head for masked words, or None.
    """

    def __init__(self, name: str, digest: str, bert: Bert, tokenizer: Any, head: Head | None) -> None:  # noqa: ANN401
        self.name, self.digest, self.head = name, digest, head
        self._bert, self._tokenizer = bert.eval(), tokenizer
        self._words = {
            at: word
            for word, at in tokenizer.get_vocab().items()
            if len(word) > 1 and word.isascii() and word.isalpha() and word.islower()
        }

    def states(self, sentence: str, words: Sequence[Word]) -> list[Tensor | None]:
        """Return the state of each word, the mean of its pieces'; None of a word behind the longest text."""
        ids, places = self._encoded(sentence, words)
        states = self._states(ids)
        return [states[start:end].mean(0) if start < end else None for start, end in places]

    def masked(self, sentence: str, words: Sequence[Word], least: float) -> list[list[tuple[str, float]]]:
        """Return for each word the words that may be in its place where it is masked, with their probabilities.

        Args:
            sentence: Sentence with the words.
            words: Words, each of them masked by itself.
            least: Minimum probability of a returned word.

        Raises:
            CoteError: the model has no head for masked words.
        """
        import torch

        if self.head is None:
            raise CoteError(f"{self.name} has no head for masked words")
        ids, places = self._encoded(sentence, words)
        mask, alternatives = self._mask, list[list[tuple[str, float]]]()
        for start, end in places:
            if start >= end:
                alternatives.append([])
                continue
            states = self._states([*ids[:start], mask, *ids[end:]])[start : start + 1]
            with torch.inference_mode():
                shares = self.head.scores(states, self._bert.words.weight)[0].softmax(-1)
            alternatives.append(self._of_numbers((shares >= least).nonzero().flatten(), shares))
        return alternatives

    def nearest(self, sentence: str, words: Sequence[Word], count: int) -> list[list[tuple[str, float]]]:
        """Return for each word the words whose input embeddings are nearest to its state by cosine, with the cosines.

        Args:
            sentence: Sentence with the words.
            words: Words to look up.
            count: Number of results for each word, including the word itself and pieces of words.
        """
        import torch
        from torch.nn import functional

        table = self._unit_embeddings
        neighbours = list[list[tuple[str, float]]]()
        for state in self.states(sentence, words):
            if state is None:
                neighbours.append([])
                continue
            with torch.inference_mode():
                cosines = table @ functional.normalize(state, dim=-1)
                neighbours.append(self._of_numbers(cosines.topk(count).indices, cosines))
        return neighbours

    @property
    def _mask(self) -> int:
        number = self._tokenizer.token_to_id("[MASK]")
        if number is None:
            raise CoteError(f"{self.name}: its tokenizer has no [MASK]")
        return int(number)

    def _of_numbers(self, numbers: Tensor, values: Tensor) -> list[tuple[str, float]]:
        """Return whole words with their values, the highest value first."""
        pairs = [(self._words[at], float(values[at])) for at in numbers.tolist() if at in self._words]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))

    @cached_property
    def _unit_embeddings(self) -> Tensor:
        from torch.nn import functional

        return functional.normalize(self._bert.words.weight.detach(), dim=-1)

    def _states(self, ids: Sequence[int]) -> Tensor:
        import torch

        from equimorph.learning.steps import one_thread

        with one_thread(), torch.inference_mode():
            table = torch.tensor([list(ids)])
            return self._bert(table, torch.ones_like(table, dtype=torch.bool))[0]  # type: ignore[no-any-return]

    def _encoded(self, sentence: str, words: Sequence[Word]) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the tokens of a sentence, and of each word the first one and the one behind its last."""
        encoded = self._tokenizer.encode(sentence.encode("utf-8", "replace").decode())
        places = list[tuple[int, int]]()
        for word in words:
            indices = [
                at
                for at, (start, end) in enumerate(encoded.offsets)
                if start < end and word.start <= start and end <= word.end
            ]
            places.append((indices[0], indices[-1] + 1) if indices else (0, 0))
        return encoded.ids, places


def read_context_model(folder: Path, name: str) -> ContextModel:
    """Return the model of a folder: a BERT in safetensors, with or without the head for masked words.

    Raises:
        ProviderMissing: the folder does not exist, or a package is missing.
        CoteError: the model is of another kind, or damaged.
    """
    try:
        module("torch")
        config = config_of(folder)
        if config.get("model_type") != "bert":
            raise CoteError(f"{folder}: a model of the kind {config.get('model_type')!r}, not a BERT")
        tensors = tensors_of(folder)
        bert = bert_of(folder, config, tensors)
        tokenizer = tokenizer_of(folder, min(_LONGEST, bert.positions.num_embeddings))
        head = Head.of(tensors, config.get("layer_norm_eps", 1e-12))
        digest = file_hash(folder / WEIGHTS)
    except ModuleNotFoundError as error:
        raise ProviderMissing(str(error)) from error
    except ModelError as error:
        raise CoteError(str(error)) from error
    except FileNotFoundError as error:
        raise ProviderMissing(f"no model in {folder}: {error.strerror}: {error.filename}") from error
    return ContextModel(name, digest, bert, tokenizer, head)
