"""Mining of fixes from git repositories: which commits, which of their changes, and the items that are made of them."""

from __future__ import annotations

from equimorph.datasets.mining.mining import mine

__all__ = ["mine"]
