"""The options of the training of a seq2seq generator."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from equimorph.cote.errors import GeneratorError

_LEAST = {"steps": 1, "batch": 1, "vocabulary": 300, "longest": 4}
"""The least value of some options. A vocabulary holds each byte as a word."""


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """Options for training a seq2seq generator.

    Attributes:
        steps: Maximum number of training batches.
        seconds: Training time without its preparation; None for no limit. With a limit, the weights depend on the speed
            of the machine.
        seed: Seed of the initial weights, the batches and the dropout.
        batch: Pairs per step.
        rate: Peak learning rate.
        vocabulary: Maximum number of words of the vocabulary.
        longest: Maximum number of vocabulary words of a sentence, or of a method including its end. A longer pair is
            left out of the training, a longer input is cut off, and no longer method is written.
        device: Device for torch during training; None for a GPU if one is available. On a CPU the same input gives the
            same bytes.

    Raises:
        GeneratorError: a number is out of its range.
    """

    steps: int = 4000
    seconds: float | None = None
    seed: int = 0
    batch: int = 32
    rate: float = 5e-3
    vocabulary: int = 2000
    longest: int = 64
    device: str | None = None

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            _demand(_whole(value) and value >= least, f"{name}: a whole number from {least}, not {value!r}")
        _demand(_whole(self.seed), f"seed: a whole number, not {self.seed!r}")
        _demand(0 < self.rate < 1, f"rate: between 0 and 1, not {self.rate!r}")
        limit = self.seconds
        _demand(limit is None or 0 < limit < float("inf"), f"seconds: more than 0, not {limit!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _demand(true: bool, message: str) -> None:
    if not true:
        raise GeneratorError(message)
