"""A row of a test: an input, one mutant of it, what the generator said of both, and how consistent that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from equimorph.cote.consistency import MEASURES, Comparing, Comparison, Corpus, Measure
from equimorph.cote.errors import CoteError
from equimorph.cote.inputs import Input
from equimorph.cote.outputs import Output
from equimorph.cote.replacing import Replacement, SentenceMutant
from equimorph.cote.sentences import Word

__all__ = ["SCHEMA", "Tested", "compared", "mutant_from_row", "mutant_row"]

SCHEMA = 1


@dataclass(frozen=True)
class Tested:
    """A row of a test.

    Attributes:
        id: Id of the row: the input's id, and the key of the mutant.
        input: the original.
        mutant: None of an input that has no mutant.
        provider, generator: their names.
        original_output, mutant_output: what the generator said; of no mutant None.
        comparison: None where a program is missing.
        comparing: how the programs were compared.
        measure: the one that decides.
        data: the whole row, where it was read.
    """

    __test__: ClassVar[bool] = False  # pytest takes it for a test of its own

    id: str
    input: Input
    mutant: SentenceMutant | None
    provider: str
    generator: str
    original_output: Output
    mutant_output: Output | None
    comparison: Comparison | None
    comparing: Comparing
    measure: Measure
    data: Mapping[str, Any] | None = None

    @property
    def issues(self) -> dict[Measure, bool]:
        """By measure, whether the pair is an issue; empty where it could not be compared."""
        return {} if self.comparison is None else self.comparison.issues(self.comparing.thresholds)

    @property
    def not_compared(self) -> str | None:
        """The reason why a mutant's program is not compared, "no program" or "too long"; None where it is, and of no mutant."""
        if self.mutant is None or self.mutant_output is None or self.comparison is not None:
            return None
        programs = (self.original_output.text, self.mutant_output.text)
        return "no program" if None in programs else "too long"

    def to_row(self) -> dict[str, Any]:
        """Return the row as plain data."""
        result, issues = self.comparison, self.issues
        return {
            "schema": SCHEMA,
            "id": self.id,
            "input_id": self.input.id,
            "input": self.input.text,
            **_NO_MUTANT,
            **({} if self.mutant is None else mutant_row(self.mutant)),
            "provider": self.provider,
            "generator": self.generator,
            "outputs": {
                "original": self.original_output.to_row(),
                "mutant": None if self.mutant_output is None else self.mutant_output.to_row(),
            },
            "scores": None if result is None else dict(result.scores),
            "issues": issues or None,
            "measure": self.measure,
            "issue": issues.get(self.measure),
            "slices": None if result is None else list(result.slices),
            "capped": None if result is None else result.capped,
            "not_compared": self.not_compared,
            "comparing": self.comparing.to_dict(),
            "repaired": None,
            "rank": None,
        }

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Tested:
        """Read a row.

        Raises:
            CoteError: a field is missing or has a wrong value.
        """
        try:
            outputs, scores = data["outputs"], data["scores"]
            said = outputs["mutant"]
            if data["measure"] not in MEASURES:
                raise CoteError(f"measure is {', '.join(MEASURES)}, not {data['measure']!r}")
            return cls(
                _text(data, "id"),
                Input.from_row({"id": data["input_id"], "input": data["input"]}),
                None if data["mutant"] is None else mutant_from_row(data),
                _text(data, "provider"),
                _text(data, "generator"),
                Output.from_row(outputs["original"]),
                None if said is None else Output.from_row(said),
                None if scores is None else _comparison(data),
                Comparing.from_dict(data["comparing"]),
                data["measure"],
                data,
            )
        except (KeyError, TypeError, ValueError) as error:
            what = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise CoteError(f"no row of a test: {what}") from error


_NO_MUTANT = {
    **{"mutant": None, "word": None, "replacement": None, "place": None},
    **{"cosines": None, "probability": None},
}


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data[name]
    if not isinstance(value, str):
        raise CoteError(f"{name!r} is no text")
    return value


def _comparison(data: Mapping[str, Any]) -> Comparison:
    scores = {measure: data["scores"][measure] for measure in MEASURES}
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in scores.values()):
        raise CoteError("a score is no number")
    count, other = data["slices"]
    return Comparison(scores, (count, other), bool(data["capped"]))


def mutant_row(mutant: SentenceMutant) -> dict[str, Any]:
    """Return the fields of a row that describe a mutant."""
    change = mutant.replacement
    return {
        "mutant": mutant.text,
        "word": change.word.text,
        "replacement": change.text,
        "place": [change.word.start, change.word.end],
        "cosines": list(change.cosines),
        "probability": change.probability,
    }


def mutant_from_row(data: Mapping[str, Any]) -> SentenceMutant:
    """Return the mutant that `mutant_row` described.

    Raises:
        KeyError, TypeError, ValueError: a field is missing or has a wrong value.
        CoteError: the word is not where the row says.
    """
    start, end = data["place"]
    sentence, word = _text(data, "input"), _text(data, "word")
    if sentence[start:end] != word:
        raise CoteError(f"{word!r} does not stand at {start} of the input")
    change = Replacement(
        Word(start, end, word), _text(data, "replacement"), tuple(data["cosines"]), data["probability"]
    )
    return SentenceMutant(_text(data, "mutant"), change)


def compared(comparing: Comparing, corpus: Corpus, own: Output, other: Output | None) -> Comparison | None:
    """Return the consistency of two outputs; None where one of them is no program, or too long."""
    if other is None or own.text is None or other.text is None:
        return None
    return comparing.compare(own.text, other.text, corpus)
