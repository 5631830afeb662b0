"""The values of the package codebleu 0.7.0 on PyPI, faults included, for comparisons with published numbers.

It differs from the definition (Ren et al. 2020) in these ways:

* its weighted BLEU is a recall: the reference's n-grams that the candidate has, out of the reference's. The weighted sum of the
  reference's tokens counts as at least 1.
* an order without a match has 0.1 matches, and an order without n-grams one n-gram, so that a short text is not 1 with itself.
* the brevity penalty of its weighted BLEU takes every reference to have two tokens.
* it takes texts apart at blanks, whatever the language.
* it takes out comments, and Python's docstrings, before it parses, except in a Python text that `tokenize` refuses.
* a reference without data flow, and a candidate that matches nothing of it, both count as a data flow of 1.
* in a line with characters beyond ASCII, names are cut at the wrong place.
* where Python code assigns a string to an attribute or the like, the text has no data flow at all.

Its numbers are not the same in each process, since it reads the sources of an edge from a Python set of strings. Here
they are in the order of the text.
"""

from __future__ import annotations

import io
import math
import re
import tokenize
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from equimorph.metrics.dataflow import matched_edges
from equimorph.metrics.ngrams import ORDER, Ngram, ngrams
from equimorph.metrics.syntax import matched_subtrees
from equimorph.metrics.tokens import Tokens, keywords, tokens_of
from equimorph.metrics.trees import Tree

if TYPE_CHECKING:
    import tree_sitter

_EPSILON = 0.1
_PLAIN = 0.2
_TAKEN_FOR_LENGTH = 2
"""The package counts the reference's tokens and their weights as two tokens."""
_SOFT = {"java": frozenset[str](), "python": frozenset({"match", "case", "type"})}
"""Keywords that are names elsewhere (Python language reference, 2.3.2), which the package weighs as keywords."""
_COMMENT_OR_QUOTED = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^\\"])*"|'(?:\\.|[^\\'])*'""", re.DOTALL)


@dataclass(frozen=True)
class PackageScore:
    """The package's numbers for a pair.

    Attributes:
        bleu: its "ngram_match_score".
        weight_bleu: its "weighted_ngram_match_score".
        syntax: its "syntax_match_score".
        dataflow: its "dataflow_match_score"; 0 where the reference has no data flow.
    """

    bleu: float
    weight_bleu: float
    syntax: float
    dataflow: float

    @property
    def codebleu(self) -> float:
        """Its "codebleu"."""
        return (self.bleu + self.weight_bleu + self.syntax + (self.dataflow or 1.0)) / 4


def package_score(candidate: str, reference: str, lang: str, tokens: Tokens = "split") -> PackageScore:
    """Return the score that the package computes.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".
        tokens: Way of splitting texts for BLEU and WeightBLEU; the package takes a function for it.

    Raises:
        MetricError: the language or `tokens` is unknown.
        ModuleNotFoundError: the grammar of the language is not installed.
    """
    candidate, reference = candidate.strip(), reference.strip()
    candidate_tokens, other = tokens_of(candidate, lang, tokens), tokens_of(reference, lang, tokens)
    words = keywords(lang) | _SOFT[lang]

    def weight(gram: Ngram) -> float:
        return 1.0 if len(gram) > 1 or gram[0] in words else _PLAIN

    trees = _PackageTree.read(bare(candidate, lang), lang), _PackageTree.read(bare(reference, lang), lang)
    matched, total = matched_subtrees(*trees)
    flow = matched_edges(*trees)
    return PackageScore(
        _penalty(len(candidate_tokens), len(other))
        * _smoothed_mean(candidate_tokens, other, candidate_tokens, lambda _: 1.0),
        _penalty(len(candidate_tokens), _TAKEN_FOR_LENGTH)
        * _smoothed_mean(candidate_tokens, other, other, weight),
        matched / total,
        flow[0] / flow[1] if flow and flow[1] else 0.0,
    )


def _smoothed_mean(
    candidate: Sequence[str], reference: Sequence[str], whole: Sequence[str], weight: Callable[[Ngram], float]
) -> float:
    """Return the geometric mean of what candidate and reference share, out of one of them."""
    logs = []
    for n in range(1, ORDER + 1):
        shared = sum(
            weight(gram) * count for gram, count in (ngrams(candidate, n) & ngrams(reference, n)).items()
        )
        total = max(1.0, sum(weight(gram) * count for gram, count in ngrams(whole, n).items()))
        if n == 1 and not shared:
            return 0.0
        logs.append(math.log((shared or _EPSILON) / total))
    return math.exp(math.fsum(logs) / ORDER)


def _penalty(candidate: int, reference: int) -> float:
    """Return the brevity penalty; a candidate without a token has the mean 0 anyway."""
    return 1.0 if candidate > reference or not candidate else math.exp(1 - reference / candidate)


def bare(text: str, lang: str) -> str:
    """Return a text without comments, blank lines and, in Python, docstrings, as the package takes them out."""
    try:
        text = _BARE[lang](text)
    except (tokenize.TokenError, SyntaxError):
        return text
    return "\n".join(line for line in text.split("\n") if line.strip())


def _bare_java(text: str) -> str:
    return _COMMENT_OR_QUOTED.sub(lambda match: " " if match[0].startswith("/") else match[0], text)


def _bare_python(text: str) -> str:
    """Return the tokens of a Python text at their columns, without comments and without strings that begin a statement.

    Raises:
        tokenize.TokenError, SyntaxError: `tokenize` refuses the text.
    """
    parts = []
    row, column, before = -1, 0, tokenize.INDENT
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.start[0] > row:
            column = 0
        parts.append(" " * (token.start[1] - column))
        begins = before in (tokenize.INDENT, tokenize.NEWLINE) or token.start[1] == 0
        if token.type != tokenize.COMMENT and not (token.type == tokenize.STRING and begins):
            parts.append(token.string)
        before = token.type
        row, column = token.end
    return "".join(parts)


_BARE: Mapping[str, Callable[[str], str]] = {"java": _bare_java, "python": _bare_python}


class _PackageTree(Tree):
    """A tree as the package reads it: no node is left out, and tokens are cut out of lines."""

    def skips(self, node: tree_sitter.Node) -> bool:
        """Return False."""
        return False

    def parts(self, node: int) -> list[int]:
        """Return the children of a node."""
        return self.children(node)

    def text(self, start: int, end: int) -> str:
        """Return a token without its line ends, as if each byte of a line were a character."""
        if self._ascii is not None:
            return self._ascii[start:end].replace("\n", "")
        lines, begins = self._lines
        first, last = bisect_right(begins, start) - 1, bisect_right(begins, end) - 1
        if first == last:
            return lines[first][start - begins[first] : end - begins[first]]
        head, tail = lines[first][start - begins[first] :], lines[last][: end - begins[last]]
        return "".join((head, *lines[first + 1 : last], tail))

    @cached_property
    def _lines(self) -> tuple[list[str], list[int]]:
        lines = self.data.decode("utf-8", "surrogatepass").split("\n")
        return lines, [0, *(match.end() for match in re.finditer(b"\n", self.data))]
