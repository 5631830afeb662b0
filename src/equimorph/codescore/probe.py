"""The shortcut probe: how much of the labels a linear look at the operators alone gives away.

A negative differs from its method by an operator, a positive by the form of a statement. A model could learn that from the mere
numbers of operators, without what they are applied to. The probe is a logistic regression that sees only these: for each kind of
operator how often the variant has it more or less than its method, and for each mirrored or negated pair the same of both together.
The higher its AUC, the less the AUC of an encoder says about what the encoder knows of behaviour.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from equimorph.codescore.examples import Example
from equimorph.statistics.correlation import auc

__all__ = ["OPERATORS", "Probe", "balanced", "features", "probe", "variants"]

OPERATORS = (
    *("+", "-", "*", "/", "%", "//", "**", "@"),
    *("<", ">", "<=", ">=", "==", "!=", "is", "in"),
    *("&&", "||", "!", "and", "or", "not", "&", "|", "^", "~", "<<"),
    *("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "//=", "**=", "++", "--"),
    *("?", "true", "false", "True", "False", "for", "while", "if", "else", "do", "(", ")"),
)
"""The operators, and the words that exchanges bring in or take out."""
_TOGETHER = (("<", ">"), ("<=", ">="), ("<", ">="), (">", "<="), ("==", "!="), ("&&", "||"), ("and", "or"))
_STEPS, _RATE, _DECAY = 300, 0.5, 1e-3
_CLIP = 4.0


@dataclass(frozen=True)
class Probe:
    """A linear probe: the information that operators alone give away.

    Attributes:
        auc: AUC of positives against negatives of the held-out methods; None where one kind is missing.
        positives, negatives: Numbers of held-out variants.
    """

    auc: float | None
    positives: int
    negatives: int


def variants(examples: Iterable[Example]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    """Yield each method with each of its variants, and whether that is a positive."""
    for example in examples:
        for text in example.positives:
            yield example.anchor, text, True
        for text in example.negatives:
            yield example.anchor, text, False


def features(anchor: Sequence[str], variant: Sequence[str]) -> list[float]:
    """Return the features of a variant: differences in operator counts, and their sizes."""
    before, after = Counter(anchor), Counter(variant)
    values: list[float] = []
    for name in OPERATORS:
        change = max(-_CLIP, min(_CLIP, after[name] - before[name]))
        values += [change, abs(change)]
    for left, right in _TOGETHER:
        change = max(-_CLIP, min(_CLIP, after[left] + after[right] - before[left] - before[right]))
        values += [change, abs(change)]
    return [*values, 1.0]


def probe(learning: Iterable[Example], held: Iterable[Example]) -> Probe:
    """Train a logistic regression on operators, and judge it on other methods.

    Args:
        learning: methods to learn from.
        held: methods to judge it on.
    """
    import torch

    texts = list(variants(learning))
    table = torch.tensor([features(anchor, text) for anchor, text, _ in texts])
    labels = torch.tensor([float(label) for *_, label in texts])
    weights = torch.zeros(table.shape[1], requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=_RATE / math.sqrt(table.shape[1]))
    for _ in range(_STEPS):
        optimizer.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(table @ weights, labels)
        (loss + _DECAY * weights.square().sum()).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    judged = list(variants(held))
    truths = [label for *_, label in judged]
    scores = [float(torch.tensor(features(a, t)) @ weights.detach()) for a, t, _ in judged]
    return Probe(auc(scores, truths), sum(truths), len(truths) - sum(truths))


def balanced(examples: Sequence[Example], seed: int) -> list[Example]:
    """Return examples in which the operators say less about the class: a try at beating the probe.

    Each kind of change of operators, as the probe sees it in signs, is kept as often in positives as in negatives where both have
    it; of a kind that only one class has, a quarter is kept. Methods that have no positive or no negative left are left out.

    Args:
        examples: methods with their variants.
        seed: Seed of the draw.
    """
    kinds: dict[bool, Counter[tuple[int, ...]]] = {True: Counter(), False: Counter()}
    for anchor, text, label in variants(examples):
        kinds[label][_kind(anchor, text)] += 1
    rng = Random(seed)

    def kept(anchor: Sequence[str], text: Sequence[str], label: bool) -> bool:
        kind = _kind(anchor, text)
        count, other = kinds[label][kind], kinds[not label][kind]
        return rng.random() < (min(1.0, other / count) if other else _OF_ONE_CLASS)

    results = []
    for example in examples:
        positives = tuple(text for text in example.positives if kept(example.anchor, text, True))
        negatives = tuple(text for text in example.negatives if kept(example.anchor, text, False))
        if positives and negatives:
            results.append(
                Example(
                    example.id,
                    example.split,
                    example.language,
                    example.comment,
                    example.anchor,
                    positives,
                    negatives,
                )
            )
    return results


_OF_ONE_CLASS = 0.25


def _kind(anchor: Sequence[str], variant: Sequence[str]) -> tuple[int, ...]:
    before, after = Counter(anchor), Counter(variant)
    return tuple((after[name] > before[name]) - (after[name] < before[name]) for name in OPERATORS)
