"""The panel of a search: a model, its mutant models, and the rule of difference; it scores individuals within a budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from equimorph.models.errors import ModelError
from equimorph.search.differs import THETA, Differ, differ_of
from equimorph.search.errors import SearchError
from equimorph.search.individuals import Individual
from equimorph.search.outputs import BATCH, CountedModel, NamedModel, Output, text_key
from equimorph.search.scores import Score, mutation_score

__all__ = ["Panel"]


class Panel:
    """A model and its mutant models.

    Without mutant models the score is whether the model's outputs for a text and for its original differ: 0/1 or 1/1.

    Args:
        model: Model to search.
        mutants: Its mutant models; their names differ.
        rule: Rule of difference, see `differ_of`.
        theta: Threshold of the rule "cosine".
        batch: Maximum number of texts in one call of a model.
        budget: Maximum number of model calls; None for no limit.

    Raises:
        SearchError: two mutant models have one name and one identity.
    """

    def __init__(
        self,
        model: NamedModel,
        mutants: Sequence[NamedModel] = (),
        rule: str | None = None,
        theta: float = THETA,
        batch: int = BATCH,
        budget: int | None = None,
    ) -> None:
        self.base = CountedModel(model, batch)
        self.mutants = tuple(CountedModel(one, batch) for one in mutants)
        self._rule, self._theta, self._budget = rule, theta, budget
        self._differ: Differ | None = None

    @property
    def models(self) -> tuple[CountedModel, ...]:
        """The model, then its mutant models."""
        return self.base, *self.mutants

    @property
    def calls(self) -> int:
        """The number of model calls."""
        return sum(one.calls for one in self.models)

    @property
    def differ(self) -> Differ:
        """The rule of difference.

        Raises:
            SearchError: no originals have been asked yet.
        """
        if self._differ is None:
            raise SearchError(
                "the originals come first: the rule of difference depends on what the model says of them"
            )
        return self._differ

    def affordable(self, individuals: Iterable[Individual]) -> int:
        """Return the number of individuals, from the first on, that the rest of the budget scores."""
        left = None if self._budget is None else self._budget - self.calls
        seen, count = set[str](), 0
        for one in individuals:
            key = text_key(one.text)
            cost = 0 if key in seen else sum(key not in model.kept for model in self.models)
            if left is not None and cost > left:
                break
            left = None if left is None else left - cost
            seen.add(key)
            count += 1
        return count

    def open(self, originals: Sequence[Individual]) -> list[Individual]:
        """Return the originals with their scores; the rule of difference takes their outputs as its gallery.

        Raises:
            ModelError: a model fails.
            SearchError: the rule is not one for what the model says.
        """
        said = _asked(self.base, originals)
        if said:
            self._differ = differ_of(self._rule, said[0], said, self._theta)
        return self.scored(originals)

    def scored(self, individuals: Sequence[Individual]) -> list[Individual]:
        """Return individuals with their scores, each model asked once for all new texts.

        Raises:
            ModelError: a model fails; the message names it and the method.
        """
        said = _asked(self.base, individuals)
        whole = [_asked(one, individuals) for one in self.mutants]
        return [
            self._scored(one, said[at], [outputs[at] for outputs in whole])
            for at, one in enumerate(individuals)
        ]

    def said(self, text: str) -> Output:
        """Return the model's output for a text that it was asked about."""
        return self.base.kept[text_key(text)]

    def _scored(self, one: Individual, said: Output, mutants: Sequence[Output]) -> Individual:
        changed = self.differ(self.said(one.original), said)
        score = mutation_score(said, mutants, self.differ) if self.mutants else Score(int(changed), 1)
        return replace(one, score=score, changed=changed)


def _asked(model: CountedModel, individuals: Sequence[Individual]) -> list[Output]:
    try:
        return model.ask([one.text for one in individuals])
    except ModelError as error:
        at = error.index
        where = "" if at is None else f", on {individuals[at].method} ({individuals[at].id})"
        raise ModelError(f"{model.model.name}{where}: {error.reason}") from error
