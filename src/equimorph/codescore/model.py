"""A trained model: saved as safetensors and JSON, loaded, and asked for scores (paper 004, 3.2)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

import torch
from torch import Tensor

from equimorph.codescore.base import Base, BaseWords
from equimorph.codescore.batches import marked
from equimorph.codescore.encoder import Encoder, EncoderSize
from equimorph.codescore.errors import CodeScoreError, DeadVector
from equimorph.codescore.gate import Gate
from equimorph.codescore.options import checked_threshold
from equimorph.codescore.pooling import VECTORS, Vector, places_of, pooled
from equimorph.codescore.tokenizer import Bpe
from equimorph.learning.batches import padded
from equimorph.learning.steps import torch_device
from equimorph.runs.extras import module
from equimorph.runs.manifests import write_manifest
from equimorph.runs.whole import whole_folder
from equimorph.texts.sketching import sketch, words

__all__ = ["CONFIG", "MANIFEST", "SCHEMA", "THRESHOLD", "WEIGHTS", "CodeScore", "Score", "device_of"]

SCHEMA = 1
"""Version of the folder of a model."""
CONFIG, WEIGHTS, VOCABULARY, MANIFEST = "config.json", "model.safetensors", "tokenizer.json", "manifest.json"
THRESHOLD = 0.5
"""Of the paper, equation 5 and below."""
_BATCH = 32


@dataclass(frozen=True)
class Score:
    """The score of a candidate.

    Attributes:
        value: 1 if it compiles and its cosine is above the threshold, else 0.
        cosine: Cosine of the vectors of the two sketches.
        compiled: Whether it passes the gate.
        reason: Reason why it does not, or why a text was compared without a sketch; None if there is nothing to say.
    """

    value: int
    cosine: float
    compiled: bool
    reason: str | None = None

    def _repr_html_(self) -> str:
        from equimorph.pages.notebook import fields_table

        return fields_table(self)


def device_of(name: str | None) -> torch.device:
    """Return a device, by default a GPU if one is available.

    Raises:
        CodeScoreError: the device does not exist.
    """
    return torch_device(name, CodeScoreError)


class CodeScore:
    """CodeScore-R.

    Args:
        encoder: Encoder that gives the hidden states of texts.
        vocabulary: Vocabulary of the encoder.
        vector: Vector of a text.
        threshold: Cosines above it score 1.
        device: Device of the encoder.

    Raises:
        CodeScoreError: the device does not exist, or the threshold is not between -1 and 1.
    """

    def __init__(
        self,
        encoder: Encoder | Base,
        vocabulary: Bpe | BaseWords,
        vector: Vector = "cls-relu",
        threshold: float = THRESHOLD,
        device: str | None = None,
    ) -> None:
        self._device = device_of(device)
        self.encoder = encoder.to(self._device).eval()
        self.vocabulary = vocabulary
        self.vector: Vector = vector
        self.threshold = checked_threshold(threshold)

    @classmethod
    def load(cls, folder: str | PathLike[str], device: str | None = None) -> Self:
        """Return the model of a folder.

        Raises:
            CodeScoreError: it is no model of this version, or it is damaged.
            ModuleNotFoundError: a package of the extra is missing.
            OSError: it cannot be read.
        """
        place = Path(folder)
        config = _config(place)
        weights = _weights(place / WEIGHTS)
        vocabulary: Bpe | BaseWords
        encoder: Encoder | Base
        if config["base"]:
            encoder, vocabulary = Base.empty(place), BaseWords.of(place)
        else:
            vocabulary = Bpe.loaded((place / VOCABULARY).read_text(encoding="utf-8"))
            encoder = Encoder(_size(config, place / CONFIG))
        try:
            encoder.load_state_dict(weights)
        except RuntimeError as error:
            raise CodeScoreError(f"{place / WEIGHTS}: not the weights of this encoder") from error
        return cls(encoder, vocabulary, config["vector"], config["threshold"], device)

    def save(self, folder: str | PathLike[str], manifest: Mapping[str, Any] | None = None) -> None:
        """Write the model to a new folder, whole or not at all.

        Args:
            folder: new or empty.
            manifest: how the model was made.

        Raises:
            FileExistsError: the folder is not empty.
            OSError: it cannot be written.
        """
        with whole_folder(Path(folder)) as place:
            config: dict[str, Any] = {
                "schema": SCHEMA,
                "vector": self.vector,
                "threshold": self.threshold,
                "base": isinstance(self.encoder, Base),
            }
            if isinstance(self.encoder, Base):
                self.encoder.save_config(place)
            else:
                config["encoder"] = self.encoder.size.to_dict()
            if isinstance(self.vocabulary, Bpe):
                (place / VOCABULARY).write_text(self.vocabulary.dumped(), encoding="utf-8")
            else:
                self.vocabulary.save(place)
            weights = {name: one.cpu().contiguous() for name, one in self.encoder.state_dict().items()}
            (place / WEIGHTS).write_bytes(module("safetensors.torch").save(weights))
            for name, data in ((CONFIG, config), (MANIFEST, manifest or {})):
                write_manifest(place / name, data, indent=2, sort_keys=True)

    def numbers(self, text: str, language: str) -> tuple[list[int], str | None]:
        """Return the numbers of a text's sketch, between their marks, and why there is no sketch, or None."""
        result = sketch(text.removeprefix("\ufeff"), language)
        numbers = self.vocabulary.numbers(words(result.text, language))
        return marked(numbers, self.vocabulary.marks, self.encoder.length), result.reason

    def vectors(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """Return the vectors of texts, on the CPU: texts x width.

        Args:
            texts: numbers between their marks, as `numbers` returns them.
        """
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        results: list[Tensor | None] = [None] * len(texts)
        with torch.inference_mode():
            for start in range(0, len(order), _BATCH):
                part = order[start : start + _BATCH]
                table, mask = (
                    tensor.to(self._device)
                    for tensor in padded([texts[at] for at in part], self.vocabulary.marks.pad)
                )
                layers = self.encoder(table, mask, places_of(table, self.vector))
                batch = pooled(layers, mask, self.vector).cpu()
                for at, row in zip(part, batch, strict=True):
                    results[at] = row
        return torch.stack(cast("list[Tensor]", results)).double()

    def cosines(self, pairs: Iterable[tuple[str, str, str]]) -> list[float | DeadVector]:
        """Return the cosine of each pair, or what is wrong with its vectors.

        Args:
            pairs: candidate, reference and language.
        """
        triples = list(pairs)
        keys = {(text, language) for *both, language in triples for text in both}
        if not keys:
            return []
        # Texts of one sketch are read once, so their vectors are equal to the last bit.
        read = {key: tuple(self.numbers(*key)[0]) for key in sorted(keys)}
        at = {numbers: place for place, numbers in enumerate(dict.fromkeys(read.values()))}
        texts = {key: at[numbers] for key, numbers in read.items()}
        vectors = self.vectors(list(at))
        return [
            _cosine(vectors[texts[candidate, language]], vectors[texts[reference, language]])
            for candidate, reference, language in triples
        ]

    def score(self, candidate: str, reference: str, lang: str = "java", gate: Gate | None = None) -> Score:
        """Return the score of a candidate.

        Args:
            candidate, reference: The texts.
            lang: "java" or "python".
            gate: Gate of the candidate; by default javac or Python's compiler, started for this one call.

        Raises:
            NoCompiler: see `Gate.compared`.
            DeadVector: the vector of a text is zero.
        """
        if gate is None:
            with Gate() as new_gate:
                return self.score(candidate, reference, lang, new_gate)
        [cosine] = self.cosines([(candidate, reference, lang)])
        if isinstance(cosine, DeadVector):
            raise cosine
        return self.judged(cosine, candidate, reference, lang, gate)

    def judged(self, cosine: float, candidate: str, reference: str, lang: str, gate: Gate) -> Score:
        """Return the score of a candidate whose cosine is known.

        Raises:
            NoCompiler: see `Gate.compared`.
        """
        compiled = gate.compared(candidate, reference, lang)
        return Score(int(compiled.ok and cosine > self.threshold), cosine, compiled.ok, compiled.reason)


def _cosine(left: Tensor, right: Tensor) -> float | DeadVector:
    lengths = left.norm() * right.norm()
    if not lengths:
        return DeadVector("the vector of a text is zero everywhere")
    # Rounding would leave equal vectors at a little less than 1.
    return 1.0 if left.equal(right) else min(1.0, max(-1.0, float(left @ right / lengths)))


def _config(place: Path) -> dict[str, Any]:
    path = place / CONFIG
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA or data["vector"] not in VECTORS:
            raise CodeScoreError(f"{path}: not a model of this version")
        return {"base": False, **data, "threshold": float(data["threshold"])}
    except (ValueError, KeyError, TypeError) as error:
        raise CodeScoreError(f"{path}: not the config of a model of CodeScore-R") from error


def _size(config: Mapping[str, Any], path: Path) -> EncoderSize:
    try:
        return EncoderSize(**config["encoder"])
    except (KeyError, TypeError) as error:
        raise CodeScoreError(f"{path}: not the encoder of a model of CodeScore-R") from error


def _weights(path: Path) -> dict[str, Tensor]:
    safetensors = module("safetensors.torch")
    try:
        return dict(safetensors.load(path.read_bytes()))
    except OSError:
        raise
    except Exception as error:  # safetensors' own error is not exported by all versions
        raise CodeScoreError(f"{path}: no safetensors: {error}") from error
