"""CodeBLEU: n-grams, keywords, syntax and data flow in one number (Ren et al. 2020)."""

from __future__ import annotations

from equimorph.metrics.compat import package_score
from equimorph.metrics.dataflow import dataflow_match
from equimorph.metrics.ngrams import bleu, weight_bleu
from equimorph.metrics.syntax import syntax_match
from equimorph.metrics.tokens import Tokens

__all__ = ["codebleu"]


def codebleu(
    candidate: str, reference: str, lang: str = "java", *, tokens: Tokens | None = None, compat: bool = False
) -> float:
    """Return the mean of BLEU, WeightBLEU, SyntaxMatch and DataflowMatch, from 0 to 1; what is undefined is left out.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: Way of splitting texts for BLEU and WeightBLEU, see `tokens_of`; "lexer", or "split" with `compat`, as
            in the package.
        compat: Compute what the package codebleu 0.7.0 does, including its faults (`equimorph.metrics.compat`).

    Raises:
        MetricError: the language or option is unknown.
        ModuleNotFoundError: the grammar of the language is not installed.
    """
    if compat:
        return package_score(candidate, reference, lang, tokens or "split").codebleu
    how = tokens or "lexer"
    parts = (
        bleu(candidate, reference, lang, tokens=how),
        weight_bleu(candidate, reference, lang, tokens=how),
        syntax_match(candidate, reference, lang),
        dataflow_match(candidate, reference, lang),
    )
    defined = [part for part in parts if part is not None]
    return sum(defined) / len(defined)
