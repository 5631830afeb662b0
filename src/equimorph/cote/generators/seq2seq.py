"""A generator that writes code word by word: a small network that was trained on pairs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor

from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators.network import Network, NetworkSize, table
from equimorph.cote.generators.storing import manifest_of, write_generator
from equimorph.cote.generators.subwords import END, PAD, START, Subwords
from equimorph.learning.steps import one_thread
from equimorph.runs.extras import module

KIND = "seq2seq"
WEIGHTS, VOCABULARY = "model.safetensors", "tokenizer.json"
_CPU = torch.device("cpu")


class Seq2Seq:
    """A trained network. It writes the likeliest next word each time, on the CPU, one input at a time.

    Attributes:
        name: Name of the generator, in rows.
        network: The network.
        subwords: Its vocabulary.
        longest: Maximum number of words read from a sentence and written as code.
        made: Training options from its folder.

    Args:
        network: Trained network.
        subwords: Vocabulary of the network.
        longest: Maximum number of words.
        made: Training options.
    """

    name = KIND

    def __init__(
        self, network: Network, subwords: Subwords, longest: int, made: Mapping[str, Any] | None = None
    ) -> None:
        self.network = network.to(_CPU).eval()
        self.subwords, self.longest, self.made = subwords, longest, dict(made or {})

    def __call__(self, text: str) -> tuple[str, float]:
        """Return code for a sentence and its log probability, the sum over its words and its end.

        Code that is too long breaks off, and its end does not count.
        """
        with one_thread(), torch.inference_mode():
            sentence, past = self.network.read(*table([self._read(text)], _CPU))
            last, words, total = START, list[int](), 0.0
            while len(words) < self.longest:
                joint, past = self.network.write(sentence, past, torch.tensor([[last]]))
                scores = self._scores(joint[0, 0])
                last = int(scores.argmax())
                total += float(scores[last])
                if last == END:
                    break
                words.append(last)
        return self.subwords.text(words), total

    def save(self, folder: Path) -> None:
        """Write the generator to a new folder, whole or not at all.

        Raises:
            FileExistsError: the folder is not empty.
            OSError: it cannot be written.
        """
        weights = {name: tensor.contiguous() for name, tensor in self.network.state_dict().items()}
        manifest = {
            **self.made,
            "kind": KIND,
            "network": self.network.size.to_dict(),
            "longest": self.longest,
        }
        files = {
            WEIGHTS: module("safetensors.torch").save(weights),
            VOCABULARY: self.subwords.dumped().encode(),
        }
        write_generator(folder, manifest, files)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the generator of a folder.

        Raises:
            GeneratorError: it is another generator or another version, or it is damaged.
            ModuleNotFoundError: a package is missing.
            OSError: it cannot be read.
        """
        manifest = manifest_of(folder, KIND, [WEIGHTS, VOCABULARY])
        weights, vocabulary = (folder / WEIGHTS).read_bytes(), (folder / VOCABULARY).read_bytes()
        subwords = Subwords.loaded(vocabulary.decode("utf-8", "replace"))
        try:
            longest = int(manifest["longest"])
            network = Network(NetworkSize(**manifest["network"]))
            network.load_state_dict(module("safetensors.torch").load(weights))
        except Exception as error:  # safetensors exports no error of all its versions, torch raises several
            raise GeneratorError(f"{folder}: damaged: {str(error).splitlines()[0]}") from error
        if network.size.vocabulary != subwords.size:
            raise GeneratorError(f"{folder}: damaged: the network and the vocabulary differ in size")
        return cls(
            network, subwords, longest, {name: manifest[name] for name in manifest if name not in _OF_FOLDER}
        )

    def _read(self, text: str) -> list[int]:
        return self.subwords.numbers(text)[: self.longest]

    def _scores(self, joint: Tensor) -> Tensor:
        """Return the log probabilities of the next word. Code has no word that fills up or begins."""
        scores = self.network.scores(joint).double().log_softmax(-1)
        scores[[PAD, START]] = float("-inf")
        return scores


_OF_FOLDER = ("schema", "files", "kind", "network", "longest")
"""The fields of a folder's manifest, besides the options of its generator."""
