"""Method-name prediction: a model that reads a method without its name and writes the name, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from equimorph.codescore.encoder import Encoder
from equimorph.codescore.model import device_of
from equimorph.search.errors import SearchError
from equimorph.search.tasks.measures import SUBTOKENS, Measure, subtoken_counts
from equimorph.search.tasks.methods import TaskText
from equimorph.search.tasks.reading import WIDTH, ReadingModel, learn, mean_state, reader, tables
from equimorph.search.tasks.task import Judged, TrainingOptions
from equimorph.search.tasks.vocabulary import END, PAD, START, UNKNOWN, Vocabulary
from equimorph.search.tasks.words import declared_name, method_words, subtokens

_LONGEST = 8
"""Maximum number of parts of a name that are written."""


class NameNetwork(nn.Module):
    """An encoder, and a recurrent cell that attends to its states and writes words.

    Args:
        vocabulary: how many words there are, read and written.
    """

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.encoder: Encoder = reader(vocabulary)
        self.cell = nn.GRUCell(WIDTH, WIDTH)
        self.joint = nn.Linear(2 * WIDTH, WIDTH)

    def read(self, numbers: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the states of the words, and the first state of the writer."""
        states = self.encoder(numbers, mask)[-1]
        return states, mean_state(states, mask)

    def write(self, states: Tensor, mask: Tensor, own: Tensor, last: Tensor) -> tuple[Tensor, Tensor]:
        """Return the input for the scores of the next word, texts x width, and the next state of the writer.

        Args:
            states, mask: States and mask of the words that were read.
            own: State of the writer.
            last: Word written last: texts.
        """
        own = self.cell(self.encoder.words(last), own)
        weights = (states @ own.unsqueeze(-1)).squeeze(-1) / WIDTH**0.5
        weights = weights.masked_fill(~mask, float("-inf")).softmax(-1)
        seen = (weights.unsqueeze(-1) * states).sum(1)
        return torch.tanh(self.joint(torch.cat([own, seen], -1))), own

    def scores(self, seen: Tensor) -> Tensor:
        """Compute the scores of all words from a result of `write`."""
        return self.encoder.guesses(seen)


class NameModel(ReadingModel[NameNetwork]):
    """A trained model of names: methods -> names."""

    name = "method-names"

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """Return the name for each method, its parts joined by blanks; the name that the text declares is hidden from the model."""
        return [" ".join(one) for one in self.written([_asked_words(text) for text in texts])]

    def judged(self, texts: Sequence[TaskText]) -> list[Judged]:
        """Return the model's output for each text, with its counts for precision, recall and F1."""
        names = self.written([_words(one) for one in texts])
        return [
            Judged(one.id, one.root, " ".join(name), " ".join(true), subtoken_counts(name, true))
            for one, name in zip(texts, names, strict=True)
            for true in [subtokens(one.name)]
        ]

    def written(self, texts: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
        """Return the parts of the name for each text, given as words."""
        rows = self._read(texts, self._written)
        ends = (row.index(END) if END in row else len(row) for row in rows)
        return [
            tuple(self.vocabulary.words[number] for number in row[:end])
            for row, end in zip(rows, ends, strict=True)
        ]

    def _written(self, numbers: Tensor, mask: Tensor) -> list[list[int]]:
        states, own = self.module.read(numbers, mask)
        last = torch.full((len(states),), START, device=self._device)
        rows = []
        for _ in range(_LONGEST):
            seen, own = self.module.write(states, mask, own, last)
            scores = self.module.scores(seen)
            # No name has such a part.
            scores[:, [PAD, UNKNOWN, START]] = float("-inf")
            last = scores.argmax(-1)
            rows.append(last)
        return cast("list[list[int]]", torch.stack(rows, 1).tolist())


class MethodNames:
    """The task: predict the name of a method from the rest of it; subtoken precision, recall and F1."""

    name = "method-names"
    measure: Measure = SUBTOKENS

    def refuse(self, one: TaskText) -> str | None:
        """Return why a text has no label: it has no name."""
        return None if one.name else "no name"

    def words(self, one: TaskText) -> tuple[str, ...]:
        """Return the words of a text, without the name."""
        return _words(one)

    def train(self, texts: Sequence[TaskText], options: TrainingOptions) -> NameModel:
        """Train a model, as `Task.train`."""
        return trained(texts, options)


@lru_cache(4096)
def _asked_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without the name that it declares; a model and its mutants are asked about the same texts."""
    name = declared_name(text)
    return method_words(text, () if name is None else (name,))


def _words(one: TaskText) -> tuple[str, ...]:
    """Return the words of a text, in which neither the original's name nor the one that it declares now can be seen."""
    now = declared_name(one.text)
    return method_words(one.text, {one.name} if now is None else {one.name, now})


def trained(texts: Sequence[TaskText], options: TrainingOptions) -> NameModel:
    """Train a model of names.

    Raises:
        SearchError: there are fewer than two texts, or one has no name.
    """
    if any(not one.name for one in texts):
        raise SearchError("a text without a name cannot be learnt from")
    read = [_words(one) for one in texts]
    names = [subtokens(one.name)[:_LONGEST] for one in texts]
    words = ((one.root, (*own, *name)) for one, own, name in zip(texts, read, names, strict=True))
    vocabulary = Vocabulary.of(words, options.vocabulary)
    numbers = [vocabulary.numbers(one) for one in read]
    answers = [[*vocabulary.numbers(one), END] for one in names]
    device = device_of(options.device)

    def loss_of(module: nn.Module, places: list[int]) -> Tensor:
        network = cast("NameNetwork", module)
        table = tables([numbers[at] for at in places], device)
        wanted, there = tables([answers[at] for at in places], device)
        wanted = wanted.masked_fill(~there | (wanted == UNKNOWN), _LEFT_OUT)
        states, own = network.read(*table)
        last = torch.full((len(places),), START, device=device)
        seen = list[Tensor]()
        for at in range(wanted.shape[1]):
            one, own = network.write(states, table[1], own, last)
            seen.append(one)
            last = wanted[:, at].clamp(min=UNKNOWN)
        asked = wanted != _LEFT_OUT
        return functional.cross_entropy(network.scores(torch.stack(seen, 1)[asked]), wanted[asked])

    module = learn(lambda: NameNetwork(len(vocabulary)), [len(one) for one in read], loss_of, options)
    return NameModel(cast("NameNetwork", module), vocabulary, options.device)


_LEFT_OUT = -100
"""A target that counts nothing, as torch knows it."""
