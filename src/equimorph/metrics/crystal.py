"""CrystalBLEU (Eghbali and Pradel 2022): BLEU without the n-grams that nearly all code shares."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

from equimorph.metrics.errors import MetricError
from equimorph.metrics.ngrams import Matches, Ngram, Smooth, matches_of
from equimorph.metrics.tokens import Tokens, tokens_of

__all__ = ["common_ngrams", "crystal_matches", "crystalbleu"]


def crystalbleu(
    candidate: str,
    reference: str,
    lang: str = "java",
    *,
    tokens: Tokens = "lexer",
    smooth: Smooth = "none",
    ignore: Collection[Ngram] | None = None,
) -> float | None:
    """Return BLEU without common n-grams, from 0 to 1; the brevity penalty is of the full lengths.

    Where no n-gram of the candidate is left, equal tokens give 1, and others None: nothing is known.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens, smooth: See `bleu`.
        ignore: The n-grams to leave out, tuples of tokens; by default the 500 commonest of `common_ngrams`.

    Raises:
        MetricError: the language or option is unknown, or the language has no list of common n-grams.
    """
    candidate_tokens, other = tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens)
    value = crystal_matches(candidate_tokens, other, lang, ignore).score(smooth)
    return 1.0 if value is None and list(candidate_tokens) == list(other) else value


def crystal_matches(
    candidate: Sequence[str], reference: Sequence[str], lang: str, ignore: Collection[Ngram] | None = None
) -> Matches:
    """Return the counts of `crystalbleu`.

    Raises:
        MetricError: there is no list of common n-grams for the language.
    """
    return matches_of(candidate, reference, common_ngrams(lang) if ignore is None else frozenset(ignore))


@cache
def common_ngrams(lang: str) -> frozenset[Ngram]:
    """Return the 500 commonest n-grams of one to four tokens of a language.

    ``scripts/common_ngrams.py`` counts them; docs/metrics.md names the sources.

    Raises:
        MetricError: none are known of that language.
    """
    place = files("equimorph.metrics").joinpath("data", f"common-{lang}.json")
    if not place.is_file():
        raise MetricError(f"no common n-grams of {lang!r} are known: give them as `ignore`")
    return frozenset(tuple(gram) for gram in json.loads(place.read_text(encoding="utf-8"))["ngrams"])
