"""Mutations of models that give and take their weights as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from equimorph.models.errors import ModelError
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.mutable import weights_of
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.numpy_models import NumpyWeights
from equimorph.search.mutant_models.operators import OPERATORS, mutated
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.outputs import ask, named
from tests.equimorph.search.mutant_models.small import TEXTS, NumpyModel, trained

WITHOUT_LD = [one for one in OPERATORS if one != "LD"]


class Arrays:
    """A model that is nothing but its arrays."""

    def __init__(self, *arrays: Any, neuron_axis: int = -1) -> None:  # noqa: ANN401
        self.arrays = list(arrays)
        self.neuron_axis = neuron_axis

    def __call__(self, texts: Sequence[str]) -> list[float]:
        return [0.0] * len(texts)

    def get_weights(self) -> list[Any]:
        return self.arrays

    def set_weights(self, arrays: Sequence[Any]) -> None:
        self.arrays = list(arrays)


def bytes_of(model: Any) -> list[bytes]:  # noqa: ANN401
    return [np.ascontiguousarray(one).tobytes() for one in model.get_weights()]


def mutant_of(model: Any, spec: MutantSpec) -> MutantModel:  # noqa: ANN401
    weights = NumpyWeights(model)
    return MutantModel(spec, weights.patch(mutated(weights, spec)), named(model), weights, weights.digest())


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_mutant_answers_with_other_weights_and_the_original_has_its_own_again(operator: str) -> None:
    model = trained()
    before, said = bytes_of(model), ask(model, TEXTS)
    value = 0 if operator == "WPR" else None  # one decimal changes no label of this model
    specs = [MutantSpec(operator, 0.9, seed, value) for seed in range(5)]
    found = [ask(mutant_of(model, spec), TEXTS) for spec in specs]
    assert any(one != said for one in found)
    assert bytes_of(model) == before
    assert ask(model, TEXTS) == said


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_failure_leaves_the_original_as_it_was(operator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = NumpyModel()
    before, mutant = bytes_of(model), mutant_of(model, MutantSpec(operator, 0.9, 1))

    def fails(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(NumpyModel, "_run", lambda self, given: fails(given))
    with pytest.raises(KeyboardInterrupt):
        mutant(TEXTS)
    assert bytes_of(model) == before


def test_weights_that_are_taken_in_part_are_given_back() -> None:
    class Breaks(NumpyModel):
        taken = 0

        def set_weights(self, weights: Sequence[Any]) -> None:
            self.taken += 1
            if self.taken == 1:
                self.weights = [weights[0], *self.weights[1:]]
                raise MemoryError
            super().set_weights(weights)

    model = Breaks()
    before = bytes_of(model)
    with pytest.raises(MemoryError):
        mutant_of(model, MutantSpec("NAI", 1, 1))(TEXTS)
    assert bytes_of(model) == before


def test_a_model_that_copies_into_its_arrays_has_its_own_again() -> None:
    class Copies(Arrays):
        def set_weights(self, arrays: Sequence[Any]) -> None:
            for own, given in zip(self.arrays, arrays, strict=True):
                own[...] = given

    model = Copies(np.ones((3, 3)))
    weights = NumpyWeights(model)
    with weights.shown(weights.patch(mutated(weights, MutantSpec("NAI", 1, 1)))):
        assert (model.arrays[0] == -1).all()
    assert (model.arrays[0] == 1).all()


@pytest.mark.parametrize("operator", WITHOUT_LD)
def test_both_orders_of_axes_are_the_same_network(operator: str) -> None:
    rng = np.random.default_rng(1)
    kernel, bias = rng.normal(size=(4, 6)), rng.normal(size=6)
    keras, torch = Arrays(kernel, bias), Arrays(kernel.T, bias, neuron_axis=0)
    for seed in range(5):
        spec = MutantSpec(operator, 1, seed)
        one, other = NumpyWeights(keras), NumpyWeights(torch)
        with one.shown(one.patch(mutated(one, spec))), other.shown(other.patch(mutated(other, spec))):
            if operator in ("WS", "GF"):  # the draws go along the memory
                np.testing.assert_allclose(np.sort(keras.arrays[1]), np.sort(torch.arrays[1]))
            else:
                np.testing.assert_array_equal(keras.arrays[0], torch.arrays[0].T)
                np.testing.assert_array_equal(keras.arrays[1], torch.arrays[1])


def test_arrays_that_are_not_contiguous_are_mutated_as_those_that_are() -> None:
    rng = np.random.default_rng(2)
    kernel = rng.normal(size=(4, 6))
    plain, turned = Arrays(kernel), Arrays(np.asfortranarray(kernel))
    for operator in WITHOUT_LD:
        spec = MutantSpec(operator, 0.5, 1)
        one, other = NumpyWeights(plain), NumpyWeights(turned)
        with one.shown(one.patch(mutated(one, spec))), other.shown(other.patch(mutated(other, spec))):
            np.testing.assert_array_equal(plain.arrays[0], turned.arrays[0])


def test_a_square_layer_is_skipped_by_the_identity() -> None:
    rng = np.random.default_rng(3)
    model = Arrays(rng.normal(size=(3, 4)), rng.normal(size=4), rng.normal(size=(4, 4)), rng.normal(size=4))
    weights = NumpyWeights(model)
    assert weights.skippable == ("2",)
    before = bytes_of(model)
    with weights.shown(weights.patch(mutated(weights, MutantSpec("LD", 1, 1)))):
        np.testing.assert_array_equal(model.arrays[2], np.eye(4))
        assert not model.arrays[3].any()
        assert bytes_of(model)[:2] == before[:2]
    assert bytes_of(model) == before


def test_half_precision_stays_and_an_overflow_is_an_error() -> None:
    model = Arrays(np.full((3, 3), 60000, dtype=np.float16))
    weights = NumpyWeights(model)
    with weights.shown(weights.patch(mutated(weights, MutantSpec("NAI", 1, 1)))):
        assert model.arrays[0].dtype == np.float16
        assert (model.arrays[0] == -60000).all()
    with pytest.raises(ModelError, match="weight 0: a mutated number is not finite in float16"):
        weights.patch(mutated(weights, MutantSpec("GF", 1, 1)))


@pytest.mark.parametrize(
    ("arrays", "reason"),
    [
        ([], "has no weights"),
        ([np.ones(3)], "has no weights"),
        ([np.ones((3, 3), dtype=np.int64)], "has no weights"),
        ([np.ones((0, 3))], "has no weights"),
        ([np.array([[1.0, np.nan]])], "weight 0 of Arrays holds a number that is not finite"),
        ([np.ones((2, 2)), np.array([np.inf, 1.0])], "weight 1 of Arrays holds a number that is not finite"),
    ],
)
def test_arrays_that_cannot_be_mutated_are_refused(arrays: list[Any], reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        NumpyWeights(Arrays(*arrays))


def test_the_axis_of_the_neurons_is_the_first_or_the_last() -> None:
    with pytest.raises(SearchError, match="`neuron_axis` is 0 or -1, not 1"):
        NumpyWeights(Arrays(np.ones((2, 2)), neuron_axis=1))


def test_an_array_behind_is_a_bias_only_if_it_has_a_number_for_each_neuron() -> None:
    weights = NumpyWeights(Arrays(np.ones((2, 3)), np.ones(3), np.ones((3, 2)), np.ones(3), np.ones((2, 2))))
    assert [layer.bias for layer in weights.layers] == ["1", None, None]


@pytest.mark.parametrize("model", [len, object(), type("Half", (), {"get_weights": list, "__call__": len})()])
def test_what_has_no_weights_is_no_mutable_model(model: Any) -> None:  # noqa: ANN401
    with pytest.raises(SearchError, match="cannot be mutated"):
        weights_of(model)
