"""Tables of patches, one for each part of our code."""

from __future__ import annotations

from tests.sabotage.patches import (
    answers,
    baselines,
    benchmarks,
    chain,
    clean_sets,
    corpora,
    engine,
    expressions,
    facts,
    finding,
    forms,
    models,
    paper_tables,
    protocol,
    rebuilding,
    robustness,
    running,
    scores,
    statements,
    studies,
    systems,
    training,
    training_data,
    types,
    values,
    variables,
)

__all__ = ["PATCHES", "TABLES"]

TABLES = (
    engine,
    protocol,
    variables,
    statements,
    expressions,
    facts,
    finding,
    types,
    values,
    studies,
    systems,
    robustness,
    running,
    baselines,
    scores,
    models,
    corpora,
    answers,
    rebuilding,
    paper_tables,
    training,
    chain,
    forms,
    training_data,
    benchmarks,
    clean_sets,
)
PATCHES = tuple(patch for table in TABLES for patch in table.PATCHES)
