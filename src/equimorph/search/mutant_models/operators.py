"""The operators: what a mutation of a trained model changes (DeepMutation++, which paper 003 takes, and MuFF).

Each operator draws where it changes something, reads those weights, and returns new ones as Python's numbers. So a draw depends
neither on the library of the model nor on its device, and the weights themselves are written by whoever holds them (`Weights`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Protocol

from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.layers import Layer, Places, places
from equimorph.search.mutant_models.specs import MutantSpec


class Readable(Protocol):
    """The weights of a model, as the operators see them.

    Attributes:
        layers: whose weights can be mutated.
        skippable: the names of the layers whose input and output are of one shape.
    """

    @property
    def layers(self) -> Sequence[Layer]:
        """The layers whose weights can be mutated."""

    @property
    def skippable(self) -> Sequence[str]:
        """The names of the layers whose input and output are of one shape."""

    def read(self, name: str, where: Places) -> Sequence[float]:
        """Return the numbers at some places of a tensor."""


@dataclass(frozen=True)
class Edit:
    """New numbers in a tensor."""

    name: str
    where: Places
    values: array[float]


@dataclass(frozen=True)
class Mutated:
    """The changes of a mutation.

    Attributes:
        edits: Edits of the weights; a tensor may have several, with different places.
        skipped: the names of layers that pass their input on.
    """

    edits: tuple[Edit, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Operator:
    """A mutation operator for models.

    Attributes:
        name: Name in rows and on the command line.
        title: Name in the literature.
        change: Returns the changes.
        value: Default of its number; None if it has none.
        meaning: Meaning of its number.
        most: Highest number that makes sense; None for no limit.
        whole: Whether its number is an integer.
    """

    name: str
    title: str
    change: Callable[[Readable, MutantSpec, Random, float], Mutated]
    value: float | None = None
    meaning: str = ""
    most: float | None = None
    whole: bool = False

    def checked(self, value: float | None) -> float:
        """Return the number to use: the given one, or the default.

        Raises:
            SearchError: the operator has none, or it is out of range.
        """
        if self.value is None:
            if value is not None:
                raise SearchError(f"operator {self.name} has no number")
            return 0.0
        found = self.value if value is None else value
        if found < 0 or (self.most is not None and found > self.most):
            range_ = "0 or more" if self.most is None else f"from 0 to {self.most:g}"
            raise SearchError(f"the number of {self.name} ({self.meaning}) is {range_}, not {found:g}")
        if self.whole and found != int(found):
            raise SearchError(f"the number of {self.name} ({self.meaning}) is a whole one, not {found:g}")
        return found


def operator_of(name: str) -> Operator:
    """Return the operator of a name.

    Raises:
        SearchError: there is none.
    """
    if name not in OPERATORS:
        raise SearchError(f"no operator {name!r} for models; there are: {', '.join(OPERATORS)}")
    return OPERATORS[name]


def mutated(weights: Readable, spec: MutantSpec) -> Mutated:
    """Return a mutation's changes of weights without making them.

    Raises:
        SearchError: the operator does not exist, or its number is out of range.
    """
    operator = operator_of(spec.operator)
    return operator.change(weights, spec, spec.draws(), operator.checked(spec.value))


def _gaussian_fuzzing(weights: Readable, spec: MutantSpec, rng: Random, sigma: float) -> Mutated:
    return _each(weights, spec, rng, lambda one: one * (1.0 + rng.gauss(0.0, sigma)))


def _weight_precision_reduction(weights: Readable, spec: MutantSpec, rng: Random, decimals: float) -> Mutated:
    return _each(weights, spec, rng, lambda one: round(one, int(decimals)))


def _weight_inhibitor(weights: Readable, spec: MutantSpec, rng: Random, strength: float) -> Mutated:
    return _each(weights, spec, rng, lambda one: one * (1.0 - strength))


def _weight_shuffling(weights: Readable, spec: MutantSpec, rng: Random, _: float) -> Mutated:
    def shuffled(layer: Layer, neuron: int) -> Iterator[Edit]:
        where = layer.incoming(neuron)
        values = array("d", weights.read(layer.name, where))
        rng.shuffle(values)
        yield Edit(layer.name, where, values)

    return _each_neuron(weights, spec, rng, shuffled)


def _neuron_effect_blocking(weights: Readable, spec: MutantSpec, rng: Random, _: float) -> Mutated:
    def blocked(layer: Layer, neuron: int) -> Iterator[Edit]:
        where = layer.outgoing(neuron)
        yield Edit(layer.name, where, array("d", bytes(8 * len(where))))

    chosen = _drawn([layer.inputs for layer in weights.layers], spec, rng)
    return _joined(blocked(weights.layers[at], neuron) for at, neuron in chosen)


def _neuron_activation_inverse(weights: Readable, spec: MutantSpec, rng: Random, _: float) -> Mutated:
    return _each_neuron(weights, spec, rng, lambda layer, one: _times(weights, layer, one, -1.0))


def _neuron_inhibitor(weights: Readable, spec: MutantSpec, rng: Random, strength: float) -> Mutated:
    return _each_neuron(weights, spec, rng, lambda layer, one: _times(weights, layer, one, 1.0 - strength))


def _neuron_switch(weights: Readable, spec: MutantSpec, rng: Random, _: float) -> Mutated:
    """Swap neurons of one layer in pairs; no neuron is swapped twice, so that the same swap again restores the weights."""
    totals = [layer.neurons if layer.neurons > 1 else 0 for layer in weights.layers]
    every = [(at, neuron) for at, total in enumerate(totals) for neuron in range(total)]
    wanted = max(1, spec.share(len(every)) // 2) if spec.ratio else 0
    waiting: dict[int, int] = {}
    pairs: list[tuple[int, int, int]] = []
    for at, neuron in rng.sample(every, len(every)):
        if len(pairs) == wanted:
            break
        if at in waiting:
            pairs.append((at, waiting.pop(at), neuron))
        else:
            waiting[at] = neuron
    return _joined(_swapped(weights, weights.layers[at], one, other) for at, one, other in sorted(pairs))


def _layer_deactivation(weights: Readable, spec: MutantSpec, rng: Random, _: float) -> Mutated:
    names = weights.skippable
    chosen = sorted(rng.sample(range(len(names)), spec.share(len(names))))
    return Mutated(skipped=tuple(names[at] for at in chosen))


def _each(weights: Readable, spec: MutantSpec, rng: Random, change: Callable[[float], float]) -> Mutated:
    """Return new numbers for a share of all weights, without biases."""
    chosen: dict[int, list[int]] = {}
    for at, place in _drawn([layer.size for layer in weights.layers], spec, rng):
        chosen.setdefault(at, []).append(place)
    edits = []
    for at, found in chosen.items():
        name, where = weights.layers[at].name, places(found)
        edits.append(Edit(name, where, array("d", map(change, weights.read(name, where)))))
    return Mutated(tuple(edits))


def _each_neuron(
    weights: Readable, spec: MutantSpec, rng: Random, change: Callable[[Layer, int], Iterator[Edit]]
) -> Mutated:
    chosen = _drawn([layer.neurons for layer in weights.layers], spec, rng)
    return _joined(change(weights.layers[at], neuron) for at, neuron in chosen)


def _times(weights: Readable, layer: Layer, neuron: int, factor: float) -> Iterator[Edit]:
    for name, where in _of_neuron(layer, neuron):
        yield Edit(name, where, array("d", (factor * one for one in weights.read(name, where))))


def _swapped(weights: Readable, layer: Layer, left: int, right: int) -> Iterator[Edit]:
    """Yield the edits that exchange the weights and biases of two neurons; the weights out of them stay."""
    for (name, here), (_, there) in zip(_of_neuron(layer, left), _of_neuron(layer, right), strict=True):
        yield Edit(name, here, array("d", weights.read(name, there)))
        yield Edit(name, there, array("d", weights.read(name, here)))


def _of_neuron(layer: Layer, neuron: int) -> Iterator[tuple[str, Places]]:
    yield layer.name, layer.incoming(neuron)
    if layer.bias is not None:
        yield layer.bias, places([neuron])


def _drawn(totals: Sequence[int], spec: MutantSpec, rng: Random) -> list[tuple[int, int]]:
    """Return a share of the things that layers have: the number of the layer and of the thing in it, in rising order."""
    total = sum(totals)
    wanted = spec.share(total)
    chosen = range(total) if wanted == total else sorted(rng.sample(range(total), wanted))
    return list(_split(chosen, totals))


def _split(numbers: Sequence[int], totals: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield, for rising numbers over all layers, the layer and the number in it."""
    ends = list(accumulate(totals))
    at = 0
    for number in numbers:
        while number >= ends[at]:
            at += 1
        yield at, number - (ends[at] - totals[at])


def _joined(parts: Iterable[Iterable[Edit]]) -> Mutated:
    return Mutated(tuple(edit for part in parts for edit in part))


OPERATORS: Mapping[str, Operator] = {
    one.name: one
    for one in (
        Operator(
            "GF", "Gaussian fuzzing", _gaussian_fuzzing, 0.5, "standard deviation, as a share of a weight"
        ),
        Operator("WS", "weight shuffling", _weight_shuffling),
        Operator("NEB", "neuron effect blocking", _neuron_effect_blocking),
        Operator("NAI", "neuron activation inverse", _neuron_activation_inverse),
        Operator("NS", "neuron switch", _neuron_switch),
        Operator(
            "WPR",
            "weight precision reduction",
            _weight_precision_reduction,
            1,
            "decimals that stay",
            15,
            True,
        ),
        Operator("LD", "layer deactivation", _layer_deactivation),
        Operator("WI", "weight inhibitor", _weight_inhibitor, 0.5, "share of a weight that is taken away", 1),
        Operator(
            "NI",
            "neuron inhibitor",
            _neuron_inhibitor,
            1,
            "share of a neuron's weights that is taken away",
            1,
        ),
    )
}
"""By name, in the order in which they take turns."""
