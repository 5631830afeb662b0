"""ROUGE-L (Lin 2004): how much of both texts is one common subsequence."""

from __future__ import annotations

from equimorph.metrics.extra import needed
from equimorph.metrics.tokens import Tokens, tokens_of

__all__ = ["rouge_l"]


def rouge_l(candidate: str, reference: str, lang: str = "java", *, tokens: Tokens = "lexer") -> float:
    """Return ROUGE-L, the harmonic mean of precision and recall of the longest common subsequence of tokens, from 0 to 1.

    Both texts without a token give 1, one of them 0.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: Way of splitting texts, see `tokens_of`.

    Raises:
        MetricError: the language or `tokens` is unknown.
        ModuleNotFoundError: rapidfuzz is not installed.
    """
    candidate_tokens, other = tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens)
    if not candidate_tokens or not other:
        return float(not candidate_tokens and not other)
    common: int = needed("rapidfuzz.distance", "rouge-l").LCSseq.similarity(candidate_tokens, other)
    return 2 * common / (len(candidate_tokens) + len(other))
