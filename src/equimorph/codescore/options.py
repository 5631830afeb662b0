"""The options of a training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.loss import TEMPERATURE
from equimorph.codescore.pooling import VECTORS, Vector

__all__ = ["TrainOptions", "checked_threshold"]

_RATE, _RATE_OF_BASE = 1e-2, 2e-5


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """The options of a training.

    Attributes:
        minutes: how long it takes, without the preparation of its data.
        steps: how many batches there are instead; then, on a CPU, the same input gives the same bytes.
        seed: of all draws.
        device: of torch; a GPU where there is one for None.
        base: the folder of a Hugging Face model to start from; a small encoder from scratch for None.
        vector: what stands for a text.
        vocabulary: words of the own vocabulary, at the most.
        batch: methods of a step.
        length: words of a text, at the most; longer ones are left out of the training.
        balance: learn from a part of the variants in which operators say less about the class, see `probe.balanced`.
        learning_rate: the highest one of AdamW; 0.01 for None, or 0.00002 with a base. The matrices of a small encoder take Muon's,
            which is twice as high.
        temperature: tau of equation 3.

    Raises:
        CodeScoreError: one is out of its range.
    """

    minutes: float = 10.0
    steps: int | None = None
    seed: int = 0
    device: str | None = None
    base: str | None = None
    vector: Vector = "cls-relu"
    vocabulary: int = 4096
    batch: int = 12
    length: int = 100
    balance: bool = False
    learning_rate: float | None = None
    temperature: float = TEMPERATURE

    def __post_init__(self) -> None:
        _demand(self.steps is None or self.steps > 0, "steps are 1 or more")
        _demand(0 < self.minutes < float("inf"), "minutes are more than 0")
        _demand(self.vector in VECTORS, f"vector is one of {', '.join(VECTORS)}")
        _demand(self.vocabulary >= 300, "vocabulary is 300 or more: each byte is a word")
        _demand(self.batch >= 2, "batch is 2 or more: the others are the negatives")
        _demand(self.length >= 8, "length is 8 or more")
        rate = self.learning_rate
        _demand(rate is None or 0 < rate < 1, "learning_rate is between 0 and 1")
        _demand(self.temperature > 0, "temperature is more than 0")

    @property
    def rate(self) -> float:
        """The highest learning rate."""
        if self.learning_rate is not None:
            return self.learning_rate
        return _RATE if self.base is None else _RATE_OF_BASE

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def checked_threshold(value: float) -> float:
    """Return a threshold of cosines as it is.

    Raises:
        CodeScoreError: it is not between -1 and 1.
    """
    _demand(-1 <= value <= 1, f"a threshold is between -1 and 1, not {value}")
    return value


def _demand(true: bool, message: str) -> None:
    if not true:
        raise CodeScoreError(message)
