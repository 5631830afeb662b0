"""Search by Javadoc: the first sentence of a method's Javadoc is the query, and all methods that are judged are searched.

A dual encoder has one network for sentences and one for methods; a single encoder has one for both. Any model text -> vector that
was trained elsewhere is a single encoder, too: `ranks` judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from equimorph.codescore.encoder import Encoder
from equimorph.codescore.model import device_of
from equimorph.learning.steps import one_thread
from equimorph.search.errors import SearchError
from equimorph.search.tasks.measures import RANKS, Measure, rank_counts
from equimorph.search.tasks.methods import TaskText
from equimorph.search.tasks.reading import ReadingModel, learn, mean_state, reader, tables
from equimorph.search.tasks.task import Judged, TrainingOptions
from equimorph.search.tasks.vocabulary import Vocabulary
from equimorph.search.tasks.words import method_words

Kind: TypeAlias = Literal["dual", "single"]
_TEMPERATURE = 0.07
_LEAST_WORDS = 2
"""Words of a sentence that is a query."""


class DualNetwork(nn.Module):
    """An encoder for methods and one for sentences, which are one and the same in a single encoder.

    Args:
        vocabulary: how many words there are.
        kind: "dual" or "single".
    """

    def __init__(self, vocabulary: int, kind: Kind) -> None:
        super().__init__()
        self.codes: Encoder = reader(vocabulary)
        self.queries: Encoder = reader(vocabulary) if kind == "dual" else self.codes

    def vectors(self, encoder: Encoder, numbers: Tensor, mask: Tensor) -> Tensor:
        """Return vectors of length 1 of texts: texts x width."""
        mean = mean_state(encoder(numbers, mask)[-1], mask)
        return functional.normalize(encoder.head(mean), dim=-1)


class VectorModel(ReadingModel[DualNetwork]):
    """A trained model of vectors: methods -> vectors."""

    name = "javadoc"

    def __call__(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return the vector of each method."""
        return self._vectors(self.module.codes, texts)

    def queries(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return the vector of each sentence."""
        return self._vectors(self.module.queries, texts)

    def judged(self, texts: Sequence[TaskText]) -> list[Judged]:
        """Return at which rank the sentence of each text finds it among all of them."""
        found = ranks(self.queries([one.comment for one in texts]), self([one.text for one in texts]))
        return judged_ranks(texts, found)

    def _vectors(self, encoder: Encoder, texts: Sequence[str]) -> list[tuple[float, ...]]:
        def read(numbers: Tensor, mask: Tensor) -> list[tuple[float, ...]]:
            return list(map(tuple, self.module.vectors(encoder, numbers, mask).double().tolist()))

        return self._read([method_words(text) for text in texts], read)


def ranks(queries: Sequence[Sequence[float]], codes: Sequence[Sequence[float]]) -> list[int]:
    """Return the rank of each query's own code among all codes, from 1, by the cosine.

    Of equal cosines the own one counts as the last, so that a model with one vector for all finds nothing.

    Args:
        queries, codes: vectors of one length; those at one place belong together.

    Raises:
        SearchError: there are not as many queries as codes.
    """
    if len(queries) != len(codes):
        raise SearchError(f"{len(queries)} queries and {len(codes)} codes")
    if not queries:
        return []
    sides = (torch.tensor(list(side), dtype=torch.float64) for side in (queries, codes))
    asked, known = (functional.normalize(side, dim=-1) for side in sides)
    with one_thread():
        cosines = (asked @ known.T).round(decimals=9)
    return [int(one) for one in (cosines >= cosines.diagonal()[:, None]).sum(1)]


def judged_ranks(texts: Sequence[TaskText], found: Sequence[int]) -> list[Judged]:
    """Return the counts of the measure for ranks."""
    return [
        Judged(one.id, one.root, rank, 1, rank_counts(rank)) for one, rank in zip(texts, found, strict=True)
    ]


class JavadocSearch:
    """The task: find a method by the first sentence of its Javadoc; MRR and top-1.

    Args:
        kind: Kind of the encoder, "dual" or "single".

    Raises:
        SearchError: it is neither.
    """

    measure: Measure = RANKS

    def __init__(self, kind: Kind = "dual") -> None:
        if kind not in ("dual", "single"):
            raise SearchError(f"an encoder is dual or single, not {kind!r}")
        self.kind = kind
        self.name = "javadoc" if kind == "dual" else "javadoc-single"

    def refuse(self, one: TaskText) -> str | None:
        """Return why a text has no query: it has no Javadoc, or one of a single word."""
        return None if len(one.comment.split()) >= _LEAST_WORDS else "no Javadoc"

    def words(self, one: TaskText) -> tuple[str, ...]:
        """Return the words of a text; its name stays, as it is not what is asked for."""
        return method_words(one.text)

    def train(self, texts: Sequence[TaskText], options: TrainingOptions) -> VectorModel:
        """Train an encoder: a sentence is closer to its method than to the others of the batch, and the other way round.

        Raises:
            SearchError: there are fewer than two texts, or one has no Javadoc.
        """
        if any(self.refuse(one) for one in texts):
            raise SearchError("a text without a Javadoc cannot be learnt from")
        read = [self.words(one) for one in texts]
        asked = [method_words(one.comment) for one in texts]
        words = ((one.root, (*own, *query)) for one, own, query in zip(texts, read, asked, strict=True))
        vocabulary = Vocabulary.of(words, options.vocabulary)
        codes, queries = ([vocabulary.numbers(one) for one in side] for side in (read, asked))
        make = _maker(len(vocabulary), self.kind)
        module = learn(make, [len(one) for one in read], _loss(codes, queries, texts, options), options)
        return VectorModel(cast("DualNetwork", module), vocabulary, options.device)


def _maker(vocabulary: int, kind: Kind) -> Callable[[], nn.Module]:
    return lambda: DualNetwork(vocabulary, kind)


def _loss(
    codes: Sequence[list[int]],
    queries: Sequence[list[int]],
    texts: Sequence[TaskText],
    options: TrainingOptions,
) -> Callable[[nn.Module, list[int]], Tensor]:
    """Return the loss of a batch: the mean of the cross entropies of queries among codes and of codes among queries."""
    device = device_of(options.device)

    def loss_of(module: nn.Module, places: list[int]) -> Tensor:
        network = cast("DualNetwork", module)
        own = network.vectors(network.codes, *tables([codes[at] for at in places], device))
        asked = network.vectors(network.queries, *tables([queries[at] for at in places], device))
        scores = asked @ own.T / _TEMPERATURE
        scores = scores.masked_fill(_same(texts, places).to(device), float("-inf"))
        targets = torch.arange(len(places), device=device)
        return (functional.cross_entropy(scores, targets) + functional.cross_entropy(scores.T, targets)) / 2

    return loss_of


def _same(texts: Sequence[TaskText], places: Sequence[int]) -> Tensor:
    """Return a mask of the pairs of texts of a batch with one root or one sentence: neither is wrong for the other."""
    keys = [(texts[at].root, texts[at].comment) for at in places]
    return torch.tensor(
        [
            [here != there and (one[0] == other[0] or one[1] == other[1]) for there, other in enumerate(keys)]
            for here, one in enumerate(keys)
        ]
    )
