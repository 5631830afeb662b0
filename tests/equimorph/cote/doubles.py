"""Naive doubles of what `equimorph.cote` computes cleverly, and generators that follow a script."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from equimorph.cote import Replacement, Word

Tokens = Sequence[str]


def lcs(one: Tokens, other: Tokens) -> float:
    if not one or not other:
        return float(list(one) == list(other))
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if left == right else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1] / max(len(one), len(other))


def ed(one: Tokens, other: Tokens) -> float:
    if not one or not other:
        return float(list(one) == list(other))
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        before, row = row, [i] + [0] * len(other)
        for j, right in enumerate(other, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
    longest = max(len(one), len(other))
    return (longest - row[-1]) / longest


def tf_idf(one: Tokens, other: Tokens, corpus: Sequence[Tokens]) -> float:
    if not one or not other or sorted(one) == sorted(other):
        return float(sorted(one) == sorted(other))
    words = sorted({*one, *other})
    weights = {w: math.log((len(corpus) + 1) / (sum(w in text for text in corpus) + 1)) for w in words}
    left, right = ([list(text).count(w) * weights[w] for w in words] for text in (one, other))
    norms = math.hypot(*left) * math.hypot(*right)
    return sum(a * b for a, b in zip(left, right, strict=True)) / norms if norms else 0.0


def _bleu(candidate: Tokens, reference: Tokens) -> float:
    logs = []
    for n in range(1, 5):
        own, known = (
            Counter(tuple(text[at : at + n]) for at in range(len(text) - n + 1))
            for text in (candidate, reference)
        )
        if not own:
            continue
        matched = sum(min(count, known[gram]) for gram, count in own.items())
        if not matched:
            return 0.0
        logs.append(math.log(matched / sum(own.values())))
    penalty = 1.0 if len(candidate) > len(reference) else math.exp(1 - len(reference) / len(candidate))
    return penalty * math.exp(sum(logs) / len(logs))


def bleu(one: Tokens, other: Tokens) -> float:
    if not one or not other:
        return float(list(one) == list(other))
    return max(_bleu(one, other), _bleu(other, one))


def alike(measure: str, one: Tokens, other: Tokens, corpus: Sequence[Tokens]) -> float:
    if measure == "tf-idf":
        return tf_idf(one, other, corpus)
    return {"lcs": lcs, "ed": ed, "bleu": bleu}[measure](one, other)


def consistency(measure: str, one: list[str], other: list[str], corpus: Sequence[Tokens]) -> float:
    """Algorithm 2, over the whole grid."""
    sides: list[list[list[str]]] = [[one], [other]]
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind != "equal":
            sides[0] += [one[:a] + one[b:]] if a < b else []
            sides[1] += [other[:c] + other[d:]] if c < d else []
    for whole, side in zip((one, other), sides, strict=True):
        side[:] = [text for text in side if text or not whole]
    return max(alike(measure, a, b, corpus) for a in sides[0] for b in sides[1])


class Listed:
    """A provider that has the words of a list."""

    name = "listed"

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self.words = words
        self.identity: Mapping[str, Any] = {"listed": {word: list(others) for word, others in words.items()}}

    def candidates(self, sentence: str, words: Sequence[Word]) -> list[Replacement]:
        return [
            Replacement(one, other, (1.0,)) for one in words for other in self.words.get(one.text.lower(), ())
        ]

    def checked(self, sentence: str, found: Sequence[Replacement]) -> Iterator[Replacement | str]:
        return (one if one.text != "unfit" else "unfit" for one in found)
