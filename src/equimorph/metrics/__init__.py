"""Metrics of generated code: the similarity of candidate and reference, and how well a score predicts test results.

>>> from equimorph.metrics import bleu
>>> round(bleu("return a - b;", "return a + b;"), 3)
0.0
>>> from equimorph import metrics
>>> round(metrics.score("ed", "return a - b;", "return a + b;"), 3)
0.8
"""

from __future__ import annotations

from equimorph.metrics.bert_score import codebertscore
from equimorph.metrics.characters import chrf
from equimorph.metrics.composite import codebleu
from equimorph.metrics.corpus import CorpusScore, corpus
from equimorph.metrics.crystal import crystalbleu
from equimorph.metrics.dataflow import dataflow_match
from equimorph.metrics.edits import ed
from equimorph.metrics.errors import MetricError
from equimorph.metrics.judging import Judgement, judge
from equimorph.metrics.ngrams import bleu, weight_bleu
from equimorph.metrics.perturbing import Perturbing, perturb
from equimorph.metrics.registry import METRICS, Metric, find_metric, score
from equimorph.metrics.rouge import rouge_l
from equimorph.metrics.rows import Pair, pair_of
from equimorph.metrics.scoring import Asked, scored, write_scored
from equimorph.metrics.syntax import syntax_match
from equimorph.metrics.tokens import tokens_of
from equimorph.models.errors import ModelError

__all__ = [
    "METRICS",
    "Asked",
    "CorpusScore",
    "Judgement",
    "Metric",
    "MetricError",
    "ModelError",
    "Pair",
    "Perturbing",
    "bleu",
    "chrf",
    "codebertscore",
    "codebleu",
    "corpus",
    "crystalbleu",
    "dataflow_match",
    "ed",
    "find_metric",
    "judge",
    "pair_of",
    "perturb",
    "rouge_l",
    "score",
    "scored",
    "syntax_match",
    "tokens_of",
    "weight_bleu",
    "write_scored",
]
