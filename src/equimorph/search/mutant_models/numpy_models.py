"""The weights of a model that gives and takes them as a list of arrays, as in Keras."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equimorph.models.errors import ModelError
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.layers import Layer, Places, places
from equimorph.search.mutant_models.operators import Mutated
from equimorph.search.mutant_models.weights import OneAtATime
from equimorph.search.outputs import TextModel

_Array = NDArray[Any]


@dataclass(frozen=True)
class NumpyPatch:
    """A mutation of a list of arrays.

    Attributes:
        edits: number of the array, places, and new numbers of its type.
        skipped: the names of layers that pass their input on.
        changed: how many numbers differ from the original's.
        digest: the sha256 of all that.
    """

    edits: tuple[tuple[int, _Array, _Array], ...]
    skipped: tuple[str, ...]
    changed: int
    digest: str


class NumpyWeights:
    """The weights of a model with `get_weights` and `set_weights`.

    An array of two dimensions or more is a layer; its last axis has the neurons and the one before their inputs, as with Keras.
    Where the model's `neuron_axis` is 0, the first one has the neurons and the second one their inputs, as with torch. An array of
    one dimension behind it, with a number for each neuron, is its bias. The name of an array is its number.

    Attributes:
        layers: Layers in the order of the arrays.
        skippable: Layers with as many neurons as inputs. Skipping one replaces its weights by the identity and its bias
            by 0; an activation function behind it stays.

    Raises:
        SearchError: there are no weights, or one of them is not finite.
    """

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - of any library
        self._model = model
        self._turn = OneAtATime()
        arrays = self._arrays()
        self.layers: tuple[Layer, ...] = tuple(_layers(arrays, getattr(model, "neuron_axis", -1)))
        self.skippable: tuple[str, ...] = tuple(
            one.name for one in self.layers if one.rows == one.columns and one.lead * one.trail == 1
        )
        if not self.layers:
            raise SearchError(
                f"{type(model).__name__} has no weights: no array of floating point numbers has two dimensions or more"
            )
        for at, one in enumerate(arrays):
            if one.dtype.kind == "f" and not np.isfinite(one).all():
                raise SearchError(f"weight {at} of {type(model).__name__} holds a number that is not finite")

    library, version, device = "numpy", str(np.__version__), "cpu"

    def look_for_skippable(self, model: TextModel, texts: Sequence[str]) -> None:
        """Do nothing: the arrays alone say which layers can be skipped."""

    def read(self, name: str, where: Places) -> Sequence[float]:
        """Return the numbers at some places of an array."""
        flat = self._arrays()[int(name)].reshape(-1)
        found: list[float] = flat[np.asarray(where, dtype=np.int64)].astype(np.float64).tolist()
        return found

    def patch(self, change: Mutated) -> NumpyPatch:
        """Return a mutation ready to be shown.

        Raises:
            ModelError: a new number is not finite in the type of its array.
        """
        arrays, digest, changed = self._arrays(), sha256(), 0
        edits = list[tuple[int, _Array, _Array]]()
        wanted = [(edit.name, edit.where, np.asarray(edit.values)) for edit in change.edits]
        for name, where_, numbers in [*wanted, *self._identities(change.skipped)]:
            flat = arrays[int(name)].reshape(-1)
            where = np.asarray(where_, dtype=np.int64)
            with np.errstate(over="ignore"):
                values = numbers.astype(flat.dtype)
            if not np.isfinite(values).all():
                raise ModelError(f"weight {name}: a mutated number is not finite in {flat.dtype}")
            differ = (values != flat[where]) | (np.signbit(values) != np.signbit(flat[where]))
            where, values = where[differ], values[differ]
            changed += len(where)
            digest.update(f"{name}:{len(where)};".encode() + where.tobytes() + values.tobytes())
            edits.append((int(name), where, values))
        return NumpyPatch(tuple(edits), change.skipped, changed, digest.hexdigest())

    @contextmanager
    def shown(self, patch: NumpyPatch) -> Iterator[None]:
        """Show a mutation while the context lasts; then the weights are as before, whatever happened.

        Raises:
            ModelError: another mutation of this model is shown by this thread.
        """
        with self._turn.alone():
            before = self._arrays()
            after = [one.copy() for one in before]
            for at, where, values in patch.edits:
                after[at].reshape(-1)[where] = values
            try:
                self._model.set_weights(after)
                yield
            finally:
                self._model.set_weights(before)

    def digest(self) -> str:
        """Return the sha256 of all arrays, in hex."""
        found = sha256()
        for at, one in enumerate(self._arrays()):
            found.update(f"{at}:{one.dtype.str}:{one.shape};".encode() + one.tobytes())
        return found.hexdigest()

    def _arrays(self) -> list[_Array]:
        """Return copies in the order of rows: a model may give its own arrays, and in any order of memory."""
        return [np.array(one, order="C") for one in self._model.get_weights()]

    def _identities(self, names: Sequence[str]) -> Iterator[tuple[str, Places, _Array]]:
        for layer in self.layers:
            if layer.name in names:
                yield layer.name, places(range(layer.size)), np.eye(layer.rows).reshape(-1)
                if layer.bias is not None:
                    yield layer.bias, places(range(layer.neurons)), np.zeros(layer.neurons)


def _layers(arrays: Sequence[_Array], neuron_axis: int) -> Iterator[Layer]:
    """Yield a layer for each array that is one. SearchError: the axis is neither the first nor the last one."""
    if neuron_axis not in (0, -1):
        raise SearchError(f"`neuron_axis` is 0 or -1, not {neuron_axis}")
    for at, one in enumerate(arrays):
        if one.ndim < 2 or one.dtype.kind != "f" or not one.size:
            continue
        neurons = one.shape[neuron_axis]
        behind = arrays[at + 1] if at + 1 < len(arrays) else None
        biased = behind is not None and behind.shape == (neurons,) and behind.dtype == one.dtype
        bias = str(at + 1) if biased else None
        if neuron_axis == 0:
            yield Layer(str(at), neurons, one.shape[1], trail=prod(one.shape[2:]), bias=bias)
        else:
            lead = prod(one.shape[:-2])
            yield Layer(str(at), one.shape[-2], neurons, lead=lead, bias=bias, transposed=True)
