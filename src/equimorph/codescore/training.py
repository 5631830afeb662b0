"""The training of an encoder (paper 004, 3.1): prepared once, stopped at any time, and continued to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.codescore.base import Base, BaseWords
from equimorph.codescore.batches import LEFT_OUT, Batches, Numbers
from equimorph.codescore.encoder import Encoder, EncoderSize
from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.evaluating import held_out
from equimorph.codescore.examples import Example, Examples
from equimorph.codescore.loss import contrastive_loss, masked_loss
from equimorph.codescore.model import CodeScore, device_of
from equimorph.codescore.muon import Muon
from equimorph.codescore.options import TrainOptions
from equimorph.codescore.pooling import places_of, pooled
from equimorph.codescore.probe import balanced
from equimorph.codescore.sources import examples_of, identity_of, sources_of
from equimorph.codescore.tokenizer import Bpe
from equimorph.learning.training import Training
from equimorph.learning.vocabularies import text_of
from equimorph.runs.manifests import package_versions
from equimorph.runs.partial import partial
from equimorph.runs.seeds import seed_of
from equimorph.runs.whole import check_new, whole_file

__all__ = ["Trained", "train"]

_PREPARED, _WORDS = "examples.jsonl", "words.json"
_DECAY = 0.01
_OF_MUON = 2
"""Its learning rate, as a multiple of AdamW's."""
_STAGES = ((0.3, 40), (0.6, 70), (float("inf"), None))
"""Up to which share of the training methods of how many tokens are learnt from: a changed operator is a larger part of a
short one, and a step takes less time."""
_LEAST = 20
"""Batches of different methods that a stage has; if there are fewer, it takes all methods."""
_CHECKED = 300
"""Maximum number of methods of the validation split that are scored in the end."""


@dataclass(frozen=True)
class Trained:
    """A training that is done.

    Attributes:
        model: the model.
        steps: Steps of the training.
        examples: Examples of all splits.
        read: rows.
        dropped: rows without an example, by reason.
        auc: AUC of positives against negatives in the validation split; None where it has none.
    """

    model: CodeScore
    steps: int
    examples: int
    read: int
    dropped: Mapping[str, int]
    auc: float | None

    def summary(self) -> str:
        """Return a line for people."""
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in sorted(self.dropped.items()))
        dropped = f", {sum(self.dropped.values()):,} dropped ({reasons})" if reasons else ""
        checked = "" if self.auc is None else f"; validation AUC {self.auc:.3f}"
        return f"{self.steps:,} steps; {self.read:,} read, {self.examples:,} kept{dropped}{checked}"


def train(
    sources: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    options: TrainOptions | None = None,
    *,
    reporter: Reporter = SILENT,
    restart: bool = False,
    examples: Examples | None = None,
) -> Trained:
    """Train a model on sources, or on pairs, and write it to a folder.

    ``OUT.partial`` beside it keeps what is done, until the model is written; the same call continues there.

    Args:
        sources: folders of Java or Python, or what `equimorph pairs` wrote.
        out: a new or empty folder.
        options: the defaults for None.
        reporter: receives failures and progress.
        restart: discard an unfinished run (OUT.partial) and start over.
        examples: Examples of the sources with `options.length`, where several models learn from the same; made of them for None.

    Raises:
        ModuleNotFoundError: a package is missing.
        CodeScoreError: there is nothing to train on; or what is done was made with other options, which the
            message names.
        FileExistsError: the folder is not empty.
        OSError: something cannot be read or written.
    """
    chosen = options or TrainOptions()
    target = Path(out)
    check_new(target)
    device_of(chosen.device)
    if chosen.base is not None:
        BaseWords.of(Path(chosen.base))
    found = sources_of([Path(one) for one in sources])
    identity = identity_of(found)
    with partial(target, {**chosen.to_dict(), "input": identity}, CodeScoreError, restart) as work:
        made = _prepared(
            work, lambda: examples or examples_of(found, work, chosen.length, chosen.seed, reporter)
        )
        return _trained(chosen, identity, made, target, work, reporter)


def _trained(
    chosen: TrainOptions, identity: str, examples: Examples, target: Path, work: Path, reporter: Reporter
) -> Trained:
    """Train in a folder that no other run is in, and write the model."""
    learning = examples.of("train")
    if chosen.balance:
        learning = balanced(learning, chosen.seed)
    if len(learning) < 2:
        raise CodeScoreError(
            f"{len(learning)} methods of the train split have both a rewriting and a mutant; two at least are needed"
        )
    run = _Training(chosen, work, learning)
    run.go(reporter)
    model = run.model()
    checked = _validation(model, examples)
    model.save(target, _manifest(run, identity, examples, checked))
    return Trained(model, run.step, len(examples.found), examples.read, examples.dropped, checked)


def _prepared(work: Path, make: Callable[[], Examples]) -> Examples:
    path = work / _PREPARED
    if path.is_file():
        with path.open(encoding="utf-8") as stream:
            head = json.loads(next(stream))
            items = [Example.from_dict(json.loads(line)) for line in stream]
        result = Examples(items, head["read"])
        result.dropped.update(head["dropped"])
        return result
    result = make()
    with whole_file(path) as out:
        out.write(json.dumps({"read": result.read, "dropped": result.dropped}).encode() + b"\n")
        for example in result.found:
            out.write(json.dumps(example.to_dict()).encode() + b"\n")
    return result


class _Training(Training):
    """The training of an encoder, with its progress so far in the folder `work`."""

    damaged = CodeScoreError

    def __init__(self, options: TrainOptions, work: Path, examples: Sequence[Example]) -> None:
        self.options, self._work = options, work
        self._device = device_of(options.device)
        torch.manual_seed(seed_of("weights", options.seed))
        self.encoder: Encoder | Base
        self.words: Bpe | BaseWords
        if options.base is None:
            self.words = self._own_words(examples)
            self.encoder = Encoder(EncoderSize(self.words.size))
        else:
            self.words, self.encoder = BaseWords.of(Path(options.base)), Base.of(Path(options.base))
        self.encoder.to(self._device).train()
        numbers = [self._numbers(one) for one in examples]
        self._batches = [
            (
                share,
                Batches(
                    _up_to(longest, numbers, _LEAST * options.batch),
                    options.batch,
                    self.encoder.length,
                    self.words,
                    options.seed,
                ),
            )
            for share, longest in _STAGES
        ]
        self.examples = len(numbers)
        limits = options.steps, 60 * options.minutes if options.steps is None else None
        super().__init__(self.encoder, _optimizers(self.encoder, options.rate), work, options.seed, *limits)

    def model(self) -> CodeScore:
        """Return the trained model."""
        return CodeScore(self.encoder, self.words, self.options.vector, device=self.options.device)

    def losses_of(self, share: float) -> tuple[Tensor, ...]:
        """Return two losses of the batch: the contrastive one, and the loss of its masked words."""
        batch = next(batches for end, batches in self._batches if share < end).batch(self.step)
        numbers, mask = (one.to(self._device) for one in batch.texts)
        layers = self.encoder(numbers, mask, places_of(numbers, self.options.vector))
        vectors = pooled(layers, mask, self.options.vector)
        anchors, positives, negatives = vectors.view(3, batch.size, -1)
        contrast = contrastive_loss(anchors, positives, negatives, self.options.temperature)
        places, targets = batch.places.to(self._device), batch.targets.to(self._device)
        states = self.encoder(*(one.to(self._device) for one in batch.shown), places)[-1]
        chosen = targets != LEFT_OUT
        # Equation 2 is a sum; divided by its terms, it does not outweigh equation 3.
        guess = masked_loss(self.encoder.guesses(states[chosen]), targets[chosen]) / chosen.sum().clamp(min=1)
        return contrast, guess

    def _own_words(self, examples: Sequence[Example]) -> Bpe:
        texts = (text for example in examples for text in (example.comment, example.anchor))
        learnt = text_of(self._work / _WORDS, lambda: Bpe.learnt(texts, self.options.vocabulary).dumped())
        return Bpe.loaded(learnt)

    def _numbers(self, example: Example) -> Numbers:
        of = self.words.numbers
        return Numbers(
            of(example.comment),
            of(example.anchor),
            [of(text) for text in example.positives],
            [of(text) for text in example.negatives],
        )


def _up_to(longest: int | None, examples: Sequence[Numbers], least: int) -> Sequence[Numbers]:
    """Return the methods of up to `longest` tokens; all methods if fewer than `least` are that short."""
    short = [example for example in examples if longest is None or len(example.anchor) <= longest]
    return short if len(short) >= least else examples


def _optimizers(encoder: Encoder | Base, rate: float) -> dict[str, torch.optim.Optimizer]:
    """Return the optimizers of an encoder: Muon for the matrices between the layers of a small one, AdamW for the rest."""
    matrices = list[Tensor]()
    if isinstance(encoder, Encoder):
        matrices = [
            parameter
            for part in (encoder.layers, encoder.head)
            for parameter in part.parameters()
            if parameter.ndim == 2
        ]
    taken = {id(matrix) for matrix in matrices}
    rest = [parameter for parameter in encoder.parameters() if id(parameter) not in taken]
    optimizers: dict[str, torch.optim.Optimizer] = {
        "moments.0": torch.optim.AdamW(rest, lr=rate, weight_decay=_DECAY)
    }
    if matrices:
        optimizers["moments.1"] = Muon(matrices, lr=rate * _OF_MUON, weight_decay=_DECAY)
    return optimizers


def _validation(model: CodeScore, examples: Examples) -> float | None:
    """Return the AUC of positives against negatives of methods in the validation split; None where there are none."""
    held = examples.of("validation")[:_CHECKED]
    return held_out(model, held).auc


def _manifest(run: _Training, identity: str, examples: Examples, checked: float | None) -> dict[str, Any]:
    names = ("torch", "safetensors", "tokenizers" if isinstance(run.words, Bpe) else "transformers")
    return {
        "options": run.options.to_dict(),
        "input": identity,
        "versions": package_versions(*names),
        "device": str(run._device),
        "steps": run.step,
        "read": examples.read,
        "kept": len(examples.found),
        "learnt_from": run.examples,
        "dropped": dict(sorted(examples.dropped.items())),
        "losses": dict(zip(("contrastive", "masked"), run.losses, strict=True)),
        "validation_auc": checked,
    }
