"""Repair of an issue: a program of another mutant takes the place of a bad one (COTE, section 3.4.1).

The text of section 3.4.1 is followed, since algorithm 3 as printed tests one condition twice. First a program is chosen
for the original, then one for the mutant, which has to be consistent with it. A sentence's own program ends the walk
down its ranking. A program of a mutant is mapped back: tokens that are the mutant's word become the word that it
replaced, unless one of them is a keyword or a literal, which stands for no word of the description.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from equimorph.cote.consistency import MEASURES, Comparing, Corpus, Measure, consistency
from equimorph.cote.outputs import Output
from equimorph.cote.ranking import RANKINGS, Ranked, Ranking, Sentence, Variant, ranked
from equimorph.cote.replacing import SentenceMutant
from equimorph.cote.tested import Tested, mutant_from_row, mutant_row
from equimorph.metrics.tokens import keywords

__all__ = ["RepairTask", "Repaired", "Repairing", "mapped_back"]

_LITERALS = frozenset({"true", "false", "null", "True", "False", "None"})


@dataclass(frozen=True)
class RepairTask:
    """An input with its issues.

    Attributes:
        original: the input, with mutants for the repair.
        issues: the rows of a test that are issues by some measure, each with its mutant as a sentence of its own.
    """

    original: Sentence
    issues: tuple[tuple[Tested, Sentence], ...]

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> RepairTask:
        """Rebuild a task from a row that `to_row` has written."""
        issues = ((Tested.from_row(issue["row"]), _sentence(issue["mutant"])) for issue in data["issues"])
        return cls(_sentence(data["original"]), tuple(issues))

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        issues = [
            {"row": row.data or row.to_row(), "mutant": _row(sentence)} for row, sentence in self.issues
        ]
        return {"original": _row(self.original), "issues": issues}


def _sentence(data: Mapping[str, Any]) -> Sentence:
    variants = (
        Variant(mutant_from_row(variant), Output.from_row(variant["output"])) for variant in data["variants"]
    )
    return Sentence(data["text"], Output.from_row(data["output"]), tuple(variants))


def _row(sentence: Sentence) -> dict[str, Any]:
    variants = [
        {"input": sentence.text, **mutant_row(variant.mutant), "output": variant.output.to_row()}
        for variant in sentence.variants
    ]
    return {"text": sentence.text, "output": sentence.output.to_row(), "variants": variants}


@dataclass(frozen=True)
class Chosen:
    """The program that a sentence gets.

    Attributes:
        program: its own, or one of a mutant of it, mapped back.
        rank: Rank of the program, from 1.
        mutant: that the program was written for; None for the sentence itself.
    """

    program: str
    rank: int
    mutant: SentenceMutant | None

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        key = None if self.mutant is None else self.mutant.key
        return {"text": self.program, "rank": self.rank, "from": key}


@dataclass(frozen=True)
class Repaired:
    """The outcome of repairing an issue.

    Attributes:
        original, mutant: the programs that the two sentences get.
        score: their consistency.
        done: whether that reaches the threshold.
    """

    original: Chosen
    mutant: Chosen
    score: float
    done: bool

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "original": self.original.to_row(),
            "mutant": self.mutant.to_row(),
            "score": self.score,
            "repaired": self.done,
        }


class Repairing:
    """Repairs issues.

    Args:
        corpus: Corpus for tf-idf counts; the test's corpus, so that scores are the same.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def rows(self, task: RepairTask, ranking: Ranking = "cross-reference") -> Iterator[dict[str, Any]]:
        """Yield the row of each issue with its repairs by each measure that sees the issue and each ranking.

        Args:
            task: Task with the issue's sentences and programs.
            ranking: Ranking that decides the fields `repaired` and `rank`, together with the measure of the row.
        """
        for row, sentence in task.issues:
            by_measure = {
                measure: {way: self.repaired(row, task.original, sentence, measure, way) for way in RANKINGS}
                for measure in MEASURES
                if row.issues.get(measure)
            }
            best = by_measure.get(row.measure, {}).get(ranking)
            done = best is not None and best.done
            yield {
                **(row.data or row.to_row()),
                "repaired": {"original": best.original.program, "mutant": best.mutant.program}
                if best is not None and done
                else None,
                "rank": {"original": best.original.rank, "mutant": best.mutant.rank}
                if best is not None and done
                else None,
                "ranking": ranking,
                "repairs": {
                    measure: {
                        name: None if repair is None else repair.to_row()
                        for name, repair in by_ranking.items()
                    }
                    for measure, by_ranking in by_measure.items()
                },
                "variants": {
                    "original": _row(task.original)["variants"],
                    "mutant": _row(sentence)["variants"],
                },
            }

    def repaired(
        self, row: Tested, original: Sentence, mutant: Sentence, measure: Measure, ranking: Ranking
    ) -> Repaired | None:
        """Return the repair of an issue by a ranking; None where the ranking lacks log probabilities."""
        how = row.comparing
        first = self._walked(original, measure, ranking, how, None)
        if first is None:
            return None
        second = self._walked(mutant, measure, ranking, how, first.program)
        if second is None:
            return None
        score = self._score(first.program, second.program, measure, how)
        return Repaired(first, second, score, score >= how.thresholds[measure])

    def _walked(
        self, sentence: Sentence, measure: Measure, ranking: Ranking, how: Comparing, partner: str | None
    ) -> Chosen | None:
        """Return the first program of a ranking that is consistent with the partner, if there is one; else the sentence's own."""
        order = ranked(sentence, ranking, measure, how, self._corpus)
        if order is None:
            return None
        original = next(entry for entry in order if entry.mutant is None)
        for candidate in order[: original.rank - 1]:
            program = _back(candidate, how)
            if partner is None or self._score(partner, program, measure, how) >= how.thresholds[measure]:
                return Chosen(program, candidate.rank, candidate.mutant)
        return Chosen(original.program, original.rank, None)

    def _score(self, program: str, other: str, measure: Measure, how: Comparing) -> float:
        tokens = how.tokens_of(program), how.tokens_of(other)
        return consistency(*tokens, self._corpus, measures=(measure,), slicer=how.slicer).scores[measure]


def _back(entry: Ranked, how: Comparing) -> str:
    return entry.program if entry.mutant is None else mapped_back(entry.program, entry.mutant, how)


def mapped_back(program: str, mutant: SentenceMutant, how: Comparing) -> str:
    """Return the program of a mutant with the word of the sentence in place of the one that replaced it.

    The alignment is exact: a token that is the mutant's word, in lower case or with a capital letter, becomes the other
    word in the same spelling. The program stays as it is if it has no token to replace, if one of the two words is a
    keyword or a literal, or if the other word has a meaning in the program already.

    Args:
        program: Program written for the mutant.
        mutant: Mutant of the sentence.
        how: Options that define a token.
    """
    change, reserved = mutant.replacement, keywords(how.lang) | _LITERALS
    before, after = change.text, change.word.text.lower()
    spelt = {before: after, before.capitalize(): after.capitalize()}
    kept = reserved.union(how.tokens_of(program))
    return how.respelled(
        program, {old: new for old, new in spelt.items() if old not in reserved and new not in kept}
    )
