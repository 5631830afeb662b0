"""The encoder of CodeScore-R as the reader of the tasks' models, small enough to be trained within a minute of one core."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Generic, TypeVar

import torch
from torch import Tensor, nn

from equimorph.codescore.encoder import Encoder, EncoderSize
from equimorph.codescore.model import device_of
from equimorph.learning.batches import Epochs, padded
from equimorph.learning.steps import Schedule, descend, one_thread
from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError
from equimorph.search.tasks.task import TrainingOptions
from equimorph.search.tasks.vocabulary import PAD, Vocabulary

Module = TypeVar("Module", bound=nn.Module)
Row = TypeVar("Row")
WIDTH = 96
_HEADS = 4
_SCHEDULE = Schedule(0.1, 0.05)
_BUCKET = 8
"""Batches among which texts are sorted by length, so that little is filled up."""
_ASKED = 64
"""Texts that a model reads at once."""


def reader(vocabulary: int) -> Encoder:
    """Return an encoder of one layer with first weights."""
    return Encoder(EncoderSize(vocabulary, layers=1, width=WIDTH, heads=_HEADS))


def identity_of(name: str, module: nn.Module, vocabulary: Vocabulary) -> str:
    """Return the identity of a model: a name, and a hash of its words and weights."""
    whole = hashlib.sha256(repr(vocabulary.words).encode("utf-8", "surrogatepass"))
    for part, weights in sorted(module.state_dict().items()):
        whole.update(f"{part}|{tuple(weights.shape)}|".encode())
        whole.update(weights.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes())
    return f"{name}/{whole.hexdigest()[:16]}"


def tables(texts: Sequence[Sequence[int]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Return texts as one table, and True where it has a word; an empty text has one word that fills up."""
    numbers, mask = padded([text or [PAD] for text in texts], PAD)
    return numbers.to(device), mask.to(device)


def mean_state(states: Tensor, mask: Tensor) -> Tensor:
    """Return the mean of the states of each text's words: texts x width."""
    weights = mask.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1)


def by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield places of texts in batches of about the same length."""
    order = sorted(range(len(lengths)), key=lambda at: (lengths[at], at))
    for start in range(0, len(order), _ASKED):
        yield order[start : start + _ASKED]


def batches(lengths: Sequence[int], options: TrainingOptions) -> Iterator[list[int]]:
    """Return the places of the texts of each step: each text once in an epoch, in an order that the seed and the epoch give.

    Args:
        lengths: Lengths of the texts, in words.
        options: give the size of a batch, the number of steps and the seed.
    """
    return map(Epochs(lengths, options.batch, _BUCKET, options.seed).batch, range(options.steps))


def learn(
    make: Callable[[], nn.Module],
    lengths: Sequence[int],
    loss_of: Callable[[nn.Module, list[int]], Tensor],
    options: TrainingOptions,
) -> nn.Module:
    """Return a module that has learnt from its batches; on a CPU the same input gives the same weights.

    Args:
        make: Returns the module with initial weights.
        lengths: Lengths of the texts, in words.
        loss_of: Returns the loss of a module on the texts at some places.
        options: Options of the training.

    Raises:
        SearchError: there are fewer than two texts.
        CodeScoreError: the device does not exist.
    """
    if len(lengths) < 2:
        raise SearchError(f"{len(lengths)} texts to learn from; two at least are needed")
    device = device_of(options.device)
    with one_thread(), torch.random.fork_rng():
        torch.manual_seed(seed_of("weights", options.seed))
        module = make().to(device).train()
        optimizer = torch.optim.AdamW(module.parameters(), lr=options.rate, weight_decay=0.01)
        for step, places in enumerate(batches(lengths, options)):
            torch.manual_seed(seed_of("step", options.seed, step))
            rate = _SCHEDULE.rate(step / options.steps)
            descend(loss_of(module, places), module.parameters(), [optimizer], rate)
    return module.eval()


class ReadingModel(Generic[Module]):
    """A trained model of a task: methods -> outputs. A search can ask it, and mutate its module.

    Attributes:
        module: the network.
        vocabulary: the words that it reads and writes.
        name: Name of the model, in rows.
        identity: what its outputs depend on, as it was trained.

    Args:
        module: the network.
        vocabulary: Vocabulary of the network.
        device: where the network is.
    """

    name: ClassVar[str]

    def __init__(self, module: Module, vocabulary: Vocabulary, device: str | None = None) -> None:
        self.module = module
        self.vocabulary, self._device = vocabulary, device_of(device)
        self.identity = identity_of(self.name, module, vocabulary)

    def _read(
        self, texts: Sequence[Sequence[str]], read: Callable[[Tensor, Tensor], Sequence[Row]]
    ) -> list[Row]:
        """Return the row of each text, which is given as words."""
        numbers, found = [self.vocabulary.numbers(text) for text in texts], dict[int, Row]()
        with one_thread(), torch.inference_mode():
            for places in by_length([len(one) for one in numbers]):
                made = read(*tables([numbers[at] for at in places], self._device))
                found.update(zip(places, made, strict=True))
        return [found[at] for at in range(len(texts))]
