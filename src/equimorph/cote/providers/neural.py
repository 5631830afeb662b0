"""COTE-N: another word that fits where the word is masked, if its contextual vector stays near (COTE, section 3.2.2).

A masked language model is a user's, or one that the run trained. Without one, the sentence encoder of a wheel is the
substitute: it has no head for masked words, so its candidates are the words whose input embeddings are nearest to the
state of the word in its sentence, and the Penn tag must stay the same. Rows name the substitute and have no
probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from equimorph.cote.errors import CoteError
from equimorph.cote.providers.masked import ContextModel
from equimorph.cote.providers.tagging import Tagger
from equimorph.cote.replacing import Replacement
from equimorph.cote.sentences import Word, replaced

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["COSINE", "PROBABILITY", "Contextual", "Neural", "NeuralStandIn"]

PROBABILITY, COSINE = 0.05, 0.85
"""The paper's thresholds for the probability of a masked word, and for the contextual cosine."""
_NEAREST = 6
"""Vocabulary words that the substitute considers for each word."""


class Contextual:
    """The contextual cosine, which both providers use.

    Args:
        model: gives the state of a word in its sentence.
        cosine: that the states of the two words have at least.
    """

    def __init__(self, model: ContextModel, cosine: float) -> None:
        if not -1 <= cosine <= 1:
            raise CoteError(f"a cosine is from -1 to 1, not {cosine}")
        self._model, self._cosine = model, cosine
        self._states = dict[Word, "Tensor | None"]()

    def _remember(self, sentence: str, words: Sequence[Word]) -> None:
        self._states = dict(zip(words, self._model.states(sentence, words), strict=True))

    def _near(self, sentence: str, replacement: Replacement) -> Replacement | str:
        """Return a candidate with its contextual cosine, or the reason against it (algorithm 1)."""
        import torch

        text = replaced(sentence, replacement.word, replacement.text)
        word = Word(replacement.word.start, replacement.word.start + len(replacement.text), replacement.text)
        before, (after,) = self._states[replacement.word], self._model.states(text, [word])
        if before is None or after is None:
            return "behind the longest text"
        cosine = float(torch.cosine_similarity(before, after, dim=0))
        if cosine < self._cosine:
            return "contextual cosine"
        return Replacement(replacement.word, replacement.text, (cosine,), replacement.probability)


class Neural(Contextual):
    """The provider of COTE-N.

    Args:
        model: A masked language model.
        probability: Minimum probability of a candidate where the word is masked.
        cosine: Minimum cosine of the contextual vectors.

    Raises:
        CoteError: the model has no head for masked words, or a threshold is out of its range.
    """

    def __init__(self, model: ContextModel, probability: float = PROBABILITY, cosine: float = COSINE) -> None:
        super().__init__(model, cosine)
        if model.head is None:
            raise CoteError(f"{model.name} has no head for masked words: it is no masked language model")
        if not 0 < probability <= 1:
            raise CoteError(f"a probability is above 0 and at most 1, not {probability}")
        self._probability = probability
        self.name = f"n:{model.name}"

    @property
    def identity(self) -> Mapping[str, Any]:
        """The model's hash, and the thresholds."""
        thresholds = {"probability": self._probability, "cosine": self._cosine}
        return {"method": "n", "model": self._model.digest, **thresholds}

    def candidates(self, sentence: str, words: Sequence[Word]) -> list[Replacement]:
        """Return the words that are probable enough where a word is masked."""
        self._remember(sentence, words)
        alternatives = self._model.masked(sentence, words, self._probability)
        return [
            Replacement(word, other, (), share)
            for word, others in zip(words, alternatives, strict=True)
            for other, share in others
        ]

    def checked(self, sentence: str, found: Sequence[Replacement]) -> Iterator[Replacement | str]:
        """Yield the candidates whose contextual vector is near the word's vector."""
        return (self._near(sentence, replacement) for replacement in found)


class NeuralStandIn(Contextual):
    """A substitute for COTE-N without a masked language model.

    Args:
        model: A sentence encoder.
        tagger: Tagger of both sentences.
        cosine: Minimum cosine of the contextual vectors.
    """

    def __init__(self, model: ContextModel, tagger: Tagger, cosine: float = COSINE) -> None:
        super().__init__(model, cosine)
        self._tagger, self._tags = tagger, dict[Word, str | None]()
        self.name = f"n:{model.name}, unmasked/{tagger.name}"

    @property
    def identity(self) -> Mapping[str, Any]:
        """The model's hash, the threshold, and the tagger."""
        details = {"model": self._model.digest, "cosine": self._cosine, "nearest": _NEAREST}
        return {"method": "n, unmasked", **details, "tagger": self._tagger.name}

    def candidates(self, sentence: str, words: Sequence[Word]) -> list[Replacement]:
        """Return the words whose input embeddings are nearest to the state of a word."""
        self._remember(sentence, words)
        self._tags = dict(zip(words, self._tagger.tags([sentence], [words])[0], strict=True))
        neighbours = self._model.nearest(sentence, words, _NEAREST)
        return [
            Replacement(word, other)
            for word, others in zip(words, neighbours, strict=True)
            for other, _ in others
        ]

    def checked(self, sentence: str, found: Sequence[Replacement]) -> Iterator[Replacement | str]:
        """Yield the candidates that keep the Penn tag and whose contextual vector is near the word's vector."""
        for result in self._tagger.same(sentence, self._tags, found):
            yield result if isinstance(result, str) else self._near(sentence, result)
