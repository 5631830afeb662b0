"""Whoever holds the weights of a model: reads them, and shows a mutation of them for a while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from typing import Any, Protocol

from equimorph.models.errors import ModelError
from equimorph.search.mutant_models.layers import Layer, Places
from equimorph.search.mutant_models.operators import Mutated
from equimorph.search.outputs import TextModel


class Patch(Protocol):
    """A mutation that is ready to be shown: the new numbers as the model keeps them.

    Attributes:
        digest: SHA-256 of the places and of the new numbers, in hex. Together with the weights' digest, it determines
            the mutant.
        changed: Number of the model's kept numbers that differ from the original's.
        skipped: Names of layers that pass their input on.
    """

    @property
    def digest(self) -> str:
        """The sha256 of the places and of the new numbers."""

    @property
    def changed(self) -> int:
        """The number of weights that differ from the original's."""

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of layers that pass their input on."""


class Weights(Protocol):
    """The weights of a model.

    Attributes:
        layers: whose weights can be mutated.
        skippable: the names of the layers whose input and output are of one shape.
        library, version: that computes with them.
    """

    @property
    def layers(self) -> Sequence[Layer]:
        """The layers whose weights can be mutated."""

    skippable: tuple[str, ...]
    library: str
    version: str

    @property
    def device(self) -> str:
        """The device of the weights."""

    def look_for_skippable(self, model: TextModel, texts: Sequence[str]) -> None:
        """Find the layers whose input and output are of one shape, whatever the text."""

    def read(self, name: str, where: Places) -> Sequence[float]:
        """Return the numbers at some places of a tensor."""

    def patch(self, change: Mutated) -> Any:  # noqa: ANN401 - a Patch of this kind of weights
        """Return a mutation ready to be shown; the weights stay as they are."""

    def shown(self, patch: Any) -> AbstractContextManager[None]:  # noqa: ANN401 - a Patch of this kind of weights
        """Show a mutation while the context lasts; then the weights are as before, whatever happened."""

    def digest(self) -> str:
        """Return the sha256 of all that the model keeps, in hex."""


class OneAtATime:
    """Keeps the mutations of one model apart: another thread waits, and a mutant that asks another one is an error."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._busy = False

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep others out while the context lasts.

        Raises:
            ModelError: this thread is inside already.
        """
        with self._lock:
            if self._busy:
                raise ModelError("a mutant model was asked while another one of the same model answers")
            self._busy = True
            try:
                yield
            finally:
                self._busy = False
