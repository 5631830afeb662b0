"""Batches of a training: which examples, which of their variants, and the numbers that the encoder reads.

All draws of a step depend on the seed and the step alone, so that a training that was stopped continues as if it had not been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from torch import Tensor

from equimorph.codescore.tokenizer import Marks, Words
from equimorph.learning.batches import Epochs, padded
from equimorph.runs.seeds import seed_of

LEFT_OUT = -100
"""A target that is none, as torch knows it."""
_OF_FREQUENCY = -0.5
"""The power of a change's frequency that its weight is."""
_BUCKET = 16
"""Batches among which examples are sorted by length, so that little is filled up."""
SHARE = 0.15
"""Of the tokens of the code."""
_MASKED, _REPLACED = 0.8, 0.9
"""Up to the first share of the chosen tokens the mask is shown, from there to the second another word, else the word itself."""


def marked(text: Sequence[int], marks: Marks, length: int) -> list[int]:
    """Return the numbers of a text between its marks, cut off where it is too long."""
    return [*marks.start, *text[: length - len(marks.start) - 1], marks.separator]


@dataclass(frozen=True)
class Numbers:
    """An example as the encoder reads it, without the marks around a text."""

    comment: Sequence[int]
    anchor: Sequence[int]
    positives: Sequence[Sequence[int]]
    negatives: Sequence[Sequence[int]]

    def changes(self) -> list[frozenset[tuple[int, int]]]:
        """Return the words that each negative has more or less often than the method, with the differences."""
        deltas = []
        for negative in self.negatives:
            start, end = _different(self.anchor, negative)
            before = Counter(self.anchor[start : len(self.anchor) - end])
            after = Counter(negative[start : len(negative) - end])
            counts = ((word, after[word] - before[word]) for word in {*before, *after})
            deltas.append(frozenset((word, count) for word, count in counts if count))
        return deltas


def _different(text: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Return the numbers of words that two texts share at their starts and, of the others, at their ends."""
    shortest = min(len(text), len(other))
    start = next((at for at in range(shortest) if text[at] != other[at]), shortest)
    rest = shortest - start
    return start, next((at for at in range(rest) if text[-1 - at] != other[-1 - at]), rest)


def chances(examples: Sequence[Numbers]) -> list[list[float]]:
    """Return weights with which the negatives of each example are drawn: a rare kind of change weighs more than a frequent one.

    Without them, half of the negatives are a sign or a complement put before a number, which are soon known.
    """
    changes = [sample.changes() for sample in examples]
    frequency = Counter(change for of_one in changes for change in of_one)
    return [[frequency[change] ** _OF_FREQUENCY for change in of_one] for of_one in changes]


@dataclass(frozen=True)
class Batch:
    """A step's input.

    Attributes:
        texts: the anchors, then as many positives, then as many negatives.
        shown: comments and codes with masked tokens.
        places: Places of masked tokens in each row of `shown`, filled up with 0: texts x places.
        targets: the words that were there, filled up with `LEFT_OUT`: texts x places.
        size: how many examples there are.
    """

    texts: tuple[Tensor, Tensor]
    shown: tuple[Tensor, Tensor]
    places: Tensor
    targets: Tensor
    size: int


class Batches:
    """The batches of a training.

    Args:
        examples: all of them.
        size: examples of a batch.
        length: tokens that the encoder reads.
        words: the vocabulary.
        seed: Seed of all draws.
    """

    def __init__(self, examples: Sequence[Numbers], size: int, length: int, words: Words, seed: int) -> None:
        self._examples = examples
        self._length, self._seed = length, seed
        self._marks, self._vocabulary = words.marks, words.size
        self._chances = chances(examples)
        self._epochs = Epochs([len(one.anchor) for one in examples], size, _BUCKET, seed)

    def batch(self, step: int) -> Batch:
        """Return the batch of a step, from 0."""
        rng, places = Random(seed_of("batch", self._seed, step)), self._epochs.batch(step)
        drawn = [self._examples[number] for number in places]
        positives = [one.anchor if rng.random() < 0.5 else rng.choice(one.positives) for one in drawn]
        negatives = [
            rng.choices(one.negatives, self._chances[number])[0]
            for number, one in zip(places, drawn, strict=True)
        ]
        all_texts = [*(one.anchor for one in drawn), *positives, *negatives]
        texts = self._padded([marked(text, self._marks, self._length) for text in all_texts])
        return self._with_masks(drawn, texts, rng)

    def _padded(self, texts: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        return padded(texts, self._marks.pad)

    def _with_masks(self, drawn: Sequence[Numbers], texts: tuple[Tensor, Tensor], rng: Random) -> Batch:
        shown, places, targets = list[list[int]](), list[list[int]](), list[list[int]]()
        for example in drawn:
            head = [*self._marks.start, *example.comment, self._marks.separator]
            whole = [*head, *example.anchor, self._marks.separator][: self._length]
            masking = masked(whole, len(head), self._marks, self._vocabulary, rng)
            shown.append(masking.numbers)
            places.append(masking.places)
            targets.append(masking.targets)
        wanted, _ = padded(places, 0)
        answers, _ = padded(targets, LEFT_OUT)
        return Batch(texts, self._padded(shown), wanted, answers, len(drawn))


class Masked(NamedTuple):
    """A text with masked tokens.

    Attributes:
        numbers: what the encoder sees.
        places: Places of the chosen tokens, in order.
        targets: the words that were there.
    """

    numbers: list[int]
    places: list[int]
    targets: list[int]


def masked(numbers: Sequence[int], first: int, marks: Marks, vocabulary: int, rng: Random) -> Masked:
    """Choose tokens of the code, and replace them: 80 % by the mask, 10 % by any word, 10 % by themselves.

    Args:
        numbers: Numbers of the comment and the code.
        first: where the code begins; what is before is left alone, and so are the marks of the encoder's input.
        marks: Marks of the encoder.
        vocabulary: how many words there are.
        rng: draws.

    Returns:
        At least one chosen token, unless there is none.
    """
    kept = {*marks.start, marks.separator, marks.pad}
    able = [place for place in range(first, len(numbers)) if numbers[place] not in kept]
    wanted = min(len(able), max(1, round(SHARE * len(able))))
    places = sorted(rng.sample(able, wanted))
    shown = list(numbers)
    for place in places:
        drawn = rng.random()
        if drawn < _MASKED:
            shown[place] = marks.mask
        elif drawn < _REPLACED:
            shown[place] = rng.randrange(marks.ordinary, vocabulary)
    return Masked(shown, places, [numbers[place] for place in places])
