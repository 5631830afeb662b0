"""The training of a seq2seq generator, from pairs to a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from equimorph.bulk.reporting import Reporter, counted
from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.learning import Learning, Numbers, device_of
from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.pairs import Pair, digest_of
from equimorph.cote.generators.seq2seq import Seq2Seq
from equimorph.cote.generators.subwords import Subwords, written
from equimorph.learning.steps import one_thread
from equimorph.learning.vocabularies import text_of
from equimorph.runs.manifests import package_versions
from equimorph.runs.partial import partial

_WORDS = "words.json"


def train_network(
    pairs: Sequence[Pair], out: Path, options: TrainOptions, reporter: Reporter, restart: bool
) -> Seq2Seq:
    """Train a network on pairs, and write its generator.

    Args:
        pairs: Training pairs.
        out: A new folder; ``OUT.partial`` beside it keeps the progress.
        options: Options of the training.
        reporter: Receives progress.
        restart: Discard an unfinished run (OUT.partial) and start over.

    Raises:
        GeneratorError: there is no pair that is short enough; or what is done was made with other options or pairs.
        ModuleNotFoundError: a package is missing.
        OSError: the folder cannot be written.
    """
    device_of(options.device)
    digest = digest_of(pairs)
    with partial(out, {**options.to_dict(), "pairs": digest}, GeneratorError, restart) as work:
        with one_thread(), torch.random.fork_rng():
            made = _trained(pairs, digest, options, work, reporter)
        made.save(out)
        return made


def _trained(
    pairs: Sequence[Pair], digest: str, options: TrainOptions, work: Path, reporter: Reporter
) -> Seq2Seq:
    codes = [written(item.code) for item in pairs]
    subwords = _subwords(pairs, codes, options, work)
    learning = list[Numbers]()
    for pair, code in zip(pairs, codes, strict=True):
        numbers = Numbers(tuple(subwords.numbers(pair.text)), tuple(subwords.numbers(code)))
        if max(len(numbers.text), len(numbers.code) + 1) <= options.longest:
            learning.append(numbers)
    if not learning:
        raise GeneratorError(
            f"none of {counted(len(pairs), 'pair')} is short enough: {options.longest} words of the vocabulary"
        )
    run = Learning(options, learning, subwords.size, work)
    run.go(reporter)
    manifest = _manifest(options, digest, len(pairs), run, len(learning))
    return Seq2Seq(run.network, subwords, options.longest, manifest)


def _subwords(pairs: Sequence[Pair], codes: Sequence[str], options: TrainOptions, work: Path) -> Subwords:
    """Return the vocabulary that an earlier run left, or learn it."""
    texts = [*(pair.text for pair in pairs), *codes]
    learnt = text_of(work / _WORDS, lambda: Subwords.learnt(texts, options.vocabulary).dumped())
    return Subwords.loaded(learnt)


def _manifest(
    options: TrainOptions, digest: str, given: int, run: Learning, learnt_from: int
) -> dict[str, Any]:
    return {
        "options": options.to_dict(),
        "counts": {
            "pairs": given,
            "learnt_from": learnt_from,
            "too_long": given - learnt_from,
            "parameters": sum(one.numel() for one in run.network.parameters()),
        },
        "steps": run.step,
        "loss": run.losses[0],
        "pairs_sha256": digest,
        "versions": package_versions("torch", "safetensors", "tokenizers"),
    }
