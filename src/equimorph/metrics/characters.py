"""ChrF (Popović 2015): the F-score of n-grams of characters, as sacrebleu computes it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from equimorph.metrics.extra import needed
from equimorph.metrics.tokens import Tokens, tokens_of

__all__ = ["chrf", "corpus_chrf"]


def chrf(candidate: str, reference: str, lang: str = "java", *, tokens: Tokens = "lexer") -> float:
    """Return ChrF2 of n-grams of one to six characters, blanks left out, from 0 to 1.

    The line ends and blocks of Python are blanks. Both texts without another character give 1, one of them 0.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: "lexer" leaves comments out, "split" does not.

    Raises:
        MetricError: the language or `tokens` is unknown.
        ModuleNotFoundError: sacrebleu is not installed.
    """
    candidate_text, other = (_characters(text, lang, tokens) for text in (candidate, reference))
    if not candidate_text or not other:
        return float(not candidate_text and not other)
    return float(_scorer().sentence_score(candidate_text, [other]).score) / 100


def corpus_chrf(pairs: Iterable[tuple[str, str]], lang: str, tokens: Tokens = "lexer") -> float:
    """Return ChrF2 of the counts of all pairs of candidate and reference.

    Raises:
        MetricError: the language or `tokens` is unknown.
        ModuleNotFoundError: sacrebleu is not installed.
    """
    texts = [[_characters(text, lang, tokens) for text in pair] for pair in pairs]
    if not any(any(pair) for pair in texts):
        return 1.0
    candidates, other = (list(side) for side in zip(*texts, strict=True))
    return float(_scorer().corpus_score(candidates, [other]).score) / 100


def _characters(text: str, lang: str, tokens: Tokens) -> str:
    """Return the text without comments and blanks; a token that begins with a line end is a line end or a block of Python."""
    code = "".join(token for token in tokens_of(text, lang, tokens) if token[0] != "\n")
    return "".join(code.split())


@cache
def _scorer() -> Any:  # noqa: ANN401 - sacrebleu's
    return needed("sacrebleu.metrics", "chrf").CHRF()
