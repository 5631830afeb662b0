"""The page of the issues of a test: input, replaced word, both outputs and their difference, and the repair."""

from __future__ import annotations

from equimorph.cote.pages.collecting import SHOWN, Collected, Shown, collect
from equimorph.cote.pages.writing import write_page

__all__ = ["SHOWN", "Collected", "Shown", "collect", "write_page"]
