"""The options of a training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.loss import TEMPERATURE
from equimorph.codescore.pooling import VECTORS, Vector
from equimorph.runs.declared import Option, Panel, check_values

__all__ = ["DEVICE", "TrainOptions", "checked_threshold"]

_MINUTES = 10.0
DEVICE = Option(
    panel=Panel.WORKERS, help="Device of the model: cpu, cuda, cuda:1. Default: a GPU where there is one."
)
_MINUTES_HELP = f"Training time in minutes, without the preparation of the pairs. Default: {_MINUTES:g}."
_RATE, _RATE_OF_BASE = 1e-2, 2e-5


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """The options of a training.

    The learning rate is for AdamW; the matrices of a small encoder use Muon with twice that rate. The temperature is
    tau in equation 3. For the subset with `balance`, see `probe.balanced`.

    Attributes:
        minutes: Training time, not counting the preparation of its data.
        steps: Number of training batches instead: reproducible to the byte on a CPU.
        seed: Seed for all random choices.
        device: Device for torch; None for a GPU if one is available.
        base: Folder of a Hugging Face encoder to start from, such as UniXcoder. Default: a small one from scratch.
        vector: Vector that represents a text.
        vocabulary: Size of the vocabulary.
        batch: Methods per batch.
        length: Maximum tokens per method; longer methods are left out.
        balance: Train on a subset of the variants in which operator counts reveal less about the class.
        learning_rate: Peak learning rate. Default: 0.01, or 0.00002 with --base.
        temperature: Temperature of the contrastive loss.

    Raises:
        CodeScoreError: one is out of its range.
    """

    minutes: Annotated[float, Option(panel=Panel.SAMPLES, help=_MINUTES_HELP)] = _MINUTES
    steps: Annotated[int | None, Option(panel=Panel.SAMPLES, minimum=1)] = None
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    device: Annotated[str | None, DEVICE] = None
    base: Annotated[str | None, Option(panel=Panel.INPUT, kind=Path, parse=str)] = None
    vector: Annotated[Vector, Option(help=f"Vector of a text: {', '.join(VECTORS)}.")] = "cls-relu"
    vocabulary: Annotated[int, Option(panel=Panel.SAMPLES)] = 4096
    batch: Annotated[int, Option(panel=Panel.SAMPLES, after="steps")] = 12
    length: Annotated[int, Option(panel=Panel.SAMPLES, after="batch")] = 100
    balance: Annotated[bool, Option(panel=Panel.SAMPLES)] = False
    learning_rate: Annotated[float | None, Option(panel=Panel.SAMPLES, after="vocabulary")] = None
    temperature: Annotated[float, Option(panel=Panel.SAMPLES, after="learning_rate")] = TEMPERATURE

    def __post_init__(self) -> None:
        check_values(self, CodeScoreError)
        _demand(0 < self.minutes < float("inf"), "minutes are more than 0")
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
