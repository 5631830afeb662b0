"""The laws of the operators, and a second implementation of each in numpy, on whole matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.layers import Layer, Places
from equimorph.search.mutant_models.operators import OPERATORS, Mutated, mutated
from equimorph.search.mutant_models.specs import MutantSpec

Matrix = np.ndarray[Any, Any]
SHAPES = ((5, 4), (3, 5), (1, 3), (4, 3))
OF_NEURONS = ("WS", "NEB", "NAI", "NS", "NI")


class Held:
    """Matrices as torch has them, neuron by input, each with a bias."""

    def __init__(self, seed: int = 5, skippable: Sequence[str] = ()) -> None:
        rng = np.random.default_rng(seed)
        self.arrays: dict[str, Matrix] = {}
        for at, shape in enumerate(SHAPES):
            self.arrays[f"w{at}"] = rng.normal(size=shape)
            self.arrays[f"b{at}"] = rng.normal(size=shape[0])
        self.layers = [Layer(f"w{at}", *shape, bias=f"b{at}") for at, shape in enumerate(SHAPES)]
        self.skippable = tuple(skippable)

    def read(self, name: str, where: Places) -> list[float]:
        return [float(self.arrays[name].reshape(-1)[at]) for at in where]

    def take(self, change: Mutated) -> None:
        for edit in change.edits:
            for at, value in zip(edit.where, edit.values, strict=True):
                self.arrays[edit.name].reshape(-1)[at] = value


def after(spec: MutantSpec, times: int = 1) -> tuple[dict[str, Matrix], dict[str, Matrix]]:
    """The weights before and after a mutation."""
    held, first = Held(), Held()
    for _ in range(times):
        held.take(mutated(held, spec))
    return first.arrays, held.arrays


def same(one: dict[str, Matrix], other: dict[str, Matrix]) -> bool:
    return all(one[name].tobytes() == other[name].tobytes() for name in one)


def rng_of(operator: str, ratio: float, seed: int) -> Random:
    return Random(seed_of("mutant model", operator, ratio, seed))


def share(total: int, percent: int) -> int:
    return max(1, total * percent // 100) if percent else 0


def of_weights(change: Callable[[float, Random], float]) -> Callable[[str, int, int], dict[str, Matrix]]:
    def double(operator: str, percent: int, seed: int) -> dict[str, Matrix]:
        rng, made = rng_of(operator, percent / 100, seed), Held().arrays
        flat = np.concatenate([made[f"w{at}"].reshape(-1) for at in range(4)])
        count = share(len(flat), percent)
        for at in range(len(flat)) if count == len(flat) else sorted(rng.sample(range(len(flat)), count)):
            flat[at] = change(float(flat[at]), rng)
        ends = np.cumsum([rows * columns for rows, columns in SHAPES])[:-1]
        for at, (part, shape) in enumerate(zip(np.split(flat, ends), SHAPES, strict=True)):
            made[f"w{at}"] = part.reshape(shape)
        return made

    return double


def of_neurons(
    axis: int, change: Callable[[Matrix, Matrix, int, Random], None]
) -> Callable[[str, int, int], dict[str, Matrix]]:
    def double(operator: str, percent: int, seed: int) -> dict[str, Matrix]:
        rng, made = rng_of(operator, percent / 100, seed), Held().arrays
        every = [(at, neuron) for at, shape in enumerate(SHAPES) for neuron in range(shape[axis])]
        count = share(len(every), percent)
        chosen = range(len(every)) if count == len(every) else sorted(rng.sample(range(len(every)), count))
        for one in chosen:
            at, neuron = every[one]
            change(made[f"w{at}"], made[f"b{at}"], neuron, rng)
        return made

    return double


def shuffled(weights: Matrix, _: Matrix, neuron: int, rng: Random) -> None:
    row = weights[neuron].tolist()
    rng.shuffle(row)
    weights[neuron] = row


def blocked(weights: Matrix, _: Matrix, neuron: int, __: Random) -> None:
    weights[:, neuron] = 0


def scaled(factor: float) -> Callable[[Matrix, Matrix, int, Random], None]:
    def change(weights: Matrix, bias: Matrix, neuron: int, _: Random) -> None:
        weights[neuron] *= factor
        bias[neuron] *= factor

    return change


def switched(operator: str, percent: int, seed: int) -> dict[str, Matrix]:
    """Swap whole rows; a layer of one neuron has no pair."""
    rng, made = rng_of(operator, percent / 100, seed), Held().arrays
    every = [(at, neuron) for at, (rows, _) in enumerate(SHAPES) if rows > 1 for neuron in range(rows)]
    wanted = max(1, share(len(every), percent) // 2) if percent else 0
    waiting: dict[int, int] = {}
    for at, neuron in rng.sample(every, len(every)):
        if wanted and at in waiting:
            pair = [waiting.pop(at), neuron]
            made[f"w{at}"][pair] = made[f"w{at}"][pair[::-1]]
            made[f"b{at}"][pair] = made[f"b{at}"][pair[::-1]]
            wanted -= 1
        else:
            waiting[at] = neuron
    return made


DOUBLES: dict[str, Callable[[str, int, int], dict[str, Matrix]]] = {
    "GF": of_weights(lambda one, rng: one * (1 + rng.gauss(0, 0.5))),
    "WPR": of_weights(lambda one, rng: float(f"{one:.1f}")),
    "WI": of_weights(lambda one, rng: one - one / 2),
    "WS": of_neurons(0, shuffled),
    "NEB": of_neurons(1, blocked),
    "NAI": of_neurons(0, scaled(-1)),
    "NI": of_neurons(0, scaled(0)),
    "NS": switched,
}


@pytest.mark.parametrize("percent", [0, 1, 20, 50, 100])
@pytest.mark.parametrize("operator", DOUBLES)
def test_an_operator_changes_what_its_double_changes(operator: str, percent: int) -> None:
    for seed in range(4):
        _, made = after(MutantSpec(operator, percent / 100, seed))
        wanted = DOUBLES[operator](operator, percent, seed)
        for name, array in made.items():
            np.testing.assert_array_equal(array, wanted[name], err_msg=f"{operator} {seed} {name}")


@pytest.mark.parametrize("operator", OPERATORS)
def test_ratio_0_changes_nothing(operator: str) -> None:
    assert mutated(Held(skippable=["w0"]), MutantSpec(operator, 0, 1)) == Mutated()


@pytest.mark.parametrize("operator", DOUBLES)
def test_the_smallest_ratio_changes_one_thing(operator: str) -> None:
    counts = set()
    for seed in range(5):  # a shuffle may give the same order
        before, made = after(MutantSpec(operator, 1e-9, seed))
        counts.add(len({name[1:] for name in before if (before[name] != made[name]).any()}))
    assert counts in ({1}, {0, 1})


@pytest.mark.parametrize("operator", ["NAI", "NS"])
def test_twice_the_same_is_the_original_to_the_byte(operator: str) -> None:
    for seed in range(20):
        spec = MutantSpec(operator, 0.5, seed)
        assert same(*after(spec, times=2))
        assert not same(*after(spec))


def test_no_noise_changes_nothing() -> None:
    assert same(*after(MutantSpec("GF", 1, 3, 0.0)))


def test_the_noise_has_the_standard_deviation_that_was_asked_for() -> None:
    held = Held()
    held.arrays["w0"] = np.full((400, 100), 2.0)
    held.layers = [Layer("w0", 400, 100)]
    [edit] = mutated(held, MutantSpec("GF", 1, 1, 0.1)).edits
    assert np.mean(edit.values) == pytest.approx(2, abs=0.005)
    assert np.std(edit.values) == pytest.approx(0.2, rel=0.02)


def test_a_seed_changes_the_same_places_with_any_noise() -> None:
    places = [
        [edit.where.tolist() for edit in mutated(Held(), MutantSpec("GF", 0.2, 7, sigma)).edits]
        for sigma in (0.1, 3.0)
    ]
    assert places[0] == places[1]
    assert places[0] != [edit.where.tolist() for edit in mutated(Held(), MutantSpec("GF", 0.2, 8)).edits]


def test_shuffling_keeps_the_weights_of_a_neuron() -> None:
    before, made = after(MutantSpec("WS", 1, 2))
    for at in range(len(SHAPES)):
        np.testing.assert_array_equal(np.sort(before[f"w{at}"], 1), np.sort(made[f"w{at}"], 1))
        np.testing.assert_array_equal(before[f"b{at}"], made[f"b{at}"])


def test_a_deactivation_takes_a_share_of_the_layers_of_equal_shape() -> None:
    names = [f"layer {number}" for number in range(10)]
    found = [mutated(Held(skippable=names), MutantSpec("LD", 0.3, seed)).skipped for seed in range(30)]
    assert {len(one) for one in found} == {3}
    assert set().union(*found) == set(names)
    assert mutated(Held(), MutantSpec("LD", 1, 1)) == Mutated()


@pytest.mark.parametrize(
    ("operator", "value", "reason"),
    [
        ("GF", -1.0, "0 or more"),
        ("WPR", 1.5, "a whole one"),
        ("WPR", 16, "from 0 to 15"),
        ("WI", 1.1, "from 0 to 1"),
        ("NAI", 1.0, "has no number"),
        ("GF", float("nan"), "is finite"),
        ("XX", None, "there are: GF, WS"),
    ],
)
def test_a_number_out_of_its_range_is_refused(operator: str, value: float | None, reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        mutated(Held(), MutantSpec(operator, 0.5, 1, value))


@pytest.mark.parametrize("ratio", [-0.1, 1.1, float("nan"), True, "0.5"])
def test_a_ratio_is_from_0_to_1(ratio: Any) -> None:  # noqa: ANN401
    with pytest.raises(SearchError, match="ratio"):
        MutantSpec("GF", ratio, 1)


def test_a_share_is_exact() -> None:
    assert [MutantSpec("GF", 0.29, 1).share(total) for total in (0, 1, 100, 101)] == [0, 1, 29, 29]
