"""Tables of patches, one for each part of our code."""

from __future__ import annotations

from tests.sabotage.patches import corpora, engine, facts, mutators, systems, types, values

__all__ = ["PATCHES", "TABLES"]

TABLES = (engine, mutators, facts, types, values, systems, corpora)
PATCHES = tuple(patch for table in TABLES for patch in table.PATCHES)
