"""Tables of patches, one for each part of our code."""

from __future__ import annotations

from tests.sabotage.patches import engine, facts, mutators, systems

__all__ = ["PATCHES", "TABLES"]

TABLES = (engine, facts, mutators, systems)
PATCHES = tuple(patch for table in TABLES for patch in table.PATCHES)
