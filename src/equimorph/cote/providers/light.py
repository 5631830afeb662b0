"""COTE-L: another word from the dictionary, if the Penn tag stays (COTE, section 3.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from equimorph.cote.providers.dictionary import Dictionary
from equimorph.cote.providers.tagging import Tagger
from equimorph.cote.replacing import Replacement
from equimorph.cote.sentences import Word

__all__ = ["TAGS", "Light"]

TAGS = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "CD"})
"""Penn tags of nouns, adjectives and numbers, which are the only words that are replaced."""


class Light:
    """The provider of COTE-L.

    Args:
        dictionary: Dictionary of similar words.
        tagger: Tagger of both sentences.
    """

    def __init__(self, dictionary: Dictionary, tagger: Tagger) -> None:
        self._dictionary, self._tagger = dictionary, tagger
        self.name = f"l:{dictionary.name}/{tagger.name}"
        self._alike: dict[str, list[tuple[str, tuple[float, ...]]]] = {}
        self._tags: dict[Word, str | None] = {}

    @property
    def identity(self) -> Mapping[str, Any]:
        """The tables and the tagger."""
        return {"method": "l", **self._dictionary.identity, "tagger": self._tagger.name}

    def candidates(self, sentence: str, words: Sequence[Word]) -> list[Replacement]:
        """Return the words that the dictionary has for nouns, adjectives and numbers of the sentence."""
        tags = self._tagger.tags([sentence], [words])[0]
        self._tags = dict(zip(words, tags, strict=True))
        return [
            Replacement(word, other, cosines)
            for word, tag in self._tags.items()
            if tag in TAGS
            for other, cosines in self._known(word.text.lower())
        ]

    def checked(self, sentence: str, found: Sequence[Replacement]) -> Iterator[Replacement | str]:
        """Yield the candidates that have the Penn tag of the word that they replace."""
        return self._tagger.same(sentence, self._tags, found)

    def _known(self, word: str) -> list[tuple[str, tuple[float, ...]]]:
        if word not in self._alike:
            self._alike[word] = self._dictionary.alike(word)
        return self._alike[word]
