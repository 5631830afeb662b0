"""Tables of patches, one for each part of our code."""

from __future__ import annotations

from tests.sabotage.patches import (
    answers,
    baselines,
    benchmarks,
    chain,
    corpora,
    engine,
    expressions,
    facts,
    forms,
    leak_engine,
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
    benchmarks,
    leak_engine,
)
PATCHES = tuple(patch for table in TABLES for patch in table.PATCHES)
