"""Mutant models of a model without weights: the model behind a rewriting of its input.

Of a callable that cannot be mutated only the answers are known. Its mutant model number n answers a text with the
model's answer to the text after one more random step of mutation. The step preserves behaviour, so that an answer which
differs is a fault of the model, and the mutation score is the share of steps that change the answer: it measures how
near the text is to a border between answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equimorph.runs.seeds import seed_of
from equimorph.search.individuals import Stepper, original
from equimorph.search.operators import Operator
from equimorph.search.outputs import NamedModel, text_key
from equimorph.search.roots import Root
from parsers import ParseError, SourceFile


@dataclass(frozen=True)
class RewritingModel:
    """A model behind a rewriting of its input.

    Attributes:
        base: The model.
        operators: Operators to draw from.
        seed: Seed of the draws.
        number: Number of this mutant model, from 0.
    """

    base: NamedModel
    operators: tuple[Operator, ...]
    seed: int
    number: int

    @property
    def name(self) -> str:
        """The name in rows and messages."""
        return f"{self.base.name}/rewriting-{self.number}"

    @property
    def identity(self) -> str:
        """The inputs of its outputs."""
        names = ",".join(one.name for one in self.operators)
        return f"{self.base.identity}/rewriting/{names}/{self.seed}/{self.number}"

    def __call__(self, texts: Sequence[str]) -> Sequence[object]:
        """Return the model's outputs for the texts after one step each."""
        return self.base([self.rewritten(text) for text in texts])

    def rewritten(self, text: str) -> str:
        """Return a text after one step; as it is where it is no method alone, or no operator has a site."""
        try:
            methods = SourceFile.from_text(text).methods
        except ParseError:
            return text
        if len(methods) != 1 or methods[0].untrusted:
            return text
        root = Root(text_key(text)[:12], methods[0])
        stepper = Stepper({root.id: root}, self.operators, seed_of("rewriting", self.seed, self.number))
        made = stepper.step(original(root), 1)
        source, start, end = root.method.source, root.method.start, root.method.end
        return f"{source.slice(0, start)}{made.text}{source.slice(end, len(source.data))}"


def rewriting_models(
    base: NamedModel, count: int, operators: Sequence[Operator], seed: int
) -> list[RewritingModel]:
    """Return mutant models of a model without weights."""
    return [RewritingModel(base, tuple(operators), seed, number) for number in range(count)]
