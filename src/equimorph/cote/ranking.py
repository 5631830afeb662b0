"""Ranking: the choice of the best program among those for a sentence and its mutants (COTE, sections 3.4.2 and 3.4.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from equimorph.cote.consistency import MOST_TOKENS, Comparing, Corpus, Measure, Side, similarity
from equimorph.cote.outputs import Output
from equimorph.cote.replacing import SentenceMutant

__all__ = ["RANKINGS", "Ranked", "Ranking", "Sentence", "Variant", "ranked"]

Ranking: TypeAlias = Literal["cross-reference", "probability"]
"""The black box, by likeness to the other programs; and the grey box, by the generator's log probability."""
RANKINGS: tuple[Ranking, ...] = get_args(Ranking)


@dataclass(frozen=True)
class Variant:
    """A mutant of a sentence, and what the generator said of it."""

    mutant: SentenceMutant
    output: Output


@dataclass(frozen=True)
class Sentence:
    """A sentence whose program may be repaired.

    Attributes:
        text: the sentence.
        output: what the generator said of it.
        variants: its mutants.
    """

    text: str
    output: Output
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class Ranked:
    """A program with its rank.

    Attributes:
        rank: Rank, from 1.
        program: Text of the program.
        mutant: Mutant of the sentence that it was written for; None for the sentence itself.
    """

    rank: int
    program: str
    mutant: SentenceMutant | None


def ranked(
    sentence: Sentence, ranking: Ranking, measure: Measure, comparing: Comparing, corpus: Corpus
) -> list[Ranked] | None:
    """Return the programs for a sentence and its mutants, best first; among equals, the sentence's own is first.

    Mutants without a program do not count, nor do mutants whose program is empty or too long to compare.

    Args:
        sentence: Sentence with a program.
        ranking: "probability", or "cross-reference": the mean similarity with the other programs.
        measure: Measure of the similarity.
        comparing, corpus: Settings of the similarity.

    Returns:
        None if the ranking needs log probabilities and a program has none.
    """
    assert sentence.output.text is not None
    entries: list[tuple[Output, SentenceMutant | None]] = [(sentence.output, None)]
    entries += [
        (variant.output, variant.mutant)
        for variant in sentence.variants
        if _is_candidate(variant.output, comparing)
    ]
    programs = [output.text for output, _ in entries if output.text is not None]
    if ranking == "probability":
        scores = [output.score for output, _ in entries]
        probabilities = [score for score in scores if score is not None]
        if len(probabilities) < len(scores):
            return None
        values = probabilities
    else:
        values = _mean_similarities(programs, measure, comparing, corpus)
    order = sorted(range(len(entries)), key=lambda at: (-values[at], at))
    return [Ranked(rank, programs[at], entries[at][1]) for rank, at in enumerate(order, 1)]


def _is_candidate(output: Output, comparing: Comparing) -> bool:
    return output.text is not None and 0 < len(comparing.tokens_of(output.text)) <= MOST_TOKENS


def _mean_similarities(
    programs: Sequence[str], measure: Measure, comparing: Comparing, corpus: Corpus
) -> list[float]:
    """Return the mean similarity of each program with the others; sums are exact, so that equal programs have equal means."""
    sides = Side.all_of(map(comparing.tokens_of, programs))
    cache = dict[tuple[str, str], float]()

    def alike(one: Side, other: Side) -> float:
        key = min(one.letters, other.letters), max(one.letters, other.letters)
        if key not in cache:
            cache[key] = similarity(measure, one, other, corpus)
        return cache[key]

    return [
        math.fsum(alike(side, other) for to, other in enumerate(sides) if to != at) / max(1, len(sides) - 1)
        for at, side in enumerate(sides)
    ]
