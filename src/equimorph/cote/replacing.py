"""Mutants of a sentence: one word is replaced by another one."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from equimorph.cote.sentences import Word, fits_article, kept, replaced, words_in

__all__ = ["LONGEST", "Mutated", "Provider", "Replacement", "SentenceMutant", "mutants_of"]


LONGEST = 10_000
"""Characters of a sentence that has mutants; a longer text is no description."""


@dataclass(frozen=True, order=True)
class Replacement:
    """Another word for one of a sentence.

    Attributes:
        word: Word of the sentence.
        text: The other word, in lower case.
        cosines: Similarities of the two words in the order of the provider's tables; for COTE-N one, in the context of
            the sentence.
        probability: Probability of the other word where the first one is masked; None for COTE-L.
    """

    word: Word
    text: str
    cosines: tuple[float, ...] = ()
    probability: float | None = None


class Provider(Protocol):
    """A source of replacements.

    Attributes:
        name: Name in rows, with the tables and models.
        identity: Everything that the replacements depend on, as plain data.
    """

    @property
    def name(self) -> str:
        """The name in rows."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """The inputs that decide on replacements."""

    def candidates(self, sentence: str, words: Sequence[Word]) -> list[Replacement]:
        """Return candidates for some words of a sentence, in an order of their own."""

    def checked(self, sentence: str, found: Sequence[Replacement]) -> Iterator[Replacement | str]:
        """Yield the candidates that fit into the sentence, and in place of each other one the reason; no more than is asked for."""


@dataclass(frozen=True)
class SentenceMutant:
    """A sentence with another word.

    Attributes:
        text: the sentence.
        replacement: the word in it, and the one it replaces.
    """

    text: str
    replacement: Replacement

    @property
    def key(self) -> str:
        """A name among the mutants of the sentence, made of the place of the word and the other word."""
        return f"{self.replacement.word.start}:{self.replacement.text}"


@dataclass
class Mutated:
    """The mutants of a sentence.

    Attributes:
        mutants: The mutants, up to the wanted number.
        refused: Number of words and candidates by reason.
    """

    mutants: list[SentenceMutant] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


def mutants_of(sentence: str, provider: Provider, count: int, seed: int = 0) -> Mutated:
    """Return mutants of a sentence, no two of one text.

    The order of the candidates depends on the seed and the sentence alone: the mutants for a smaller count are the
    beginning of the mutants for a larger count.

    Args:
        sentence: Sentence in natural language.
        provider: Provider of replacements.
        count: Maximum number of mutants.
        seed: Seed that draws the mutants.
    """
    outcome = Mutated()
    if len(sentence) > LONGEST:
        outcome.refused["too long"] += 1
        return outcome
    stay = kept(sentence)
    outcome.refused.update(stay.values())
    plain = [word for word in words_in(sentence) if word not in stay]
    candidates = list[Replacement]()
    for candidate in provider.candidates(sentence, plain) if plain and count else ():
        reason = _obstacle(sentence, candidate)
        if reason is None:
            candidates.append(candidate)
        else:
            outcome.refused[reason] += 1
    _drawn(sentence, seed).shuffle(candidates)
    texts = {sentence}
    for result in provider.checked(sentence, candidates):
        if isinstance(result, str):
            outcome.refused[result] += 1
            continue
        text = replaced(sentence, result.word, result.text)
        if text not in texts:
            texts.add(text)
            outcome.mutants.append(SentenceMutant(text, result))
        if len(outcome.mutants) == count:
            break
    return outcome


def _obstacle(sentence: str, replacement: Replacement) -> str | None:
    """Return why a candidate is refused; None where it is allowed."""
    if replacement.text == replacement.word.text.lower():
        return "the word itself"
    if not (replacement.text.isascii() and replacement.text.isalpha() and len(replacement.text) > 1):
        return "not a word"
    if not fits_article(sentence, replacement.word, replacement.text):
        return "article"
    return None


def _drawn(sentence: str, seed: int) -> Random:
    return Random(hashlib.sha256(f"{seed}|{sentence}".encode("utf-8", "surrogatepass")).digest())
