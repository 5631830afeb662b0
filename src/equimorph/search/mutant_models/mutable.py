"""Mutable models: those whose weights can be read and written."""

from __future__ import annotations

from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.weights import Weights
from equimorph.search.outputs import NamedModel, TextModel


def weights_of(model: TextModel) -> Weights:
    """Return the weights of a model that has `module`, or `get_weights` and `set_weights`.

    Raises:
        SearchError: it has neither, or nothing that can be mutated.
        ModuleNotFoundError: torch or numpy is not installed.
    """
    inner = model.model if isinstance(model, NamedModel) else model
    if hasattr(inner, "module"):
        from equimorph.search.mutant_models.torch_models import TorchWeights

        return TorchWeights(inner.module)
    if hasattr(inner, "get_weights") and hasattr(inner, "set_weights"):
        from equimorph.search.mutant_models.numpy_models import NumpyWeights

        return NumpyWeights(inner)
    raise SearchError(
        f"{type(inner).__name__} cannot be mutated: a mutable model has `module`, or `get_weights` and `set_weights`"
    )
