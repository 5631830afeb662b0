"""The consistency score: the highest similarity of two programs, each whole or without one of the slices in which they differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from equimorph.cote.consistency.similarity import MEASURES, Corpus, Measure, Side, bound, cosine, similarity
from equimorph.cote.consistency.slicing import SLICERS, Slicer, Span, check_slicer, slices
from equimorph.cote.errors import CoteError
from equimorph.metrics.extra import needed
from equimorph.metrics.tokens import TOKENS, Tokens, tokens_of
from equimorph.runs.declared import Option, Panel, no_such
from parsers.language import find_language, languages

__all__ = ["MOST_SLICES", "MOST_TOKENS", "THRESHOLDS", "Comparing", "Comparison", "consistency"]

_BLANKS = re.compile(rb"\S+")
THRESHOLDS: Mapping[Measure, float] = {"lcs": 0.963, "ed": 0.963, "tf-idf": 0.999, "bleu": 0.906}
"""Below these a pair is an issue (COTE, section 4.2.2)."""
MOST_SLICES = 64
"""Slices of a program that are tried; the longest ones, where there are more."""
MOST_TOKENS = 5000
"""The most tokens of a program that is compared; finding slices takes time by the square of a program's length."""


@dataclass(frozen=True)
class Comparison:
    """The common parts of two programs.

    Attributes:
        scores: the consistency score by measure, from 0 to 1.
        slices: how many slices the one and the other program have.
        capped: whether a program has more slices than are tried.
    """

    scores: Mapping[Measure, float]
    slices: tuple[int, int]
    capped: bool

    def issues(self, thresholds: Mapping[Measure, float] = THRESHOLDS) -> dict[Measure, bool]:
        """Return by measure whether the score is below its threshold."""
        return {measure: score < thresholds[measure] for measure, score in self.scores.items()}


_THRESHOLDS = (
    "MEASURE=VALUE (repeatable): another threshold than the paper's:"
    f" {', '.join(f'{name}={value}' for name, value in THRESHOLDS.items())}."
)


def _languages() -> list[str]:
    return sorted(languages())


def thresholds_from(texts: Iterable[str]) -> dict[str, float]:
    """Return the thresholds of the paper with those of texts such as ``lcs=0.9``.

    Raises:
        CoteError: a text is not MEASURE=VALUE.
    """
    thresholds: dict[str, float] = {str(name): value for name, value in THRESHOLDS.items()}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in thresholds:
            raise CoteError(no_such("measure", name, MEASURES))
        try:
            thresholds[name] = float(value)
        except ValueError as error:
            raise CoteError(f"--threshold is MEASURE=VALUE, not {text!r}") from error
    return thresholds


@dataclass(frozen=True)
class Comparing:
    """Options for comparing programs.

    Attributes:
        lang: The language of the programs: java or python.
        tokens: Tokens: those of the language without comments (lexer), or words between whitespace (split).
        slicer: Algorithm for the slices in which two programs differ: difflib or wdiff.
        thresholds: Thresholds by measure.

    Raises:
        CoteError: the language, `tokens` or the slicer is unknown, or a threshold is not from 0 to 1.
    """

    lang: Annotated[str, Option(panel=Panel.CHECKS, noun="language", choices=_languages)] = "java"
    tokens: Annotated[Tokens, Option(panel=Panel.CHECKS, noun="way of taking texts apart")] = "lexer"
    slicer: Annotated[Slicer, Option(flags="--slices", panel=Panel.CHECKS)] = "difflib"
    thresholds: Annotated[
        Mapping[Measure, float],
        Option(flags="--threshold", panel=Panel.CHECKS, help=_THRESHOLDS, parse=thresholds_from),
    ] = field(default_factory=lambda: dict(THRESHOLDS))

    def __post_init__(self) -> None:
        known = (("lang", _languages()), ("tokens", TOKENS), ("slicer", SLICERS))
        for name, values in known:
            if getattr(self, name) not in values:
                raise CoteError(f"{name} is {' or '.join(values)}, not {getattr(self, name)!r}")
        if set(self.thresholds) != set(MEASURES):
            raise CoteError(f"a threshold each for {', '.join(MEASURES)} is needed")
        for measure, value in self.thresholds.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                raise CoteError(f"the threshold of {measure} is from 0 to 1, not {value!r}")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Comparing:
        """Rebuild the options that `to_dict` has written.

        Raises:
            CoteError: a value is wrong.
        """
        try:
            return cls(**data)
        except TypeError as error:
            raise CoteError(f"it is not known how programs were compared: {error}") from error

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**vars(self), "thresholds": dict(self.thresholds)}

    def check(self) -> None:
        """Check that programs can be compared here, before a generator is asked.

        Raises:
            CoteError: the slicer is not installed.
            ModuleNotFoundError: rapidfuzz is not installed.
        """
        check_slicer(self.slicer)
        needed("rapidfuzz.distance", "consistency")

    def spans(self, data: bytes) -> list[tuple[int, int]]:
        """Return the places of a program's tokens, in bytes of UTF-8."""
        if self.tokens == "split":
            return [match.span() for match in _BLANKS.finditer(data)]
        return [(token.start, token.end) for token in find_language(self.lang).tokenize(data)]

    def respelled(self, program: str, names: Mapping[str, str]) -> str:
        """Return a program in which each token that a mapping has becomes the other one; all else stays.

        Args:
            program: Program in the language.
            names: The tokens, each with its replacement.
        """
        data, parts, at = program.encode("utf-8", "surrogatepass"), list[bytes](), 0
        for start, end in self.spans(data):
            if (other := names.get(data[start:end].decode("utf-8", "surrogatepass"))) is not None:
                parts += [data[at:start], other.encode("utf-8", "surrogatepass")]
                at = end
        return b"".join([*parts, data[at:]]).decode("utf-8", "surrogatepass")

    def tokens_of(self, program: str) -> tuple[str, ...]:
        """Return the tokens of a program."""
        return tuple(tokens_of(program, self.lang, self.tokens))

    def corpus(self, programs: Sequence[str]) -> Corpus:
        """Return the corpus of programs, each different text once."""
        return Corpus.of(self.tokens_of(program) for program in dict.fromkeys(programs))

    def compare(self, own: str, other: str, corpus: Corpus) -> Comparison | None:
        """Return the consistency of two programs; None where they differ, and one has more than `MOST_TOKENS` tokens."""
        tokens = self.tokens_of(own), self.tokens_of(other)
        if own != other and max(map(len, tokens)) > MOST_TOKENS:
            return None
        return consistency(*tokens, corpus, slicer=self.slicer)


def consistency(
    own: Sequence[str],
    other: Sequence[str],
    corpus: Corpus | None = None,
    *,
    measures: Sequence[Measure] = MEASURES,
    slicer: Slicer = "difflib",
) -> Comparison:
    """Return the consistency score of two programs by each measure (COTE, algorithm 2).

    A program stands for itself and for what is left of it without one of the slices in which it differs from the other one; the
    score is the highest similarity of the one's and the other's texts. A slice that is all of its program is not taken out: two
    programs that share nothing are not alike because nothing is left of them.

    Args:
        own, other: The tokens of the programs.
        corpus: Corpus for tf-idf; the two programs for None.
        measures: Measures to compute.
        slicer: Tool that finds the slices.

    Raises:
        CoteError: the slicer does not exist or is not installed.
        ModuleNotFoundError: rapidfuzz is not installed.
    """
    if tuple(own) == tuple(other):
        return Comparison(dict.fromkeys(measures, 1.0), (0, 0), False)
    cuts = slices(own, other, slicer)
    rest = [_without(tokens, spans) for tokens, spans in zip((own, other), cuts, strict=True)]
    sides = Side.all_of([*rest[0], *rest[1]])
    grid = [(first, two) for first in sides[: len(rest[0])] for two in sides[len(rest[0]) :]]
    background = Corpus.of((own, other)) if corpus is None else corpus
    scores = {measure: _highest(measure, grid, background) for measure in measures}
    counts = len(cuts[0]), len(cuts[1])
    return Comparison(scores, counts, max(counts) > MOST_SLICES)


def _without(tokens: Sequence[str], spans: Sequence[Span]) -> list[tuple[str, ...]]:
    """Return a program, and what is left of it without each of its slices."""
    whole = tuple(tokens)
    tried = sorted(spans, key=lambda span: (span[0] - span[1], span))[:MOST_SLICES]
    left = (whole[:start] + whole[end:] for start, end in sorted(tried))
    return list(dict.fromkeys([whole, *(remainder for remainder in left if remainder)]))


def _highest(measure: Measure, grid: Sequence[tuple[Side, Side]], corpus: Corpus) -> float:
    """Return the highest similarity in a grid; a pair whose lengths alone say that it is lower is not computed."""
    weights = (
        corpus.weights({token for side in grid[0] for token in side.tokens}) if measure == "tf-idf" else {}
    )
    best = 0.0
    for most, (first, other) in sorted(
        ((bound(measure, *pair), pair) for pair in grid), key=lambda entry: entry[0], reverse=True
    ):
        if most <= best:
            break
        if measure == "tf-idf" and first.letters and other.letters:
            best = max(best, cosine(first.bag, other.bag, weights))
        else:
            best = max(best, similarity(measure, first, other, corpus))
    return best
