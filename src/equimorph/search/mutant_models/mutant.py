"""A mutant model: a model that answers with mutated weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.mutant_models.weights import Patch, Weights
from equimorph.search.outputs import NamedModel


@dataclass(frozen=True, eq=False)
class MutantModel:
    """A model that answers with mutated weights, and has its own weights again afterwards.

    Attributes:
        spec: operator, ratio and seed.
        patch: the changed weights.
        base: the original.
        weights: Weights of the original, which change while the mutant answers: nobody else may ask the original then.
        original: the digest of the original's weights.
    """

    spec: MutantSpec
    patch: Patch
    base: NamedModel
    weights: Weights
    original: str

    @property
    def name(self) -> str:
        """The name in rows and messages."""
        return f"{self.base.name}/{self.spec.id}"

    @property
    def identity(self) -> str:
        """The inputs of its outputs: the original, its weights, and their change."""
        return f"{self.base.identity}/{self.original[:12]}/{self.spec.id}/{self.patch.digest[:12]}"

    def __call__(self, texts: Sequence[str]) -> Sequence[object]:
        """Return the outputs for texts.

        Raises:
            ModelError: another mutant of the same model is asked within this one.
        """
        with self.weights.shown(self.patch):
            return cast("Sequence[object]", _settled(self.base(texts)))  # whoever asks checks it


def _settled(answer: object) -> object:
    """Return outputs that no longer depend on the weights: a generator would ask them later, and a view would show others."""
    if isinstance(answer, str | bytes | Mapping) or answer is None:
        return answer
    whole = _own(answer)
    return [_own(one) for one in whole] if isinstance(whole, Iterable) else whole


def _own(one: object) -> object:
    listed = getattr(one, "tolist", None)
    if callable(listed):
        return listed()
    return tuple(map(_own, one)) if isinstance(one, tuple) else one
