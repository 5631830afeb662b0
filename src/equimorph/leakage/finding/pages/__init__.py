"""The page of a search: each leaking bug beside the items of the training data that have it."""

from __future__ import annotations

from equimorph.leakage.finding.pages.collecting import Limits, Shown
from equimorph.leakage.finding.pages.writing import write_page

__all__ = ["Limits", "Shown", "write_page"]
