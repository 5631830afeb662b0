"""The page of a study: scores, figures, and for each bug which mutants broke the repair, side by side."""

from __future__ import annotations

from equimorph.robustness.pages.collecting import Limits
from equimorph.robustness.pages.writing import Sources, write_page

__all__ = ["Limits", "Sources", "write_page"]
