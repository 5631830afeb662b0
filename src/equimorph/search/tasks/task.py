"""A task: texts with a label, a model that learns them in the run, and a measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Protocol

from equimorph.runs.declared import Option, Panel, check_values
from equimorph.search.errors import SearchError
from equimorph.search.tasks.measures import Measure
from equimorph.search.tasks.methods import TaskText


@dataclass(frozen=True, kw_only=True)
class TrainingOptions:
    """Options for training a model of a task. On a CPU the same input gives the same bytes.

    Attributes:
        steps: Batches per training.
        batch: Methods per batch.
        seed: Seed for all random choices.
        rate: Peak learning rate.
        vocabulary: Maximum number of words that the model knows.
        device: Device of the model: cpu, cuda, cuda:1. Default: a GPU where there is one.

    Raises:
        SearchError: a number is out of its range.
    """

    steps: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1)] = 600
    batch: Annotated[int, Option(panel=Panel.SAMPLES, minimum=2)] = 32
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    rate: float = 3e-3
    vocabulary: int = 4000
    device: Annotated[str | None, Option(panel=Panel.WORKERS)] = None

    def __post_init__(self) -> None:
        check_values(self, SearchError)
        if self.vocabulary < 10:
            raise SearchError(f"vocabulary is 10 or more, not {self.vocabulary}")
        if not 0 < self.rate < 1:
            raise SearchError(f"rate is between 0 and 1, not {self.rate}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Judged:
    """A model's answer to a text, with its counts by the measure.

    Attributes:
        id, root: Ids of the text and of its root.
        predicted: The model's output: a name, or the rank of the text.
        true: The correct output.
        counts: Counts of the measure.
    """

    id: str
    root: str
    predicted: str | int
    true: str | int
    counts: tuple[float, ...]


class TaskModel(Protocol):
    """A model that was trained for a task; also a model that a search can ask."""

    def __call__(self, texts: Sequence[str]) -> list[str] | list[tuple[float, ...]]:
        """Return the output for each text: a name, or a vector."""

    def judged(self, texts: Sequence[TaskText]) -> list[Judged]:
        """Return the model's output for each text, in order."""


class Task(Protocol):
    """A task."""

    name: str
    measure: Measure

    def refuse(self, one: TaskText) -> str | None:
        """Return why a text has no label in this task; None if it has one."""

    def words(self, one: TaskText) -> tuple[str, ...]:
        """Return the words of a text as the models of this task read them."""

    def train(self, texts: Sequence[TaskText], options: TrainingOptions) -> TaskModel:
        """Train a model.

        Raises:
            SearchError: there are fewer than two texts; or one has no label, or the device does not exist.
            ModuleNotFoundError: torch is not installed.
        """
