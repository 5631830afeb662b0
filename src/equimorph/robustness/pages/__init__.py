"""The page of a study: scores, figures, and for each bug which mutants broke the repair, side by side; or several models."""

from __future__ import annotations

from equimorph.robustness.pages.collecting import Limits
from equimorph.robustness.pages.several import Several, write_models_page
from equimorph.robustness.pages.writing import Sources, write_page

__all__ = ["Limits", "Several", "Sources", "write_models_page", "write_page"]
