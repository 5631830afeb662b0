"""Tables of patches, one for each part of our code."""

from __future__ import annotations

from tests.sabotage.patches import (
    answers,
    corpora,
    engine,
    expressions,
    facts,
    protocol,
    rebuilding,
    statements,
    systems,
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
    systems,
    corpora,
    answers,
    rebuilding,
)
PATCHES = tuple(patch for table in TABLES for patch in table.PATCHES)
