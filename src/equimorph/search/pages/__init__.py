"""The page of the most telling adversarials of a search."""

from __future__ import annotations

from equimorph.search.pages.collecting import Collected, collect
from equimorph.search.pages.writing import FORMATS, write_page

__all__ = ["FORMATS", "Collected", "collect", "write_page"]
