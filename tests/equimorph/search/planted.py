"""What the tests of the search share: methods, and models of which the right answers are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from equimorph.search.individuals import Individual, Stepper, original
from equimorph.search.operators import operators_of
from equimorph.search.roots import roots_of

BOX = """\
class Box {
    int count(int[] data, int limit) {
        int sum = 0;
        for (int i = 0; i < limit; i++) {
            if (data[i] > limit) {
                sum += data[i];
            }
        }
        return sum + 1;
    }

    String title(String name, int size) {
        if (name == null) {
            return "none";
        }
        String text = name + size;
        return text.trim();
    }

    int largest(int[] values) {
        int found = values[0];
        for (int value : values) {
            if (value > found) {
                found = value;
            }
        }
        return found;
    }
}
"""
COUNT = BOX.split("\n\n")[0].partition("{\n")[2] + "\n"
NO_SITES = "abstract class A { int f; abstract void g(); native int h(); }"
FEATURES: tuple[Callable[[str], bool], ...] = (
    lambda text: "while (" in text,
    lambda text: "!" in text,
    lambda text: "limit" not in text,
    lambda text: "sum" not in text,
    lambda text: "return sum + 1;" not in text,
    lambda text: text.count(";") >= 8,
)
"""What no step gives alone: each of the planted mutant models sees one of these. The method `count` has none of them."""


def constant(texts: Sequence[str]) -> list[int]:
    """A model that says one label of everything."""
    return [0] * len(texts)


def planted() -> list[Callable[[Sequence[str]], list[int]]]:
    """Mutant models of `constant`: the score of a text is the share of the features that it has; all of them are the optimum."""
    return [_seeing(feature) for feature in FEATURES]


def _seeing(feature: Callable[[str], bool]) -> Callable[[Sequence[str]], list[int]]:
    return lambda texts: [int(feature(text)) for text in texts]


def lengths(texts: Sequence[str]) -> list[int]:
    """A model that says how long a text is, in tens of characters."""
    return [len(text) // 10 for text in texts]


@dataclass
class Counting:
    """A model that remembers what it was asked."""

    answer: Callable[[Sequence[str]], Sequence[object]] = lengths
    asked: list[str] = field(default_factory=list)

    def __call__(self, texts: Sequence[str]) -> Sequence[object]:
        self.asked += texts
        return self.answer(texts)


def started(
    text: str = BOX, seed: int = 0, operators: tuple[str, ...] | None = None
) -> tuple[Stepper, list[Individual]]:
    """A stepper for the methods of a text, and these as individuals."""
    roots = list(roots_of(text))
    stepper = Stepper({root.id: root for root in roots}, operators_of(operators), seed)
    return stepper, [original(root) for root in roots]
