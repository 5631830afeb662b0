"""Mutant models of a model: drawn, tried on probe texts, and dropped and counted where they say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, overload

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.models.errors import ModelError
from equimorph.search.errors import BudgetExhausted
from equimorph.search.mutant_models.mutable import weights_of
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.operators import OPERATORS, mutated
from equimorph.search.mutant_models.options import MakingOptions, demand
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.mutant_models.trials import Probing, Trial, Verdict
from equimorph.search.mutant_models.weights import Patch, Weights
from equimorph.search.outputs import NamedModel, TextModel, named


class Memory(Protocol):
    """The results of an earlier run."""

    def known(self, spec: MutantSpec) -> Verdict | None:
        """Return the outcome of a mutation; None if it was not tried."""

    def keep(self, spec: MutantSpec, verdict: Verdict) -> None:
        """Remember what became of a mutation."""


class MutantModels(Sequence[MutantModel]):
    """Mutant models of one model, in the order in which they were drawn.

    Args:
        base: the model.
        weights: Weights of the model.
        found: the mutants, each with its trial.
        dropped: how many others were drawn, by operator and reason.
        rule: Rule of difference, by name.

    Attributes:
        trials: what each mutant did with the probe texts.
        dropped: how many others were drawn, by operator and reason.
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
        """The numbers of dropped mutations, by reason."""
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
    memory: Memory | None = None,
    reporter: Reporter = SILENT,
) -> MutantModels:
    """Return mutant models of a model, each of which can be asked as the model itself.

    A mutant is dropped and counted if it changes no output, or falls below 0.9 of the original's accuracy; also if it changes no
    weight, repeats an earlier one, has a weight that is not finite, or fails. The model keeps its weights: a mutant changes them
    while it answers, and no longer.

    Args:
        model: Model, texts -> outputs, with `module`, or with `get_weights` and `set_weights`.
        count: Number of mutant models.
        operators: Names of operators; they take turns.
        seed: Seed of all draws.
        options: All options; these then include `operators` and `seed`.
        memory: Results of an earlier run, which are not computed again; gets the results of this one.
        reporter: Receives progress.

    Raises:
        SearchError: the model cannot be mutated, or it answers the same texts in two ways.
        ModelError: the model fails, or it kept changed weights.
        BudgetExhausted: the tries ended first; its result has the mutants that there are.
    """
    chosen = options or MakingOptions(operators=operators, seed=seed)
    demand(count >= 1, "count is 1 or more")
    base = named(model)
    weights = weights_of(base)
    weights.look_for_skippable(base, chosen.texts)
    making = _Making(base, weights, chosen, memory)
    with reporter.bar(count, "mutant models") as advance:
        for spec in chosen.specs(count * chosen.tries):
            if making.take(spec):
                advance()
            if len(making.found) == count:
                break
    making.check_weights()
    result = MutantModels(base, weights, making.found, making.dropped, making.rule)
    if len(result) < count:
        raise BudgetExhausted(
            f"{len(result)} of {count} mutant models of {base.name}: {result.summary()}", result
        )
    return result


class _Making:
    """Tries mutations one after the other, unless the memory of an earlier run knows the result."""

    def __init__(
        self, base: NamedModel, weights: Weights, options: MakingOptions, memory: Memory | None
    ) -> None:
        self._base, self._weights, self._memory = base, weights, memory
        self._digest = weights.digest()
        self._probing = Probing(base, options)
        self._seen = set[str]()
        self.found: list[tuple[MutantModel, Trial]] = []
        self.dropped = Counter[tuple[str, str]]()

    @property
    def rule(self) -> str:
        """The rule of difference, by name."""
        return self._probing.differ.name

    def take(self, spec: MutantSpec) -> bool:
        """Return whether a mutation stays.

        Raises:
            ModelError: an earlier run found another mutant.
        """
        verdict = None if self._memory is None else self._memory.known(spec)
        known, mutant = verdict is not None, None
        if verdict is None or verdict.trial is not None:
            patch = self._patch(spec)
            if isinstance(patch, str):
                verdict = Verdict(None, reason=patch)
            else:
                mutant = MutantModel(spec, patch, self._base, self._weights, self._digest)
                verdict = self._judged(mutant) if verdict is None else verdict
        if self._memory is not None and not known:
            self._memory.keep(spec, verdict)
        if verdict.digest is not None:
            self._seen.add(verdict.digest)
        if verdict.trial is None or mutant is None:
            self.dropped[spec.operator, verdict.reason or "it fails"] += 1
            return False
        if mutant.patch.digest != verdict.digest:
            raise ModelError(
                f"{mutant.name} is not the mutant that an earlier run made: does the original have other weights?"
            )
        self.found.append((mutant, verdict.trial))
        return True

    def check_weights(self) -> None:
        """Check that the original has its weights again.

        Raises:
            ModelError: it has others.
        """
        if self._weights.digest() != self._digest:
            raise ModelError(
                f"the weights of {self._base.name} are not those from before: the model does not take back what it gave"
            )

    def _patch(self, spec: MutantSpec) -> Patch | str:
        """Return the changes of a mutation, or why it is dropped."""
        try:
            found: Patch = self._weights.patch(mutated(self._weights, spec))
        except ModelError:
            return "a weight is not finite"
        return found if found.changed or found.skipped else "no changed weight"

    def _judged(self, mutant: MutantModel) -> Verdict:
        digest = mutant.patch.digest
        if digest in self._seen:
            return Verdict(digest, reason="as an earlier one")
        try:
            return self._probing.judged(mutant, digest)
        except ModelError:
            return Verdict(digest, reason="it fails")
