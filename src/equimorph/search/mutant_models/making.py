"""Mutant models of a model: drawn, tried on probe texts, and dropped and counted where they say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, overload

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.search.differs import Differ, differ_of
from equimorph.search.errors import BudgetExhausted, ModelError, SearchError
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.operators import OPERATORS, mutated, operator_of
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.specs import MutantSpec, derived
from equimorph.search.mutant_models.weights import Weights, weights_of
from equimorph.search.outputs import BATCH, NamedModel, Output, TextModel, ask, kind_of, named
from equimorph.statistics.ratio import Ratio

__all__ = ["LEAST", "RATIOS", "TRIES", "MakingOptions", "Measure", "MutantModels", "Trial", "mutant_models"]

RATIOS = (0.01, 0.03, 0.1)
"""Shares that take turns. 0.01 is the default of the tool of DeepMutation++; the others are ours."""
LEAST = 0.9
"""Of the original's accuracy, the default of the tool of DeepMutation++."""
TRIES = 20
"""Mutants that are drawn for each one that is wanted, at the most; ours."""

Measure = Callable[[Sequence[Output]], float]
"""Returns how good a model's outputs for the probe texts are; higher is better."""


@dataclass(frozen=True, kw_only=True)
class MakingOptions:
    """How mutant models are drawn and which ones stay.

    Attributes:
        operators: names; they take turns.
        ratios: shares; one after the other, once around for each turn of the operators.
        values: the number of an operator, by its name; its default for those that are not there.
        seed: of all draws.
        texts: to try a mutant on; the built-in Java methods by default. Where the outputs are vectors, the original's vectors of
            every second text are the gallery for the others.
        labels: the right output for each text; without them, the original's outputs count as right.
        measure: of outputs for all texts, in place of the share of right ones.
        least: the share of the original's accuracy that a mutant keeps.
        tries: mutants that are drawn for each one that is wanted, at the most.
        batch: texts of one call of a model, at the most.

    Raises:
        SearchError: one is out of its range.
    """

    operators: Sequence[str] = tuple(OPERATORS)
    ratios: Sequence[float] = RATIOS
    values: Mapping[str, float] = field(default_factory=dict)
    seed: int = 0
    texts: Sequence[str] = PROBES
    labels: Sequence[Output] | None = None
    measure: Measure | None = None
    least: float = LEAST
    tries: int = TRIES
    batch: int = BATCH

    def __post_init__(self) -> None:
        _demand(bool(self.operators), "there is one operator at least")
        for name in (*self.operators, *self.values):
            operator_of(name).checked(self.values.get(name))
        _demand(set(self.values) <= set(self.operators), "a number is for an operator that is not asked for")
        _demand(bool(self.ratios), "there is one ratio at least")
        _demand(all(0 < one <= 1 for one in self.ratios), "ratios are more than 0 and at most 1")
        _demand(0 <= self.least <= 1, f"least is from 0 to 1, not {self.least}")
        _demand(self.tries >= 1, "tries are 1 or more")
        _demand(
            len(dict.fromkeys(self.texts)) == len(self.texts) >= 2, "there are two different texts at least"
        )
        _demand(self.labels is None or self.measure is None, "give labels or a measure")
        _demand(
            self.labels is None or len(self.labels) == len(self.texts), "there is one label for each text"
        )

    def specs(self, tries: int) -> Iterator[MutantSpec]:
        """Yield so many mutations. The seed of each one depends on its number and on the seed of all, on nothing else."""
        turns = len(self.operators)
        for number in range(tries):
            name = self.operators[number % turns]
            ratio = self.ratios[number // turns % len(self.ratios)]
            yield MutantSpec(name, ratio, derived(self.seed, number) >> 32, self.values.get(name))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, without the texts."""
        return {
            "operators": list(self.operators),
            "ratios": list(self.ratios),
            "values": dict(sorted(self.values.items())),
            "seed": self.seed,
            "least": self.least,
            "tries": self.tries,
            "accuracy": "measure" if self.measure else "labels" if self.labels is not None else "agreement",
        }


@dataclass(frozen=True)
class Trial:
    """What a mutant did with the probe texts.

    Attributes:
        changed: outputs that differ from the original's, of all texts that were compared.
        accuracy: of the mutant, as a share of right outputs; None with a measure of the user.
        measured: by the measure of the user, or None.
    """

    changed: Ratio
    accuracy: Ratio | None
    measured: float | None = None

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "changed": self.changed.to_dict(),
            "accuracy": None if self.accuracy is None else self.accuracy.to_dict(),
            "measured": self.measured,
        }


class MutantModels(Sequence[MutantModel]):
    """Mutant models of one model, in the order in which they were drawn.

    Args:
        base: the model.
        weights: of the model.
        found: the mutants, each with its trial.
        dropped: how many others were drawn, by operator and reason.
        rule: of difference, by name.

    Attributes:
        trials: what each mutant did with the probe texts.
        drawn: how many mutations were drawn in all.
    """

    def __init__(
        self,
        base: NamedModel,
        weights: Weights,
        found: Iterable[tuple[MutantModel, Trial]],
        dropped: Mapping[tuple[str, str], int],
        rule: str,
    ) -> None:
        pairs = list(found)
        self.base, self.weights, self.rule = base, weights, rule
        self.trials = tuple(trial for _, trial in pairs)
        self._found = tuple(mutant for mutant, _ in pairs)
        self.dropped = dict(sorted(dropped.items()))
        self.drawn = len(pairs) + sum(self.dropped.values())

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> MutantModel: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[MutantModel, ...]: ...
    def __getitem__(self, at: int | slice) -> MutantModel | tuple[MutantModel, ...]:
        return self._found[at]

    @property
    def reasons(self) -> dict[str, int]:
        """How many mutations were dropped, by reason."""
        found = Counter[str]()
        for (_, reason), count in self.dropped.items():
            found[reason] += count
        return dict(sorted(found.items()))

    def summary(self) -> str:
        """Return a line for people."""
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in self.reasons.items())
        dropped = f", {sum(self.dropped.values()):,} dropped ({reasons})" if reasons else ""
        return f"{self.drawn:,} drawn, {len(self):,} kept{dropped}"


def mutant_models(
    model: TextModel | NamedModel,
    count: int,
    operators: Sequence[str] = tuple(OPERATORS),
    seed: int = 0,
    *,
    options: MakingOptions | None = None,
    reporter: Reporter = SILENT,
) -> MutantModels:
    """Return mutant models of a model, each of which can be asked as the model itself.

    A mutant is dropped and counted if it changes no output, or falls below 0.9 of the original's accuracy; also if it changes no
    weight, repeats an earlier one, has a weight that is not finite, or fails. The model keeps its weights: a mutant changes them
    while it answers, and no longer.

    Args:
        model: texts -> outputs, with `module`, or with `get_weights` and `set_weights`.
        count: how many are wanted.
        operators: names; they take turns.
        seed: of all draws.
        options: all options; then `operators` and `seed` are those in it.
        reporter: receives progress.

    Raises:
        SearchError: the model cannot be mutated, or it answers the same texts in two ways.
        ModelError: the model fails, or it kept changed weights.
        BudgetExhausted: the tries ended first; its result has the mutants that there are.
    """
    chosen = options or MakingOptions(operators=operators, seed=seed)
    _demand(count >= 1, "count is 1 or more")
    base = named(model)
    weights = weights_of(base)
    before = weights.digest()
    weights.look_for_skippable(base, chosen.texts)
    probing = _Probing(base, chosen)
    found, dropped = list[tuple[MutantModel, Trial]](), Counter[tuple[str, str]]()
    seen = set[str]()
    with reporter.bar(count, "mutant models") as advance:
        for spec in chosen.specs(count * chosen.tries):
            if len(found) == count:
                break
            made = _tried(base, weights, before, spec, seen, probing)
            if isinstance(made, str):
                dropped[spec.operator, made] += 1
            else:
                found.append(made)
                advance()
    if weights.digest() != before:
        raise ModelError(
            f"the weights of {base.name} are not those from before: the model does not take back what it gave"
        )
    result = MutantModels(base, weights, found, dropped, probing.differ.name)
    if len(result) < count:
        raise BudgetExhausted(
            f"{len(result)} of {count} mutant models of {base.name}: {result.summary()}", result
        )
    return result


def _tried(
    base: NamedModel, weights: Weights, digest: str, spec: MutantSpec, seen: set[str], probing: _Probing
) -> tuple[MutantModel, Trial] | str:
    """Return a mutant and its trial, or why it is dropped."""
    try:
        patch = weights.patch(mutated(weights, spec))
    except ModelError:
        return "a weight is not finite"
    if not patch.changed and not patch.skipped:
        return "no changed weight"
    if patch.digest in seen:
        return "as an earlier one"
    seen.add(patch.digest)
    made = MutantModel(spec, patch, base, weights, digest)
    try:
        return probing.judged(made)
    except ModelError:
        return "it fails"


class _Probing:
    """The probe texts, and what the original says of them.

    Args:
        base: the original.
        options: with the texts.

    Raises:
        SearchError: it answers in two ways, or it is right nowhere.
    """

    def __init__(self, base: NamedModel, options: MakingOptions) -> None:
        self._options = options
        self._said = ask(base, options.texts, batch=options.batch)
        if self._said != ask(base, options.texts, batch=options.batch):
            raise SearchError(f"{base.name} answers the same texts in two ways: is it still training?")
        is_vector = kind_of(self._said[0]).startswith("vector")
        if is_vector and options.labels is not None:
            raise SearchError("labels are for labels and texts; vectors take a measure")
        self._compared = range(1, len(self._said), 2) if is_vector else range(len(self._said))
        self.differ: Differ = differ_of(None, self._said[0], self._said[::2])
        self._least = self._lowest(base.name)

    def judged(self, mutant: MutantModel) -> tuple[MutantModel, Trial] | str:
        """Return a mutant and its trial, or why it is dropped.

        Raises:
            ModelError: it fails.
        """
        said = ask(mutant, self._options.texts, batch=self._options.batch)
        changed = sum(self.differ(self._said[at], said[at]) for at in self._compared)
        if not changed:
            return "no changed output"
        if self._goodness(said) < self._least:
            return f"below {self._options.least:g} of the accuracy"
        ratio = Ratio(changed, len(self._compared))
        measured = None if self._options.measure is None else float(self._options.measure(said))
        right = None if measured is not None else Ratio(int(self._goodness(said)), len(self._compared))
        return mutant, Trial(ratio, right, measured)

    def _lowest(self, name: str) -> Fraction:
        best = self._goodness(self._said)
        if best <= 0:
            raise SearchError(
                f"{name} is right in none of the {len(self._said)} texts: there is no accuracy to keep"
            )
        # Exactly: 0.9 of 70 is 63, whatever floating point numbers say.
        return Fraction(str(self._options.least)) * best

    def _goodness(self, said: Sequence[Output]) -> Fraction:
        """Return how many outputs are right, or what the measure of the user says."""
        if self._options.measure is not None:
            return Fraction(self._options.measure(said))
        right = self._said if self._options.labels is None else self._options.labels
        return Fraction(sum(not self.differ(right[at], said[at]) for at in self._compared))


def _demand(true: bool, message: str) -> None:
    if not true:
        raise SearchError(message)
